/**
 * One way to encrypt values, and what tells its values from those of others.
 *
 * @module
 */

/** A value that was decrypted. */
export interface Decrypted {
  readonly value: Uint8Array;
  /** Whether it would be written otherwise now, though by the same provider. */
  readonly stale: boolean;
}

/** Encrypts with one key, or with whoever keeps the keys. May answer at once. */
export interface Provider {
  /** What its values begin with in the store, in either dialect; "" for values as they are. */
  readonly prefix: string;
  /** Under which prefixes its values are counted, where that is not {@link prefix} as a whole. */
  readonly countedAs?: readonly string[];
  /** What follows the prefix. The key of the store binds the value to its place, where the cipher can. */
  encrypt(key: string, value: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Throws where the bytes are not what {@link encrypt} made for this key. */
  decrypt(key: string, bytes: Uint8Array): Decrypted | Promise<Decrypted>;
}

/** What every encrypted value begins with. */
export const ENCRYPTED = "k8s:enc:";

/** Bytes that were cut off, or are none of ours. */
export function tooShort(): Error {
  return new Error("the stored data was shorter than the required size");
}
