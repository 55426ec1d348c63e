/**
 * Secrets that hold a token of a service account, as controllers look at them.
 *
 * @module
 */

import { defineIndex, type ObjectOf, Secret, type ServiceAccount } from "../../toolkit/mod.ts";
import { DIALECTS, NAMES, type Names } from "../../toolkit/names.ts";

/** A secret as it is known. */
export type CachedSecret = ObjectOf<typeof Secret>;
/** An account as it is known. */
export type CachedAccount = ObjectOf<typeof ServiceAccount>;

/** Whose token a secret is to hold. */
export interface TokenOwner {
  readonly namespace: string;
  readonly name: string;
  /** "": it does not say. */
  readonly uid: string;
}

/** Whose token a secret holds; undefined: it does not say. */
export function ownerOf({ metadata }: CachedSecret, names: Names): TokenOwner | undefined {
  const { namespace = "", annotations = {} } = metadata;
  const name = annotations[names.annotationServiceAccountName];
  return name ? { namespace, name, uid: annotations[uidAnnotation(names)] ?? "" } : undefined;
}

/** The annotation with the uid of the account. */
export function uidAnnotation({ domain }: Names): string {
  return `${domain}/service-account.uid`;
}

/** Secrets by the namespace and name of their account. */
export const secretsByAccount = defineIndex(
  Secret,
  "account",
  (secret: CachedSecret) =>
    DIALECTS.flatMap((dialect) => {
      const owner = ownerOf(secret, NAMES[dialect]);
      return owner === undefined ? [] : [`${owner.namespace}/${owner.name}`];
    }),
);

/** Whether an account is the one that a secret names. */
export function isOwner({ name, uid }: TokenOwner, { metadata }: CachedAccount): boolean {
  return metadata.name === name && (uid === "" || metadata.uid === uid);
}
