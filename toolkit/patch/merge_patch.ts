/**
 * JSON merge patch (RFC 7386).
 *
 * @module
 */

import { badRequest } from "../errors/mod.ts";
import { DEPTH_LIMIT } from "../codec/mod.ts";
import { isObject, type JsonObject, memberOf, setMember } from "../values/json.ts";

/**
 * The document with the patch merged into it. Objects are merged, null removes a member, all else
 * replaces what is there. Neither argument is changed; the result shares what it can with both.
 *
 * As in the reference, null also stands for absence inside of lists, where the RFC would keep it.
 */
export function mergePatch(document: unknown, patch: unknown): unknown {
  return merge(document, patch, 0);
}

function merge(target: unknown, patch: unknown, depth: number): unknown {
  if (!isObject(patch) || !isObject(target)) return withoutNulls(patch, depth);
  checkDepth(depth);
  const result = { ...target };
  for (const name of Object.keys(patch)) {
    const value = patch[name];
    if (value === null) delete result[name];
    else setMember(result, name, merge(memberOf(result, name), value, depth + 1));
  }
  return result;
}

/** What a patch leaves where nothing was: itself, where it has no nulls. */
function withoutNulls(patch: unknown, depth: number): unknown {
  if (typeof patch !== "object" || patch === null) return patch;
  checkDepth(depth);
  if (Array.isArray(patch)) return listWithoutNulls(patch, depth);
  let result: JsonObject | undefined;
  const names = Object.keys(patch);
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!;
    const value = (patch as JsonObject)[name];
    const kept = value === null ? undefined : withoutNulls(value, depth + 1);
    if (result === undefined && kept !== value) result = startOf(patch as JsonObject, names, i);
    if (result !== undefined && kept !== undefined) setMember(result, name, kept);
  }
  return result ?? patch;
}

function startOf(object: JsonObject, names: readonly string[], count: number): JsonObject {
  const result: JsonObject = {};
  for (let i = 0; i < count; i++) setMember(result, names[i]!, object[names[i]!]);
  return result;
}

/** Nulls that are elements stay. */
function listWithoutNulls(list: readonly unknown[], depth: number): readonly unknown[] {
  let result: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const kept = withoutNulls(list[i], depth + 1);
    if (kept !== list[i]) result ??= list.slice(0, i);
    result?.push(kept);
  }
  return result ?? list;
}

function checkDepth(depth: number): void {
  if (depth > DEPTH_LIMIT) throw badRequest(`the patch is more than ${DEPTH_LIMIT} levels deep`);
}
