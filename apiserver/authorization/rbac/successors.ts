/**
 * What of the policy was once part of another object. Where it is missing and the older one is there, it begins with
 * what people have made of that one: an upgrade takes nothing from anybody, and gives nobody what was taken from them.
 *
 * @module
 */

import type { ClusterRole } from "../../../toolkit/api/rbac_v1.ts";
import type { AnyBinding, AnyRole } from "./reconciled.ts";

/** Older bindings by those that came from them. */
const BINDINGS: Readonly<Record<string, string>> = {
  "system:public-info-viewer": "system:discovery",
};

/** Sums by the roles that have the rules that they once had themselves. */
const ROLES: Readonly<Record<string, string>> = {
  "system:aggregate-to-admin": "admin",
  "system:aggregate-to-edit": "edit",
  "system:aggregate-to-view": "view",
};

/** Where a cluster role comes from, and what it begins with. */
export const ROLE_ORIGINS: Origins<AnyRole> = {
  nameOf: (name) => ROLES[name],
  succeed(older, expected) {
    // A sum has no rules of its own any more.
    if ((older as ClusterRole).aggregationRule !== undefined) return undefined;
    return { metadata: metadataOf(older, expected), ...(older.rules && { rules: older.rules }) };
  },
};

/** Where a cluster role binding comes from, and what it begins with. */
export const BINDING_ORIGINS: Origins<AnyBinding> = {
  nameOf: (name) => BINDINGS[name],
  succeed: (older, expected) => ({
    metadata: metadataOf(older, expected),
    roleRef: expected.roleRef,
    ...(older.subjects && { subjects: older.subjects }),
  }),
};

/** From objects to older ones. */
export interface Origins<O extends AnyRole | AnyBinding> {
  /** The name of the older object; undefined where there never was one. */
  nameOf(name: string): string | undefined;
  /** The object as it follows from the older one; undefined: as the policy has it. */
  succeed(older: O, expected: O): O | undefined;
}

function metadataOf(
  { metadata: { labels, annotations } = {} }: AnyRole | AnyBinding,
  { metadata }: AnyRole | AnyBinding,
) {
  return {
    name: metadata?.name ?? "",
    ...(labels && { labels }),
    ...(annotations && { annotations }),
  };
}
