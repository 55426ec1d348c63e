import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { type FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkPathSegmentName,
  checkPathSegmentPrefix,
  type NameCheck,
} from "../../../toolkit/validation/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";

/** Names that may be anything that fits into a path. */
export const checkPathName: NameCheck = (name, options) =>
  options?.prefix ? checkPathSegmentPrefix(name) : checkPathSegmentName(name);

/** The same, and so may what names begin with that are still to be generated. */
export const checkWholePathName: NameCheck = (name) => checkPathSegmentName(name);

/** Refuses a beginning of names that is none itself, of an object that was named long ago. */
export function validateNameBeginning(errors: FieldError[], object: JsonObject): void {
  const { generateName = "" } = metadataOf(object);
  if (generateName === "") return;
  const path = FieldPath.of("metadata", "generateName");
  // What no path may have is told of every object.
  if (checkPathSegmentPrefix(generateName).length > 0) return;
  addInvalid(errors, path, generateName, checkPathSegmentName(generateName));
}
