/**
 * Certificate and key files, checked before a handshake depends on them.
 *
 * @module
 */

import { createPrivateKey } from "node:crypto";
import {
  type Certificate,
  certificatesOfPem,
  parseCertificate,
  privateKeyToPkcs8,
} from "../certificates/mod.ts";
import { fileProblem } from "../flags/file.ts";
import type { TlsPair } from "./tls_source.ts";

/** Bits of an RSA key under which the runtime does not sign with it. */
const MIN_RSA_BITS = 2048;

/** A pair that the runtime can serve. */
export interface CheckedPair extends TlsPair {
  /** The server's own certificate, for the names in it. */
  readonly leaf: Certificate;
}

/** Throws, naming the files, when certificate and key do not belong together or can't be used. */
export function checkedPair(
  certificate: string,
  key: string,
  certFile: string,
  keyFile: string,
): CheckedPair {
  const [leaf] = certificatesOfPem(certificate, certFile).map((der) => parse(der, certFile));
  if (leaf === undefined) throw new Error(`${certFile} holds no certificate in PEM`);
  const pkcs8 = privateKeyToPkcs8(key, keyFile);
  const privateKey = createPrivateKey(pkcs8);
  if (!leaf.node.checkPrivateKey(privateKey)) {
    throw new Error(`the key in ${keyFile} does not match the first certificate in ${certFile}`);
  }
  const bits = privateKey.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < MIN_RSA_BITS) {
    throw new Error(`the RSA key in ${keyFile} has ${bits} bits, fewer than ${MIN_RSA_BITS}`);
  }
  return { certificate, key: pkcs8, leaf };
}

function parse(der: Uint8Array, file: string): Certificate {
  try {
    return parseCertificate(der);
  } catch (error) {
    throw new Error(`${file} holds a malformed certificate`, { cause: error });
  }
}

/** The text of a file; undefined when it may be missing, and is. */
export async function readText(path: string, missing: "optional"): Promise<string | undefined>;
export async function readText(path: string): Promise<string>;
export async function readText(path: string, missing?: "optional"): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (missing === "optional" && error instanceof Deno.errors.NotFound) return undefined;
    throw new Error(`cannot read ${path}: ${fileProblem(error)}`);
  }
}
