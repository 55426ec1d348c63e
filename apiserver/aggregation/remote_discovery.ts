/**
 * The resources of extension servers, for discovery.
 *
 * @module
 */

import type {
  Discovered,
  DiscoveredPart,
  DiscoveredVersion,
  DiscoverySource,
} from "../discovery/discovered.ts";
import type { RemoteService, RemoteServices } from "./remote_service.ts";
import { equalJson, isObject } from "../../toolkit/values/json.ts";

/** Resources of one version at most: more is no server's. */
const RESOURCES_LIMIT = 10_000;

interface Known {
  readonly told: DiscoveredVersion;
  /** The last answer; undefined: there was none yet. */
  readonly text: string | undefined;
  readonly resources: readonly Discovered[];
}

/**
 * The resources of extension servers, asked for with each check of them. While a server does not
 * answer, its last answer is kept and marked stale; of one that never did, its version is told of all the same: who
 * has to know everything that there is, as whoever empties namespaces, finds that it does not.
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

  versions(): readonly DiscoveredVersion[] {
    return this.#remotes.all().flatMap(({ name }) => this.#known.get(name)?.told ?? []);
  }

  /** Takes in an answer: the resources of a version. False: it is none. */
  learn(remote: RemoteService, body: Uint8Array): boolean {
    const text = new TextDecoder().decode(body);
    const before = this.#known.get(remote.name);
    const resources = before?.text === text
      ? before.resources
      : resourcesOf(text, remote.group, remote.version);
    if (resources === undefined) return false;
    this.#note(remote, { told: versionOf(remote, false), text, resources });
    return true;
  }

  /** Notes that a server does not answer: what it said is old now. */
  lose(remote: RemoteService): void {
    const { text, resources = [] } = this.#known.get(remote.name) ?? {};
    this.#note(remote, { told: versionOf(remote, true), text, resources });
  }

  #note({ name }: RemoteService, known: Known): void {
    const before = this.#known.get(name);
    this.#known.set(name, known);
    if (before?.text === known.text && equalJson(before?.told, known.told)) return;
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

function versionOf(
  { group, version, priority }: RemoteService,
  stale: boolean,
): DiscoveredVersion {
  return { group, version, priority, stale };
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
    };
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
