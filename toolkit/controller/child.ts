/**
 * Children of an object, for `ctx.applySet()`.
 *
 * @module
 */

import type { AnyKind, Apply, WriteOf } from "../kinds/mod.ts";

/** A child as it is wanted; made by {@link child}. */
export interface Child<K extends AnyKind> {
  /** The kind of the child. */
  readonly kind: K;
  /** Opaque: the configuration of a union of kinds is that of none of them. */
  readonly config: object;
}

/** A child: its kind, and what is wanted of it. */
export function child<K extends AnyKind>(kind: K, config: Apply<WriteOf<K>>): Child<K> {
  return { kind, config };
}
