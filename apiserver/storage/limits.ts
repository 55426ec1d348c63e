/**
 * Every bound of the store that callers can meet, each with its unit in its name.
 *
 * @module
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Longest key, in bytes of UTF-8. Names of objects end at 253; only hostile keys are longer. */
export const MAX_KEY_BYTES = 4 * KIB;

/**
 * Largest value. A request body ends at 3 MiB; what the server adds to the object (managed fields,
 * defaults, encryption) must still fit. A backend may allow less: it then says so by `TooLarge`.
 */
export const MAX_VALUE_BYTES = 8 * MIB;

/** Most operations in one commit: what an etcd transaction takes (128), with room for its checks. */
export const MAX_COMMIT_OPS = 100;

/** Largest sum of values in one commit. */
export const MAX_COMMIT_BYTES = 16 * MIB;

/** Bytes of values that may wait for a backend before further commits are `Overloaded`. */
export const MAX_WAITING_BYTES = 256 * MIB;

/** A batch of changes ends, at a whole revision, once it holds this many changes ... */
export const FEED_BATCH_CHANGES = 500;

/** ... or this many bytes of values. */
export const FEED_BATCH_BYTES = MIB;

/** Default of --store-history-bytes. */
export const DEFAULT_HISTORY_BYTES = 2 * KIB * MIB;

/** Default of --store-compaction-interval. */
export const DEFAULT_COMPACTION_INTERVAL_MS = 5 * 60 * 1000;
