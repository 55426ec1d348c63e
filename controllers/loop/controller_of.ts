/**
 * Which object is the controller of another, and the children of a controller.
 *
 * @module
 */

import {
  type AnyKind,
  defineIndex,
  type Index,
  type metaV1,
  type ObjectOf,
} from "../../toolkit/mod.ts";

/** What may have a controller. */
interface Child {
  readonly metadata: {
    readonly namespace?: string;
    readonly ownerReferences?: readonly metaV1.OwnerReference[];
  };
}

/** The reference of an object to its controller, if it has one. */
export function controllerOf({ metadata }: Child): metaV1.OwnerReference | undefined {
  return metadata.ownerReferences?.find((reference) => reference.controller);
}

/** Finds objects by the uid of their controller. */
export function byController<K extends AnyKind>(kind: K): Index<ObjectOf<K>> {
  return defineIndex(kind, "controller", (object) => controllerOf(object as Child)?.uid);
}

/** Finds objects without a controller by their namespace. */
export function orphansOf<K extends AnyKind>(kind: K): Index<ObjectOf<K>> {
  return defineIndex(kind, "orphans", (object) => {
    const child = object as Child;
    return controllerOf(child) === undefined ? child.metadata.namespace ?? "" : undefined;
  });
}
