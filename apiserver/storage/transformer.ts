/**
 * How values are written at rest: the seam that encryption fills.
 *
 * @module
 */

/** A decoded value. */
export interface Decoded {
  readonly value: Uint8Array;
  /** True when {@link ValueTransformer.encode} would no longer write it this way (an old key). */
  readonly stale: boolean;
}

/**
 * Turns values into what is stored and back. The key is given so that a stored value can be bound
 * to its place; it is not changed. Both may answer at once or later. Both may be called at the same
 * time for many values, and must not modify the bytes they are given.
 */
export interface ValueTransformer {
  /** What to store. A rejection fails the commit, and nothing is written. */
  encode(key: string, value: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** The value behind what is stored. A rejection marks this one value as corrupt, and no other. */
  decode(key: string, stored: Uint8Array): Decoded | Promise<Decoded>;
  /** A resource is no longer served: what is shown of it, by the prefix of its keys, is to go. */
  forget?(prefix: string): void;
}

/** Stores values as they are. */
export const identity: ValueTransformer = {
  encode: (_key, value) => value,
  decode: (_key, value) => ({ value, stale: false }),
};
