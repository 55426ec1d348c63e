/**
 * The contract of reading: what controllers, admission and loops of a server stand on, over HTTP and
 * in process alike.
 *
 * @module
 */

import type { AnyKind, Labels, ObjectOf, Ref, Span } from "../kinds/mod.ts";

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, which rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the call after so long, which rejects with a `TimeoutError`. Default: never. */
  readonly timeout?: Span | undefined;
  /** Of references and drafts that name none. Default: the client's. */
  readonly namespace?: string | undefined;
  /** Default: the object itself. */
  readonly subresource?: Subresource | undefined;
  /**
   * Whether the server is asked for no more than the metadata of objects: by reads and patches. The
   * rest of what the type says is not there then. Default false.
   */
  readonly metadataOnly?: boolean | undefined;
}

/** A part of an object that is read or written by itself. */
// deno-lint-ignore ban-types -- {} keeps the compiler from forgetting the names that it can offer
export type Subresource = "status" | "scale" | "resize" | (string & {});

/** Which objects of a collection. */
export interface SelectOptions {
  /** All namespaces together; else those of `namespace`. Default false. */
  readonly allNamespaces?: boolean | undefined;
  /** Default: whatever labels they have. */
  readonly labelSelector?: Labels | undefined;
  /** A selector's text, or values that all must be there: `{ "spec.nodeName": "a" }`. */
  readonly fieldSelector?: string | Readonly<Record<string, string>> | undefined;
}

/** Options of a list. */
export interface ListOptions extends CallOptions, SelectOptions {
  /**
   * Nothing older than this version; "0": whatever is at hand. Default: as new as everything that was
   * acknowledged before the call.
   */
  readonly resourceVersion?: string | undefined;
  /** Objects a request, where the objects come in pages; 0: all at once. Default 500. */
  readonly pageSize?: number | undefined;
}

/** Objects of one moment. */
export interface ObjectList<R> {
  /** The objects, in the order of the server: by namespace and name. */
  readonly items: R[];
  /** Where a watch goes on. */
  readonly resourceVersion: string;
}

/**
 * Reads objects. What is returned is the caller's own, to be changed at will. Failures are
 * `StatusError`s; see `errors/predicates.ts`.
 */
export interface Reader {
  /** One object, as new as everything that was acknowledged before the call. Rejects with NotFound. */
  get<K extends AnyKind>(kind: K, ref: Ref, options?: CallOptions): Promise<ObjectOf<K>>;
  /** All objects that are chosen, of one moment, however many pages they come in. */
  list<K extends AnyKind>(kind: K, options?: ListOptions): Promise<ObjectList<ObjectOf<K>>>;
}
