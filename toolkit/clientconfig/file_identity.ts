/**
 * What is in files that somebody else renews: tokens of service accounts, certificates of node agents,
 * authorities.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import { type Logger, type Redacted, redacted } from "../logger.ts";
import { checkedToken, type Identity, type IdentitySource } from "./credentials.ts";
import { ClientConfigError } from "./document.ts";
import { CREDENTIAL_LIMIT_BYTES, readText } from "./file.ts";

/** How long a token that was read is used: half of what the node agent leaves between renewals. */
export const TOKEN_FILE_REFRESH_MS = 50_000;
/** How long a certificate that was read is used, of a client or of authorities. */
export const CERTIFICATE_FILE_REFRESH_MS = 5 * 60_000;
/** What can't be used may be half written: it is read again soon. */
const RETRY_MS = 10_000;

/** What an identity in files needs. */
export interface FileIdentityOptions {
  clock: Clock;
  logger: Logger;
}

/**
 * A token in a file, read again from time to time. When the file can't be read, the last token is
 * used on, or at first `fallback`.
 */
export function tokenFileIdentity(
  path: string,
  fallback: Redacted | undefined,
  options: FileIdentityOptions,
): IdentitySource {
  const { current, refused } = reread<Identity>(
    fallback && { token: fallback },
    TOKEN_FILE_REFRESH_MS,
    options,
    async () => {
      const text = await readCredential(path, "token file");
      return { token: checkedToken(text.trim(), `the token in ${path}`) };
    },
    isSame,
  );
  return { identity: current, refused };
}

/** Where a certificate and its key are: in a file, or given. */
export interface CertificateParts {
  certificate: { path: string } | { pem: string };
  key: { path: string } | { pem: string };
}

/** A certificate and a key of which at least one is in a file, read again from time to time. */
export function certificateFileIdentity(
  parts: CertificateParts,
  options: FileIdentityOptions,
): IdentitySource {
  const refresh = CERTIFICATE_FILE_REFRESH_MS;
  const read = () => pairOf(parts);
  const { current, refused } = reread<Identity>(undefined, refresh, options, read, isSame);
  return { identity: current, refused };
}

/** A certificate with its key. Throws where they are none: whoever shows such would be nobody. */
export async function pairOf(parts: CertificateParts): Promise<Identity> {
  // One after the other: where one is not there, no other is still being read.
  const certificate = await textOf(parts.certificate, "client certificate");
  const key = await textOf(parts.key, "client key");
  const { keyPairProblem } = await import("../certificates/key_pair.ts");
  const problem = keyPairProblem(certificate, key);
  if (problem === undefined) return { certificate: { certificate, key: redacted(key) } };
  const [first, second] = [parts.certificate, parts.key].map(placeOf);
  throw new ClientConfigError(`the client certificate${first} and its key${second}: ${problem}`);
}

/** The certificates of authorities in a file, read again from time to time. */
export function authorityFile(path: string, options: FileIdentityOptions): () => Promise<string> {
  const read = async () => {
    const pem = await readCredential(path, "certificate-authority");
    const { rootsOfPem } = await import("../certificates/roots.ts");
    try {
      rootsOfPem(pem, path);
    } catch (error) {
      throw new ClientConfigError((error as Error).message);
    }
    return pem;
  };
  return reread(undefined, CERTIFICATE_FILE_REFRESH_MS, options, read, Object.is).current;
}

function placeOf(part: { path: string } | { pem: string }): string {
  return "path" in part ? ` ${part.path}` : "";
}

async function textOf(part: { path: string } | { pem: string }, what: string): Promise<string> {
  return "pem" in part ? part.pem : await readCredential(part.path, what);
}

/** Reads a file of credentials; its error names the file and what was to be in it. */
async function readCredential(path: string, what: string): Promise<string> {
  try {
    return await readText(path, CREDENTIAL_LIMIT_BYTES);
  } catch (error) {
    throw new ClientConfigError(`can't read the ${what} ${path}: ${(error as Error).message}`);
  }
}

/** What is read again from time to time: the same value until it changes. */
function reread<T>(
  fallback: T | undefined,
  refreshMs: number,
  { clock, logger }: FileIdentityOptions,
  read: () => Promise<T>,
  isSame: (before: T, found: T) => boolean,
): { current(): Promise<T>; refused(sentAt: number): void } {
  let current = fallback;
  let readAt = -Infinity;
  let reading: Promise<T> | undefined;

  async function again(): Promise<T> {
    const startedAt = clock.now();
    try {
      const found = await read();
      readAt = startedAt;
      // Renewed files with the same content are no reason to connect anew.
      if (current === undefined || !isSame(current, found)) current = found;
    } catch (error) {
      if (current === undefined) throw error;
      readAt = startedAt - refreshMs + RETRY_MS;
      logger.error("Credentials could not be read again; the last ones stay in use", error);
    }
    return current;
  }

  return {
    current() {
      if (current !== undefined && clock.now() - readAt < refreshMs) {
        return Promise.resolve(current);
      }
      return reading ??= again().finally(() => reading = undefined);
    },
    refused(sentAt) {
      if (readAt < sentAt) readAt = -Infinity;
    },
  };
}

function isSame(left: Identity, right: Identity): boolean {
  return left.token?.reveal() === right.token?.reveal() &&
    left.certificate?.certificate === right.certificate?.certificate &&
    left.certificate?.key.reveal() === right.certificate?.key.reveal();
}
