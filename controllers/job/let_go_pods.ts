/**
 * Pods that somebody else let go of.
 *
 * @module
 */

import type { ObjectOf, Pod } from "../../toolkit/mod.ts";
import type { JobNames } from "./job_names.ts";

type LivePod = ObjectOf<typeof Pod>;

/**
 * Knows from which pods somebody else took the finalizer while they ran: whoever did wants them to go without being
 * counted, and they are not given it back. It is not known of those that lost it before the controller began.
 */
export class LetGoPods {
  readonly #names: JobNames;
  /** By uid, as all here: those that the controller lets go of itself. */
  readonly #own = new Set<string>();
  readonly #others = new Set<string>();

  constructor(names: JobNames) {
    this.#names = names;
  }

  /** The controller is about to take the finalizer. */
  letGo(uid: string): void {
    this.#own.add(uid);
  }

  /** Hears of a change. */
  saw(pod: LivePod, previous: LivePod | undefined, isGone: boolean): void {
    const { uid } = pod.metadata;
    if (isGone) {
      this.#own.delete(uid);
      this.#others.delete(uid);
      return;
    }
    const isLost = previous?.metadata.uid === uid && this.#isTracked(previous) &&
      !this.#isTracked(pod) && !isOver(pod);
    if (isLost && !this.#own.has(uid)) this.#others.add(uid);
  }

  /** Whether somebody else did. */
  has(uid: string): boolean {
    return this.#others.has(uid);
  }

  #isTracked({ metadata }: LivePod): boolean {
    return metadata.finalizers?.includes(this.#names.tracking) === true;
  }
}

function isOver({ status }: LivePod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}
