/**
 * Signatures that lie beside what they are of.
 *
 * @module
 */

import { createHmac } from "node:crypto";
import { base64url } from "../../toolkit/tokens/json_web_token.ts";
import type { SigningToken } from "./tokens.ts";

const utf8 = new TextEncoder();

/** A JSON web signature (HS256) of a text, without the text: who knows the token can tell that it is right. */
export function detachedSignature(text: string, { id, secret }: SigningToken): string {
  const part = (value: string) => base64url(utf8.encode(value));
  const head = part(JSON.stringify({ alg: "HS256", kid: id }));
  const signature = createHmac("sha256", secret).update(`${head}.${part(text)}`).digest();
  return `${head}..${base64url(new Uint8Array(signature))}`;
}
