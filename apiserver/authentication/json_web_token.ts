/**
 * JSON web tokens in their compact form: read, signed, and checked with a key that says itself by which
 * algorithm.
 *
 * @module
 */

/** How a key signs. RSA keys sign in one way, and those of each curve in one other. */
export type SigningAlgorithm = "RS256" | "ES256" | "ES384" | "ES512";

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

const DIGESTS: Readonly<Record<SigningAlgorithm, string>> = {
  RS256: "SHA-256",
  ES256: "SHA-256",
  ES384: "SHA-384",
  ES512: "SHA-512",
};

/**
 * How the platform calls an algorithm. It takes signatures of ECDSA as tokens have them, two numbers one
 * after the other, and of any length: `node:crypto` ends the process where the length is wrong.
 */
function namesOf(algorithm: SigningAlgorithm): EcdsaParams {
  const name = algorithm === "RS256" ? "RSASSA-PKCS1-v1_5" : "ECDSA";
  return { name, hash: DIGESTS[algorithm] };
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
