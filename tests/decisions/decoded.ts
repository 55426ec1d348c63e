/**
 * Objects as a request has them, in their one spelling.
 *
 * @module
 */

import { decodeJson, type JsonObject } from "../../toolkit/codec/mod.ts";
import type { AnyKind } from "../../toolkit/kinds/mod.ts";
import { findKind } from "../../toolkit/schema/mod.ts";

/** An object of a built-in kind, as it is in the server that was sent it. */
export function decoded(
  { group, version, kind }: Pick<AnyKind, "group" | "version" | "kind">,
  object: unknown,
): JsonObject {
  return decodeJson(findKind(group, version, kind, "kubernetes")!.type, JSON.stringify(object));
}
