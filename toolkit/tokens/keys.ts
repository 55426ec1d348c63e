/**
 * Keys of service account tokens: in PEM files, several in one.
 *
 * @module
 */

import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { parsePem, toPem } from "../certificates/mod.ts";
import { base64url, type SigningAlgorithm, type TokenKey } from "./json_web_token.ts";

/** A public key as key sets have it. */
export interface PublicTokenKey extends TokenKey {
  /** Its numbers, by the names of RFC 7518. */
  readonly numbers: Readonly<Record<string, string>>;
}

const CURVES: Readonly<Record<string, SigningAlgorithm>> = {
  "P-256": "ES256",
  "P-384": "ES384",
  "P-521": "ES512",
};

/** Which numbers make a public key, in the order in which key sets have them. */
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  RSA: ["kty", "n", "e"],
  EC: ["kty", "crv", "x", "y"],
};

/**
 * The public keys in a PEM text: public and private keys of RSA and ECDSA in any of their usual forms, and
 * certificates. What is none of these is passed over. Throws where there is none.
 */
export async function publicKeysOfPem(text: string): Promise<PublicTokenKey[]> {
  const keys: PublicTokenKey[] = [];
  for (const key of keysIn(text, createPublicKey)) {
    const jwk = key.export({ format: "jwk" }) as JsonWebKey;
    const algorithm = algorithmOf(jwk);
    if (algorithm === undefined) continue;
    const names = NUMBERS[String(jwk.kty)] ?? [];
    const numbers = Object.fromEntries(
      names.map((name) => [name, String((jwk as Record<string, unknown>)[name])]),
    );
    keys.push({
      id: idOf(key),
      algorithm,
      numbers,
      key: await imported(numbers, algorithm, "verify"),
    });
  }
  if (keys.length === 0) {
    throw new Error("data does not contain any valid RSA or ECDSA public keys");
  }
  return keys;
}

/** The first private key in a PEM text. Throws where there is none that tokens can be signed with. */
export async function privateKeyOfPem(text: string): Promise<TokenKey> {
  const [key] = keysIn(text, createPrivateKey);
  if (key === undefined) throw new Error("data does not contain a valid RSA or ECDSA private key");
  const jwk = key.export({ format: "jwk" }) as JsonWebKey;
  const algorithm = algorithmOf(jwk);
  if (algorithm === undefined) {
    throw new Error(
      jwk.kty === "EC"
        ? "unknown private key curve, must be 256, 384, or 521"
        : "data does not contain a valid RSA or ECDSA private key",
    );
  }
  return {
    id: idOf(createPublicKey(toPem("PRIVATE KEY", key.export({ type: "pkcs8", format: "der" })))),
    algorithm,
    key: await imported(jwk, algorithm, "sign"),
  };
}

/** The blocks that can be read as keys. */
function keysIn(text: string, read: (pem: string) => KeyObject): KeyObject[] {
  return parsePem(text).flatMap(({ label, der }) => {
    try {
      return [read(toPem(label, der))];
    } catch {
      return [];
    }
  });
}

/** Undefined for keys that sign no tokens. */
function algorithmOf({ kty, crv = "" }: JsonWebKey): SigningAlgorithm | undefined {
  if (kty === "RSA") return "RS256";
  return kty === "EC" ? CURVES[crv] : undefined;
}

/** It tells the key apart, and tells nothing of it. */
function idOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: "spki", format: "der" });
  return base64url(new Uint8Array(createHash("sha256").update(der).digest()));
}

async function imported(
  jwk: JsonWebKey,
  algorithm: SigningAlgorithm,
  usage: "sign" | "verify",
): Promise<CryptoKey> {
  const names = algorithm === "RS256"
    ? { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
    : { name: "ECDSA", namedCurve: String(jwk.crv) };
  return await crypto.subtle.importKey("jwk", { ...jwk }, names, false, [usage]);
}
