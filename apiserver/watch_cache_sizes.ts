/**
 * How many past changes the watch cache keeps of each resource.
 *
 * @module
 */

import { type Dialect, groupInDialect, NAMES } from "../toolkit/names.ts";

/** What the sizes are made of. */
export interface WatchCacheSizeFlags {
  readonly "default-watch-cache-size": number;
  readonly "target-ram-mb": number;
  readonly "watch-cache": boolean;
  readonly "watch-cache-sizes": readonly string[];
}

/** A pod is taken to need so much of the memory that is aimed at. */
const MEGABYTES_A_NODE = 60;

/** The sizes of resources that change often, for clusters of so many nodes; other sizes are no fewer. */
const SYSTEM_SIZES: Readonly<Record<string, readonly [aNode: number, least: number]>> = {
  replicationcontrollers: [5, 100],
  endpoints: [10, 1000],
  nodes: [5, 1000],
  services: [5, 1000],
  pods: [50, 1000],
};

/** Of the group of extension servers. */
const API_SERVICES: readonly [aNode: number, least: number] = [5, 1000];

/** How many changes are kept of a resource, at least 1. Throws on a size that can't be read. */
export function watchCacheSizes(
  flags: WatchCacheSizeFlags,
  dialect: Dialect,
): (group: string, resource: string) => number {
  const nodes = Math.floor(flags["target-ram-mb"] / MEGABYTES_A_NODE);
  const system = { ...SYSTEM_SIZES };
  system[`apiservices.${NAMES[dialect].group("apiregistration")}`] = API_SERVICES;
  const sizes = new Map(
    Object.entries(system).map(([name, [aNode, least]]) => [name, Math.max(aNode * nodes, least)]),
  );
  for (const text of flags["watch-cache-sizes"]) {
    const found = /^([a-z0-9-]+)(?:\.([a-z0-9.-]+))?#(\d+)$/.exec(text);
    if (found === null) {
      throw new Error(
        `invalid --watch-cache-sizes ${JSON.stringify(text)}: expected resource[.group]#size`,
      );
    }
    const [, resource = "", group = "", size] = found;
    sizes.set(nameOf(groupInDialect(group, dialect), resource), Number(size));
  }
  // All reads go by what is there now, which takes one change.
  if (!flags["watch-cache"]) return () => 1;
  const standard = flags["default-watch-cache-size"];
  return (group, resource) => Math.max(1, sizes.get(nameOf(group, resource)) ?? standard);
}

function nameOf(group: string, resource: string): string {
  return group === "" ? resource : `${resource}.${group}`;
}
