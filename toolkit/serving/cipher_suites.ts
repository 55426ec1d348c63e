/**
 * Cipher suites by the names that flags take. The runtime serves a fixed set and can't be told to
 * serve fewer: a list that leaves one of them out asks for what it would not get.
 *
 * @module
 */

import type { TlsVersion } from "./tls_engine.ts";

/** Of TLS 1.3, which nobody can choose among, in Go neither. */
const TLS13: readonly string[] = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
];

/** What the runtime serves of TLS 1.2, by their full names. */
export const SERVED_TLS12: readonly string[] = [
  "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
  "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
  "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
  "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
  "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
  "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
];

/** Names that are accepted, of suites that the runtime does not have. */
const ABSENT: readonly string[] = [
  "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
  "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
  "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
  "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA",
  "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
  "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
  "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
  "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
  "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
  "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
  "TLS_RSA_WITH_AES_128_CBC_SHA",
  "TLS_RSA_WITH_AES_128_CBC_SHA256",
  "TLS_RSA_WITH_AES_128_GCM_SHA256",
  "TLS_RSA_WITH_AES_256_CBC_SHA",
  "TLS_RSA_WITH_AES_256_GCM_SHA384",
  "TLS_RSA_WITH_RC4_128_SHA",
];

/** Older names of the same suites. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305: "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305: "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
};

/** Every name that a list may hold. */
export const CIPHER_SUITES: readonly string[] = [
  ...TLS13,
  ...SERVED_TLS12,
  ...ABSENT,
  ...Object.keys(ALSO_CALLED),
];

/** What is wrong with a list of cipher suites, if anything is; an empty list is the runtime's own. */
export function cipherSuiteProblem(
  names: readonly string[],
  minVersion: TlsVersion,
): string | undefined {
  if (names.length === 0) return undefined;
  const unknown = names.find((name) => !CIPHER_SUITES.includes(name));
  if (unknown !== undefined) return `cipher suite ${unknown} not supported or doesn't exist`;
  // Suites are chosen for TLS 1.2 only.
  if (minVersion === "TLSv1.3") return undefined;
  const asked = new Set(names.map((name) => ALSO_CALLED[name] ?? name));
  const leftOut = SERVED_TLS12.filter((name) => !asked.has(name));
  if (leftOut.length === 0) return undefined;
  return `the list leaves out ${leftOut.join(", ")}, which the runtime would serve all the same: ` +
    "add them, or allow TLS 1.3 only (--tls-min-version=VersionTLS13)";
}

/** Those of `names` that the runtime does not have: they are accepted and never served. */
export function absentCipherSuites(names: readonly string[]): string[] {
  return names.filter((name) => ABSENT.includes(name));
}
