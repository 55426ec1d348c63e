/**
 * The certificates of webhooks: an authority of the operator's own and a server's certificate, in a
 * Secret that all replicas share, made by whoever comes first, and made anew by whoever sees first that
 * it is time. The authority stays: nobody has to be told of a new certificate.
 *
 * @module
 */

import {
  certificatesOfPem,
  type Issuer,
  issuerOf,
  keyPairProblem,
  makeAuthority,
  makeCertificate,
  parseCertificate,
  serverNameProblem,
  USAGE,
} from "../certificates/mod.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock.ts";
import { isAlreadyExists, isConflict } from "../errors/mod.ts";
import { Secret } from "../kinds/built_in.ts";
import type { ObjectOf } from "../kinds/mod.ts";

/** What a server shows, and who vouches for it. */
export interface WebhookCertificates {
  /** PEM of the server's certificate. */
  readonly certificate: string;
  readonly key: string;
  /** PEM of the authority, which servers are to trust. */
  readonly authority: string;
  /** When there is to be a new one: at two thirds of its time. Milliseconds since 1970. */
  readonly renewAt: number;
}

/** For whom certificates are made, and where they are kept. */
export interface ManagedCertificatesOptions {
  readonly client: Client;
  readonly secret: { readonly name: string; readonly namespace: string };
  /** Names and addresses at which the webhooks are asked. */
  readonly hosts: readonly string[];
  readonly clock: Clock;
}

const DAYS = 90;
/** An authority with less time left is replaced with its next certificate. */
const AUTHORITY_LEFT_MS = 2 * DAYS * 24 * 60 * 60 * 1000;
/** The names of the secret's data; those of the pair are what other programs expect. */
const CERTIFICATE = "tls.crt", KEY = "tls.key", AUTHORITY = "ca.crt", AUTHORITY_KEY = "ca.key";
const ATTEMPTS = 10;

/**
 * The certificates as they are to be shown now. Where the Secret has none that serve, they are made and
 * stored first; of several replicas that do so at once, all end up with those of one.
 */
export async function managedCertificates(
  options: ManagedCertificatesOptions,
): Promise<WebhookCertificates> {
  const { client, secret, clock } = options;
  for (let attempt = 1;; attempt++) {
    const stored = await client.find(Secret, secret);
    const found = stored && certificatesIn(stored, options);
    if (found !== undefined && found.renewAt > clock.now()) return found;
    const data = await made(options, stored && await authorityIn(stored, clock));
    try {
      if (stored === undefined) await client.create(Secret, { metadata: { ...secret }, data });
      else await client.replace(Secret, { ...stored, data });
    } catch (error) {
      // Another replica was faster: its certificates are as good.
      if (attempt < ATTEMPTS && (isConflict(error) || isAlreadyExists(error))) continue;
      throw error;
    }
  }
}

/** Undefined: there are none that serve for these hosts now. */
function certificatesIn(
  { data = {} }: ObjectOf<typeof Secret>,
  { hosts, clock }: ManagedCertificatesOptions,
): WebhookCertificates | undefined {
  const [certificate, key, authority] = [CERTIFICATE, KEY, AUTHORITY].map((name) =>
    textIn(data[name])
  );
  if (!certificate || !key || !authority) return undefined;
  try {
    const [own] = certificatesOfPem(certificate, CERTIFICATE).map(parseCertificate);
    if (own === undefined || own.notAfter.getTime() <= clock.now()) return undefined;
    if (keyPairProblem(certificate, key) !== undefined) return undefined;
    if (hosts.some((host) => serverNameProblem(own, host) !== undefined)) return undefined;
    const [from, to] = [own.notBefore.getTime(), own.notAfter.getTime()];
    return { certificate, key, authority, renewAt: from + (to - from) * 2 / 3 };
  } catch {
    // Somebody has edited it: then it is made anew.
    return undefined;
  }
}

/** The authority that is kept; undefined: there is none that can sign for long enough. */
async function authorityIn(
  { data = {} }: ObjectOf<typeof Secret>,
  clock: Clock,
): Promise<Issuer | undefined> {
  const [certificate, key] = [textIn(data[AUTHORITY]), textIn(data[AUTHORITY_KEY])];
  if (certificate === "" || key === "") return undefined;
  try {
    const [own] = certificatesOfPem(certificate, AUTHORITY).map(parseCertificate);
    if (own === undefined || own.notAfter.getTime() - clock.now() < AUTHORITY_LEFT_MS) {
      return undefined;
    }
    return await issuerOf({ certificate, key }, AUTHORITY);
  } catch {
    return undefined;
  }
}

async function made(
  { hosts, clock }: ManagedCertificatesOptions,
  kept: Issuer | undefined,
): Promise<Record<string, string>> {
  const now = new Date(clock.now());
  // The longest name that a certificate may call its holder by is 64.
  const name = (hosts[0] ?? "webhooks").slice(0, 50);
  const authority = kept ?? await makeAuthority(`${name} webhooks`, now);
  const pair = await makeCertificate({
    commonName: name,
    hosts,
    usages: [USAGE.server],
    now,
    days: DAYS,
  }, authority);
  return {
    [CERTIFICATE]: base64(pair.certificate),
    [KEY]: base64(pair.key),
    [AUTHORITY]: base64(authority.certificate),
    [AUTHORITY_KEY]: base64(authority.key),
  };
}

function base64(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}

function textIn(data: string | undefined): string {
  if (data === undefined) return "";
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(data));
  } catch {
    return "";
  }
}
