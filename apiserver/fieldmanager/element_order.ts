/**
 * The order in which sets are written: fields by name, then keys, then values, then indexes; keys
 * and values by what they hold, numbers as numbers.
 *
 * Lists may have hundreds of thousands of elements. So steps are compared as the texts that they
 * are wherever that tells their order, and parsed only where it does not.
 *
 * @module
 */

import { compareUtf8 } from "../../toolkit/codec/mod.ts";
import { contentOf, FIELD, INDEX, KEY, type PathElement, VALUE } from "./element.ts";

/** Compares two steps. */
export function compareElements(left: PathElement, right: PathElement): number {
  return compareParsed(left, right, contentOf);
}

/** Whether `right` may follow `left`; false as well where telling would take more than a look. */
export function areSorted(left: PathElement, right: PathElement): boolean {
  const kind = left.charCodeAt(0);
  if (kind !== right.charCodeAt(0)) return false;
  if (kind === FIELD) return compareUtf8(left, right) < 0;
  return left !== right && (compareTexts(left, right) ?? 0) < 0;
}

/** Sorts steps in place. */
export function sortElements(elements: PathElement[]): PathElement[] {
  let at = 1;
  while (at < elements.length && areSorted(elements[at - 1]!, elements[at]!)) at++;
  if (at >= elements.length) return elements;
  if (elements.length <= INSERTION_FIELDS && elements.every(isField)) {
    return insertFields(elements, at);
  }
  if (elements.every(isPlain)) return elements.sort();
  const contents = new Map<PathElement, unknown>();
  const parse = (element: PathElement) => {
    let content = contents.get(element);
    if (content === undefined) contents.set(element, content = contentOf(element));
    return content;
  };
  return elements.sort((left, right) => compareParsed(left, right, parse));
}

/** Most nodes have a few fields, which sorting by a call into the runtime would copy. */
const INSERTION_FIELDS = 16;

const isField = (element: PathElement) => element.charCodeAt(0) === FIELD;

/** Sorts fields of which those before `from` are sorted. */
function insertFields(elements: PathElement[], from: number): PathElement[] {
  for (let i = from; i < elements.length; i++) {
    const element = elements[i]!;
    let at = i;
    for (; at > 0 && compareUtf8(elements[at - 1]!, element) > 0; at--) {
      elements[at] = elements[at - 1]!;
    }
    elements[at] = element;
  }
  return elements;
}

/**
 * Of such steps the order is that of JavaScript's own texts, which sorts many times faster: fields
 * and texts without what two units stand for; texts, in addition, without escapes, and without
 * what comes before the quote that ends them.
 */
const PLAIN = /^(?:f:[^\ud800-\udfff]*|v:"[#-[\]-\ud7ff\ue000-\uffff]*")$/;

function isPlain(element: PathElement): boolean {
  return PLAIN.test(element);
}

function compareParsed(
  left: PathElement,
  right: PathElement,
  parse: (element: PathElement) => unknown,
): number {
  const kind = left.charCodeAt(0);
  if (kind !== right.charCodeAt(0)) return rank(kind) - rank(right.charCodeAt(0));
  if (left === right) return 0;
  switch (kind) {
    case FIELD:
      return compareUtf8(left, right);
    case INDEX:
      return Number(left.slice(2)) - Number(right.slice(2));
    default:
      return compareTexts(left, right) ??
        (compareContents(kind, parse(left), parse(right)) || compareUtf8(left, right));
  }
}

function rank(kind: number): number {
  return kind === FIELD ? 0 : kind === KEY ? 1 : kind === VALUE ? 2 : 3;
}

const QUOTE = 0x22, COMMA = 0x2c, COLON = 0x3a, BACKSLASH = 0x5c, CLOSE = 0x7d;

/**
 * The order of two keys, or of two values, as far as their first difference tells it: one between
 * texts without escapes, or between whole numbers. Undefined where they have to be parsed.
 */
function compareTexts(left: PathElement, right: PathElement): number | undefined {
  const length = Math.min(left.length, right.length);
  let inText = false;
  let at = 2;
  for (; at < length; at++) {
    const unit = left.charCodeAt(at);
    if (unit !== right.charCodeAt(at)) break;
    if (unit === BACKSLASH) return undefined;
    if (unit === QUOTE) {
      inText = !inText;
      // Parsed objects have names that are numbers in an order of their own.
      if (inText && left.charCodeAt(at - 1) !== COLON && beginNumber(left, right, at + 1)) {
        return undefined;
      }
    }
  }
  return inText ? compareEnds(left, right, at) : compareNumbers(left, right, at);
}

function beginNumber(left: PathElement, right: PathElement, at: number): boolean {
  return isDigit(left.charCodeAt(at)) || isDigit(right.charCodeAt(at));
}

/** Within a text: one that ends here comes before one that goes on. */
function compareEnds(left: PathElement, right: PathElement, at: number): number | undefined {
  const a = left.charCodeAt(at), b = right.charCodeAt(at);
  if (a === BACKSLASH || b === BACKSLASH) return undefined;
  if (a === QUOTE || b === QUOTE) return a === QUOTE ? -1 : 1;
  return compareUtf8(left.charAt(at), right.charAt(at));
}

/** Digits of a number that parsing keeps as it is. */
const EXACT_DIGITS = 15;

/** Of whole numbers without a sign the longer one is the larger one. */
function compareNumbers(left: PathElement, right: PathElement, at: number): number | undefined {
  let start = at;
  while (isDigit(left.charCodeAt(start - 1))) start--;
  if (left.charCodeAt(start - 1) !== COLON) return undefined;
  const leftEnd = endOfDigits(left, at), rightEnd = endOfDigits(right, at);
  const shortest = Math.min(leftEnd, rightEnd), longest = Math.max(leftEnd, rightEnd);
  if (shortest === start || longest - start > EXACT_DIGITS) return undefined;
  if (!endsNumber(left, leftEnd) || !endsNumber(right, rightEnd)) return undefined;
  if (leftEnd !== rightEnd) return leftEnd - rightEnd;
  return at === leftEnd ? undefined : left.charCodeAt(at) - right.charCodeAt(at);
}

function endOfDigits(text: string, at: number): number {
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

function endsNumber(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return at === text.length || unit === COMMA || unit === CLOSE;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function compareContents(kind: number, left: unknown, right: unknown): number {
  return kind === KEY
    ? compareKeys(left as Record<string, unknown>, right as Record<string, unknown>)
    : compareValues(left, right);
}

function compareKeys(left: Record<string, unknown>, right: Record<string, unknown>): number {
  const names = Object.keys(left), others = Object.keys(right);
  for (let i = 0; i < names.length && i < others.length; i++) {
    const name = names[i]!, other = others[i]!;
    const order = compareUtf8(name, other) || compareValues(left[name], right[other]);
    if (order !== 0) return order;
  }
  return names.length - others.length;
}

/** Numbers, then texts, then booleans, then null. */
function compareValues(left: unknown, right: unknown): number {
  const kind = valueRank(left);
  if (kind !== valueRank(right)) return kind - valueRank(right);
  if (kind === 1) return compareUtf8(left as string, right as string);
  return Number(left) - Number(right);
}

function valueRank(value: unknown): number {
  switch (typeof value) {
    case "number":
    case "bigint":
      return 0;
    case "string":
      return 1;
    case "boolean":
      return 2;
    default:
      return 3;
  }
}
