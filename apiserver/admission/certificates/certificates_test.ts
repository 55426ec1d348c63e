import { testPlugin, type Write } from "../../../testing/admission.ts";
import { makeSigningRequest } from "../../../toolkit/certificates/mod.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import type { Authorizer } from "../../authorization/authorizer.ts";

const REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const SIGNER = "example.com/signer";

async function requestOf(organizations: readonly string[]): Promise<string> {
  const pem = await makeSigningRequest({ commonName: "a", organizations, hosts: [] });
  return new TextEncoder().encode(pem).toBase64();
}

const [PLAIN, MASTERS] = await Promise.all([requestOf(["b"]), requestOf(["b", "system:masters"])]);

const signing = (name: string, signerName: string, request: string): Write => ["post", REQUESTS, {
  metadata: { name },
  spec: { signerName, request, usages: ["client auth"] },
}];
const user = (name: string): User => ({ name, uid: "", groups: [], extra: {} });
const condition = (type: string) => ({ type, status: "True", reason: "R", message: "m" });

/** Who may do what for which signer: `VERB NAME`. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  approver: [`approve ${SIGNER}`],
  ofDomain: ["approve example.com/*", "sign example.com/*"],
  elsewhere: ["approve other.com/*", "sign other.com/signer"],
};

const bySigner: Authorizer = {
  authorize({ user, verb, resource, name }) {
    const may = resource !== "signers" || MAY[user.name]?.includes(`${verb} ${name}`) === true;
    return { decision: may ? "allow" : "no opinion", reason: "" };
  },
};

const approval = (index: number): Write => ["patch", `${REQUESTS}/r${index}/approval`, {
  status: { conditions: [condition("Approved")] },
}];
const failure = (index: number): Write => ["patch", `${REQUESTS}/r${index}/status`, {
  status: { conditions: [condition("Failed")] },
}];
const there = (index: number) => [signing(`r${index}`, SIGNER, PLAIN)];

testPlugin("certificateApproval() and certificateSigning() ask who may for the signer", {
  plugins: ["CertificateApproval", "CertificateSigning"],
  authorizer: bySigner,
}, [
  {
    name: "an approval of nobody",
    before: there(0),
    write: approval(0),
    as: user("nobody"),
    status: 403,
    message: `user not permitted to approve requests with signerName "${SIGNER}"`,
  },
  {
    name: "an approval for another signer",
    before: there(1),
    write: approval(1),
    as: user("elsewhere"),
    status: 403,
    message: "user not permitted to approve",
  },
  {
    name: "a signature of one who approves",
    before: there(2),
    write: failure(2),
    as: user("approver"),
    status: 403,
    message: `user not permitted to sign requests with signerName "${SIGNER}"`,
  },
  { name: "one who may approve", before: there(3), write: approval(3), as: user("approver") },
  { name: "one of all the domain", before: there(4), write: failure(4), as: user("ofDomain") },
  {
    name: "a status that stays as it is",
    before: there(5),
    write: ["patch", `${REQUESTS}/r5/status`, { metadata: { labels: { a: "b" } } }],
    as: user("nobody"),
  },
]);

const CLIENTS = "kubernetes.io/kube-apiserver-client";

testPlugin("certificateSubjectRestriction() refuses the group of masters to clients", {
  plugins: ["CertificateSubjectRestriction"],
}, [
  {
    name: "a client",
    write: signing("a", CLIENTS, MASTERS),
    status: 403,
    message: `use of ${CLIENTS} signer with system:masters group is not allowed`,
  },
  { name: "a client of another group", write: signing("b", CLIENTS, PLAIN) },
  { name: "another signer", write: signing("c", SIGNER, MASTERS) },
]);
