/**
 * Finding cached objects by something else than their names.
 *
 * @module
 */

import type { AnyKind, ObjectOf } from "../kinds/mod.ts";

/** What objects of a kind can be found by. */
export interface Index<R> {
  /** The kind of the objects. */
  readonly kind: AnyKind;
  /** Tells it from other indexes of the kind. */
  readonly name: string;
  /** Under which keys an object is found. */
  keys(object: R): readonly string[];
}

/**
 * An index: `keys` says under which keys an object is found, one, several or none. It is called once
 * for each state of an object, must not change it, and depends on nothing else.
 *
 * ```ts
 * import { defineIndex, Pod } from "../../mod.ts";
 *
 * const podsOfNode = defineIndex(Pod, "node", (pod) => pod.spec.nodeName);
 * podsOfNode.name; // node
 * ```
 */
export function defineIndex<K extends AnyKind>(
  kind: K,
  name: string,
  keys: (object: ObjectOf<K>) => string | readonly string[] | undefined,
): Index<ObjectOf<K>> {
  return {
    kind,
    name,
    keys(object) {
      const found = keys(object);
      if (found === undefined) return [];
      return typeof found === "string" ? [found] : found;
    },
  };
}
