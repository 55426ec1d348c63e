/**
 * What is done with requests for certificates: whoever approves and signs, the same comes of it.
 *
 * @module
 */

import {
  type AnyObject,
  CertificateSigningRequest,
  type Client,
  ClusterRoleBinding,
} from "../../mod.ts";
import { makeCertificate, makeSigningRequest } from "../../toolkit/certificates/mod.ts";
import type { ObjectScenario } from "./account_scenarios.ts";
import type { ObjectStage } from "./object_stage.ts";

const SERVING = "kubernetes.io/kubelet-serving";
const NODE_CLIENT = "kubernetes.io/kube-apiserver-client-kubelet";
const API_CLIENT = "kubernetes.io/kube-apiserver-client";
const OTHERS = "example.com/signer";

const CLIENT_USAGES = ["digital signature", "key encipherment", "client auth"];
const SERVING_USAGES = ["digital signature", "key encipherment", "server auth"];

/** What a request says. */
interface Asking {
  readonly signer?: string;
  readonly usages?: readonly string[];
  readonly commonName?: string;
  readonly organizations?: readonly string[];
  readonly hosts?: readonly string[];
  readonly seconds?: number;
}

async function specOf(asking: Asking): Promise<object> {
  const { signer = NODE_CLIENT, usages = CLIENT_USAGES, hosts = [], seconds } = asking;
  const { commonName = "system:node:a", organizations = ["system:nodes"] } = asking;
  const pem = await makeSigningRequest({ commonName, organizations, hosts });
  return {
    spec: {
      request: new TextEncoder().encode(pem).toBase64(),
      signerName: signer,
      usages,
      ...(seconds !== undefined && { expirationSeconds: seconds }),
    },
  };
}

const conditionsOf = (one?: AnyObject): AnyObject[] => one?.status?.conditions ?? [];
const has = (type: string) => (one?: AnyObject) =>
  conditionsOf(one).some((condition) => condition.type === type);
const isSigned = (one?: AnyObject) => one?.status?.certificate !== undefined;

const condition = (type: string) => ({
  type,
  status: "True",
  reason: "Tested",
  message: `it is ${type}`,
  lastUpdateTime: new Date().toISOString().replace(/\.\d+/, ""),
});

const decide = (stage: ObjectStage, name: string, ...types: string[]) =>
  stage.say(
    CertificateSigningRequest,
    name,
    { conditions: types.map((type) => condition(type)) },
    "approval",
  );

/** A request that is approved, and answered. */
function signing(asking: Asking, answer: (one?: AnyObject) => boolean = isSigned): ObjectScenario {
  return async (stage) => {
    await stage.make(CertificateSigningRequest, "r", await specOf(asking));
    await decide(stage, "r", "Approved");
    await stage.comes(CertificateSigningRequest, "r", answer);
  };
}

const refused = (asking: Asking) => signing(asking, has("Failed"));
const serving = (more: Asking = {}): Asking => ({
  signer: SERVING,
  usages: SERVING_USAGES,
  hosts: ["a.example.com", "10.1.2.3"],
  ...more,
});

const SIGNING: Readonly<Record<string, ObjectScenario>> = {
  "a node's client gets its certificate": signing({}),
  "a node's client without encipherment": signing({
    usages: ["digital signature", "client auth"],
  }),
  "a node's server gets its certificate": signing(serving()),
  "a node's server by its addresses alone": signing(serving({ hosts: ["10.1.2.3", "fd00::1"] })),
  "a client of the server gets its certificate": signing({
    signer: API_CLIENT,
    commonName: "jane",
    organizations: ["dev", "ops"],
    hosts: ["jane.example.com"],
  }),
  "a client of the server without organizations": signing({
    signer: API_CLIENT,
    commonName: "jane",
    organizations: [],
    usages: ["key encipherment", "client auth"],
  }),
  "a client of the server may ask for less": signing({
    signer: API_CLIENT,
    commonName: "jane",
    usages: ["client auth"],
  }),
  "the shortest time": signing({ seconds: 600 }),
  "a short time": signing({ seconds: 7 * 3600 }),
  "a day": signing({ seconds: 86_400 }),
  "more than the signer gives": signing({ seconds: 100 * 86_400 }),
  "more than the authority has left": signing(serving({ seconds: 20 * 86_400 })),
  "a node's client with another organization": refused({ organizations: ["dev"] }),
  "a node's client with a second organization": refused({
    organizations: ["system:nodes", "dev"],
  }),
  "a node's client of another name": refused({ commonName: "jane" }),
  "a node's client with names of a server": refused({ hosts: ["a.example.com"] }),
  "a node's client with addresses": refused({ hosts: ["10.1.2.3"] }),
  "a node's client that wants to serve": refused({ usages: SERVING_USAGES }),
  "a node's client that wants more": refused({ usages: [...CLIENT_USAGES, "code signing"] }),
  "a node's server without names": refused(serving({ hosts: [] })),
  "a node's server with another organization": refused(serving({ organizations: ["dev"] })),
  "a node's server of another name": refused(serving({ commonName: "jane" })),
  "a node's server that wants to be a client": refused(serving({ usages: CLIENT_USAGES })),
  "a client of the server that wants to serve": refused({
    signer: API_CLIENT,
    usages: [...CLIENT_USAGES, "server auth"],
  }),
  "a client of the server that does not want to be one": refused({
    signer: API_CLIENT,
    usages: ["digital signature"],
  }),
  async "nobody signs what is not approved, denied, or somebody else's"(stage) {
    const spec = await specOf({ signer: API_CLIENT });
    for (const name of ["open", "denied", "failed"]) {
      await stage.make(CertificateSigningRequest, name, spec);
    }
    await decide(stage, "denied", "Denied");
    await stage.say(CertificateSigningRequest, "failed", { conditions: [condition("Failed")] });
    await stage.make(CertificateSigningRequest, "others", await specOf({ signer: OTHERS }));
    await decide(stage, "others", "Approved");
    await stage.make(CertificateSigningRequest, "last", spec);
    await decide(stage, "last", "Approved");
    await stage.comes(CertificateSigningRequest, "last", isSigned);
  },
};

/** Who asks, by groups that may create requests, and more. */
const REQUESTERS = "requesters";
const SELF = "self-clients";
const ANY_NODE = "node-clients";

function approving(
  user: string,
  groups: readonly string[],
  asking: Asking,
  isApproved: boolean,
): ObjectScenario {
  return async (stage) => {
    await stage.as(user, [REQUESTERS, ...groups]).create(CertificateSigningRequest, {
      metadata: { name: stage.nameOf("r") },
      ...await specOf(asking),
    } as never);
    if (isApproved) {
      await stage.comes(CertificateSigningRequest, "r", isSigned);
      return;
    }
    // Until another one, made later, is approved.
    await stage.as("system:node:a", [REQUESTERS, SELF]).create(CertificateSigningRequest, {
      metadata: { name: stage.nameOf("later") },
      ...await specOf({}),
    } as never);
    await stage.comes(CertificateSigningRequest, "later", isSigned);
  };
}

const APPROVING: Readonly<Record<string, ObjectScenario>> = {
  "a node asks for itself": approving("system:node:a", [SELF], {}, true),
  "somebody who may asks for a node": approving("jane", [ANY_NODE], {}, true),
  "who may do both asks for itself": approving("system:node:a", [SELF, ANY_NODE], {}, true),
  "a node that may only ask for itself asks for another": approving(
    "system:node:b",
    [SELF],
    {},
    false,
  ),
  "somebody who may not asks for a node": approving("jane", [], {}, false),
  "somebody who may asks for a server of a node": approving("jane", [ANY_NODE], serving(), false),
  "somebody who may asks for another signer": approving(
    "jane",
    [ANY_NODE],
    { signer: API_CLIENT },
    false,
  ),
  "somebody who may asks for more": approving(
    "jane",
    [ANY_NODE],
    { usages: [...CLIENT_USAGES, "server auth"] },
    false,
  ),
  "somebody who may asks for another organization": approving(
    "jane",
    [ANY_NODE],
    { organizations: ["dev"] },
    false,
  ),
  async "what was denied stays so"(stage) {
    await stage.as("jane", [REQUESTERS]).create(CertificateSigningRequest, {
      metadata: { name: stage.nameOf("r") },
      ...await specOf({}),
    } as never);
    await decide(stage, "r", "Denied");
    await stage.pass(1);
  },
};

/** Says who may ask for what. */
export async function letAsk(client: Client): Promise<AsyncDisposable> {
  const roles = {
    [REQUESTERS]: "system:node-bootstrapper",
    [SELF]: "system:certificates.k8s.io:certificatesigningrequests:selfnodeclient",
    [ANY_NODE]: "system:certificates.k8s.io:certificatesigningrequests:nodeclient",
  };
  for (const [group, name] of Object.entries(roles)) {
    await client.create(ClusterRoleBinding, {
      metadata: { name: group },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: group }],
    });
  }
  return { [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** All of them. */
export const CERTIFICATE_SCENARIOS: Readonly<Record<string, ObjectScenario>> = {
  ...SIGNING,
  ...APPROVING,
};

/** Writes the pairs of the signers, and says where they are. The authority of the first ends soon. */
export async function signerFlags(folder: string): Promise<readonly string[]> {
  const flags: string[] = [];
  const signers = ["kubelet-serving", "kubelet-client", "kube-apiserver-client", "legacy-unknown"];
  for (const signer of signers) {
    const days = signer === "kubelet-serving" ? 10 : 3650;
    const { certificate, key } = await makeCertificate({
      commonName: `authority of ${signer}`,
      now: new Date(),
      days,
      authority: {},
    });
    await Deno.writeTextFile(`${folder}/${signer}.crt`, certificate);
    await Deno.writeTextFile(`${folder}/${signer}.key`, key);
    flags.push(`--cluster-signing-${signer}-cert-file=${folder}/${signer}.crt`);
    flags.push(`--cluster-signing-${signer}-key-file=${folder}/${signer}.key`);
  }
  return [...flags, "--cluster-signing-duration=720h"];
}
