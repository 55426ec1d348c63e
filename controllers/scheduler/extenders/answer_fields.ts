/**
 * Fields of what extenders answer: their names are the same in any case, as others read them.
 *
 * @module
 */

import { isObject } from "../../../toolkit/values/json.ts";

/** A field of an object; undefined where it is not there, or that is no object. */
export function fieldOf(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const wanted = name.toLowerCase();
  const found = Object.keys(value).find((key) => key.toLowerCase() === wanted);
  return found === undefined ? undefined : value[found];
}

/** A list. Throws where it is something else, but for null: that is an empty one. */
export function listOf(value: unknown, what: string): readonly unknown[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw new Error(`${what} is no list`);
  return value;
}

/** A text of an object; "" where it is not there. Throws where it is something else. */
export function textIn(value: unknown, name: string): string {
  const text = fieldOf(value, name) ?? "";
  if (typeof text !== "string") throw new Error(`its ${name} is no text`);
  return text;
}

/** A whole number of an object; 0 where it is not there. Throws where it is something else. */
export function numberIn(value: unknown, name: string): number {
  const number = fieldOf(value, name) ?? 0;
  if (!Number.isSafeInteger(number)) throw new Error(`its ${name} is no whole number`);
  return number as number;
}

/** The texts of an object in an object, by their names. Throws where one is something else. */
export function textsIn(value: unknown, name: string): [string, string][] {
  const texts = fieldOf(value, name) ?? {};
  if (!isObject(texts)) throw new Error(`its ${name} is no object`);
  return Object.keys(texts).map((key) => {
    const text = texts[key];
    if (typeof text !== "string") throw new Error(`its ${name} has what is no text`);
    return [key, text];
  });
}
