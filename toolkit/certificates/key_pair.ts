/**
 * Whether a certificate and a private key are a pair, as whoever serves with them will find out.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { parseCertificate } from "./certificate.ts";
import { derContent, derElements, TAG } from "./der.ts";
import { parsePem, type PemBlock } from "./pem.ts";

/** Bytes of a key past which it is none that anyone made on purpose. */
const MAX_KEY_BYTES = 16 * 1024;

const CERTIFICATE = "CERTIFICATE";
const isKey = (label: string) => label === "PRIVATE KEY" || label.endsWith(" PRIVATE KEY");

/** Why a server can't serve with these two PEM texts; undefined when it can. */
export function keyPairProblem(certificate: string, key: string): string | undefined {
  const certificates = blocksOf(certificate);
  const [leaf] = certificates.filter(({ label }) => label === CERTIFICATE);
  if (leaf === undefined) return noCertificate(certificates);
  const keys = blocksOf(key);
  const secret = keys.find(({ label }) => isKey(label));
  if (secret === undefined) return noKey(keys);
  const identity = publicIdentity(leaf.der);
  if (identity === undefined) return "x509: malformed certificate";
  const own = privateIdentity(secret.der);
  if (own === undefined) return "tls: failed to parse private key";
  if (own.type !== identity.type) return "tls: private key type does not match public key type";
  if (own.value !== identity.value) return "tls: private key does not match public key";
  return undefined;
}

/** The blocks that can be read: what is no PEM is passed over. */
function blocksOf(text: string): PemBlock[] {
  return text.split(/(?=^-----BEGIN )/m).flatMap((part) => {
    try {
      return parsePem(part);
    } catch {
      return [];
    }
  });
}

const labelsOf = (blocks: readonly PemBlock[]) => `[${blocks.map(({ label }) => label).join(" ")}]`;

function noCertificate(blocks: readonly PemBlock[]): string {
  const [only, ...more] = blocks;
  if (only === undefined) return "tls: failed to find any PEM data in certificate input";
  if (more.length === 0 && only.label.endsWith("PRIVATE KEY")) {
    return "tls: failed to find certificate PEM data in certificate input, but did find a " +
      "private key; PEM inputs may have been switched";
  }
  return `tls: failed to find "${CERTIFICATE}" PEM block in certificate input after skipping ` +
    `PEM blocks of the following types: ${labelsOf(blocks)}`;
}

function noKey(blocks: readonly PemBlock[]): string {
  const [only, ...more] = blocks;
  if (only === undefined) return "tls: failed to find any PEM data in key input";
  if (more.length === 0 && only.label === CERTIFICATE) {
    return "tls: found a certificate rather than a key in the PEM for the private key";
  }
  return 'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after ' +
    `skipping PEM blocks of the following types: ${labelsOf(blocks)}`;
}

/** What both halves of a pair have in common. */
interface Identity {
  /** `rsa`, `ec`, `ed25519` … */
  readonly type: string;
  readonly value: string;
}

function publicIdentity(der: Uint8Array): Identity | undefined {
  try {
    const info = Uint8Array.fromHex(parseCertificate(der).publicKeyInfo);
    const modulus = modulusOfInfo(info);
    if (modulus !== undefined) return rsa(modulus);
    return identityOf(createPublicKey({ key: Buffer.from(info), format: "der", type: "spki" }));
  } catch {
    return undefined;
  }
}

/** Labels are not believed: a key is of the form that it can be read as. */
function privateIdentity(der: Uint8Array): Identity | undefined {
  if (der.length > MAX_KEY_BYTES) return undefined;
  const modulus = modulusOfKey(der);
  if (modulus !== undefined) return rsa(modulus);
  for (const type of ["pkcs8", "sec1"] as const) {
    try {
      const key = createPrivateKey({ key: Buffer.from(der), format: "der", type });
      return identityOf(createPublicKey(key));
    } catch {
      // Of another form, or none.
    }
  }
  return undefined;
}

function identityOf(key: KeyObject): Identity {
  const value = key.export({ format: "der", type: "spki" }).toString("hex");
  return { type: key.asymmetricKeyType ?? "", value };
}

const rsa = (modulus: Uint8Array): Identity => ({ type: "rsa", value: modulus.toHex() });

/** How many numbers an RSA key is written as, at least. */
const RSA_NUMBERS = 9;

/** The modulus of an RSA key in its own form, or within the form of any key. */
function modulusOfKey(der: Uint8Array): Uint8Array | undefined {
  const fields = derElements(derContent(der, TAG.sequence));
  const [, , inner] = fields;
  const numbers = inner?.tag === TAG.octetString
    ? derElements(derContent(inner.bytes, TAG.sequence))
    : fields;
  const [, modulus] = numbers;
  return modulus?.tag === TAG.integer && numbers.length >= RSA_NUMBERS ? modulus.bytes : undefined;
}

/** The modulus of the RSA key in a certificate. */
function modulusOfInfo(der: Uint8Array): Uint8Array | undefined {
  const [, bits] = derElements(derContent(der, TAG.sequence));
  if (bits?.tag !== TAG.bitString || bits.bytes[0] !== 0) return undefined;
  const [modulus, exponent] = derElements(derContent(bits.bytes.subarray(1), TAG.sequence));
  return modulus?.tag === TAG.integer && exponent?.tag === TAG.integer ? modulus.bytes : undefined;
}
