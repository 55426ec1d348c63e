/**
 * Requests for certificates.
 *
 * @module
 */

import { USER } from "./authentication.ts";
import type { Words } from "./words.ts";

const REQUESTER = "Of who made the request; filled in by the server. Can't be changed.";

/** The OpenAPI descriptions of certificate signing requests. */
export const CERTIFICATES: Words = {
  CertificateSigningRequest: [
    "Asks a signer for a certificate. It is approved or denied first, through the subresource " +
    "approval.",
  ],
  CertificateSigningRequestSpec: ["What is asked for, by whom. Can't be changed.", {
    request: "The request as PKCS#10, in PEM, in Base64.",
    signerName: "Who is asked: DOMAIN/PATH.",
    expirationSeconds: "For how many seconds the certificate should be good: at least 600. The " +
      "signer may choose otherwise. Left out: as the signer has it.",
    usages: "What the key may be used for.",
    ...Object.fromEntries(Object.keys(USER).map((name) => [name, REQUESTER])),
  }],
  CertificateSigningRequestStatus: ["What became of the request.", {
    conditions: "Whether it was approved or denied, and whether signing failed.",
    certificate: "The certificate, and those that lead to its issuer, as PEM, in Base64. Once " +
      "set it can't be changed.",
  }],
  CertificateSigningRequestCondition: ["A verdict on a request.", {
    type: "Approved, Denied or Failed. Approved and Denied are final, and exclude each other.",
    status: "True.",
  }],
};
