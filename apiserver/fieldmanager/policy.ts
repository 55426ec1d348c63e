/**
 * Field ownership where specification and reference differ.
 *
 * @module
 */

import type { Dialect } from "../../toolkit/names.ts";
import type { UnownedFields } from "./prune.ts";

/**
 * The rules of field ownership in which the specification and the reference differ. A dialect picks
 * one set, by {@link OWNERSHIP}.
 */
export interface OwnershipPolicy {
  /** What becomes of declared fields that nobody applies any more. */
  readonly unownedFields: UnownedFields;
  /**
   * Whether another spelling of the value that is there (`1000m` for `1`) is no change, and so in
   * nobody's way.
   */
  readonly spellingsAreAlike: boolean;
  /** Whether the time of an applier also moves when only what it owns changes, not the object. */
  readonly claimsMoveTimes: boolean;
  /**
   * How a write forgets all owners. `begin`: by `[{}]`, and what else it changes is its writer's;
   * `stop`: by `[{}]` or an empty list, and nobody is tracked until the next apply.
   */
  readonly reset: "begin" | "stop";
}

/** As the specification has it. */
export const SPECIFIED: OwnershipPolicy = {
  unownedFields: "keep",
  spellingsAreAlike: true,
  claimsMoveTimes: true,
  reset: "begin",
};

/** As the reference does today. */
export const REFERENCE: OwnershipPolicy = {
  unownedFields: "remove",
  spellingsAreAlike: false,
  claimsMoveTimes: false,
  reset: "stop",
};

/** Whose word counts: clients of a dialect expect what they know. */
export const OWNERSHIP: Readonly<Record<Dialect, OwnershipPolicy>> = {
  orch: SPECIFIED,
  kubernetes: REFERENCE,
};
