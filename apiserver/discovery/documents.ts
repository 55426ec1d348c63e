/**
 * What clients are told of the groups, versions and resources that are served.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { compareVersions } from "../../toolkit/schema/compare_versions.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import type { Discovered, DiscoverySource } from "./discovered.ts";
import { type Priority, priorityOf } from "./priorities.ts";

/** A version of a group. */
interface Version {
  readonly version: string;
  readonly priority: Priority;
  readonly resources: Discovered[];
  readonly stale: boolean;
}

/** A group, its versions in the order in which clients should prefer them. */
interface Group {
  readonly name: string;
  readonly priority: number;
  readonly versions: readonly Version[];
}

/** Documents made of what a source has now. */
export class DiscoveryDocuments {
  readonly #groups: ReadonlyMap<string, Group>;

  constructor(source: Pick<DiscoverySource, "all" | "versions">) {
    const groups = new Map<string, Map<string, Version>>();
    const add = (group: string, { version, ...more }: Omit<Version, "resources">) => {
      const versions = groups.get(group) ?? new Map<string, Version>();
      groups.set(group, versions);
      const known = versions.get(version) ?? { version, ...more, resources: [] };
      versions.set(version, known);
      return known;
    };
    const elsewhere = new Set<string>();
    for (const { group, ...version } of source.versions()) {
      add(group, version);
      elsewhere.add(formatApiVersion(group, version.version));
    }
    for (const resource of source.all()) {
      const { group, version } = resource;
      // Requests for it go to the other server, whatever this one has of the version.
      const isHidden = resource.entry === undefined &&
        elsewhere.has(formatApiVersion(group, version));
      if (isHidden) continue;
      add(group, { version, priority: priorityOf(group, version), stale: false })
        .resources.push(resource);
    }
    const inOrder = [...groups].map(([name, versions]): Group => ({
      name,
      priority: Math.max(...versions.values().map(({ priority }) => priority.group)),
      versions: [...versions.values()].sort(compareInGroup),
    })).sort(compareGroups);
    this.#groups = new Map(inOrder.map((group) => [group.name, group]));
  }

  /** The paths of all that is described: of groups and their versions. */
  paths(): string[] {
    return [...this.#groups.values()].flatMap(({ name, versions }) => {
      const path = name === "" ? "/api" : `/apis/${name}`;
      return [path, ...versions.map(({ version }) => `${path}/${version}`)];
    });
  }

  /** The versions of the core group: the answer at `/api`. */
  coreVersions(address: string): JsonObject {
    return {
      kind: "APIVersions",
      // Older than versions of kinds: it has none.
      apiVersion: "",
      versions: this.#groups.get("")?.versions.map(({ version }) => version) ?? [],
      serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: address }],
    };
  }

  /** All other groups: the answer at `/apis`. */
  groupList(): JsonObject {
    const groups = [...this.#groups.values()].filter(({ name }) => name !== "")
      .sort(compareListed);
    return { kind: "APIGroupList", apiVersion: "v1", groups: groups.map(groupOf) };
  }

  /** One group: the answer at `/apis/GROUP`. */
  group(name: string): JsonObject | undefined {
    const group = name === "" ? undefined : this.#groups.get(name);
    return group && { kind: "APIGroup", apiVersion: "v1", ...groupOf(group) };
  }

  /** The resources of a version: the answer at `/apis/GROUP/VERSION`. */
  resources(group: string, version: string): JsonObject | undefined {
    const known = this.#groups.get(group)?.versions.find((one) => one.version === version);
    return known && {
      kind: "APIResourceList",
      // That of the core group is older than versions of kinds.
      apiVersion: group === "" ? "" : "v1",
      groupVersion: formatApiVersion(group, version),
      resources: known.resources.flatMap(resourceEntries),
    };
  }

  /** Everything of the core group, or of all others, in one document. */
  aggregated(core: boolean, apiVersion: string): JsonObject {
    const groups = [...this.#groups.values()].filter(({ name }) => (name === "") === core);
    return {
      kind: "APIGroupDiscoveryList",
      apiVersion,
      metadata: {},
      items: groups.map(({ name, versions }) => ({
        metadata: { ...(name !== "" && { name }), creationTimestamp: null },
        versions: versions.map(({ version, resources, stale }) => ({
          version,
          ...(resources.length > 0 &&
            { resources: resources.map((one) => one.entry ?? aggregatedResource(one)) }),
          freshness: stale ? "Stale" : "Current",
        })),
      })),
    };
  }
}

function groupOf({ name, versions }: Group): JsonObject {
  const all = versions.map(({ version }) => ({
    groupVersion: formatApiVersion(name, version),
    version,
  }));
  return { name, versions: all, preferredVersion: all[0] };
}

function resourceEntries(resource: Discovered): JsonObject[] {
  const { shortNames, categories, kind, namespaced, singular, verbs } = resource;
  const entry = {
    name: resource.resource,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(resource.storageVersion !== undefined && { storageVersionHash: versionHash(resource) }),
  };
  const parts = [...resource.subresources.values()].map((part) => ({
    name: `${resource.resource}/${part.name}`,
    singularName: "",
    namespaced,
    ...(part.group !== resource.group && { group: part.group }),
    ...((part.group !== resource.group || part.version !== resource.version) &&
      { version: part.version }),
    kind: part.kind,
    verbs: part.verbs,
  }));
  return [entry, ...parts];
}

function aggregatedResource(resource: Discovered): JsonObject {
  const { group, version, kind, namespaced, singular, verbs, shortNames, categories } = resource;
  const parts = [...resource.subresources.values()];
  return {
    resource: resource.resource,
    responseKind: { group, version, kind },
    scope: namespaced ? "Namespaced" : "Cluster",
    singularResource: singular,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(parts.length > 0 && {
      subresources: parts.map((part) => ({
        subresource: part.name,
        responseKind: { group: part.group, version: part.version, kind: part.kind },
        verbs: part.verbs,
      })),
    }),
  };
}

/** Tells apart what kind and version a resource's objects are stored in. */
function versionHash({ group, storageVersion, kind }: Discovered): string {
  const hash = createHash("sha256").update(`${group}/${storageVersion}/${kind}`).digest();
  return hash.subarray(0, 8).toString("base64");
}

/** Orders groups as clients that find a name in several should prefer them. */
function compareGroups(a: Group, b: Group): number {
  return b.priority - a.priority || (a.name < b.name ? -1 : 1);
}

/** Orders the versions of a group as clients should prefer them. */
function compareInGroup(a: Version, b: Version): number {
  return b.priority.version - a.priority.version || compareVersions(a.version, b.version);
}

/**
 * Orders groups of one priority as their list has them, which is made of the objects of their versions: by the least
 * name of such an object.
 */
function compareListed(a: Group, b: Group): number {
  return b.priority - a.priority || (listedName(a) < listedName(b) ? -1 : 1);
}

function listedName({ name, priority, versions }: Group): string {
  const first = versions.filter((one) => one.priority.group === priority)
    .map(({ version }) => `${version}.${name}`).sort();
  return first[0]!;
}
