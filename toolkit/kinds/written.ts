/**
 * What is sent to a server: new objects, what appliers want, patches.
 *
 * @module
 */

import type { JsonObject, JsonValue } from "../api/mod.ts";
import type { IsStored, KubeObject, MetaOf } from "./kind.ts";

/**
 * A new object as declared: apiVersion and kind are filled in, a name or its beginning is needed.
 * Reviews need none.
 */
export type Draft<W extends KubeObject> =
  & Omit<W, "apiVersion" | "kind" | "metadata">
  & { apiVersion?: string; kind?: W["kind"] }
  & (IsStored<W> extends true ? { metadata: DraftMeta<W> } : { metadata?: MetaOf<W> });

/** The metadata of a {@link Draft}. */
export type DraftMeta<W extends KubeObject> =
  & MetaOf<W>
  & ({ name: string } | { generateName: string });

/**
 * What an applier wants: any part of the tree. In elements of lists, required fields stay required:
 * keys of keyed lists, whole elements of atomic ones. Fields that are undefined count as left out.
 */
export type Apply<W extends KubeObject> = Tree<Omit<W, "apiVersion" | "kind" | "metadata">> & {
  apiVersion?: string;
  kind?: W["kind"];
  metadata: ApplyMeta<W>;
};

/** The metadata of an {@link Apply}: a name, and what is not for the server to set. */
export type ApplyMeta<W extends KubeObject> =
  & Tree<
    Pick<
      MetaOf<W>,
      & ("namespace" | "labels" | "annotations" | "finalizers" | "ownerReferences")
      & keyof MetaOf<W>
    >
  >
  & { name: string };

/** Any part of a value. */
export type Tree<T> = [JsonValue] extends [T] ? T
  : T extends Leaf ? T
  : T extends readonly (infer I)[] ? Item<I>[]
  : { [K in keyof T]?: Tree<T[K]> | undefined };

/** An element of a list in a {@link Tree}: what is required of it stays so. */
export type Item<I> = I extends Leaf ? I
  // deno-lint-ignore ban-types -- {} is how the compiler is asked whether a field is optional
  : { [K in keyof I]: Tree<I[K]> | ({} extends Pick<I, K> ? undefined : never) };

/** What has no parts. Asked first: `string & {}` is an object to the compiler. */
export type Leaf = string | number | bigint | boolean | null | undefined;

/** A JSON merge patch (RFC 7386): null deletes, a list replaces the whole list. */
export type MergePatch<T> = [JsonValue] extends [T] ? T
  : T extends Leaf | readonly unknown[] ? T
  : { [K in keyof T]?: MergePatch<T[K]> | null };

/** A JSON patch (RFC 6902). */
export type JsonPatch = readonly (
  | { op: "add" | "replace" | "test"; path: string; value: unknown }
  | { op: "remove"; path: string }
  | { op: "move" | "copy"; from: string; path: string }
)[];

/**
 * Objects to apply as they are: YAML or JSON as one text, or a list of objects. Typed ones too: an
 * interface is no JsonObject to the compiler.
 */
export type Manifests = string | readonly (KubeObject | JsonObject)[];
