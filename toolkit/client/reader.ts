/**
 * The contract of reading: what controllers, admission and loops of a server stand on, over HTTP and
 * in process alike.
 *
 * @module
 */

import type { AnyKind, ObjectOf, Ref } from "../kinds/mod.ts";

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, which rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Of references and drafts that name none. Default: the client's. */
  readonly namespace?: string | undefined;
  /** `status`, `scale` and others; default: the object itself. */
  readonly subresource?: string | undefined;
}

/** Which objects of a collection. */
export interface SelectOptions {
  /** All namespaces together; else those of `namespace`. Default false. */
  readonly allNamespaces?: boolean | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** Options of a list. */
export interface ListOptions extends CallOptions, SelectOptions {
  /**
   * Nothing older than this version; "0": whatever is at hand. Default: as new as everything that was
   * acknowledged before the call.
   */
  readonly resourceVersion?: string | undefined;
}

/** Objects of one moment. */
export interface ObjectList<R> {
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
