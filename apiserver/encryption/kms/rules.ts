/**
 * What is believed of a keeper of keys, and of what it says.
 *
 * @module
 */

import { checkDns1123Subdomain } from "../../../toolkit/validation/mod.ts";
import { type EncryptedObject, SOURCE } from "./messages.ts";

const KEY_ID_LIMIT_BYTES = 1024;
const SOURCE_LIMIT_BYTES = 1024;
const ANNOTATIONS_LIMIT_BYTES = 32 * 1024;

/** Throws on an id that is no key's. The text shows no more than its digest. */
export function checkKeyId(keyId: string): void {
  const size = sizeOf(keyId);
  if (size === 0) throw new Error("keyID is empty");
  if (size > KEY_ID_LIMIT_BYTES) {
    throw new Error(`keyID is ${size} bytes, which exceeds the max size of ${KEY_ID_LIMIT_BYTES}`);
  }
}

/** Throws on what can't be, or must not become, a value in the store. */
export function checkObject(object: Omit<EncryptedObject, "data">): void {
  const { sourceType, source, keyId, annotations } = object;
  if (sourceType !== SOURCE.key && sourceType !== SOURCE.seed) {
    throw new Error(`unknown encryptedDEKSourceType: ${sourceType}`);
  }
  if (source.length === 0) throw new Error("encrypted DEK source is empty");
  if (source.length > SOURCE_LIMIT_BYTES) {
    throw new Error(
      `encrypted DEK source is ${source.length} bytes, which exceeds the max size of ${SOURCE_LIMIT_BYTES}`,
    );
  }
  checkKeyId(keyId);
  let size = 0;
  for (const [key, value] of annotations) {
    const [why] = key.includes(".") ? checkDns1123Subdomain(key) : ["must be a domain name"];
    if (why !== undefined) throw new Error(`annotation ${JSON.stringify(key)}: ${why}`);
    size += sizeOf(key) + value.length;
  }
  if (size > ANNOTATIONS_LIMIT_BYTES) {
    throw new Error(
      `total size of annotations is ${size}, which exceeds the max size of ${ANNOTATIONS_LIMIT_BYTES}`,
    );
  }
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
