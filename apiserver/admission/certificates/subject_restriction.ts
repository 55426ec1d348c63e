/**
 * Keeps certificates from being asked for in the name of the group that may do everything.
 *
 * @module
 */

import type { CertificateSigningRequest } from "../../../toolkit/api/certificates_v1.ts";
import { parseSigningRequest, SigningRequestError } from "../../../toolkit/certificates/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { GROUP_MASTERS } from "../../../toolkit/authentication/user.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { refused } from "../refusal.ts";

/** Refuses requests to the signer of clients of this server that name the group of masters. */
export function certificateSubjectRestriction(
  { dialect }: Pick<ServerContext, "dialect">,
): AdmissionPlugin {
  const { signerApiServerClient, group } = NAMES[dialect];
  return {
    handles: ["CREATE"],
    about: about(group("certificates"), "certificatesigningrequests"),
    validate(request) {
      const { spec } = request.object as unknown as CertificateSigningRequest;
      if (spec.signerName !== signerApiServerClient) return;
      const { organizations } = subjectOf(request, spec.request, "failed to parse CSR");
      if (!organizations.includes(GROUP_MASTERS)) return;
      const why =
        `use of ${signerApiServerClient} signer with ${GROUP_MASTERS} group is not allowed`;
      throw refused(request, why);
    },
  };
}

/** Whom a certificate is asked for. Throws a refusal that begins with `failed` where nobody can tell. */
export function subjectOf(
  request: AdmissionRequest,
  base64: string | null | undefined,
  failed: string,
): { readonly commonName: string; readonly organizations: readonly string[] } {
  try {
    return parseSigningRequest(new TextDecoder().decode(Uint8Array.fromBase64(base64 ?? "")));
  } catch (error) {
    if (!(error instanceof SigningRequestError)) throw error;
    throw refused(request, `${failed}: ${error.message}`);
  }
}
