/**
 * Checks the certificates for a remote store before anything is sent there: no attempt would do
 * better than the first.
 *
 * @module
 */

import { keyPairProblem, rootsOfPem } from "../../toolkit/certificates/mod.ts";
import { StoreError } from "./errors.ts";
import type { StoreTls } from "./options.ts";

/** Throws a `StoreError`, which calls the store `where`, for certificates that can't be used. */
export function checkTls(tls: StoreTls | undefined, where: string): void {
  if ((tls?.cert === undefined) !== (tls?.key === undefined)) {
    throw new StoreError(`${where} needs both a client certificate and its key, or neither`);
  }
  const problem = problemOf(tls);
  if (problem !== undefined) {
    throw new StoreError(`${where} can't be reached with these certificates: ${problem}`);
  }
}

function problemOf(tls: StoreTls | undefined): string | undefined {
  try {
    if (tls?.ca !== undefined) rootsOfPem(tls.ca, "the file of authorities");
  } catch (error) {
    return (error as Error).message;
  }
  return tls?.cert === undefined || tls.key === undefined
    ? undefined
    : keyPairProblem(tls.cert, tls.key);
}
