/**
 * Cert-manager: certificates that become secrets by requests that are approved, webhooks that judge and complete them, whose
 * own authority one program makes and another tells the API server of.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { freePort } from "../../../testing/free_port.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { certificatesOfPem, parseCertificate } from "../../../toolkit/certificates/mod.ts";
import { helmTemplate } from "../helm.ts";
import { type Kubectl, type Operator, refused } from "./operator.ts";

const API = "cert-manager.io/v1";
const NAMESPACE = "cert-manager";
const SERVICE = "cert-manager-webhook";

/** The names that the webhooks are called by. */
const NAMES = [SERVICE, `${SERVICE}.${NAMESPACE}`, `${SERVICE}.${NAMESPACE}.svc`];

const issuer = (name: string, spec: object) => ({
  apiVersion: API,
  kind: "Issuer",
  metadata: { name },
  spec,
});

const certificate = (name: string, issuer: string, more: object) => ({
  apiVersion: API,
  kind: "Certificate",
  metadata: { name },
  spec: { secretName: name, issuerRef: { name: issuer }, ...more },
});

const AUTHORITY = certificate("authority", "self", {
  isCA: true,
  commonName: "authority",
  privateKey: { algorithm: "ECDSA", size: 256 },
});

/** Cert-manager. */
export const CERT_MANAGER: Operator = {
  module: "github.com/cert-manager/cert-manager@v1.11.5",
  manifests: (_, folder) => chart(folder),
  namespace: NAMESPACE,
  programs: [
    {
      path: "./cmd/webhook",
      account: SERVICE,
      services: [SERVICE],
      flags: (config, _, port) =>
        Promise.resolve([
          `--kubeconfig=${config}`,
          `--secure-port=${port}`,
          `--healthz-port=${freePort()}`,
          `--dynamic-serving-ca-secret-namespace=${NAMESPACE}`,
          `--dynamic-serving-ca-secret-name=${SERVICE}-ca`,
          `--dynamic-serving-dns-names=${NAMES}`,
        ]),
    },
    {
      path: "./cmd/cainjector",
      account: "cert-manager-cainjector",
      flags: () => Promise.resolve([`--leader-election-namespace=${NAMESPACE}`]),
    },
    {
      path: "./cmd/controller",
      account: "cert-manager",
      flags: (config) =>
        Promise.resolve([
          `--kubeconfig=${config}`,
          `--cluster-resource-namespace=${NAMESPACE}`,
          `--leader-election-namespace=${NAMESPACE}`,
          `--metrics-listen-address=127.0.0.1:${freePort()}`,
        ]),
    },
  ],
  async use(kubectl) {
    const self = issuer("self", { selfSigned: {} });
    await eventually("its webhook is trusted", async () => await refused(kubectl, self) === "");
    await kubectl("create -f -", self);
    await kubectl("create -f -", issuer("own", { ca: { secretName: "authority" } }));
    await kubectl("create -f -", AUTHORITY);
    await kubectl("create -f -", certificate("web", "own", { dnsNames: ["web.example.com"] }));
    await kubectl("wait --for=condition=Ready certificate --all --timeout=120s");
    await kubectl("wait --for=condition=Ready issuer --all --timeout=60s");
    const [web] = certificatesOfPem(await secret(kubectl, "web"), "web").map(parseCertificate);
    assertEquals(web?.alternativeNames.dns, ["web.example.com"]);
    assertEquals(web?.maySignCertificates, false);
    assertEquals(await kubectl("get secret web -o jsonpath={.type}"), "kubernetes.io/tls");

    // Its webhook judges, says who asks, and lets nobody change that.
    const unnamed = await refused(kubectl, certificate("none", "own", {}));
    assert(unnamed.includes("at least one of commonName"), unnamed);
    const by = "jsonpath={.items[*].spec.username}";
    const account = `system:serviceaccount:${NAMESPACE}:cert-manager`;
    assertEquals(await kubectl(`get certificaterequests -o ${by}`), `${account} ${account}`);
    const [first] = (await kubectl("get certificaterequests -o name")).split("\n");
    const patch = `patch ${first} --type=merge -p {"spec":{"username":"me"}}`;
    const changed = await kubectl(patch).catch((error: Error) => error.message);
    assert(changed.includes("username identity cannot be changed"), changed);

    // What is lost is issued anew, and what it made goes with it.
    await kubectl("delete secret web");
    await eventually("the secret is back", async () => await secret(kubectl, "web") !== "");
    await kubectl("delete certificate web --cascade=foreground --wait");
    const left = "get certificaterequests -o jsonpath={.items[*].metadata.ownerReferences[0].name}";
    assertEquals(await kubectl(left), "authority");
  },
};

/** Its chart, with the definitions that are put there when it is published. */
async function chart(folder: string): Promise<string> {
  const own = await Deno.makeTempDir({ prefix: "orch-chart-" });
  try {
    const source = `${folder}/deploy/charts/cert-manager`;
    await Deno.mkdir(`${own}/templates`);
    await Deno.copyFile(`${source}/Chart.template.yaml`, `${own}/Chart.yaml`);
    await Deno.copyFile(`${source}/values.yaml`, `${own}/values.yaml`);
    for (const files of [`${source}/templates`, `${folder}/deploy/crds`]) {
      for await (const { name } of Deno.readDir(files)) {
        if (name.endsWith(".md")) continue;
        await Deno.copyFile(`${files}/${name}`, `${own}/templates/${name}`);
      }
    }
    return await helmTemplate(NAMESPACE, own, {
      installCRDs: "true",
      fullnameOverride: "cert-manager",
      "startupapicheck.enabled": "false",
      "global.leaderElection.namespace": NAMESPACE,
    });
  } finally {
    await Deno.remove(own, { recursive: true });
  }
}

/** The certificate in a secret. */
async function secret(kubectl: Kubectl, name: string): Promise<string> {
  const data = await kubectl(`get secret ${name} --ignore-not-found -o jsonpath={.data.tls\\.crt}`);
  return atob(data);
}
