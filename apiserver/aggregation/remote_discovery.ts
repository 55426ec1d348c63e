/**
 * The resources of extension servers, for discovery.
 *
 * @module
 */

import type { Discovered, DiscoveredPart, DiscoverySource } from "../discovery/discovered.ts";
import type { RemoteServices } from "./remote_service.ts";
import { isObject } from "../../toolkit/values/json.ts";

/** Resources of one version at most: more is no server's. */
const RESOURCES_LIMIT = 10_000;

interface Known {
  readonly text: string;
  readonly resources: readonly Discovered[];
  readonly stale: boolean;
}

/**
 * The resources of extension servers, asked for with each check of them. While a server does not
 * answer, its last answer is kept and marked stale.
 */
export class RemoteDiscovery implements DiscoverySource {
  readonly #remotes: RemoteServices;
  readonly #known = new Map<string, Known>();
  #generation = 0;

  constructor(remotes: RemoteServices) {
    this.#remotes = remotes;
  }

  get generation(): number {
    return this.#generation;
  }

  all(): readonly Discovered[] {
    return this.#remotes.all().flatMap(({ name }) => this.#known.get(name)?.resources ?? []);
  }

  /** Takes in an answer: the resources of a version. False: it is none. */
  learn(name: string, group: string, version: string, body: Uint8Array): boolean {
    const text = new TextDecoder().decode(body);
    const before = this.#known.get(name);
    if (before?.text === text && !before.stale) return true;
    const resources = resourcesOf(text, group, version);
    if (resources === undefined) return false;
    this.#known.set(name, { text, resources, stale: false });
    this.#generation++;
    return true;
  }

  /** Notes that a server does not answer: what it said is old now. */
  lose(name: string): void {
    const before = this.#known.get(name);
    if (before === undefined || before.stale) return;
    const resources = before.resources.map((one) => ({ ...one, stale: true }));
    this.#known.set(name, { ...before, resources, stale: true });
    this.#generation++;
  }

  /** Forgets servers that nobody names any more. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of this.#known.keys()) {
      if (names.has(name)) continue;
      this.#known.delete(name);
      this.#generation++;
    }
  }
}

function resourcesOf(text: string, group: string, version: string): Discovered[] | undefined {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(list) || !Array.isArray(list.resources)) return undefined;
  const entries = list.resources.filter(isObject).slice(0, RESOURCES_LIMIT);
  const own = entries.filter(({ name }) => typeof name === "string" && !name.includes("/"));
  return own.map((entry) => {
    const resource = String(entry.name);
    const parts = entries.filter(({ name }) => String(name).startsWith(`${resource}/`));
    return {
      group,
      version,
      resource,
      singular: textOf(entry.singularName),
      kind: textOf(entry.kind),
      namespaced: entry.namespaced === true,
      shortNames: textsOf(entry.shortNames),
      categories: textsOf(entry.categories),
      verbs: textsOf(entry.verbs),
      subresources: new Map(parts.map((part): [string, DiscoveredPart] => {
        const name = String(part.name).slice(resource.length + 1);
        const own = {
          group: textOf(part.group) || group,
          version: textOf(part.version) || version,
        };
        return [name, { name, ...own, kind: textOf(part.kind), verbs: textsOf(part.verbs) }];
      })),
      storageVersion: undefined,
      stale: false,
    };
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
