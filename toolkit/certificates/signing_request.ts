/**
 * A request for a certificate (PKCS#10), parsed: who asks, for which names, and whether who asks
 * has the key.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import { Pkcs10CertificateRequest, SubjectAlternativeNameExtension } from "../deps/x509.ts";
import { parsePem } from "./pem.ts";

/** The label of a request in a PEM file. */
const PEM_LABEL = "CERTIFICATE REQUEST";

/** Bytes of a request past which it is none that anyone made on purpose. */
export const MAX_SIGNING_REQUEST_BYTES = 64 * 1024;

/** Bits of a key past which looking at a signature takes too long. */
const MAX_RSA_BITS = 8192;

/** The alternative names of a subject. */
export interface AlternativeNames {
  readonly dns: readonly string[];
  readonly ip: readonly string[];
  readonly uri: readonly string[];
  readonly email: readonly string[];
}

/**
 * A PKCS#10 request as `parseSigningRequest()` returns it: its signature has been checked, so
 * whoever made it had the key. Whether the names may be had is for the caller to decide.
 */
export interface SigningRequest {
  readonly der: Uint8Array;
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly alternativeNames: AlternativeNames;
  /** Object identifiers of the extensions that it asks for. */
  readonly extensions: readonly string[];
}

/** Says what is wrong with a request. */
export class SigningRequestError extends Error {
  override readonly name = "SigningRequestError";
}

/** Parses the first block of a PEM text, and checks the signature. Throws {@link SigningRequestError}. */
export function parseSigningRequest(pem: string): SigningRequest {
  const der = firstBlock(pem);
  if (der.length > MAX_SIGNING_REQUEST_BYTES) {
    throw new SigningRequestError(
      `a request of ${der.length} bytes is over the limit of ${MAX_SIGNING_REQUEST_BYTES}`,
    );
  }
  const parts = partsOf(der);
  let request: Pkcs10CertificateRequest;
  let key: KeyObject;
  try {
    request = new Pkcs10CertificateRequest(der as Uint8Array<ArrayBuffer>);
    const info = Buffer.from(request.publicKey.rawData);
    key = createPublicKey({ key: info, format: "der", type: "spki" });
  } catch (error) {
    throw new SigningRequestError("not a PKCS#10 certificate request", { cause: error });
  }
  checkSignature(request, key, parts);
  const { subjectName } = request;
  const names = request.extensions
    .find((one): one is SubjectAlternativeNameExtension =>
      one instanceof SubjectAlternativeNameExtension
    );
  return {
    der,
    commonName: subjectName.getField("CN")[0] ?? "",
    organizations: subjectName.getField("O"),
    alternativeNames: alternativeNamesOf(names),
    extensions: Array.from(request.extensions, ({ type }) => type),
  };
}

function firstBlock(pem: string): Uint8Array {
  let block;
  try {
    block = parsePem(pem)[0];
  } catch (error) {
    throw new SigningRequestError(`PEM block type must be ${PEM_LABEL}`, { cause: error });
  }
  if (block?.label !== PEM_LABEL) {
    throw new SigningRequestError(`PEM block type must be ${PEM_LABEL}`);
  }
  return block.der;
}

interface Parts {
  /** What is signed, with its tag and length. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

const SEQUENCE = 0x30;
const BIT_STRING = 0x03;

/** The signed bytes as they came: encoding anew what was parsed might not give the same ones. */
function partsOf(der: Uint8Array): Parts {
  const whole = element(der, 0, SEQUENCE);
  const info = element(der, whole.start, SEQUENCE);
  const algorithm = element(der, info.end, SEQUENCE);
  const signature = element(der, algorithm.end, BIT_STRING);
  if (whole.end !== der.length || signature.end !== whole.end || der[signature.start] !== 0) {
    throw new SigningRequestError("not a PKCS#10 certificate request: trailing data");
  }
  return {
    signed: der.subarray(whole.start, info.end),
    signature: der.subarray(signature.start + 1, signature.end),
  };
}

/** Where the content of the element at `at` starts and ends. */
function element(der: Uint8Array, at: number, tag: number): { start: number; end: number } {
  const first = der[at + 1] ?? 0;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + lengthBytes;
  let length = first;
  if (lengthBytes > 0) {
    length = 0;
    for (const byte of der.subarray(at + 2, start)) length = length * 256 + byte;
  }
  const end = start + length;
  // Lengths of more bytes are beyond the limit of a request.
  if (der[at] !== tag || first === 0x80 || lengthBytes > 3 || end > der.length) {
    throw new SigningRequestError("not a PKCS#10 certificate request: malformed");
  }
  return { start, end };
}

/** Algorithms whose hashes can be forged, by the name of the hash. */
const INSECURE: Readonly<Record<string, string>> = { "SHA-1": "SHA1", MD5: "MD5" };
const HASHES = new Set(["SHA-256", "SHA-384", "SHA-512"]);

interface Algorithm {
  readonly name: string;
  readonly hash?: string | { readonly name: string };
  readonly saltLength?: number;
}

function checkSignature(request: Pkcs10CertificateRequest, key: KeyObject, parts: Parts): void {
  const algorithm = request.signatureAlgorithm as unknown as Algorithm;
  const { hash } = algorithm;
  const hashName = (typeof hash === "string" ? hash : hash?.name) ?? "";
  const insecure = INSECURE[hashName];
  if (insecure !== undefined) {
    const why = `insecure algorithm ${insecure}-${algorithm.name === "ECDSA" ? "ECDSA" : "RSA"}`;
    throw new SigningRequestError(`x509: cannot verify signature: ${why}`);
  }
  let isValid: boolean;
  try {
    isValid = verifies(algorithm, hashName, key, parts);
  } catch (error) {
    if (error instanceof SigningRequestError) throw error;
    throw new SigningRequestError(UNKNOWN_ALGORITHM, { cause: error });
  }
  if (!isValid) throw new SigningRequestError(FAILURES[key.asymmetricKeyType ?? ""] ?? FAILED);
}

const UNKNOWN_ALGORITHM = "x509: cannot verify signature: algorithm unimplemented";
const FAILED = "x509: signature verification failure";
const FAILURES: Readonly<Record<string, string>> = {
  ec: "x509: ECDSA verification failure",
  ed25519: "x509: Ed25519 verification failure",
  rsa: "crypto/rsa: verification error",
};

function verifies(
  { name, saltLength }: Algorithm,
  hashName: string,
  key: KeyObject,
  { signed, signature }: Parts,
): boolean {
  const type = key.asymmetricKeyType;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits > MAX_RSA_BITS) {
    throw new SigningRequestError(
      `x509: cannot verify signature: a key of ${bits} bits is over the limit of ${MAX_RSA_BITS}`,
    );
  }
  if (name === "Ed25519" && type === "ed25519") return verify(null, signed, key, signature);
  if (!HASHES.has(hashName)) throw new SigningRequestError(UNKNOWN_ALGORITHM);
  const hash = hashName.replace("-", "").toLowerCase();
  if (name === "ECDSA" && type === "ec") return verify(hash, signed, key, signature);
  if (name === "RSASSA-PKCS1-v1_5" && type === "rsa") return verify(hash, signed, key, signature);
  if (name === "RSA-PSS" && type === "rsa") {
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    const options = { key, padding, ...(saltLength !== undefined && { saltLength }) };
    return verify(hash, signed, options, signature);
  }
  throw new SigningRequestError(UNKNOWN_ALGORITHM);
}

/** The names that an extension lists; none without one. */
function alternativeNamesOf(
  extension: SubjectAlternativeNameExtension | undefined,
): AlternativeNames {
  const names = extension?.names.items ?? [];
  const ofType = (type: string) => names.filter((one) => one.type === type).map((one) => one.value);
  return { dns: ofType("dns"), ip: ofType("ip"), uri: ofType("url"), email: ofType("email") };
}
