/**
 * AES in CBC mode, padded as PKCS #7 says. It does not notice what was changed on purpose.
 *
 * @module
 */

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { cbc } from "../../toolkit/deps/ciphers.ts";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import { type Provider, tooShort } from "./provider.ts";

const BLOCK_BYTES = 16;
/** The length of keys that the runtime takes for none. */
const FOREIGN_BYTES = 24;

/** Encrypts with a key of 16, 24 or 32 bytes. */
export function aesCbc(prefix: string, secret: Uint8Array): Provider {
  const cipher = secret.length === FOREIGN_BYTES ? foreign(secret) : native(secret);
  return {
    prefix,
    encrypt(_key, value) {
      const start = randomBytes(BLOCK_BYTES);
      return joinedBytes([start, cipher.seal(start, value)]);
    },
    decrypt(_key, bytes) {
      if (bytes.length < 2 * BLOCK_BYTES) throw tooShort();
      const [start, rest] = [bytes.subarray(0, BLOCK_BYTES), bytes.subarray(BLOCK_BYTES)];
      return { value: cipher.open(start, rest), stale: false };
    },
  };
}

interface Cipher {
  seal(start: Uint8Array, value: Uint8Array): Uint8Array;
  open(start: Uint8Array, bytes: Uint8Array): Uint8Array;
}

function native(secret: Uint8Array): Cipher {
  const name = `aes-${secret.length * 8}-cbc`;
  const joined = (one: Uint8Array, other: Uint8Array) => joinedBytes([one, other]);
  return {
    seal(start, value) {
      const sealing = createCipheriv(name, secret, start);
      return joined(sealing.update(value), sealing.final());
    },
    open(start, bytes) {
      const opening = createDecipheriv(name, secret, start);
      return joined(opening.update(bytes), opening.final());
    },
  };
}

function foreign(secret: Uint8Array): Cipher {
  return {
    seal: (start, value) => cbc(secret, start).encrypt(value),
    open: (start, bytes) => cbc(secret, start.slice()).decrypt(bytes.slice()),
  };
}
