/**
 * References: which object of a kind.
 *
 * @module
 */

import type { AnyKind } from "./kind.ts";

/** `"name"`, `"namespace/name"`, or an object that has a name. */
export type Ref =
  | string
  | { name: string; namespace?: string | undefined }
  | { metadata: { name: string; namespace?: string } };

/** Where an object is; `otherwise` is the namespace of a reference that names none. */
export function placeOf(
  kind: AnyKind,
  ref: Ref,
  otherwise = "",
): { readonly namespace: string; readonly name: string } {
  const { name, namespace } = typeof ref === "string"
    ? parseRef(ref)
    : "metadata" in ref
    ? ref.metadata
    : ref;
  return { name, namespace: kind.namespaced ? namespace ?? otherwise : "" };
}

function parseRef(text: string): { name: string; namespace?: string } {
  const slash = text.indexOf("/");
  return slash < 0
    ? { name: text }
    : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}
