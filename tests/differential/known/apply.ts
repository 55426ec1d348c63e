/**
 * Patches, owners of fields, and server-side apply.
 *
 * @module
 */

import type { KnownDifference } from "../known.ts";

/** See the module's comment. */
export const APPLY: readonly KnownDifference[] = [
  {
    where: /managedFields\[\d+\]\.time$/,
    reference: /^undefined$/,
    why: "the reference forgets the time of an apply that changes owners alone",
  },
  {
    where: /^answer$/,
    ours: /Precondition failed: UID/,
    reference: /metadata\.uid: Invalid value/,
    why: "a patch with another id is a conflict, as a PUT is",
  },
  {
    where: /message$/,
    ours: /failed to create typed patch object/,
    why: "all fields that no schema has are told at once",
  },
  {
    request:
      /^patches \/ (applied lists|random writes|refused applies|applied subresources|ownership)/,
    where: /.*/,
    why: "decision 28: scalars that nobody applies any more keep their value, here and in lists",
  },
  {
    request: /^patches \/ (merge|JSON|strategic|bodies)/,
    where: /message$|causes|managedFields$|resourceVersion$|^answer$|^header warning$/,
    why:
      "decisions 28 and 29: patches are our own code, and an empty list of owners resets nothing",
  },
];
