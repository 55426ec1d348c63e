/**
 * What the server has, as it was a while ago at most.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { type Client, discoverKinds, type ServedKind } from "../../toolkit/mod.ts";
import { groupOfKinds } from "../../toolkit/kinds/mod.ts";

/** The server is asked again after this time. */
const KEPT_MS = 30_000;
/** Or after this, where something was not there: somebody may wait for it. */
const MISSED_MS = 5_000;

/** Finds resources by their kinds; many who ask at once make one request. */
export class ServedKinds {
  readonly #client: Client;
  readonly #clock: Clock;
  #known: { readonly atMs: number; readonly kinds: Promise<readonly ServedKind[]> } | undefined;

  constructor({ client, clock }: { readonly client: Client; readonly clock: Clock }) {
    this.#client = client;
    this.#clock = clock;
  }

  /**
   * The resources of a kind, each in the version that its server prefers. Rejects where there is none. `group`: in
   * either dialect; `kind`: also in small letters.
   */
  async find(group: string, kind: string): Promise<ServedKind[]> {
    const ofKind = (kinds: readonly ServedKind[]) =>
      kinds.filter((one) =>
        [one.kind.kind, one.kind.kind.toLowerCase()].includes(kind) &&
        one.kind.group === groupOfKinds(group)
      );
    let found = ofKind(await this.#kinds(KEPT_MS));
    if (found.length === 0) found = ofKind(await this.#kinds(MISSED_MS));
    if (found.length > 0) return found;
    throw new Error(
      `no matches for kind ${JSON.stringify(kind)} in group ${JSON.stringify(group)}`,
    );
  }

  #kinds(maxAgeMs: number): Promise<readonly ServedKind[]> {
    const now = this.#clock.monotonic();
    if (this.#known !== undefined && now - this.#known.atMs < maxAgeMs) return this.#known.kinds;
    // Not with a caller's signal: others wait for the same answer.
    const kinds = discoverKinds(this.#client).then(({ preferred }) => preferred);
    const known = { atMs: now, kinds };
    this.#known = known;
    kinds.catch(() => {
      if (this.#known === known) this.#known = undefined;
    });
    return kinds;
  }
}

/** A reference's group: of `apps/v1`, `apps`. Throws where it is not of that form. */
export function groupOf(apiVersion: string): string {
  const parts = apiVersion.split("/");
  if (parts.length > 2) throw new Error(`unexpected GroupVersion string: ${apiVersion}`);
  return parts.length === 2 ? parts[0]! : "";
}
