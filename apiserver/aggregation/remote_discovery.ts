/**
 * The resources of extension servers, for discovery.
 *
 * @module
 */

import type { Discovered, DiscoveredVersion, DiscoverySource } from "../discovery/discovered.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import type { Description } from "./version_descriptions.ts";
import type { RemoteService, RemoteServices } from "./remote_service.ts";

interface Known {
  readonly told: DiscoveredVersion;
  /** What was said last; undefined: nothing yet. */
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

  /** Takes in what a server says of a version. */
  learn(remote: RemoteService, { text, resources }: Description): void {
    const before = this.#known.get(remote.name);
    const now = before?.text === text ? before.resources : resources();
    this.#note(remote, { told: versionOf(remote, false), text, resources: now });
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
