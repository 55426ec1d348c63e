/**
 * JSON pointers (RFC 6901), and the one step that each of their tokens takes.
 *
 * @module
 */

import { isObject, type JsonObject, memberOf } from "../../toolkit/values/json.ts";

/** What has places that a pointer can name. */
export type Container = JsonObject | unknown[];

/** Whether a value has places of its own. */
export function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

/** The tokens of a pointer, escapes undone; undefined for a text that is none. */
export function parsePointer(text: string): string[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/")) return undefined;
  const tokens = text.slice(1).split("/");
  if (text.includes("~")) {
    for (let i = 0; i < tokens.length; i++) {
      // In this order: `~01` is `~1`, not a slash.
      tokens[i] = tokens[i]!.replaceAll("~1", "/").replaceAll("~0", "~");
    }
  }
  return tokens;
}

const INDEX = /^[+-]?\d+$/;

/**
 * The index that a token names in a list of `length` places; undefined where there is none. As in
 * the reference, -1 is the last place.
 */
export function indexOf(token: string, length: number): number | undefined {
  if (!INDEX.test(token)) return undefined;
  const number = Number(token);
  const index = number < 0 ? number + length : number;
  return index >= 0 && index < length ? index : undefined;
}

/** What a token leads to; undefined where there is nothing. */
export function step(container: Container, token: string): unknown {
  if (!Array.isArray(container)) return memberOf(container, token);
  const index = indexOf(token, container.length);
  return index === undefined ? undefined : container[index];
}

/** What a pointer leads to; undefined where there is nothing. */
export function find(document: unknown, tokens: readonly string[]): unknown {
  let at = document;
  for (const token of tokens) {
    if (!isContainer(at)) return undefined;
    at = step(at, token);
  }
  return at;
}

/** Whether two JSON values are the same; the order of members does not count. */
export function equalJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isContainer(left) || !isContainer(right)) {
    const number = numberOf(left);
    return number !== undefined && number === numberOf(right);
  }
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    for (let i = 0; i < left.length; i++) {
      if (!equalJson(left[i], right[i])) return false;
    }
    return true;
  }
  return isObject(right) && equalObjects(left, right);
}

function equalObjects(left: JsonObject, right: JsonObject): boolean {
  const names = Object.keys(right);
  for (const name of names) {
    if (!Object.hasOwn(left, name) || !equalJson(left[name], right[name])) return false;
  }
  return Object.keys(left).length === names.length;
}

/** Decoders write a number in three ways; see toolkit/codec. */
function numberOf(value: unknown): number | bigint | undefined {
  switch (typeof value) {
    case "number":
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
    case "bigint":
      return value;
    case "symbol":
      return numberOf(Number(value.description));
    default:
      return undefined;
  }
}
