/**
 * The steps of which paths to fields are made, each a text in its one spelling:
 *
 * - `f:name`, a field or the key of a map;
 * - `k:{"port":80,"protocol":"TCP"}`, an element of a list, by its keys;
 * - `v:"a"`, an element of a list of scalars, by its value;
 * - `i:3`, an element by its place.
 *
 * As texts they are compared, kept and written without any further form.
 *
 * @module
 */

import { parseJsonExactly, sortedNames } from "../../toolkit/codec/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import { FieldsError } from "./fields_error.ts";

/** A step of a path. */
export type PathElement = string;

/** A path to a field, from the root of an object. */
export type Path = readonly PathElement[];

/** The step to the field `name`. */
export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** The step to the element of a list whose keys have these values. */
export function keyElement(keys: { readonly [name: string]: ElementScalar }): PathElement {
  let text = "";
  for (const name of sortedNames(keys)) {
    text += `${text === "" ? "" : ","}${quote(name)}:${scalarText(keys[name] ?? null)}`;
  }
  return `k:{${text}}`;
}

/** The step to the element of a list of scalars that is `value`. */
export function valueElement(value: ElementScalar): PathElement {
  return `v:${scalarText(value)}`;
}

/** The name behind a step to a field; undefined for other steps. */
export function fieldName(element: PathElement): string | undefined {
  return element.charCodeAt(0) === FIELD ? element.slice(2) : undefined;
}

/** Whether this is a step to an element of a list, by its keys. */
export function isKeyElement(element: PathElement): boolean {
  return element.charCodeAt(0) === KEY;
}

/** The letters with which steps begin. */
export const FIELD = 0x66, KEY = 0x6b, VALUE = 0x76, INDEX = 0x69;
const COLON = 0x3a;

/**
 * Reads a step in any spelling; undefined for one of a kind that a later version may know, which
 * is left out. Throws {@link FieldsError}.
 */
export function parseElement(text: string): PathElement | undefined {
  if (text.length < 2 || text.charCodeAt(1) !== COLON) {
    throw new FieldsError(`the path element ${quoteText(text)} has no kind before a colon`);
  }
  switch (text.charCodeAt(0)) {
    case FIELD:
      return text;
    case KEY: {
      const keys = parseContent(text);
      if (isElementScalar(keys) || Array.isArray(keys) || !allScalars(keys as object)) {
        throw new FieldsError(`the path element ${quoteText(text)} holds no keys`);
      }
      return keyElement(keys as Record<string, ElementScalar>);
    }
    case VALUE: {
      const value = parseContent(text);
      if (isElementScalar(value)) return valueElement(value);
      throw new FieldsError(`the path element ${quoteText(text)} holds no scalar`);
    }
    case INDEX:
      if (!/^i:[+-]?\d{1,15}$/.test(text)) {
        throw new FieldsError(`the path element ${quoteText(text)} holds no index`);
      }
      return `i:${Number(text.slice(2)) || 0}`;
    default:
      return undefined;
  }
}

function allScalars(keys: object): boolean {
  return Object.values(keys).every(isElementScalar);
}

function parseContent(element: string): unknown {
  try {
    return contentOf(element);
  } catch (error) {
    throw new FieldsError(`the path element ${quoteText(element)} holds no JSON`, { cause: error });
  }
}

/** Whether `value` may be a key of an element of a list, or an element of a list of scalars. */
export function isElementScalar(value: unknown): value is ElementScalar {
  return value === null || typeof value !== "object" && value !== undefined;
}

/** What tells elements of lists apart. */
export type ElementScalar = string | number | bigint | boolean | null;

const ESCAPED = /[<>&\u2028\u2029]/g;
/** What most keys are made of, and what is written as it is. */
const PLAIN = /^[\w ./:-]*$/;

function scalarText(value: ElementScalar): string {
  return typeof value === "string" ? quote(value) : String(value);
}

function quote(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return JSON.stringify(text)
    .replace(ESCAPED, (found) => "\\u" + found.charCodeAt(0).toString(16).padStart(4, "0"));
}

/**
 * The same few steps lead to elements of lists in all objects: names of containers, numbers of
 * ports. Bounded, as clients choose them.
 */
const CONTENTS = new Map<PathElement, unknown>();
const CONTENTS_LIMIT = 4096;
const CONTENTS_TEXT_LIMIT = 128;

/** What a step to an element holds, parsed. */
export function contentOf(element: PathElement): unknown {
  const known = CONTENTS.get(element);
  if (known !== undefined) return known;
  const text = element.slice(2);
  // JSON.parse rounds integers past 2^53, which may be keys.
  const content: unknown = /\d{16}/.test(text) ? parseJsonExactly(text) : JSON.parse(text);
  if (element.length <= CONTENTS_TEXT_LIMIT) {
    if (CONTENTS.size === CONTENTS_LIMIT) CONTENTS.clear();
    CONTENTS.set(element, content);
  }
  return content;
}

/** A path as messages show it: `.spec.ports[port=80,protocol="TCP"].name`. */
export function printPath(path: Path): string {
  return path.map(printElement).join("");
}

/** A step as messages show it. */
export function printElement(element: PathElement): string {
  switch (element.charCodeAt(0)) {
    case FIELD:
      return `.${element.slice(2)}`;
    case KEY:
      return `[${
        Object.entries(contentOf(element) as object)
          .map(([name, value]) => `${name}=${printValue(value)}`)
          .join(",")
      }]`;
    case VALUE:
      return `[=${printValue(contentOf(element))}]`;
    default:
      return `[${element.slice(2)}]`;
  }
}

function printValue(value: unknown): string {
  return typeof value === "string" ? quoteText(value) : String(value);
}
