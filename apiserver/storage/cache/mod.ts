/**
 * The watch cache: a resource's objects in memory, and watches on them.
 *
 * @module
 */

export type { IndexValue } from "./dispatcher.ts";
export {
  type Derivable,
  type DerivedForms,
  derivedForms,
  derivedValue,
  noneDerived,
} from "./derived.ts";
export type { CachedObject, Decode, Decoded } from "./cached_object.ts";
export { NotYetSeen, SlowWatcher } from "./errors.ts";
export { CacheEvent, type EventType, type Filter, isUnreadable, typeFor } from "./event.ts";
export { CacheFeed, type CacheFeedOptions } from "./feed.ts";
export { followChanges, type FollowOptions } from "./follow.ts";
export { type JoinedList, joinJson } from "./joined.ts";
export {
  type Listed,
  type ListOptions,
  type ReadObjects,
  ResourceCache,
  type ResourceOptions,
} from "./resource_cache.ts";
export { type Notice, type NoticeBatch, Watcher, type WatchScope } from "./watcher.ts";
