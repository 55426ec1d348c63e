/**
 * A request for a certificate (PKCS#10), parsed: who asks, for which names, and whether who asks
 * has the key.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import {
  derContent,
  type DerElement,
  derElements,
  objectIdentifier,
  onlyElement,
  strictDerElements,
  TAG,
} from "./der.ts";
import { type NameField, nameFields, textOf, whoIsNamed } from "./distinguished_name.ts";
import { EXTENSION, type Extension, extensionsOf } from "./extensions.ts";
import { parsePem } from "./pem.ts";
import { addressText } from "./server_name.ts";
import { NO_SUBJECT_NAMES, subjectNamesOf } from "./subject_names.ts";

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
  const { body, key, algorithm, signature } = partsOf(der);
  checkSignature(body.raw, signature, algorithm, key);
  return { der, ...saidBy(body) };
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

const MALFORMED = "not a PKCS#10 certificate request: malformed";
const TRAILING = "not a PKCS#10 certificate request: trailing data";

interface Parts {
  /** What is signed. */
  readonly body: DerElement;
  readonly key: KeyObject;
  readonly algorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
}

function partsOf(der: Uint8Array): Parts {
  const [whole] = derElements(der);
  if (whole !== undefined && whole.raw.length < der.length) throw new SigningRequestError(TRAILING);
  try {
    const [body, algorithm, signature, ...more] = strictDerElements(onlyElement(der, TAG.sequence));
    if (
      body?.tag !== TAG.sequence || algorithm?.tag !== TAG.sequence || more.length > 0 ||
      signature?.tag !== TAG.bitString || signature.bytes[0] !== 0
    ) throw new Error("malformed signature");
    const key = Buffer.from(fieldsOf(body).key.raw);
    return {
      body,
      key: createPublicKey({ key, format: "der", type: "spki" }),
      algorithm: algorithmOf(algorithm),
      signature: signature.bytes.subarray(1),
    };
  } catch (error) {
    throw new SigningRequestError(MALFORMED, { cause: error });
  }
}

/** What is signed, field by field. */
function fieldsOf(body: DerElement) {
  const [version, name, key, attributes, ...more] = strictDerElements(body.bytes);
  if (
    version?.tag !== TAG.integer || !isWholeNumber(version.bytes) || name?.tag !== TAG.sequence ||
    key?.tag !== TAG.sequence || more.length > 0 ||
    (attributes !== undefined && attributes.tag !== ATTRIBUTES)
  ) throw new Error("malformed request");
  return { name, key, attributes: attributes?.bytes ?? new Uint8Array() };
}

/** Whether it is one of 64 bits, in its shortest form. */
function isWholeNumber([first, second, ...more]: Uint8Array): boolean {
  if (first === undefined || more.length > 6) return false;
  if (second === undefined) return true;
  const isNegative = second >= 0x80;
  return first !== (isNegative ? 0xff : 0);
}

const ATTRIBUTES = 0xa0;
/** The attribute that holds the extensions which the certificate is to have. */
const EXTENSION_REQUEST = "1.2.840.113549.1.9.14";

function saidBy(body: DerElement): Omit<SigningRequest, "der"> {
  try {
    const { name, attributes } = fieldsOf(body);
    const extensions = requestedExtensions(attributes);
    const names = extensions.get(EXTENSION.subjectNames);
    const { commonName, organizations } = whoIsNamed(nameFields(name.bytes, countedText));
    const { ip, ...others } = names === undefined ? NO_SUBJECT_NAMES : subjectNamesOf(names.value);
    return {
      commonName,
      organizations,
      alternativeNames: { ...others, ip: ip.map(addressText) },
      extensions: [...extensions.keys()],
    };
  } catch (error) {
    throw new SigningRequestError(MALFORMED, { cause: error });
  }
}

/** What a certificate takes of a request that {@link parseSigningRequest} has read: its subject, and its key. */
export function certifiedParts({ der }: SigningRequest): {
  readonly subject: readonly NameField[];
  /** A SubjectPublicKeyInfo. */
  readonly key: Uint8Array;
} {
  const { name, key } = fieldsOf(partsOf(der).body);
  return { subject: [...nameFields(name.bytes, countedText)], key: key.raw };
}

/** A field that is no text says nothing here; a number or a truth has to be one all the same. */
function countedText(tag: number, bytes: Uint8Array): string | undefined {
  const isWrong = tag === TAG.integer && !isWholeNumber(bytes) ||
    tag === TAG.boolean && !(bytes.length === 1 && (bytes[0] === 0 || bytes[0] === 0xff));
  if (isWrong) throw new Error("malformed value in a name");
  return textOf(tag, bytes);
}

/** Those of all attributes that ask for some; the same one may not come twice. */
function requestedExtensions(attributes: Uint8Array): Map<string, Extension> {
  const all = new Map<string, Extension>();
  for (const attribute of strictDerElements(attributes)) {
    const [type, values] = strictDerElements(onlyElement(attribute.raw, TAG.sequence));
    if (type?.tag !== TAG.objectIdentifier || values?.tag !== TAG.set) {
      throw new Error("malformed attribute");
    }
    if (objectIdentifier(type.bytes) !== EXTENSION_REQUEST) continue;
    for (const [id, extension] of extensionsOf(values.bytes)) {
      if (all.has(id)) throw new Error("duplicate requested extensions");
      all.set(id, extension);
    }
  }
  return all;
}

/** How a request is signed. */
interface SignatureAlgorithm {
  /** As {@link KeyObject} calls it; empty for one that is not known. */
  readonly keyType: string;
  /** As `verify()` calls it; undefined where the algorithm has it built in. */
  readonly hash?: string;
  /**
   * Its name, where its hash can be made to fit by anybody. One of SHA-1 is believed, as Go believes it here:
   * it only proves that who asks has the key of the request.
   */
  readonly insecure?: string;
  /** Set for RSA with the probabilistic scheme, whose salt is as long as the hash. */
  readonly saltLength?: number;
}

const ALGORITHMS: Readonly<Record<string, SignatureAlgorithm>> = {
  "1.2.840.113549.1.1.4": { keyType: "rsa", insecure: "MD5-RSA" },
  "1.2.840.113549.1.1.5": { keyType: "rsa", hash: "sha1" },
  "1.2.840.113549.1.1.11": { keyType: "rsa", hash: "sha256" },
  "1.2.840.113549.1.1.12": { keyType: "rsa", hash: "sha384" },
  "1.2.840.113549.1.1.13": { keyType: "rsa", hash: "sha512" },
  "1.2.840.10045.4.1": { keyType: "ec", hash: "sha1" },
  "1.2.840.10045.4.3.2": { keyType: "ec", hash: "sha256" },
  "1.2.840.10045.4.3.3": { keyType: "ec", hash: "sha384" },
  "1.2.840.10045.4.3.4": { keyType: "ec", hash: "sha512" },
  "1.3.101.112": { keyType: "ed25519" },
};
const UNKNOWN: SignatureAlgorithm = { keyType: "" };

const RSA_PSS = "1.2.840.113549.1.1.10";
const PSS_HASHES: Readonly<Record<string, SignatureAlgorithm>> = {
  "2.16.840.1.101.3.4.2.1": { keyType: "rsa", hash: "sha256", saltLength: 32 },
  "2.16.840.1.101.3.4.2.2": { keyType: "rsa", hash: "sha384", saltLength: 48 },
  "2.16.840.1.101.3.4.2.3": { keyType: "rsa", hash: "sha512", saltLength: 64 },
};
const PSS = { hash: 0xa0, maskFunction: 0xa1, saltLength: 0xa2 } as const;

function algorithmOf({ bytes }: DerElement): SignatureAlgorithm {
  const [type, parameters] = strictDerElements(bytes);
  if (type?.tag !== TAG.objectIdentifier) throw new Error("malformed algorithm");
  const name = objectIdentifier(type.bytes);
  return name === RSA_PSS ? probabilistic(parameters) : ALGORITHMS[name] ?? UNKNOWN;
}

/** As everybody makes these: one hash for all, and a salt of its length. Left out means SHA-1. */
function probabilistic(parameters: DerElement | undefined): SignatureAlgorithm {
  const fields = derElements(parameters?.bytes ?? new Uint8Array());
  const field = (tag: number) => fields.find((one) => one.tag === tag)?.bytes ?? new Uint8Array();
  const parts = (der: Uint8Array) => derElements(derContent(der, TAG.sequence));
  const [hash] = parts(field(PSS.hash));
  const [, maskHash] = parts(field(PSS.maskFunction));
  const [masked] = derElements(maskHash?.bytes ?? new Uint8Array());
  const [salt] = derContent(field(PSS.saltLength), TAG.integer);
  if (hash === undefined || masked?.bytes.toHex() !== hash.bytes.toHex()) return UNKNOWN;
  const found = PSS_HASHES[objectIdentifier(hash.bytes)];
  return found !== undefined && found.saltLength === salt ? found : UNKNOWN;
}

function checkSignature(
  signed: Uint8Array,
  signature: Uint8Array,
  { keyType, hash, insecure, saltLength }: SignatureAlgorithm,
  key: KeyObject,
): void {
  const refuse = (why: string) => {
    throw new SigningRequestError(`x509: cannot verify signature: ${why}`);
  };
  if (insecure !== undefined) refuse(`insecure algorithm ${insecure}`);
  if (keyType === "" || key.asymmetricKeyType !== keyType) refuse("algorithm unimplemented");
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits > MAX_RSA_BITS) refuse(`a key of ${bits} bits is over the limit of ${MAX_RSA_BITS}`);
  const options = saltLength === undefined
    ? key
    : { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
  let isValid = false;
  try {
    isValid = verify(hash, signed, options, signature);
  } catch (error) {
    throw new SigningRequestError(FAILURES[keyType]!, { cause: error });
  }
  if (!isValid) throw new SigningRequestError(FAILURES[keyType]!);
}

const FAILURES: Readonly<Record<string, string>> = {
  ec: "x509: ECDSA verification failure",
  ed25519: "x509: Ed25519 verification failure",
  rsa: "crypto/rsa: verification error",
};
