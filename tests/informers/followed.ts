/**
 * One informer that is watched: what it tells of each object has to follow from what it told before.
 *
 * @module
 */

import type { Delta, Informer, KubeObject } from "../../mod.ts";

/** An object as informers and lists have it. */
export type Followed = KubeObject & {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
};

/** The objects of an informer, and how it is told whether they are what the server has. */
export interface FollowedOptions<R extends Followed> {
  /** Says which one it is, where it fails. */
  readonly name: string;
  readonly informer: Informer<R>;
  /** Whether an object of the server is one that the informer has. */
  readonly has: (object: Followed) => boolean;
  /** What of an object the informer has besides its metadata, as text. */
  readonly shown: (object: Followed) => string;
}

/** What was told last of a key. */
interface Told {
  readonly uid: string;
  readonly revision: bigint;
  readonly there: boolean;
}

/** An informer, and what it told. */
export class FollowedInformer<R extends Followed> {
  readonly #options: FollowedOptions<R>;
  readonly #told = new Map<string, Told>();
  /** What must not have been told, in the order in which it came. */
  readonly wrong: string[] = [];
  #deltas = 0;

  constructor(options: FollowedOptions<R>) {
    this.#options = options;
    options.informer.subscribe((delta) => this.#hear(delta));
  }

  get name(): string {
    return this.#options.name;
  }

  get informer(): Informer<R> {
    return this.#options.informer;
  }

  /** How much it told. */
  get deltas(): number {
    return this.#deltas;
  }

  /** How it differs from what the server has; undefined: not at all. */
  difference(objects: readonly Followed[]): string | undefined {
    const { has, shown, informer } = this.#options;
    const expected = new Map(objects.filter(has).map((object) => [keyOf(object), object]));
    for (const [key, object] of expected) {
      const kept = informer.lister.get(key);
      if (kept === undefined) return `${key} is missing`;
      const [want, is] = [object, kept].map((one) => `${stateOf(one)} ${shown(one)}`);
      if (want !== is) return `${key} is ${is}, at the server ${want}`;
      const told = this.#told.get(key);
      if (told?.there !== true || `${told.uid} ${told.revision}` !== stateOf(object)) {
        return `${key} was not told of as it is`;
      }
    }
    for (const key of informer.lister.keys()) {
      if (!expected.has(key)) return `${key} is there still`;
    }
    for (const [key, { there }] of this.#told) {
      if (there && !expected.has(key)) return `${key} was not told to be gone`;
    }
    return undefined;
  }

  #hear({ type, key, object, previous }: Delta<R>): void {
    this.#deltas++;
    const before = this.#told.get(key);
    const { uid, resourceVersion } = object.metadata;
    const revision = BigInt(resourceVersion);
    const after = { uid, revision, there: type !== "Deleted" };
    this.#told.set(key, after);
    const problem = problemOf(type, before, after) ??
      (previous !== undefined && `${previous.metadata.resourceVersion}` !== `${before?.revision}`
        ? "the object before is not the one that was told of last"
        : undefined);
    if (problem === undefined || this.wrong.length >= WRONG_LIMIT) return;
    const shown = before && `${before.there ? "there" : "gone"}, ${before.uid} ${before.revision}`;
    this.wrong.push(`${type} of ${key} (${uid} ${revision}; before: ${shown}): ${problem}`);
  }
}

/** So many are enough to see what is wrong. */
const WRONG_LIMIT = 10;

/** Why a difference can't follow from what was told before; undefined: it can. */
function problemOf(
  type: Delta<unknown>["type"],
  before: Told | undefined,
  after: Told,
): string | undefined {
  const wasThere = before?.there ?? false;
  if (wasThere === (type === "Added")) return wasThere ? "it was there" : "it was not there";
  if (wasThere && before?.uid !== after.uid) return "it is another object";
  if (before === undefined) return undefined;
  if (type === "Deleted") {
    return before.revision === after.revision ? undefined : "it is not what was told of last";
  }
  return after.revision > before.revision ? undefined : "it is not newer";
}

function keyOf({ metadata }: Followed): string {
  return `${metadata.namespace}/${metadata.name}`;
}

function stateOf({ metadata }: Followed): string {
  return `${metadata.uid} ${metadata.resourceVersion}`;
}
