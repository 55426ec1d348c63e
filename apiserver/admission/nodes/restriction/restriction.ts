/**
 * Keeps the agent of a node to what is its own, so that who takes over one node has not all of them.
 *
 * @module
 */

import type { CertificateSigningRequest } from "../../../../toolkit/api/certificates_v1.ts";
import { NAMES } from "../../../../toolkit/names.ts";
import { quoteText } from "../../../../toolkit/values/mod.ts";
import { nodeNameOf } from "../../../authorization/node/mod.ts";
import { metadataOf } from "../../../resource/metadata.ts";
import type { ServerContext } from "../../../server_context.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../admission.ts";
import { subjectOf } from "../../certificates/subject_restriction.ts";
import { refused } from "../../refusal.ts";
import { judgeClaim } from "./claims.ts";
import type { Judge } from "./judge.ts";
import { judgeNode } from "./node_object.ts";
import { podJudge } from "./pods.ts";
import { tokenJudge } from "./tokens.ts";

/** The plugin that sees to it. Users that are no agents are left alone; those of no node write nothing. */
export function nodeRestriction(context: ServerContext): AdmissionPlugin {
  const names = NAMES[context.dialect];
  const judges: ReadonlyMap<string, Judge> = new Map<string, Judge>([
    ["/pods", podJudge(context)],
    ["/nodes", judgeNode(names)],
    ["/persistentvolumeclaims", judgeClaim],
    ["/serviceaccounts", tokenJudge(context)],
    [`${names.group("coordination")}/leases`, leaseJudge(names.namespaceNodeLeases)],
    [`${names.group("storage")}/csinodes`, judgeStorageNode],
    [`${names.group("resource")}/resourceslices`, judgeSlice],
    [
      `${names.group("certificates")}/certificatesigningrequests`,
      signingJudge([names.signerNodeAgentServing, names.signerNodeAgentClient], names),
    ],
  ]);
  return {
    handles: ["CREATE", "UPDATE", "DELETE"],
    mutate(request) {
      const { user, resource } = request;
      const node = nodeNameOf(user, names);
      if (node === undefined) return;
      if (node === "") {
        throw refused(request, `could not determine node from user ${quoteText(user.name)}`);
      }
      return judges.get(`${resource.group}/${resource.resource}`)?.(request, node);
    },
  };
}

/** The name of what a request is about, before it has one in its path. */
function nameIn({ operation, object, name }: AdmissionRequest): string {
  return operation === "CREATE" ? metadataOf(object ?? {}).name ?? "" : name;
}

function leaseJudge(namespaceOfLeases: string): Judge {
  return (request, node) => {
    if (request.namespace !== namespaceOfLeases) {
      const where = quoteText(namespaceOfLeases);
      throw refused(request, `can only access leases in the ${where} system namespace`);
    }
    if (nameIn(request) === node) return;
    const why = "can only access node lease with the same name as the requesting node";
    throw refused(request, why);
  };
}

const judgeStorageNode: Judge = (request, node) => {
  if (nameIn(request) === node) return;
  const why = "can only access CSINode with the same name as the requesting node";
  throw refused(request, why);
};

/** Updates are left to authorization, which sees no objects but knows whose they are. */
const judgeSlice: Judge = (request, node) => {
  const { operation, object, old } = request;
  if (operation !== "CREATE" && operation !== "DELETE") return;
  const { nodeName } = ((operation === "CREATE" ? object : old)?.spec ?? {}) as {
    readonly nodeName?: string;
  };
  if (nodeName === node) return;
  const word = operation === "CREATE" ? "create" : "delete";
  const why = `can only ${word} ResourceSlice with the same NodeName as the requesting node`;
  throw refused(request, why);
};

function signingJudge(
  signers: readonly string[],
  { userNodePrefix }: { readonly userNodePrefix: string },
): Judge {
  return (request, node) => {
    const { operation, object } = request;
    if (operation !== "CREATE") return;
    const { spec } = object as unknown as CertificateSigningRequest;
    if (!signers.includes(spec.signerName)) return;
    const { commonName } = subjectOf(request, spec.request, "unable to parse csr");
    const own = userNodePrefix + node;
    if (commonName === own) return;
    throw refused(request, `can only create a node CSR with CN=${own}`);
  };
}
