/**
 * Patches, owners of fields, and server-side apply.
 *
 * @module
 */

import type { KnownDifference } from "../known.ts";

/** Known differences of patches, of `managedFields` and of server-side apply. */
export const APPLY: readonly KnownDifference[] = [
  {
    where: /message$/,
    ours: /failed to create typed patch object/,
    why: "all fields that no schema has are told at once",
  },
  {
    request: /^patches \/ refused applies/,
    where: /^header warning$/,
    ours: /already set in map/,
    why: "keys of YAML that stand twice are warned of in configurations too",
  },
  {
    request: /^patches \/ (applied subresources|ownership)/,
    where: /^order of .*managedFields/,
    why: "decision 7: keys of the same list stand in the order of their values, numbers as numbers",
  },
  {
    request: /^patches \/ ownership/,
    where: /causes\[\]$|managedFields\[\d+\]\.manager$/,
    why: "a broken entry is told once; a name that is no text is none",
  },
  {
    request: /^patches \/ scales that nobody set: .*\/made-/,
    where: /^answer$|message$|managedFields|resourceVersion$|replicas$|generation$/,
    why:
      "decision 148: who shares the replicas with who scales stays one manager, where the reference makes two of one name, and forgets one",
  },
  {
    request: /^applied kinds/,
    where: /resourceVersion$/,
    sometimes: true,
    why:
      "the reference stores an object anew where nothing but the order of its owners has changed, which " +
      "follows from the seconds in which they applied what is taken back",
  },
  {
    request: /^patches \/ random writes/,
    where: /causes\[\d+\]\.message$/,
    ours: /conflict with/,
    sometimes: true,
    why: "a map of the reference's decides the order of the managers of conflicts about one field",
  },
  {
    request: /^patches \/ (merge|JSON|strategic|bodies)/,
    where: /message$|causes|managedFields$|resourceVersion$|^answer$|^header warning$/,
    why:
      "decisions 28 and 29: patches are our own code, and an empty list of owners resets nothing",
  },
];
