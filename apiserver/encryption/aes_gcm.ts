/**
 * AES in GCM mode with random nonces: a value is bound to its key in the store, and a change is noticed.
 *
 * @module
 */

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { gcm } from "../../toolkit/deps/ciphers.ts";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import { type Provider, tooShort } from "./provider.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The length of keys that the runtime takes for none. */
const FOREIGN_BYTES = 24;

/** A nonce, the encrypted value, and the tag, for a secret of 16, 24 or 32 bytes. */
export function seal(secret: Uint8Array, key: string, value: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const place = new TextEncoder().encode(key);
  if (secret.length === FOREIGN_BYTES) {
    return joinedBytes([nonce, gcm(secret, nonce, place).encrypt(value)]);
  }
  const sealing = createCipheriv(cipherOf(secret), secret, nonce);
  sealing.setAAD(place);
  const sealed = [nonce, sealing.update(value), sealing.final(), sealing.getAuthTag()];
  return joinedBytes(sealed);
}

/** What {@link seal} was given. Throws where secret, key or bytes are not the same. */
export function unseal(secret: Uint8Array, key: string, bytes: Uint8Array): Uint8Array {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw tooShort();
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const place = new TextEncoder().encode(key);
  if (secret.length === FOREIGN_BYTES) {
    return gcm(secret, nonce.slice(), place).decrypt(bytes.slice(NONCE_BYTES));
  }
  const opening = createDecipheriv(cipherOf(secret), secret, nonce, { authTagLength: TAG_BYTES });
  opening.setAAD(place);
  opening.setAuthTag(bytes.subarray(-TAG_BYTES));
  const opened = [opening.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), opening.final()];
  return joinedBytes(opened);
}

function cipherOf(secret: Uint8Array): "aes-128-gcm" | "aes-256-gcm" {
  return `aes-${secret.length * 8 as 128 | 256}-gcm`;
}

/** Encrypts with a key of 16, 24 or 32 bytes. */
export function aesGcm(prefix: string, secret: Uint8Array): Provider {
  return {
    prefix,
    encrypt: (key, value) => seal(secret, key, value),
    decrypt: (key, bytes) => ({ value: unseal(secret, key, bytes), stale: false }),
  };
}
