/**
 * The kinds that a server has, as far as that is known.
 *
 * @module
 */

import { groupOfKinds } from "../../toolkit/kinds/mod.ts";
import type { DiscoveredKinds, ServedKind } from "../../toolkit/mod.ts";

/** Nothing is known of a kind now: that is no answer to what is asked about its objects. */
export class UnknownKind extends Error {
  override name = "UnknownKind";

  constructor(apiVersion: string, kind: string) {
    super(`the server has no kind ${kind} in ${apiVersion} now: it is asked again later`);
  }
}

/** The kinds of the last discovery; of groups that could not be discovered, those of an earlier one. */
export class Served {
  #preferred: readonly ServedKind[] = [];
  #all: readonly ServedKind[] = [];
  #byName = new Map<string, ServedKind>();

  /** Every resource once. */
  get preferred(): readonly ServedKind[] {
    return this.#preferred;
  }

  /** Takes in what was discovered; true where there are kinds that were not there before. */
  update(found: DiscoveredKinds): boolean {
    const before = this.#byName;
    const failed = new Set(found.failures.map(({ group, version }) => `${group}/${version}`));
    const kept = (earlier: readonly ServedKind[], now: readonly ServedKind[]) => {
      const known = new Set(now.map(resourceOf));
      const missing = earlier.filter((one) =>
        failed.has(`${one.kind.group}/${one.kind.version}`) && !known.has(resourceOf(one))
      );
      return [...now, ...missing];
    };
    this.#preferred = kept(this.#preferred, found.preferred);
    const versions = this.#all.filter(({ kind }) => failed.has(`${kind.group}/${kind.version}`));
    this.#all = [...found.all, ...versions];
    this.#byName = new Map();
    for (const served of this.#all) {
      const { group, version, kind } = served.kind;
      const name = `${group}/${version}/${kind}`;
      if (served.verbs.has("get") && !this.#byName.has(name)) this.#byName.set(name, served);
    }
    return [...this.#byName.keys()].some((name) => !before.has(name));
  }

  /** Whether anything is known of the kind that a reference names. */
  has(apiVersion: string, kind: string): boolean {
    return this.#named(apiVersion, kind) !== undefined;
  }

  /** The kind that a reference names; throws {@link UnknownKind}. */
  find(apiVersion: string, kind: string): ServedKind {
    const found = this.#named(apiVersion, kind);
    if (found === undefined) throw new UnknownKind(apiVersion, kind);
    return found;
  }

  #named(apiVersion: string, kind: string): ServedKind | undefined {
    const slash = apiVersion.indexOf("/");
    const group = slash < 0 ? "" : groupOfKinds(apiVersion.slice(0, slash));
    return this.#byName.get(`${group}/${apiVersion.slice(slash + 1)}/${kind}`);
  }
}

/** `group/plural`. */
export function resourceOf({ kind }: ServedKind): string {
  return `${kind.group}/${kind.plural}`;
}
