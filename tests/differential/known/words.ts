/**
 * Texts that are our own.
 *
 * @module
 */

import type { KnownDifference } from "../known.ts";

export const WORDS: readonly KnownDifference[] = [
  {
    where: /columnDefinitions\[\d+\]\.description$/,
    why: "the descriptions of columns are our own words",
  },
  {
    where: /^body \.(events\[\d+\]\.)?message$|^answer$/,
    ours: /media types (are accepted|include): |only the following media types/,
    why: "what is accepted is told in one way, whichever part of a server refuses it",
  },
  {
    where: /^body \.details$/,
    ours: /^undefined$/,
    reference: /^\{\}$/,
    why: "details that say nothing are left out",
  },
  {
    where: /^order of body \.details\.causes$/,
    why: "a map of the reference's decides the order of some errors",
    sometimes: true,
  },
  {
    where: /message$|^answer$/,
    ours: /\b(json|yaml|protobuf): |error decoding YAML: /,
    why: "decision 48: parsers' own words are ours",
  },
  {
    request: /^bodies \/ content types/,
    where: /^answer$/,
    reference: /yaml: found character/,
    why: "YAML of nothing but a tab is nothing",
  },
  {
    where: /message$|^answer$/,
    reference: /@@ -\d|\{\\+"[A-Z]\w*\\+":|\\+"(Type|IP|APIGroup)\\+":|&?\w+\.\w+\{/,
    why: "decision 48: values that Go prints by its own field names are shown as they were sent",
  },
  {
    where: /^body \.message$/,
    reference: /StorageError: invalid object/,
    why: "keys of the store are nobody's business",
  },
  {
    where: /message$/,
    reference: /continue key is not valid: /,
    why: "decision 48: parsers' own words are ours",
  },
  {
    where: /message$/,
    reference: /url must be a valid URL: parse /,
    why: "decision 48: parsers' own words are ours",
  },
];
