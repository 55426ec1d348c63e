/**
 * Signing of certificates: one pair of files for all signers, or one for each.
 *
 * @module
 */

import { flag, group, string, works } from "../../toolkit/flags/mod.ts";
import { duration, HOUR } from "../../toolkit/flags/duration.ts";

function certificate(of: string) {
  return flag(
    string,
    "",
    `The file of the authority's certificate for ${of}; not together with --cluster-signing-cert-file`,
  );
}

function key(of: string) {
  return flag(
    string,
    "",
    `The file of the authority's private key for ${of}; not together with --cluster-signing-key-file`,
  );
}

/** Certificate signing. */
export const signingFlags = group("Certificate signing", works, {
  "cluster-signing-cert-file": flag(
    string,
    "",
    "The file of the authority's certificate for all signers; none may have a file of its own then",
  ),
  "cluster-signing-duration": flag(duration, 8760 * HOUR, "How long signed certificates are valid"),
  "cluster-signing-key-file": flag(
    string,
    "",
    "The file of the authority's private key for all signers; none may have a file of its own then",
  ),
  "cluster-signing-legacy-unknown-cert-file": certificate("the legacy signer"),
  "cluster-signing-legacy-unknown-key-file": key("the legacy signer"),
  "cluster-signing-nodeagent-client-cert-file": certificate("node agents' client certificates"),
  "cluster-signing-nodeagent-client-key-file": key("node agents' client certificates"),
  "cluster-signing-nodeagent-serving-cert-file": certificate("node agents' serving certificates"),
  "cluster-signing-nodeagent-serving-key-file": key("node agents' serving certificates"),
  "cluster-signing-orch-apiserver-client-cert-file": certificate("clients of the API server"),
  "cluster-signing-orch-apiserver-client-key-file": key("clients of the API server"),
});
