/**
 * Descriptions of certificate signing requests.
 *
 * @module
 */

import { USER } from "./authentication.ts";
import type { Words } from "./words.ts";

const REQUESTER = "An attribute of the user who created the request; set by the server. Can't be " +
  "changed.";

/** The descriptions of certificate signing requests. */
export const CERTIFICATES: Words = {
  CertificateSigningRequest: [
    "Requests a certificate from a signer. It is first approved or denied through the approval " +
    "subresource.",
  ],
  CertificateSigningRequestSpec: [
    "The requested certificate and the requesting user. Can't be changed.",
    {
      request: "The certificate signing request: PKCS#10 as PEM, in Base64.",
      signerName: "The signer that issues the certificate: DOMAIN/PATH.",
      expirationSeconds: "The requested lifetime of the certificate in seconds: at least 600. " +
        "The signer may choose another one. If unset, the signer's default.",
      usages: "The requested key usages.",
      ...Object.fromEntries(Object.keys(USER).map((name) => [name, REQUESTER])),
    },
  ],
  CertificateSigningRequestStatus: ["The approval and the issued certificate.", {
    conditions: "Whether the request was approved or denied, and whether signing failed.",
    certificate: "The issued certificate followed by any intermediate certificates: PEM, in " +
      "Base64. Can't be changed once set.",
  }],
  CertificateSigningRequestCondition: ["A condition of a certificate signing request.", {
    type: "Approved, Denied or Failed. Approved and Denied can't be removed and exclude each " +
      "other.",
    status: "The status of the condition: always True.",
  }],
};
