/**
 * JSON web tokens in their compact form: read, signed, and checked with a key that says itself by which
 * algorithm.
 *
 * @module
 */

import { decodeUntypedJson } from "../codec/mod.ts";

/** How service accounts' keys sign: RSA keys in one way, and those of each curve in one other. */
export type AccountAlgorithm = "RS256" | "ES256" | "ES384" | "ES512";

/** How keys sign, those of others included. None is symmetric: who checks tokens can't make them. */
export type SigningAlgorithm = AccountAlgorithm | "RS384" | "RS512" | "PS256" | "PS384" | "PS512";

/** A key, and how it signs. */
export interface TokenKey {
  readonly key: CryptoKey;
  readonly algorithm: SigningAlgorithm;
  /** What tokens call it. */
  readonly id: string;
}

/** A token that was read. Nothing in it is to be believed before {@link isSignedBy}. */
export interface JsonWebToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** What the signature is of. */
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

const utf8 = new TextEncoder();

const PART = /^[\w-]+$/;

/** Reads a token; undefined where it is none: three parts, of which the first two are JSON objects. */
export function parseJsonWebToken(text: string): JsonWebToken | undefined {
  const [head, body, tail, ...more] = text.split(".", 4);
  if (head === undefined || body === undefined || tail === undefined || more.length > 0) {
    return undefined;
  }
  const header = objectIn(head);
  const claims = objectIn(body);
  const signature = tail === "" ? new Uint8Array() : bytesIn(tail);
  if (header === undefined || claims === undefined || signature === undefined) return undefined;
  return { header, claims, signed: utf8.encode(`${head}.${body}`), signature };
}

function objectIn(part: string): Record<string, unknown> | undefined {
  const bytes = bytesIn(part);
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? value as Record<string, unknown> : undefined;
  } catch {
    return undefined;
  }
}

function bytesIn(part: string): Uint8Array<ArrayBuffer> | undefined {
  if (!PART.test(part)) return undefined;
  try {
    return Uint8Array.fromBase64(part, { alphabet: "base64url" });
  } catch {
    return undefined;
  }
}

/**
 * What is wrong where a token says something twice, in any object of its claims: its readers don't agree which of them
 * counts. Undefined where it does not.
 */
export function repeatedClaim({ signed }: JsonWebToken): string | undefined {
  const [, body = ""] = new TextDecoder().decode(signed).split(".");
  const problems: string[] = [];
  decodeUntypedJson(bytesIn(body) ?? body, { problems });
  return problems[0];
}

/** The families of algorithms, as the platform calls them. */
const FAMILIES: Readonly<Record<string, string>> = {
  RS: "RSASSA-PKCS1-v1_5",
  PS: "RSA-PSS",
  ES: "ECDSA",
};

/** The hash of an algorithm. */
export function digestOf(algorithm: SigningAlgorithm): string {
  return `SHA-${algorithm.slice(2)}`;
}

/** The family of an algorithm, as the platform calls it. */
export function familyOf(algorithm: SigningAlgorithm): string {
  return FAMILIES[algorithm.slice(0, 2)]!;
}

/**
 * How the platform calls an algorithm. It takes signatures of ECDSA as tokens have them, two numbers one
 * after the other, and of any length: `node:crypto` ends the process where the length is wrong.
 */
function namesOf(algorithm: SigningAlgorithm): EcdsaParams & RsaPssParams {
  // The salt is as long as the hash, which only one family looks at.
  const saltLength = Number(algorithm.slice(2)) / 8;
  return { name: familyOf(algorithm), hash: digestOf(algorithm), saltLength };
}

/**
 * Whether a token is signed by this very key. The key decides by which algorithm: a token that names another
 * one, or asks for what is not known here, is signed by nobody.
 */
export async function isSignedBy(
  { header, signed, signature }: JsonWebToken,
  { key, algorithm }: TokenKey,
): Promise<boolean> {
  if (header.alg !== algorithm || header.crit !== undefined || header.b64 !== undefined) {
    return false;
  }
  return await crypto.subtle.verify(namesOf(algorithm), key, signature, signed);
}

/** A token with these claims, signed by a private key. */
export async function signJsonWebToken(
  { key, algorithm, id }: TokenKey,
  claims: object,
): Promise<string> {
  const signed = `${encoded({ alg: algorithm, kid: id })}.${encoded(claims)}`;
  const signature = await crypto.subtle.sign(namesOf(algorithm), key, utf8.encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

const encoded = (value: object) => base64url(utf8.encode(JSON.stringify(value)));

/** Bytes as tokens have them. */
export function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
