/**
 * The contract of watching: one stream of changes, as a server gives it. Who wants to follow for ever
 * lists and watches in turns.
 *
 * @module
 */

import type { AnyKind, ObjectOf } from "../kinds/mod.ts";
import type { SelectOptions } from "./reader.ts";

/** What happened to one object; a bookmark only says how far the stream has come. */
export type StreamEvent<R> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: R }
  | { readonly type: "BOOKMARK"; readonly resourceVersion: string };

/** Options of a watch. */
export interface WatchOptions extends SelectOptions {
  /** The version after which changes are told. */
  readonly resourceVersion: string;
  readonly namespace?: string | undefined;
  /** Ends the watch, without an error. */
  readonly signal?: AbortSignal | undefined;
}

/** Watches objects. */
export interface Watcher {
  /**
   * Changes after a version: each once, in their order, an object's deletion with its last state. It
   * ends by itself where the server ends it, and goes on from the last version that was seen. Throws a
   * `StatusError`: a 410 (see `isResourceExpired`) where the version is no longer known.
   */
  watch<K extends AnyKind>(kind: K, options: WatchOptions): AsyncIterable<StreamEvent<ObjectOf<K>>>;
}
