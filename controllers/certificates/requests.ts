/**
 * Requests for certificates, as controllers look at them.
 *
 * @module
 */

import type { CertificateSigningRequest, ObjectOf } from "../../toolkit/mod.ts";

/** A request as it is cached. */
export type CachedRequest = ObjectOf<typeof CertificateSigningRequest>;

/** The condition of a type, if it holds. */
export function conditionOf({ status }: CachedRequest, type: "Approved" | "Denied" | "Failed") {
  return status?.conditions?.find((one) => one.type === type && one.status === "True");
}

/** The request itself, in PEM. */
export function pemOf({ spec }: CachedRequest): string {
  return new TextDecoder().decode(Uint8Array.fromBase64(spec?.request ?? ""));
}
