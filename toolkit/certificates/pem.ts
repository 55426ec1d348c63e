/**
 * PEM files: several certificates one after the other, and private keys of every usual kind.
 *
 * @module
 */

import { createPrivateKey } from "node:crypto";
import { Buffer } from "node:buffer";

/** Bytes of a PEM file past which it is no certificate or key that anyone made on purpose. */
export const MAX_PEM_BYTES = 4 * 1024 * 1024;

/** One block of a PEM file. */
export interface PemBlock {
  /** What stands after BEGIN: `CERTIFICATE`, say. */
  readonly label: string;
  readonly der: Uint8Array;
}

/** The blocks of a PEM text, in order; what stands between blocks is passed over. */
export function parsePem(text: string): PemBlock[] {
  if (text.length > MAX_PEM_BYTES) {
    throw new Error(`a PEM file of ${text.length} bytes is over the limit of ${MAX_PEM_BYTES}`);
  }
  const blocks: PemBlock[] = [];
  const begin = /^-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?$/gm;
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    const label = match[1]!;
    const start = begin.lastIndex;
    const end = text.indexOf(`-----END ${label}-----`, start);
    if (end < 0) throw new Error(`a PEM block ${label} has no end`);
    blocks.push({ label, der: decode(text.slice(start, end), label) });
    begin.lastIndex = end;
  }
  return blocks;
}

function decode(body: string, label: string): Uint8Array {
  // Old private keys have header lines, which end at an empty one.
  const data = body.replace(/^[\s\S]*?:[\s\S]*?\r?\n\r?\n/, "").replaceAll(/\s/g, "");
  if (data === "" || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) {
    throw new Error(`a PEM block ${label} is not base64`);
  }
  return new Uint8Array(Buffer.from(data, "base64"));
}

/** The certificates of a PEM text as DER; `what` names the text in errors. */
export function certificatesOfPem(text: string, what: string): Uint8Array[] {
  const certificates = parsePem(text)
    .filter(({ label }) => label === "CERTIFICATE").map(({ der }) => der);
  if (certificates.length === 0) throw new Error(`${what} holds no certificate in PEM`);
  return certificates;
}

/** DER as a PEM block. */
export function toPem(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der).toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

/**
 * A private key in PEM as PKCS#8, whichever kind it was: PKCS#1 and SEC1 are converted. Encrypted
 * keys are refused: there is nobody to ask for the passphrase.
 */
export function privateKeyToPkcs8(text: string, what: string): string {
  try {
    return createPrivateKey(text).export({ type: "pkcs8", format: "pem" }) as string;
  } catch (error) {
    throw new Error(`${what} holds no private key that can be used`, { cause: error });
  }
}

/** The forms of keys whose label names their kind. */
const FORMS = new Map([["ec", "sec1"], ["rsa", "pkcs1"]] as const);

/**
 * A private key in PEM under the label of its kind, as `EC PRIVATE KEY`: clients that go by the label
 * alone take a key under any other for one of RSA. Kinds without a form of their own are PKCS#8.
 */
export function privateKeyOfItsKind(text: string): string {
  const key = createPrivateKey(text);
  const type = FORMS.get(key.asymmetricKeyType as "ec" | "rsa") ?? "pkcs8";
  return key.export({ type, format: "pem" }) as string;
}
