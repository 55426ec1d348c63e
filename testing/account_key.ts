/**
 * Keys for tokens of service accounts.
 *
 * @module
 */

import { toPem } from "../toolkit/certificates/mod.ts";

/** A key that signs tokens of service accounts. */
export async function accountKey(): Promise<string> {
  const algorithm = {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: "SHA-256",
  };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const bytes = await crypto.subtle.exportKey("pkcs8", privateKey);
  return toPem("PRIVATE KEY", new Uint8Array(bytes));
}
