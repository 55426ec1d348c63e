/**
 * XSalsa20 with Poly1305: a change of a value is noticed, but not that it was put in another place.
 *
 * @module
 */

import { randomBytes } from "node:crypto";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import { xsalsa20poly1305 } from "../../toolkit/deps/ciphers.ts";
import { type Provider, tooShort } from "./provider.ts";

const NONCE_BYTES = 24;
const TAG_BYTES = 16;

/** Encrypts with a key of 32 bytes. */
export function secretBox(prefix: string, secret: Uint8Array): Provider {
  return {
    prefix,
    encrypt(_key, value) {
      const nonce = randomBytes(NONCE_BYTES);
      return joinedBytes([nonce, xsalsa20poly1305(secret, nonce).encrypt(value)]);
    },
    decrypt(_key, bytes) {
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw tooShort();
      const nonce = bytes.slice(0, NONCE_BYTES);
      const value = xsalsa20poly1305(secret, nonce).decrypt(bytes.slice(NONCE_BYTES));
      return { value, stale: false };
    },
  };
}
