/**
 * What an API server is called among those of its store.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Names } from "../../toolkit/names.ts";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const HASH_BYTES = 16;

/** What a server of a machine is called; the reference's has the same name there. */
export function serverIdentity(hostName: string, { processApiServer }: Names): string {
  const hash = createHash("sha256");
  for (const text of [hostName, processApiServer]) {
    const bytes = Buffer.from(text);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    hash.update(length).update(bytes);
  }
  return `apiserver-${base32(hash.digest().subarray(0, HASH_BYTES))}`;
}

function base32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}
