/**
 * Keys that are derived from one seed: each value has a key of its own, and nobody is asked for it.
 *
 * @module
 */

import { createHmac, randomBytes } from "node:crypto";
import { joinedBytes } from "../../../toolkit/joined_bytes.ts";
import { seal, unseal } from "../aes_gcm.ts";
import { tooShort } from "../provider.ts";

/** Bytes of a seed, and of a derived key. */
export const SEED_BYTES = 32;

const INFO_BYTES = 32;

/** The bytes that a key is derived by, and the value as that key encrypts it. */
export function sealBySeed(seed: Uint8Array, key: string, value: Uint8Array): Uint8Array {
  const info = randomBytes(INFO_BYTES);
  return joinedBytes([info, seal(derived(seed, info), key, value)]);
}

/** What {@link sealBySeed} was given. Throws where seed, key or bytes are not the same. */
export function unsealBySeed(seed: Uint8Array, key: string, bytes: Uint8Array): Uint8Array {
  if (bytes.length < INFO_BYTES) throw tooShort();
  return unseal(derived(seed, bytes.subarray(0, INFO_BYTES)), key, bytes.subarray(INFO_BYTES));
}

/** The first block of HKDF's expansion with SHA-256, which is as long as a key. */
function derived(seed: Uint8Array, info: Uint8Array): Uint8Array {
  return createHmac("sha256", seed).update(info).update(Uint8Array.of(1)).digest();
}
