/**
 * What a kind is as a value, and what objects of one look like when they are read.
 *
 * @module
 */

import type { metaV1 } from "../api/mod.ts";

/** For the compiler alone: no kind has it. */
declare const /** @internal */ shape: unique symbol;

/**
 * A kind as a value: W is what is written, R what is read. Plain data: there is no registry and no
 * connection behind it, and two of the same group, version and kind are as good as one.
 */
// deno-lint-ignore no-explicit-any -- a kind whose types nobody knows takes everything
export interface Kind<W extends KubeObject = any, R extends KubeObject = Live<W>> {
  /** "" for the core group. Built-in groups have one spelling here, whatever a server speaks. */
  readonly group: string;
  /** `v1`. */
  readonly version: string;
  /** In CamelCase, as objects say it: `Deployment`. */
  readonly kind: string;
  /** In lower case, as paths have it. */
  readonly plural: string;
  /** Whether its objects are in namespaces. */
  readonly namespaced: boolean;
  /** `exactly` keeps a kind from passing for another one, and a dynamic one for all of them. */
  readonly [shape]?: { readonly write: W; readonly read: R; readonly exactly: (read: R) => void };
}

/** Any kind. */
// deno-lint-ignore no-explicit-any -- as above
export type AnyKind = Kind<any, any>;

/** What every object has. */
export interface KubeObject {
  /** Group and version: `apps/v1`, or `v1` in the core group. */
  apiVersion?: string;
  /** The name of the kind: `Deployment`. */
  kind?: string;
  /** Name, namespace, labels and the like. */
  metadata?: metaV1.ObjectMeta;
}

/** An object of which nothing more is known. */
export interface AnyObject extends KubeObject {
  /** Whatever it holds. */
  // deno-lint-ignore no-explicit-any -- nothing is known of it
  [field: string]: any;
}

/** What is read of a kind: `type Website = ObjectOf<typeof Website>`. */
// deno-lint-ignore no-explicit-any -- what is written does not matter here
export type ObjectOf<K> = K extends Kind<any, infer R> ? R : never;

/** What is written of a kind. */
// deno-lint-ignore no-explicit-any -- what is read does not matter here
export type WriteOf<K> = K extends Kind<infer W, any> ? W : never;

/** The metadata that a type declares. */
export type MetaOf<W extends KubeObject> = NonNullable<W["metadata"]>;

/**
 * As a server returns it: identity and spec are there, a namespace too where there is one. A review has
 * no identity, it is answered and never stored: its answer is there, the status.
 */
export type Live<W extends KubeObject> =
  & W
  & Required<Pick<W, "spec" & keyof W>>
  & { apiVersion: string; kind: string }
  & (IsStored<W> extends true ? { metadata: LiveMeta<W> } : Required<Pick<W, "status" & keyof W>>);

/** Whether objects are stored under a name, which all are but reviews. */
export type IsStored<W extends KubeObject> = "name" extends keyof MetaOf<W> ? true : false;

/** The metadata of an object that is stored. */
export type LiveMeta<W extends KubeObject> =
  & MetaOf<W>
  & { name: string; uid: string; resourceVersion: string; creationTimestamp: string }
  & ("namespace" extends keyof MetaOf<W> ? { namespace: string } : unknown);
