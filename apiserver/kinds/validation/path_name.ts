import {
  checkPathSegmentName,
  checkPathSegmentPrefix,
  type NameCheck,
} from "../../../toolkit/validation/mod.ts";

/** Names that may be anything that fits into a path. */
export const checkPathName: NameCheck = (name, options) =>
  options?.prefix ? checkPathSegmentPrefix(name) : checkPathSegmentName(name);

/** The same, and so may what names begin with that are still to be generated. */
export const checkWholePathName: NameCheck = (name) => checkPathSegmentName(name);
