/**
 * How objects of a resource look that has no built-in type.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { MergeType } from "../fieldmanager/mod.ts";

/** Where an object comes from that is brought into canonical form. */
export interface FormOptions {
  /** From an applied configuration, in which null is a value: where none may be it is refused, not dropped. */
  readonly isApplied?: boolean;
}

/** What a type is to built-in kinds, a schema is to custom ones. */
export interface ObjectShape {
  /**
   * The object in canonical form: its metadata as every object has it, without the fields that the
   * schema doesn't know, whose paths end in `problems`. Throws CodecError for what is no object of
   * this kind at all.
   */
  canonical(object: JsonObject, problems?: string[], options?: FormOptions): JsonObject;
  /** How its fields are tracked and merged. */
  readonly mergeType: MergeType;
}
