/**
 * Parts of texts that match regular expressions.
 *
 * @module
 */

import { regexEstimate } from "../cost.ts";
import { type CallCost, type CelLibrary, overload } from "../declarations.ts";
import { countSearch } from "../counted_search.ts";
import { regexOf } from "../regex.ts";
import { CelError, CelLimitError } from "../source.ts";
import { type CelList, ValueList } from "../values.ts";
import { regexSearch } from "./text.ts";

function compiled(pattern: string) {
  try {
    return regexOf(pattern);
  } catch (error) {
    if (error instanceof CelLimitError) throw error;
    throw new CelError(`Illegal regex: ${(error as Error).message}`);
  }
}

function find(text: string, pattern: string): string {
  const regex = compiled(pattern);
  countSearch(regex, text.length);
  const matcher = regex.matcher(text);
  return matcher.find() ? matcher.group() ?? "" : "";
}

function findAll(text: string, pattern: string, limit = -1n): CelList {
  const regex = compiled(pattern);
  const matcher = regex.matcher(text);
  const found: string[] = [];
  let after = -1;
  while (limit < 0n || BigInt(found.length) < limit) {
    // Each search may read all that is left, to find that a longer match is none.
    countSearch(regex, text.length - Math.max(after, 0));
    if (!matcher.find()) break;
    const [start, part] = [matcher.start(), matcher.group() ?? ""];
    // An empty match right behind another is none.
    if (part === "" && start === after) continue;
    found.push(part);
    after = start + part.length;
  }
  return new ValueList(found);
}

const searchAll: CallCost = {
  actual: regexSearch.actual,
  estimate: (sizes) => {
    const text = sizes.size(0);
    return { ...regexEstimate(text, sizes.size(1)), size: { min: 0, max: text.max } };
  },
};

export const REGEX_LIBRARY: CelLibrary = {
  overloads: [
    overload("string.find(string): string", find, searchAll),
    overload("string.findAll(string): list<string>", findAll, searchAll),
    overload("string.findAll(string, int): list<string>", findAll, searchAll),
  ],
};
