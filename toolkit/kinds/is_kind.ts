/**
 * Telling kinds apart when the program runs.
 *
 * @module
 */

import { groupOfKinds } from "./group.ts";
import type { AnyKind, KubeObject, ObjectOf } from "./kind.ts";

/**
 * Whether an object is of a kind, whichever dialect it came from. Its group, version and kind are
 * compared: another version has other fields. Objects inside of a list often have neither apiVersion
 * nor kind as a server sends them, and then are of no kind.
 *
 * ```ts
 * import { isKind, type KubeObject, Pod } from "../../mod.ts";
 *
 * const object: KubeObject = { apiVersion: "v1", kind: "Pod" };
 * isKind(Pod, object); // true: and the compiler knows its fields
 * ```
 */
export function isKind<K extends AnyKind>(kind: K, object: KubeObject): object is ObjectOf<K> {
  const { apiVersion, kind: name } = object;
  if (name !== kind.kind || typeof apiVersion !== "string") return false;
  const slash = apiVersion.indexOf("/");
  const group = slash < 0 ? "" : apiVersion.slice(0, slash);
  // "/v1" is no way to name the core group.
  if (slash === 0 || apiVersion.slice(slash + 1) !== kind.version) return false;
  return group === kind.group || groupOfKinds(group) === groupOfKinds(kind.group);
}
