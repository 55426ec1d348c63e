/**
 * Definitions and their objects.
 *
 * @module
 */

import type { KnownDifference } from "../known.ts";

/** Known differences of CustomResourceDefinitions and of custom objects. */
export const CUSTOM_RESOURCES: readonly KnownDifference[] = [
  {
    request: /^custom resources/,
    where: /^order of /,
    why:
      "fields of custom objects stand in the order in which they were sent, metadata in that of its type",
  },
  {
    request: /^custom resources/,
    where: /^body \.metadata\.continue$/,
    ours: /^undefined$/,
    reference: /^""$/,
    why: "lists of custom objects leave out what is empty, as those of built-in kinds do",
  },
  {
    where: /\.storageVersionHash$/,
    why: "a hash is the server's own: clients look whether it has changed",
  },
  {
    request: /^custom resources \/ versions/,
    where: /spec\.b$|^header warning$|managedFields|resourceVersion$|generation$/,
    why:
      "decision 42: objects stay in the version that they were stored in, with all of its fields",
  },
  {
    request:
      /^custom resources \/ subresources: (PATCH|GET) .*\/scaleds\/x\/(scale|status|nobody)$/,
    where: /^body \.(message|details\.(group|kind|name|causes))/,
    reference:
      /non-negative|accessor|not found|^"x"$|^"scaleds"$|^"Scaled"$|example\.com"$|"\.spec/,
    why:
      "a scale that is refused is told as a Scale, a status once, a subresource that is none as " +
      "that: as of built-in kinds",
  },
  {
    request: /^custom resources \/ subresources: PATCH .*\/scale\?/,
    where: /^answer$/,
    reference: /^"500 .*request to convert CR to an invalid group/,
    why: "decision 148: scales of custom resources can be applied, where the reference fails",
  },
];
