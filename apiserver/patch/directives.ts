/**
 * The directives of strategic merge patches: members of the patch that say how to merge, and never
 * reach the object.
 *
 * @module
 */

import { badRequest, type StatusError } from "../../toolkit/errors/mod.ts";
import { DEPTH_LIMIT } from "../../toolkit/codec/mod.ts";
import { unprocessable } from "./errors.ts";
import { isObject, type JsonObject, memberOf, setMember } from "../../toolkit/values/json.ts";
import { printType, printValue } from "./print.ts";

const PATCH = "$patch";
const RETAIN_KEYS = "$retainKeys";
const SET_ELEMENT_ORDER = "$setElementOrder/";
const DELETE_FROM_PRIMITIVE_LIST = "$deleteFromPrimitiveList/";

/** What `$patch` asks for. */
export type PatchDirective = "delete" | "replace" | "merge";

/** The `$patch` of an object of the patch, or undefined; throws for one that there is not. */
export function patchDirective(patch: JsonObject): PatchDirective | undefined {
  const directive = memberOf(patch, PATCH);
  switch (directive) {
    case undefined:
    case "delete":
    case "replace":
    case "merge":
      return directive;
    default:
      throw badRequest(
        `unknown patch type: ${printValue(directive)} in map: ${printValue(patch)}`,
      );
  }
}

/** The `$patch` of an element of a list of the patch. A whole list merges anyway, or can't. */
export function elementDirective(element: unknown): "delete" | "replace" | undefined {
  const directive = isObject(element) ? patchDirective(element) : undefined;
  if (directive !== "merge") return directive;
  throw badRequest("merging lists cannot yet be specified in the patch");
}

/** Whether a member of the patch is a directive, not a field. */
export function isDirective(name: string): boolean {
  return name.charCodeAt(0) === DOLLAR &&
    (name === PATCH || name === RETAIN_KEYS || name.startsWith(SET_ELEMENT_ORDER) ||
      name.startsWith(DELETE_FROM_PRIMITIVE_LIST));
}

const DOLLAR = 0x24;

/** The directives of one object of the patch, its `$patch` aside. Most have none. */
export interface Directives {
  /** The members to keep; undefined: all. */
  readonly retain: ReadonlySet<unknown> | undefined;
  /** By list: the order of its elements. */
  readonly orders: ReadonlyMap<string, readonly unknown[]>;
  /** By list: the elements to remove. */
  readonly removals: ReadonlyMap<string, readonly unknown[]>;
}

const NONE: Directives = { retain: undefined, orders: new Map(), removals: new Map() };

/** Reads the directives of an object whose members are `names`; throws for malformed ones. */
export function directivesOf(
  patch: JsonObject,
  names: readonly string[],
  ownName: (name: string) => string,
): Directives {
  if (!names.some(isDirective)) return NONE;
  const orders = new Map<string, readonly unknown[]>();
  const removals = new Map<string, readonly unknown[]>();
  for (const name of names) {
    if (name.startsWith(SET_ELEMENT_ORDER)) {
      const target = ownName(name.slice(SET_ELEMENT_ORDER.length));
      orders.set(target, listOf(patch[name], "setElementOrder list"));
    } else if (name.startsWith(DELETE_FROM_PRIMITIVE_LIST)) {
      const target = ownName(name.slice(DELETE_FROM_PRIMITIVE_LIST.length));
      removals.set(target, listOf(patch[name], "primitive list"));
    }
  }
  return { retain: retainedMembers(patch, names, ownName), orders, removals };
}

function listOf(value: unknown, subject: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw badRequest(`invalid patch format of ${subject}`);
}

/** What `$retainKeys` lists; it has to list every field that the patch sets. */
function retainedMembers(
  patch: JsonObject,
  names: readonly string[],
  ownName: (name: string) => string,
): ReadonlySet<unknown> | undefined {
  const value = memberOf(patch, RETAIN_KEYS);
  if (value === undefined) return undefined;
  const retain = new Set(
    listOf(value, "retainKeys").map((each) => typeof each === "string" ? ownName(each) : each),
  );
  for (const name of names) {
    if (patch[name] !== null && !isDirective(name) && !retain.has(ownName(name))) {
      throw badRequest("invalid patch format of retainKeys");
    }
  }
  return retain;
}

/** A list is merged that the reference can't merge. */
export function listOfLists(): StatusError {
  return unprocessable("patch", "lists of lists are not supported");
}

/** An element lacks the field by which elements are told apart. */
export function noMergeKey(element: unknown, mergeKey: string): StatusError {
  if (!isObject(element)) return notAnObject(element);
  return badRequest(
    `map: ${printValue(element)} does not contain declared merge key: ${mergeKey}`,
  );
}

/** An element of a list of objects is none. */
export function notAnObject(element: unknown): StatusError {
  return badRequest(`expected a map[string]interface {}, but received a ${printType(element)}`);
}

/**
 * What a value of the patch leaves where nothing was to merge with: without directives, and without
 * the members that are null. The value itself where there is nothing to drop.
 */
export function fresh(value: unknown): unknown {
  return isPlain(value, 0) ? value : strip(value);
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (depth > DEPTH_LIMIT) throw badRequest(`the patch is more than ${DEPTH_LIMIT} levels deep`);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      if (!isPlain(value[i], depth + 1)) return false;
    }
    return true;
  }
  for (const name in value) {
    const member = (value as JsonObject)[name];
    if (isDirective(name) || member === null) return false;
    if (!isPlain(member, depth + 1)) return false;
  }
  return true;
}

/** Undefined for what is not to be there at all. Depth was checked. */
function strip(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    // An element with a directive says what to do with others; it is none itself.
    return value.filter((each) => elementDirective(each) === undefined)
      .map((each) => strip(each));
  }
  const object = value as JsonObject;
  if (patchDirective(object) === "delete") return undefined;
  const result: JsonObject = {};
  for (const name of Object.keys(object)) {
    if (isDirective(name) || object[name] === null) continue;
    const kept = strip(object[name]);
    if (kept !== undefined) setMember(result, name, kept);
  }
  return result;
}
