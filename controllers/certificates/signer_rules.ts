/**
 * What each signer signs, and what it says no to.
 *
 * @module
 */

import type { SigningRequest } from "../../toolkit/certificates/mod.ts";
import type { Names } from "../../toolkit/names.ts";

/** Throws, saying what is wrong, where a signer does not sign a request with these usages. */
export type SignerRule = (request: SigningRequest, usages: readonly string[]) => void;

/** The rules of the signers, by their names. */
export function signerRules(names: Names): ReadonlyMap<string, SignerRule> {
  return new Map<string, SignerRule>([
    [names.signerNodeAgentServing, servingOfNode],
    [names.signerNodeAgentClient, clientOfNode],
    [names.signerApiServerClient, (_, usages) => clientUsages(usages)],
    [names.signerLegacy, () => {}],
  ]);
}

const OF_NODES = "system:nodes";
const NODE = "system:node:";
const SERVING_USAGES = ["digital signature", "key encipherment", "server auth"];
const CLIENT_USAGES = ["client auth", "digital signature", "key encipherment"];
/** Keys other than RSA have no use for it. */
const OPTIONAL_USAGE = "key encipherment";

/** The certificate that a node's agent is known by to the API server. */
export const clientOfNode: SignerRule = (request, usages) => {
  const { alternativeNames: { dns, email, ip, uri } } = request;
  checkOrganization(request);
  const sets = [["DNS", dns], ["Email", email], ["IP", ip], ["URI", uri]] as const;
  for (const [type, values] of sets) checkNone(type, values);
  checkNodeName(request);
  checkUsages(usages, CLIENT_USAGES);
};

const servingOfNode: SignerRule = (request, usages) => {
  const { alternativeNames: { dns, email, ip, uri } } = request;
  checkOrganization(request);
  if (dns.length === 0 && ip.length === 0) throw new Error("DNS or IP subjectAltName is required");
  checkNone("Email", email);
  checkNone("URI", uri);
  checkUsages(usages, SERVING_USAGES);
  checkNodeName(request);
};

function checkOrganization({ organizations }: SigningRequest): void {
  if (organizations.length === 1 && organizations[0] === OF_NODES) return;
  throw new Error("subject organization is not system:nodes");
}

function checkNodeName({ commonName }: SigningRequest): void {
  if (!commonName.startsWith(NODE)) {
    throw new Error("subject common name does not begin with system:node:");
  }
}

function checkNone(type: string, values: readonly string[]): void {
  if (values.length > 0) throw new Error(`${type} subjectAltNames are not allowed`);
}

function checkUsages(usages: readonly string[], wanted: readonly string[]): void {
  const given = new Set(usages);
  const needed = wanted.filter((usage) => usage !== OPTIONAL_USAGE);
  const isRight = needed.every((usage) => given.has(usage)) &&
    [...given].every((usage) => wanted.includes(usage));
  if (!isRight) throw new Error(`usages did not match [${wanted.join(" ")}]`);
}

function clientUsages(usages: readonly string[]): void {
  const other = usages.find((usage) => !CLIENT_USAGES.includes(usage));
  if (other !== undefined) throw new Error(`invalid usage for client certificate: ${other}`);
  if (!usages.includes("client auth")) {
    throw new Error("missing required usage for client certificate: client auth");
  }
}
