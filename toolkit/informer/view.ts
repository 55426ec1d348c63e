/**
 * Kinds whose objects are cached in part.
 *
 * @module
 */

import type { AnyKind, Kind, KubeObject, LiveMeta, ObjectOf, WriteOf } from "../kinds/mod.ts";

/** What is read of a view: who the object is, and what was made of it. Nothing can be written of it. */
// deno-lint-ignore ban-types -- a view of nothing but the metadata
export type View<K extends AnyKind, T extends object = {}> = Kind<
  never,
  KubeObject & { metadata: LiveMeta<WriteOf<K>> } & T
>;

const base: unique symbol = Symbol("the kind that a view is of");
const projection: unique symbol = Symbol("what a view keeps");

/** A view as informers see it. */
export interface ViewedKind extends AnyKind {
  /** The kind that a server has. */
  readonly [base]: AnyKind;
  /** Undefined: the metadata alone, and the server sends nothing else. */
  readonly [projection]: ((object: never) => object) | undefined;
}

/**
 * A kind to read from a cache that keeps of each object its metadata and what `project` makes of it.
 * `name` is what logs call it. `project` must not change the object, and depends on nothing else.
 *
 * ```ts
 * import { defineView, Pod } from "../../mod.ts";
 *
 * const Placement = defineView(Pod, "Placement", ({ spec }) => ({ node: spec.nodeName }));
 * Placement.plural; // pods
 * ```
 */
export function defineView<K extends AnyKind, T extends object>(
  kind: K,
  name: string,
  project: (object: ObjectOf<K>) => T,
): View<K, T> {
  if (name === "") throw new TypeError("defineView: a view needs a name");
  return viewOf(kind, project);
}

/** A kind to read of which the server sends the metadata alone. */
export function metadataOnly<K extends AnyKind>(kind: K): View<K> {
  return viewOf(kind, undefined);
}

function viewOf<K extends AnyKind, T extends object>(
  kind: K,
  project: ((object: ObjectOf<K>) => T) | undefined,
): View<K, T> {
  const view: ViewedKind = { ...kind, [base]: kind, [projection]: project };
  return view as unknown as View<K, T>;
}

/** What stands behind a kind: itself, or what it is a view of. */
export function behind(kind: AnyKind): {
  readonly kind: AnyKind;
  readonly project: ((object: object) => object) | undefined;
  readonly metadataOnly: boolean;
} {
  if (!(base in kind)) return { kind, project: undefined, metadataOnly: false };
  const view = kind as ViewedKind;
  const project = view[projection] as ((object: object) => object) | undefined;
  return { kind: view[base], project, metadataOnly: project === undefined };
}
