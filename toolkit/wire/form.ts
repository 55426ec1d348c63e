/**
 * The forms in which objects travel, and objects that came in one: decoded, or turned into bytes to
 * keep, only when somebody asks.
 *
 * @module
 */

import type { TrimOptions } from "./trim_object.ts";

/** An object that came from a server. */
export interface Received<R> {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly uid: string;
  /** The `resourceVersion`. */
  readonly revision: string;
  /** The object, for the caller to keep: nothing else may be asked of this afterwards. */
  take(): R;
  /**
   * The object as a cache keeps it, less what `trim` says. To be copied at once: more may lie around it,
   * and the next object that is trimmed may take its place.
   */
  bytes(trim?: TrimOptions): Uint8Array;
  /**
   * The field manager whose entry of `managedFields` is the newest; "" where there is none, and where
   * several are as new: their times are whole seconds.
   */
  newestManager(): string;
}

/** A page of a list. */
export interface ReceivedPage<R> {
  /** Of the list. */
  readonly revision: string;
  /** Asks for the next page; "" after the last. */
  readonly next: string;
  /** Made one by one, as they are taken, once. Throws a `CodecError` at one that can't be read. */
  readonly items: Iterable<Received<R>>;
}

/** An event of a watch. An ERROR is thrown instead. */
export type ReceivedEvent<R> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: Received<R> }
  | { readonly type: "BOOKMARK"; readonly revision: string };

/** How objects of one kind are written in messages of one media type. */
export interface WireForm<R> {
  /** Cuts the stream of a watch into its messages. */
  messages(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** An answer that is an object of the kind. Throws a `CodecError`, as all of these do. */
  object(body: Uint8Array): Received<R>;
  page(body: Uint8Array): ReceivedPage<R>;
  /** Throws the `StatusError` that an ERROR holds. */
  event(message: Uint8Array): ReceivedEvent<R>;
  /** Any object that an answer may be: one of the kind, less what `trim` says, a Status, a Scale. */
  other(body: Uint8Array, trim?: TrimOptions): object;
}

/** The key of an object: how caches and queues name it. */
export function keyOf(namespace: string | undefined, name: string): string {
  return namespace ? `${namespace}/${name}` : name;
}
