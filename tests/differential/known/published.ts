/**
 * What popular operators publish.
 *
 * @module
 */

import type { KnownDifference } from "../known.ts";

/** Known differences of definitions that are in use, and of their objects. */
export const PUBLISHED: readonly KnownDifference[] = [
  {
    where: /^order of /,
    why:
      "fields of custom objects stand in the order in which they were sent, metadata in that of its type",
  },
  {
    request: /: GET \/openapi\//,
    where: /^header (accept-ranges|last-modified|vary)$|description$|\.DeleteOptions$/,
    why: "words are our own, and so is what is said of keeping a document",
  },
  {
    request: /: POST .*customresourcedefinitions/,
    where: /^header vary$/,
    reference: /Accept-Encoding/,
    why: "what a write answers is not compressed",
  },
  {
    request: /: GET \/apis\/argoproj.io\/v1alpha1$/,
    where: /\.verbs\[\]$/,
    sometimes: true,
    why: "which of the definitions before has ended when this is asked for",
  },
  {
    request: /\/status$/,
    where: /^header warning$/,
    ours: /^undefined$/,
    reference: /deprecated/,
    why: "a part that a version has not is told without a word of the version",
  },
  {
    request: /kwoknodeclasses\/.*fieldManager=other/,
    where: /resourceVersion$/,
    why: "the status that an object begins with is stored at once, not with its next write",
  },
  {
    request: /\/vaultdynamicsecrets/,
    where: /generation$/,
    reference: /^2$/,
    why: "null that is dropped in the end is no change to whoever applies it",
  },
];
