/**
 * Decisions about requests for certificates: what they say, who signs them for what and how long, and who may have that
 * done.
 *
 * @module
 */

import type { AdmissionPlugin } from "../../apiserver/admission/admission.ts";
import {
  certificateApproval,
  certificateSigning,
} from "../../apiserver/admission/certificates/signers.ts";
import { certificateSubjectRestriction } from "../../apiserver/admission/certificates/subject_restriction.ts";
import type { Attributes } from "../../apiserver/authorization/authorizer.ts";
import type { ServerContext } from "../../apiserver/server_context.ts";
import { clientOfNode, signerRules } from "../../controllers/certificates/signer_rules.ts";
import { usagesOf } from "../../controllers/certificates/usages.ts";
import { validityOf } from "../../controllers/certificates/validity.ts";
import { parseSigningRequest, SigningRequestError } from "../../toolkit/certificates/mod.ts";
import { StatusError } from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { type Decision, madeBy } from "./decision.ts";
import { requestOf } from "./restriction.ts";
import {
  type AskedCertificate,
  RandomSigningRequests,
  type Times,
} from "./random_signing_requests.ts";
import type { Writing } from "./random_writes.ts";

const REFUSED = "refused";
const URIS_AS_WRITTEN = "URIs are taken as they are written, whether they can be read or not";
/** The place of URIs in what is said of a request. */
const URIS = 5;
const RULES = signerRules(NAMES.kubernetes);

export const SIGNING_DECISIONS: readonly Decision[] = [
  {
    kind: "signing request",
    questions: madeBy(RandomSigningRequests, (of) => ({ given: of.signer(), asked: of.asked() })),
    decide: readRequest,
    comparable: (said) => said === REFUSED ? said : JSON.stringify(JSON.parse(said)),
    known: (_, ours, theirs) =>
      theirs === REFUSED && ours !== REFUSED && JSON.parse(ours)[URIS].length > 0
        ? URIS_AS_WRITTEN
        : undefined,
  },
  {
    kind: "validity",
    questions: madeBy(
      RandomSigningRequests,
      (of) => ({ given: of.times(), asked: of.anyUsages() }),
    ),
    decide: validity,
  },
  {
    kind: "certificate writing",
    questions: madeBy(
      RandomSigningRequests,
      (of) => ({ given: of.allowed(), asked: of.writing() }),
    ),
    decide: admittedRequest,
    // What is wrong with a request for a certificate is told in the words of a library.
    comparable: (said) => said.replace(/(failed to parse CSR): [^]*/, "$1"),
    known({ asked }, ours, theirs) {
      const { object, old } = asked as Writing;
      if (/failed to parse CSR: x509: cannot parse URI/.test(theirs)) return URIS_AS_WRITTEN;
      if (/failed to parse CSR: .* verification failure$/.test(ours)) {
        return "whether a request is signed by its key is looked at at once";
      }
      const isEmpty = (one: Writing["object"]) =>
        (one?.status as { certificate?: string } | undefined)?.certificate === "";
      return ours === "admitted" && isEmpty(object) !== isEmpty(old)
        ? "an empty certificate is none"
        : undefined;
    },
  },
];

/** What a request for a certificate says, what its signer makes of it, and who of nodes' agents it seems to be from. */
function readRequest(
  signer: string,
  { request, usages, username }: AskedCertificate,
): string {
  let parsed;
  try {
    parsed = parseSigningRequest(new TextDecoder().decode(Uint8Array.fromBase64(request)));
  } catch (error) {
    if (!(error instanceof SigningRequestError)) throw error;
    return REFUSED;
  }
  const { commonName, organizations, alternativeNames: { dns, ip, email, uri } } = parsed;
  const isOfNode = signer === NAMES.kubernetes.signerNodeAgentClient &&
    problemOf(() => clientOfNode(parsed, usages)) === "";
  return JSON.stringify([
    commonName,
    organizations,
    dns,
    ip,
    email,
    uri,
    problemOf(() => RULES.get(signer)!(parsed, usages)),
    isOfNode && username === commonName,
    isOfNode,
  ]);
}

function problemOf(check: () => void): string {
  try {
    check();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

/** What a certificate is good for, and from when to when. */
function validity({ nowMs, ttlSeconds, endMs }: Times, asked: string[]): string {
  let times, usages;
  try {
    usages = usagesOf(asked);
    times = validityOf({
      nowMs,
      mostMs: ttlSeconds * 1000,
      askedSeconds: undefined,
      authorityEnd: new Date(endMs),
    });
  } catch (error) {
    return (error as Error).message.split(": ", 1)[0]!;
  }
  const flags = usages.keyUsages.reduce((sum, name) => sum | FLAGS[name], 0);
  const extended = usages.extendedUsages.map((id) => EXTENDED.indexOf(id)).sort((a, b) => a - b);
  const { notBefore, notAfter } = times;
  return `${notBefore.getTime()} ${notAfter.getTime()} ${flags} [${extended.join(" ")}]`;
}

/** The bits of usages, in the order in which certificates have them. */
const FLAGS = {
  digitalSignature: 1,
  nonRepudiation: 2,
  keyEncipherment: 4,
  dataEncipherment: 8,
  keyAgreement: 16,
  keyCertSign: 32,
  cRLSign: 64,
  encipherOnly: 128,
  decipherOnly: 256,
} as const;

/** Usages in the order of the reference's numbers. */
const EXTENDED = [
  "2.5.29.37.0",
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `1.3.6.1.5.5.7.3.${last}`),
  "1.3.6.1.4.1.311.10.3.3",
  "2.16.840.1.113730.4.1",
];

/** Whether somebody may ask for a certificate, approve a request or sign it. Those who may are told: "VERB SIGNER". */
async function admittedRequest(allowed: string[], asked: Writing): Promise<string> {
  const request = requestOf(asked);
  const context = {
    dialect: "kubernetes",
    authorizer: {
      authorize({ group, resource, verb, name }: Attributes) {
        const isSigner = resource === "signers" && group === "certificates.k8s.io";
        const may = isSigner && allowed.includes(`${verb} ${name}`);
        return { decision: may ? "allow" : "no opinion", reason: "" };
      },
    },
  } as unknown as ServerContext;
  const plugins: AdmissionPlugin[] = [
    certificateApproval(context),
    certificateSigning(context),
    certificateSubjectRestriction(context),
  ];
  const { operation, resource, subresource } = request;
  for (const { handles, about, validate } of plugins) {
    if (!handles?.includes(operation) || !about?.(resource, subresource)) continue;
    try {
      await validate?.(request);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return `${error.code} ${error.message}`;
    }
  }
  return "admitted";
}
