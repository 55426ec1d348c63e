/**
 * Strategic merge patch: as a JSON merge patch, with lists that merge where the schema says by
 * which field, and directives for what a merge can't say.
 *
 * @module
 */

import { DEPTH_LIMIT } from "../../toolkit/codec/mod.ts";
import { badRequest } from "../../toolkit/errors/mod.ts";
import type { Field, StructType, Type } from "../../toolkit/schema/mod.ts";
import { directivesOf, fresh, isDirective, patchDirective } from "./directives.ts";
import { Repetition } from "./repetition.ts";
import { mergeList, orderList, orderPatchList, removeElements } from "./strategic_list.ts";
import { isObject, type JsonObject, memberOf, setMember } from "../../toolkit/values/json.ts";

/**
 * The document with the patch merged into it, or a StatusError. Neither argument is changed; the
 * result shares what it can with both. Directives are obeyed wherever they stand, and none is left
 * in the result.
 */
export function strategicMergePatch(
  type: StructType,
  document: JsonObject,
  patch: JsonObject,
): JsonObject {
  return mergeObject(document, patch, type, 0, new Repetition());
}

/** Merges two objects of a type; the type is undefined inside of untyped JSON. */
function mergeObject(
  current: JsonObject,
  patch: JsonObject,
  type: Type | undefined,
  depth: number,
  repetition: Repetition,
): JsonObject {
  if (depth > DEPTH_LIMIT) throw badRequest(`the patch is more than ${DEPTH_LIMIT} levels deep`);
  const directive = patchDirective(patch);
  if (directive === "delete") return {};
  if (directive === "replace") return fresh(patch) as JsonObject;

  const ownName = (name: string) => ownNameOf(type, name);
  const names = Object.keys(patch);
  const { retain, orders, removals } = directivesOf(patch, names, ownName);
  const result = retain === undefined ? { ...current } : retained(current, retain);
  for (const given of names) {
    if (isDirective(given)) continue;
    const name = ownName(given);
    const member = memberType(type, name);
    mergeMember(result, name, patch[given], member, orders.get(name), depth, repetition);
  }
  for (const [name, order] of orders) {
    const list = memberOf(result, name);
    if (Array.isArray(list) && memberOf(patch, name) === undefined) {
      setMember(result, name, orderList(list, order, memberType(type, name).mergeKey));
    }
  }
  for (const [name, removed] of removals) {
    const list = memberOf(result, name);
    if (Array.isArray(list)) setMember(result, name, removeElements(list, removed));
  }
  return result;
}

function retained(current: JsonObject, retain: ReadonlySet<unknown>): JsonObject {
  const result: JsonObject = {};
  for (const name of Object.keys(current)) {
    if (retain.has(name)) setMember(result, name, current[name]);
  }
  return result;
}

/** Merges one member of the patch into `result`. */
function mergeMember(
  result: JsonObject,
  name: string,
  value: unknown,
  member: MemberType,
  order: readonly unknown[] | undefined,
  depth: number,
  repetition: Repetition,
): void {
  if (value === null) {
    delete result[name];
    return;
  }
  const merged = mergeValue(memberOf(result, name), value, member, order, depth, repetition);
  if (merged === undefined) delete result[name];
  else setMember(result, name, merged);
}

function mergeValue(
  current: unknown,
  value: unknown,
  member: MemberType,
  order: readonly unknown[] | undefined,
  depth: number,
  repetition: Repetition,
): unknown {
  if (isObject(value) && isObject(current)) {
    // What is replaced as a whole has no directives: they are unknown fields there.
    if (member.strategy === "replace") return value;
    return mergeObject(current, value, member.type, depth + 1, repetition);
  }
  if (!Array.isArray(value)) return typeof value === "object" ? fresh(value) : value;
  if (Array.isArray(current) && member.strategy === "merge") {
    return mergeList(current, value, {
      mergeKey: member.mergeKey,
      order,
      mergeElements: (left, right) => mergeObject(left, right, member.type, depth + 2, repetition),
      mergesAgain: (element) => repetition.count(element),
    });
  }
  const list = Array.isArray(current) ? value : fresh(value) as unknown[];
  return order === undefined ? list : orderPatchList(list, order, member.mergeKey);
}

/** What is known of a member: undefined fields inside of untyped JSON. */
interface MemberType {
  /** Its type; of a list, that of its elements. */
  readonly type: Type | undefined;
  readonly strategy: "merge" | "replace" | undefined;
  readonly mergeKey: string | undefined;
}

const UNTYPED: MemberType = { type: undefined, strategy: undefined, mergeKey: undefined };

const members = new WeakMap<Field, MemberType>();

function memberType(parent: Type | undefined, name: string): MemberType {
  if (parent?.kind === "map") return { ...UNTYPED, type: parent.value };
  const field = parent?.kind === "struct" ? parent.properties.get(name) : undefined;
  if (field === undefined) return UNTYPED;
  let member = members.get(field);
  if (member === undefined) {
    member = {
      type: field.type.kind === "list" ? field.type.element : field.type,
      strategy: field.patchStrategies.includes("merge")
        ? "merge"
        : field.patchStrategies.includes("replace")
        ? "replace"
        : undefined,
      mergeKey: field.patchMergeKey,
    };
    members.set(field, member);
  }
  return member;
}

/** The name under which objects hold a field that the patch may spell in the other dialect. */
function ownNameOf(type: Type | undefined, name: string): string {
  return type?.kind === "struct" ? type.properties.get(name)?.name ?? name : name;
}
