/**
 * Values as they are.
 *
 * @module
 */

import { ENCRYPTED, type Provider } from "./provider.ts";

const MARK = new TextEncoder().encode(ENCRYPTED);

/** Stores values as they are, and takes none for one that is encrypted. */
export const unencrypted: Provider = {
  prefix: "",
  encrypt: (_key, value) => value,
  decrypt(_key, bytes) {
    if (MARK.every((byte, at) => bytes[at] === byte)) {
      throw new Error("the value is encrypted, and no provider of its resource has the key");
    }
    return { value: bytes, stale: false };
  },
};
