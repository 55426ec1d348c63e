/**
 * The approving controller: nodes that may ask for a certificate of their own get it without anybody's help.
 *
 * @module
 */

import { parseSigningRequest, type SigningRequest } from "../toolkit/certificates/mod.ts";
import { CertificateSigningRequest, isNotFound, SubjectAccessReview } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { type CachedRequest, conditionOf, pemOf } from "./certificates/requests.ts";
import { requestLoop } from "./certificates/request_loop.ts";
import { clientOfNode } from "./certificates/signer_rules.ts";
import type { LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

/** What allows it, and what is said then. */
interface Recognizer {
  readonly subresource: string;
  readonly message: string;
  recognizes(request: CachedRequest, parsed: SigningRequest): boolean;
}

const RECOGNIZERS: readonly Recognizer[] = [
  {
    subresource: "selfnodeclient",
    message: "Auto approving self kubelet client certificate after SubjectAccessReview.",
    recognizes: ({ spec }, { commonName }) => spec?.username === commonName,
  },
  {
    subresource: "nodeclient",
    message: "Auto approving kubelet client certificate after SubjectAccessReview.",
    recognizes: () => true,
  },
];

/** Nobody is in a hurry to be told no again. */
class NotAllowed extends Error {}

/** Approves requests for client certificates of nodes, where a review of access says that their author may. */
export function createApprovingController(parts: LoopParts): Runnable {
  const { client } = parts;
  const names = NAMES[client.dialect];

  async function isAllowed({ spec }: CachedRequest, subresource: string): Promise<boolean> {
    const { username: user = "", uid = "", groups = [], extra = {} } = spec ?? {};
    const review = await client.create(SubjectAccessReview, {
      spec: {
        ...{ user, uid, groups, extra },
        resourceAttributes: {
          group: names.group("certificates"),
          resource: "certificatesigningrequests",
          verb: "create",
          version: "*",
          subresource,
        },
      },
    });
    return review.status.allowed;
  }

  return requestLoop(parts, {
    name: "csrapproving-controller",
    async answer(request) {
      if (conditionOf(request, "Approved") || conditionOf(request, "Denied")) return;
      if (request.spec?.signerName !== names.signerNodeAgentClient) return;
      const parsed = parseSigningRequest(pemOf(request));
      if (!isOfNode(parsed, request.spec.usages ?? [])) return;
      const tried: string[] = [];
      for (const { subresource, message, recognizes } of RECOGNIZERS) {
        if (!recognizes(request, parsed)) continue;
        tried.push(subresource);
        if (!await isAllowed(request, subresource)) continue;
        const approved = { type: "Approved", status: "True", reason: "AutoApproved", message };
        const conditions = [...request.status?.conditions ?? [], approved];
        try {
          const changed = { ...request, status: { ...request.status, conditions } };
          await client.replace(CertificateSigningRequest, changed, { subresource: "approval" });
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
        return;
      }
      throw new NotAllowed(
        `recognized csr "${request.metadata.name}" as [${
          tried.join(" ")
        }] but subject access review was not approved`,
      );
    },
  });
}

function isOfNode(request: SigningRequest, usages: readonly string[]): boolean {
  try {
    clientOfNode(request, usages);
    return true;
  } catch {
    return false;
  }
}

/** The controller of a process. */
export const approvingController: ProcessController = {
  name: "certificatesigningrequest-approving-controller",
  aliases: ["csrapproving"],
  account: "certificate-controller",
  flags: [],
  make: createApprovingController,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("csr_approving", [approvingController]));
}
