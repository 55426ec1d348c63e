/**
 * Objects that wake others.
 *
 * @module
 */

import type { Delta } from "../informer/mod.ts";
import type { AnyKind, ObjectOf, Ref } from "../kinds/mod.ts";

/** A kind whose objects wake those that they name; made by {@link watch}. */
export interface Watch<K extends AnyKind> {
  /** The kind that is watched. */
  readonly kind: K;
  /** Whom an object wakes. */
  to(object: ObjectOf<K>): Iterable<Ref>;
  /** Which changes count. */
  readonly when?: ((delta: Delta<never>) => boolean) | undefined;
}

/** The kind that is watched. */
export type WatchedKind<W> = W extends Watch<infer K> ? K : never;

/**
 * Watches a kind. `to` is asked for an object as it was and as it is, and both wake; a name without a
 * namespace is in the namespace of the object. What `to` throws is logged, and all objects are reconciled
 * within seconds, as nobody can say whom the change concerns; what `when` throws, too, and the change counts.
 */
export function watch<K extends AnyKind>(
  kind: K,
  options: {
    to(object: ObjectOf<K>): Iterable<Ref>;
    /** Which changes count. Default: all. */
    readonly when?: (delta: Delta<ObjectOf<K>>) => boolean;
  },
): Watch<K> {
  return {
    kind,
    to: (object) => options.to(object),
    when: options.when as Watch<K>["when"],
  };
}
