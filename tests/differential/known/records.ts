/**
 * What audit logs have in another way.
 *
 * @module
 */

import type { KnownDifference } from "../known.ts";

export const RECORDS: readonly KnownDifference[] = [
  {
    where: /^record \[\d\]\.requestObject\.apiVersion$/,
    reference: /__internal/,
    why: "options of deletions have the version that they were sent in, or one that is there",
  },
  {
    request: /eviction$/,
    where: /^record \[\d\]\.requestObject\.apiVersion$/,
    reference: /v1beta1/,
    why: "both versions of evictions are the same, and are read as one",
  },
  {
    where: /^record \[\d\]\.requestObject\.spec\.devices\[\d+\]\.taints\[\d\]\.timeAdded$/,
    ours: /^undefined$/,
    why: "what was sent did not say when a taint came",
  },
  {
    where: /^record \[\d\]\.requestObject\.status\.storedVersions$/,
    ours: /^null$/,
    why: "what was sent did not say in which versions there are objects",
  },
  {
    where: /^record \[\]$/,
    reference: /^\[\]$/,
    why:
      "nothing is left out: the reference drops records of patches that are YAML or no JSON, and of paths that it " +
      "serves nothing at",
  },
  {
    where: /^record \[\d\]\.response(Status\.(status|reason|message|details)|Object)$/,
    ours: /Failure|"NotFound"|"BadRequest"|not found|Unable to convert|^\{"(name|kind)"/,
    reference: /^undefined$/,
    why: "why somebody is refused who asked for a table is in the record, too",
  },
  {
    where: /^record \[\d\]\.responseObject\.items$/,
    ours: /^null$/,
    reference: /^\[\]$/,
    why: "in Protobuf an empty list is none",
  },
  {
    where: /^record \[\d\]\.responseObject\.items\[\d\]\.(kind|apiVersion)$/,
    ours: /^undefined$/,
    why: "the record has the answer as it went out, in which elements don't say what they are",
  },
  {
    request: /^discovery/,
    where: /^record \[\d\]\.responseObject$/,
    ours: /^undefined$/,
    why: "discovery in Protobuf is not read for the record",
  },
  {
    request: /horizontalpodautoscalers/,
    where: /^record \[\d\]\.requestObject\.metadata\.annotations/,
    why: "annotations that stand for fields of another version are recorded as they were sent",
  },
  {
    request: /deployments/,
    where: /^record \[\d\]\.requestObject\.spec\.strategy\.rollingUpdate\./,
    ours: /^undefined$/,
    reference: /^0$/,
    why: "what was left out is nothing between versions of the reference's",
  },
  {
    request: /volumeattachments/,
    where: /inlineVolumeSpec\.hostPath\.type$/,
    ours: /^undefined$/,
    why: "a default that says nothing",
  },
  {
    where: /^record \[\d\]\.requestURI$/,
    reference: /\?"$/,
    why: "a query that says nothing is none",
  },
  {
    request: /^bodies/,
    where: /^record \[\d\]\.requestObject\.binaryData\.a$/,
    ours: /^""$/,
    reference: /^null$/,
    why: "no bytes are a text of none",
  },
  {
    where: /^record \[\d\]\.userAgent$/,
    ours: /[^ -~]/,
    why: "headers are texts in Latin-1, as HTTP has it",
  },
  {
    request: /^custom resources/,
    where: /^record \[\d\]\.(requestObject(\.metadata)?|objectRef\.name)$/,
    why: "what is of another kind is not read any further; metadata that were left out are empty",
  },
  {
    request: /^(bodies|discovery)/,
    where: /^record \[\d\]\.requestObject$/,
    why: "a body is read before its place in the path is found wrong there, and after it here",
  },
  {
    request: /^rules of updates .*\/pods/,
    where: /^record \[\d\]\.requestObject\.status\.podIP$/,
    ours: /^undefined$/,
    why: "what was sent had addresses of a newer form only",
  },
  {
    request: /^patches \/ versions/,
    where: /^record \[\d\]\.requestObject\[0\]\.value$/,
    why: "it is a resource version",
  },
];
