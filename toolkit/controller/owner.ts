/**
 * Whose child an object is.
 *
 * @module
 */

import type { metaV1 } from "../api/mod.ts";
import { defineIndex, type Index } from "../informer/mod.ts";
import { type AnyKind, groupOfKinds, type KubeObject } from "../kinds/mod.ts";

/** The reference by which a child names its owner. */
export function ownerReference(
  owner: KubeObject,
  isController: boolean,
): metaV1.OwnerReference {
  const { apiVersion = "", kind = "", metadata } = owner;
  return {
    apiVersion,
    kind,
    name: metadata?.name ?? "",
    uid: metadata?.uid ?? "",
    ...(isController && { controller: true, blockOwnerDeletion: true }),
  };
}

/** The keys of the objects of a kind that own an object. */
export function ownersOf(kind: AnyKind, child: KubeObject): string[] {
  const { ownerReferences = [], namespace } = child.metadata ?? {};
  return ownerReferences
    .filter((reference) => reference.kind === kind.kind && groupIn(reference) === kind.group)
    .map(({ name }) => kind.namespaced && namespace ? `${namespace}/${name}` : name);
}

/** Whether an object names another one as its controller, or as an owner. */
export function isOwnedBy(child: KubeObject, uid: string): boolean {
  return child.metadata?.ownerReferences?.some((reference) => reference.uid === uid) ?? false;
}

/** Finds children by the uid of an owner; one for each kind, so that informers can be told of it. */
export function ownerIndex(kind: AnyKind): Index<KubeObject> {
  return defineIndex(
    kind,
    OWNER_INDEX,
    (object) => (object as KubeObject).metadata?.ownerReferences?.map(({ uid }) => uid),
  );
}

const OWNER_INDEX = "the uid of an owner";

function groupIn({ apiVersion }: metaV1.OwnerReference): string {
  const slash = apiVersion.indexOf("/");
  return slash < 0 ? "" : groupOfKinds(apiVersion.slice(0, slash));
}
