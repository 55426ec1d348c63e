/**
 * Makes authorities and the certificates that they sign: for local clusters, for servers that were
 * given none, and for tests.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { isIP } from "node:net";
import type { Extension, JsonName } from "../deps/x509.ts";
import { toPem } from "./pem.ts";

/** Loaded with the first certificate that is made: a server that was given its own needs none of it. */
const loadX509 = () => import("../deps/x509.ts");
type X509 = Awaited<ReturnType<typeof loadX509>>;

/** What keys are made for, and with what they sign. */
export const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** Days that a certificate is valid unless told otherwise. */
const DEFAULT_DAYS = 365;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Clocks of other machines may be behind. */
const BACKDATED_MS = 60 * 60 * 1000;

/** Who a certificate is for. */
export interface SubjectOptions {
  readonly commonName: string;
  readonly organizations?: readonly string[];
}

/** What a certificate says. */
export interface CertificateOptions extends SubjectOptions {
  /** DNS names and IP addresses that a server answers to. */
  readonly hosts?: readonly string[];
  /** Object identifiers of its uses, of `USAGE`; none: any use. */
  readonly usages?: readonly string[];
  /** Set for a certificate that signs others. */
  readonly authority?: { readonly pathLength?: number };
  readonly now: Date;
  /** Default 365. */
  readonly days?: number;
}

/** A certificate with its private key, both in PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** A key pair that can sign: what {@link makeCertificate} made for an authority, still open. */
export interface Issuer extends KeyPair {
  readonly subject: SubjectOptions;
  readonly keys: CryptoKeyPair;
}

/** Makes a key pair signed by `issuer`, or by itself when there is none. */
export async function makeCertificate(
  options: CertificateOptions,
  issuer?: Issuer,
): Promise<Issuer> {
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const { now, days = DEFAULT_DAYS } = options;
  const signer = issuer ?? { subject: options, keys };
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: nameOf(options),
    issuer: nameOf(signer.subject),
    notBefore: new Date(now.getTime() - BACKDATED_MS),
    notAfter: new Date(now.getTime() + days * DAY_MS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: signer.keys.privateKey,
    extensions: await extensionsOf(x509, options, keys, signer.keys),
  });
  const key = new Uint8Array(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
  return {
    subject: { commonName: options.commonName, organizations: options.organizations ?? [] },
    keys,
    certificate: toPem("CERTIFICATE", new Uint8Array(certificate.rawData)),
    key: toPem("PRIVATE KEY", key),
  };
}

/** Makes a request for a certificate, in PEM, with a key of its own that is forgotten. */
export async function makeSigningRequest(
  { hosts = [], ...subject }: Pick<CertificateOptions, "commonName" | "organizations" | "hosts">,
): Promise<string> {
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: nameOf(subject),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: hostsExtension(x509, hosts),
  });
  return toPem("CERTIFICATE REQUEST", new Uint8Array(request.rawData));
}

/** Makes an authority for `commonName`, valid for ten years. */
export function makeAuthority(commonName: string, now: Date): Promise<Issuer> {
  return makeCertificate({ commonName, now, days: 3650, authority: {} });
}

/** The name of a certificate's subject, as it is encoded. */
export function nameOf({ commonName, organizations = [] }: SubjectOptions): JsonName {
  return [...organizations.map((name) => ({ O: [name] })), { CN: [commonName] }];
}

/** 16 random bytes, positive and without a leading zero, as the standard wants them. */
export function serialNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return Buffer.from(bytes).toString("hex");
}

async function extensionsOf(
  x509: X509,
  { hosts = [], usages = [], authority }: CertificateOptions,
  own: CryptoKeyPair,
  signer: CryptoKeyPair,
): Promise<Extension[]> {
  const { KeyUsageFlags } = x509;
  const flags = authority === undefined
    ? KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment
    : KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign;
  const extensions: Extension[] = [
    new x509.BasicConstraintsExtension(authority !== undefined, authority?.pathLength, true),
    new x509.KeyUsagesExtension(flags, true),
    await x509.SubjectKeyIdentifierExtension.create(own.publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(signer.publicKey),
  ];
  if (usages.length > 0) extensions.push(new x509.ExtendedKeyUsageExtension([...usages]));
  return [...extensions, ...hostsExtension(x509, hosts)];
}

function hostsExtension(x509: X509, hosts: readonly string[]): Extension[] {
  if (hosts.length === 0) return [];
  const names = hosts.map((value) => ({
    type: isIP(value) > 0 ? "ip" as const : "dns" as const,
    value,
  }));
  return [new x509.SubjectAlternativeNameExtension(names)];
}
