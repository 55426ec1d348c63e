/** Bounds of the watch cache. */

const MIB = 1024 * 1024;

/** Changes that a resource's window keeps, unless --watch-cache-sizes says otherwise. */
export const DEFAULT_WINDOW_EVENTS = 100;

/** Bytes of events that may wait for one watcher; past it the watcher is closed. */
export const WATCHER_QUEUE_BYTES = 16 * MIB;

/** Bytes of joined lists that a cache keeps. */
export const JOINED_LIST_BYTES = 64 * MIB;

/** Bytes of joined pages and selections that a cache keeps. */
export const JOINED_PAGES_BYTES = 32 * MIB;

/** States of a resource that are kept for the later pages of lists. */
export const SNAPSHOTS = 32;

/** How often watchers that asked are told how far they have seen. */
export const BOOKMARK_INTERVAL_MS = 60_000;

/**
 * How long no events are told after a round of telling them, in times of what the round took: where
 * few watch, everything is told at once; where many do, what comes in quick succession goes out
 * together, and telling it takes a fifth of the time at most.
 */
export const DELIVERY_PAUSE_FACTOR = 4;

/** The longest such pause. */
export const DELIVERY_PAUSE_MS = 20;

/** Watches that are told before others are let in: each may cost as much as a write to a socket. */
export const DELIVERIES_A_TURN = 64;
