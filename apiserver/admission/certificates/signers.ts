/**
 * Who may decide on certificates, by the signer that they are asked of.
 *
 * @module
 */

import type {
  CertificateSigningRequest,
  CertificateSigningRequestStatus,
} from "../../../toolkit/api/certificates_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { equalJson } from "../../../toolkit/values/json.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { askFor } from "../../authorization/asked.ts";
import { refused } from "../refusal.ts";

type Needs = Pick<ServerContext, "dialect" | "authorizer">;

const view = (object: JsonObject | undefined) => object as unknown as CertificateSigningRequest;

/** Lets only those approve or deny a request who may approve for its signer. */
export function certificateApproval(context: Needs): AdmissionPlugin {
  return {
    handles: ["UPDATE"],
    about: about(groupIn(context), "certificatesigningrequests/approval"),
    async validate(request) {
      // The old object's signer: the new one may name another, which is refused later.
      const { signerName } = view(request.old).spec;
      if (await mayFor(context, request, "approve", signerName)) return;
      const why = `user not permitted to approve requests with signerName ${quoteText(signerName)}`;
      throw refused(request, why);
    },
  };
}

/** Lets only those put in a certificate, or change conditions, who may sign for the signer. */
export function certificateSigning(context: Needs): AdmissionPlugin {
  return {
    handles: ["UPDATE"],
    about: about(groupIn(context), "certificatesigningrequests/status"),
    async validate(request) {
      const [now, before] = [view(request.object), view(request.old)];
      if (isSameStatus(now.status, before.status)) return;
      const { signerName } = before.spec;
      if (await mayFor(context, request, "sign", signerName)) return;
      const why = `user not permitted to sign requests with signerName ${quoteText(signerName)}`;
      throw refused(request, why);
    },
  };
}

function isSameStatus(
  now: CertificateSigningRequestStatus = {},
  before: CertificateSigningRequestStatus = {},
): boolean {
  return (now.certificate ?? "") === (before.certificate ?? "") &&
    equalJson((now.conditions ?? []) as never, (before.conditions ?? []) as never);
}

function groupIn({ dialect }: Pick<ServerContext, "dialect">): string {
  return NAMES[dialect].group("certificates");
}

/** Whether somebody may do something for a signer, or for all of its domain. */
async function mayFor(
  context: Needs,
  request: AdmissionRequest,
  verb: string,
  signerName: string,
): Promise<boolean> {
  const [domain] = signerName.split("/");
  for (const name of [signerName, `${domain}/*`]) {
    const { decision } = await askFor(context.authorizer, request, {
      verb,
      group: groupIn(context),
      version: "*",
      resource: "signers",
      name,
    });
    if (decision === "allow") return true;
  }
  return false;
}
