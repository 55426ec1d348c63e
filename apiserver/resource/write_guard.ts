/**
 * The seam of those who may refuse a write for what it would hand out: it is there whatever admission is
 * switched on, and nobody can switch it off.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { TimeSlice } from "../../toolkit/time_slice.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import type { Target } from "./target.ts";

/** Whose write it is, and where it goes. */
export interface GuardedWrite {
  /** As the request names it: its name is "" for what is still to be named. */
  readonly target: Target;
  readonly user: User;
  /** As authorizers know it: create, update or patch. */
  readonly verb: string;
  readonly signal: AbortSignal;
  readonly slice: TimeSlice;
}

/**
 * Looks at an object as admission leaves it, before the rules of its kind are asked; `old`: what it takes
 * the place of, undefined for a new one. A refusal is thrown as a `StatusError`.
 */
export type WriteGuard = (
  write: GuardedWrite,
  object: JsonObject,
  old: JsonObject | undefined,
) => void | Promise<void>;

/** Several, each of which is about resources of its own. */
export function anyGuard(guards: readonly WriteGuard[]): WriteGuard {
  return (write, object, old) => {
    for (const guard of guards) {
      const guarding = guard(write, object, old);
      if (guarding !== undefined) return guarding;
    }
  };
}
