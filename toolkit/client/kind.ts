/**
 * Kinds as values, and the types of their objects: what is written, and what is read.
 *
 * @module
 */

import type { JsonValue, metaV1 } from "../api/mod.ts";
import { DIALECTS, groupInDialect } from "../names.ts";

/** For the compiler alone: no kind has it. */
declare const shape: unique symbol;

/**
 * A kind as a value: W is what is written, R what is read. Plain data: there is no registry and no
 * connection behind it.
 */
// deno-lint-ignore no-explicit-any -- a kind whose types nobody knows takes everything
export interface Kind<W extends KubeObject = any, R extends KubeObject = Live<W>> {
  /** "" for the core group. Built-in groups have one spelling here, whatever a server speaks. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** In lower case, as paths have it. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** `exactly` keeps a dynamic kind from passing for a typed one. */
  readonly [shape]?: { readonly write: W; readonly read: R; readonly exactly: (read: R) => void };
}

/** Any kind. */
// deno-lint-ignore no-explicit-any -- as above
export type AnyKind = Kind<any, any>;

/** What every object has. */
export interface KubeObject {
  apiVersion?: string;
  kind?: string;
  metadata?: metaV1.ObjectMeta;
}

/** An object of which nothing more is known. */
export interface AnyObject extends KubeObject {
  // deno-lint-ignore no-explicit-any -- nothing is known of it
  [field: string]: any;
}

type MetaOf<W extends KubeObject> = NonNullable<W["metadata"]>;

/** As a server returns it: identity and spec are there, a namespace too where there is one. */
export type Live<W extends KubeObject> = W & Required<Pick<W, "spec" & keyof W>> & {
  apiVersion: string;
  kind: string;
  metadata: LiveMeta<W>;
};

/** The metadata of an object that is stored. */
export type LiveMeta<W extends KubeObject> =
  & MetaOf<W>
  & { name: string; uid: string; resourceVersion: string; creationTimestamp: string }
  & ("namespace" extends keyof MetaOf<W> ? { namespace: string } : unknown);

/** A new object as declared: apiVersion and kind are filled in, a name or its beginning is needed. */
export type Draft<W extends KubeObject> = Omit<W, "apiVersion" | "kind" | "metadata"> & {
  apiVersion?: string;
  kind?: W["kind"];
  metadata: DraftMeta<W>;
};

/** The metadata of a {@link Draft}. */
export type DraftMeta<W extends KubeObject> =
  & MetaOf<W>
  & ({ name: string } | { generateName: string });

/**
 * What an applier wants: any part of the tree. In elements of lists, required fields stay required:
 * keys of keyed lists, whole elements of atomic ones.
 */
export type Apply<W extends KubeObject> = Tree<Omit<W, "apiVersion" | "kind" | "metadata">> & {
  apiVersion?: string;
  kind?: W["kind"];
  metadata: ApplyMeta<W>;
};

/** The metadata of an {@link Apply}. */
export type ApplyMeta<W extends KubeObject> =
  & Tree<
    Pick<
      MetaOf<W>,
      | ("namespace" & keyof MetaOf<W>)
      | "labels"
      | "annotations"
      | "finalizers"
      | "ownerReferences"
    >
  >
  & { name: string };

type Tree<T> = [JsonValue] extends [T] ? T
  : T extends Leaf ? T
  : T extends readonly (infer I)[] ? Item<I>[]
  : { [K in keyof T]?: Tree<T[K]> | undefined };

type Item<I> = I extends Leaf ? I
  // deno-lint-ignore ban-types -- {} is how the compiler is asked whether a field is optional
  : { [K in keyof I]: Tree<I[K]> | ({} extends Pick<I, K> ? undefined : never) };

/** Asked first: `string & {}` is an object to the compiler. */
type Leaf = string | number | bigint | boolean | null | undefined;

/** A JSON merge patch: null deletes. */
export type MergePatch<T> = [JsonValue] extends [T] ? T
  : T extends Leaf | readonly unknown[] ? T
  : { [K in keyof T]?: MergePatch<T[K]> | null };

/** A JSON patch (RFC 6902). */
export type JsonPatch = readonly (
  | { op: "add" | "replace" | "test"; path: string; value: unknown }
  | { op: "remove"; path: string }
  | { op: "move" | "copy"; from: string; path: string }
)[];

/** What is read of a kind: `type Website = ObjectOf<typeof Website>`. */
// deno-lint-ignore no-explicit-any -- what is written does not matter here
export type ObjectOf<K> = K extends Kind<any, infer R> ? R : never;

/** What is written of a kind. */
// deno-lint-ignore no-explicit-any -- what is read does not matter here
export type WriteOf<K> = K extends Kind<infer W, any> ? W : never;

/** `"name"`, `"namespace/name"`, or an object that has a name. */
export type Ref =
  | string
  | { name: string; namespace?: string | undefined }
  | { metadata: { name: string; namespace?: string } };

/** A kind that only discovery or a file knows. */
export function dynamicKind(
  kind: { group?: string; version: string; kind: string; plural: string; namespaced?: boolean },
): Kind<AnyObject> {
  return { group: "", namespaced: true, ...kind };
}

/** Whether an object is of a kind, whichever dialect it came from and whatever its version. */
export function isKind<K extends AnyKind>(kind: K, object: KubeObject): object is ObjectOf<K> {
  if (object.kind !== kind.kind) return false;
  const { apiVersion = "" } = object;
  const slash = apiVersion.indexOf("/");
  const group = slash < 0 ? "" : apiVersion.slice(0, slash);
  return group === kind.group ||
    DIALECTS.some((dialect) => groupInDialect(kind.group, dialect) === group);
}

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
