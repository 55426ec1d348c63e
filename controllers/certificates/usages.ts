/**
 * Usages as requests name them, and as certificates carry them.
 *
 * @module
 */

import type { KeyUsageName } from "../../toolkit/certificates/mod.ts";

const KEY_USAGES: Readonly<Record<string, KeyUsageName>> = {
  "signing": "digitalSignature",
  "digital signature": "digitalSignature",
  "content commitment": "nonRepudiation",
  "key encipherment": "keyEncipherment",
  "key agreement": "keyAgreement",
  "data encipherment": "dataEncipherment",
  "cert sign": "keyCertSign",
  "crl sign": "cRLSign",
  "encipher only": "encipherOnly",
  "decipher only": "decipherOnly",
};

/** Object identifiers. */
const EXTENDED_USAGES: Readonly<Record<string, string>> = {
  "any": "2.5.29.37.0",
  "server auth": "1.3.6.1.5.5.7.3.1",
  "client auth": "1.3.6.1.5.5.7.3.2",
  "code signing": "1.3.6.1.5.5.7.3.3",
  "email protection": "1.3.6.1.5.5.7.3.4",
  "s/mime": "1.3.6.1.5.5.7.3.4",
  "ipsec end system": "1.3.6.1.5.5.7.3.5",
  "ipsec tunnel": "1.3.6.1.5.5.7.3.6",
  "ipsec user": "1.3.6.1.5.5.7.3.7",
  "timestamping": "1.3.6.1.5.5.7.3.8",
  "ocsp signing": "1.3.6.1.5.5.7.3.9",
  "microsoft sgc": "1.3.6.1.4.1.311.10.3.3",
  "netscape sgc": "2.16.840.1.113730.4.1",
};

/** What usages mean in a certificate. Throws for those that nobody knows. */
export function usagesOf(names: readonly string[]): {
  readonly keyUsages: readonly KeyUsageName[];
  readonly extendedUsages: readonly string[];
} {
  const unknown = names.filter((name) =>
    !Object.hasOwn(KEY_USAGES, name) && !Object.hasOwn(EXTENDED_USAGES, name)
  );
  if (unknown.length > 0) {
    throw new Error(`unrecognized usage values: ${JSON.stringify(unknown)}`);
  }
  const of = <T>(table: Readonly<Record<string, T>>) => [
    ...new Set(names.filter((name) => Object.hasOwn(table, name)).map((name) => table[name]!)),
  ];
  return { keyUsages: of(KEY_USAGES), extendedUsages: of(EXTENDED_USAGES).sort() };
}
