/**
 * What differs where fields are given values one at a time.
 *
 * @module
 */

import type { KnownDifference } from "../known.ts";

/** Known differences of the areas `each field` and `each field patched`. */
export const EACH_FIELD: readonly KnownDifference[] = [
  {
    where: /message$|^answer$/,
    reference:
      /: (Invalid|Unsupported) value: (\{\}|\[\]|null): |^"(Invalid|Unsupported) value: (\{\}|\[\]|null): /,
    why: "an empty map or list is as good as none, and is shown as none",
  },
  {
    request: /horizontalpodautoscalers/,
    where: /^answer$/,
    reference: /must specify at least one Policy/,
    why: "an empty map or list is as good as none: policies that nobody gave are filled in",
  },
  {
    where: /message$|^answer$/,
    reference: /compilation failed: ERROR: <input>:1:\d: Syntax error/,
    why: "decision 48: parsers' own words are ours",
  },
  {
    request: /pods|resourceclaimtemplates|customresourcedefinitions/,
    where: /message$|causes|^answer$/,
    reference:
      /Overhead set without|Forbidden: (cannot be set|claims may not be set|dependencies is)/,
    why: "an empty map or list is as good as none, and is not refused",
  },
  {
    request: /networkpolicies/,
    where: /generation$/,
    ours: /^1$/,
    reference: /^2$/,
    why: "an empty map or list is as good as none, and is no change",
  },
  {
    request: /replicationcontrollers/,
    where: /^header warning$/,
    reference: /^undefined$/,
    why: "the reference looks for what to warn of in the template that was there before",
  },
  {
    request: /patched.*servicecidrs/,
    where: /status\.conditions/,
    why: "the server sees to ranges by itself, where the reference leaves that to its controllers",
  },
  {
    request: /patched.*webhookconfigurations/,
    where: /generation$/,
    ours: /^1$/,
    reference: /^2$/,
    why: "an empty list is as good as none, and is no change",
  },
  {
    request: /patched.*customresourcedefinitions/,
    where: /status\.conditions$/,
    ours: /^null$/,
    reference: /^\[\]$/,
    why: "an empty list is as good as none",
  },
  {
    request: /patched.*validatingadmissionpolicies/,
    where: /^answer$/,
    reference: /invalid JSONPath/,
    why: "what a warning is about is told by the server itself, and is not read as a path",
  },
];
