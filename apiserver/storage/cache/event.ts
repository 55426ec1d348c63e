/**
 * What happened to one object, as watchers of any kind are told.
 *
 * @module
 */

import type { StoredProtobuf } from "../stored_protobuf.ts";
import type { CachedObject } from "./cached_object.ts";

/** The name of an event, as watchers know it. */
export type EventType = "ADDED" | "MODIFIED" | "DELETED";

/** One change. The same object for all watchers, which share its frames. */
export class CacheEvent {
  readonly #frames = new Map<string, Uint8Array>();

  constructor(
    readonly key: string,
    readonly revision: number,
    /** The object after the change; absent when it was deleted. */
    readonly entry: CachedObject | undefined,
    /** The object before the change; absent when it was created. */
    readonly previous: CachedObject | undefined,
    /** The object after the change as it was stored, where this server wrote it in that form. */
    readonly protobuf?: StoredProtobuf,
  ) {}

  /** The object that the event shows: after a deletion, the last one there was. */
  get shown(): CachedObject {
    return (this.entry ?? this.previous) as CachedObject;
  }

  /**
   * The bytes that tell watchers of this event as `type` in a form of that name: made once,
   * whoever asks first.
   */
  frame(type: EventType, form: string, make: (event: CacheEvent, type: EventType) => Uint8Array) {
    const name = `${type} ${form}`;
    let frame = this.#frames.get(name);
    if (frame === undefined) this.#frames.set(name, frame = make(this, type));
    return frame;
  }
}

/** Which objects a reader wants to see; undefined: all. */
export type Filter = ((entry: CachedObject) => boolean) | undefined;

/** Whether nobody can say what the event shows: not even to whom it is news. */
export function isUnreadable({ shown }: CacheEvent): boolean {
  return shown?.corrupt !== undefined;
}

/**
 * What an event is to a reader with a filter: an object that comes into sight is added to it, one
 * that goes out of sight is deleted; undefined: the event is not for it. One that can't be read is
 * for every reader: whoever knew the object can see it no longer.
 */
export function typeFor(event: CacheEvent, filter: Filter): EventType | undefined {
  if (isUnreadable(event)) return "DELETED";
  const now = visible(event.entry, filter);
  const before = visible(event.previous, filter);
  if (now) return before ? "MODIFIED" : "ADDED";
  return before ? "DELETED" : undefined;
}

/** Whether a reader with a filter sees an entry. One that can't be read is never shown. */
export function visible(entry: CachedObject | undefined, filter: Filter): boolean {
  return entry !== undefined && entry.corrupt === undefined &&
    (filter === undefined || filter(entry));
}
