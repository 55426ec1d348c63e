/**
 * What kinds add to generic writes.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import type { FieldError } from "../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";
import type { NameCheck } from "../../toolkit/validation/mod.ts";

/** Whose write it is, and when. */
export interface Writing {
  readonly user: User;
  /** The time, as objects have it. */
  time(): string;
  /** A new unique id. */
  uid(): string;
  /** Tells the client something, whatever becomes of the write. */
  warn(text: string): void;
}

/** What becomes of an object's dependents; `none`: it has none, whatever a request says. */
export type DefaultPropagation = "background" | "orphan" | "none";

/**
 * What a kind adds to the generic way of a write. Every hook is optional; what all kinds have in
 * common (names, metadata, deletion, managed fields) is generic. Objects are in canonical form and
 * belong to the hook, which may change them.
 */
export interface Strategy {
  /** The rule for names. */
  readonly checkName: NameCheck;
  /** Whether a PUT of an object that is not there makes it. */
  readonly createsOnUpdate: boolean;
  /** Whether a PUT without a resourceVersion replaces whatever is there. */
  readonly updatesUnconditionally: boolean;
  /** Whether deleting answers with the object, where others answer with a Status. */
  readonly returnsDeleted: boolean;
  /** Whether `metadata.generation` counts the changes of what users want. */
  readonly hasGeneration: boolean;
  /** Whether the status is something that users want, as it is where nobody else writes it. */
  readonly intentHasStatus?: boolean;
  /** Fills in what a request left out. */
  setDefaults?(object: JsonObject): void;
  /** Brings a new object into the state in which it begins: its status, for one, is the server's. */
  prepareForCreate?(object: JsonObject, writing: Writing): void;
  /** Takes back what this write may not change, and notes what follows from what it does. */
  prepareForUpdate?(object: JsonObject, old: JsonObject, writing: Writing): void;
  /** What breaks rules in a new object. */
  validate?(object: JsonObject): FieldError[];
  /** What breaks rules in a changed one. */
  validateUpdate?(object: JsonObject, old: JsonObject): FieldError[];
  /**
   * What else breaks rules, where finding it takes long: others are let in between its steps. `old`:
   * what it takes the place of, undefined for a new object.
   */
  validateInSteps?(
    object: JsonObject,
    old: JsonObject | undefined,
    writing: Writing,
  ): SlicedTask<FieldError[]>;
  /** What to warn the client of that writes this. */
  warnings?(object: JsonObject, old: JsonObject | undefined): string[];
  /** Completes what has been found valid, with what no rule is to look at, before it is stored. */
  canonicalize?(object: JsonObject): void;
  /** The fields that writes here may not own, as paths from the object: `[["status"]]`. */
  readonly resetFields: readonly (readonly string[])[];
  /** Seconds that deleting leaves the object to end by itself; undefined: it goes at once. */
  gracePeriodSeconds?(object: JsonObject, asked: number | undefined): number | undefined;
  /** What becomes of dependents unless the request says: `background` but for old kinds. */
  readonly defaultPropagation: DefaultPropagation;
  /** Why an object of this name can't be deleted by itself; undefined: it can. Default: all can. */
  whyKept?(name: string): string | undefined;
  /** What to warn the client of that deletes with these options. */
  deletionWarnings?(
    options: { propagationPolicy?: string | undefined; orphanDependents?: boolean | undefined },
  ): string[];
  /** Whether the beginning of a deletion is told by its time alone. Default false. */
  readonly deletesByTime?: boolean;
  /** Whether something other than finalizers of the metadata holds an object that is deleted. */
  holdsDeletion?(object: JsonObject): boolean;
  /** Shows in an object that it is being deleted. */
  whileDeleting?(object: JsonObject): void;
}

/** What breaks a kind's rules, in a new object or in one that takes the place of `old`. */
export function* strategyErrors(
  strategy: Strategy,
  object: JsonObject,
  old: JsonObject | undefined,
  writing: Writing,
): SlicedTask<FieldError[]> {
  const errors = old === undefined
    ? strategy.validate?.(object)
    : strategy.validateUpdate?.(object, old);
  const more = strategy.validateInSteps?.(object, old, writing);
  return more === undefined ? errors ?? [] : [...errors ?? [], ...yield* more];
}
