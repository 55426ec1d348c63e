/** Requests for certificates, and tokens of nodes, under schedules of faults. */
import { Buffer } from "node:buffer";
import { CertificateSigningRequest, type Client, ConfigMap, Secret } from "../../../mod.ts";
import { makeSigningRequest } from "../../../toolkit/certificates/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";

const request = await makeSigningRequest({
  commonName: "system:node:a",
  organizations: ["system:nodes"],
});
const USAGES = ["digital signature", "key encipherment", "client auth"] as const;

async function makeRequest(client: Client, name: string, usages: readonly string[] = USAGES) {
  await client.create(CertificateSigningRequest, {
    metadata: { name },
    spec: {
      request: Buffer.from(request).toString("base64"),
      signerName: "kubernetes.io/kube-apiserver-client-kubelet",
      usages: [...usages] as never,
    },
  });
}

testExplored("requests for certificates are approved once, and only those that may be", {
  on: ["csrapproving"],
  async scenario(env) {
    const { client } = env;
    await makeRequest(client, "one");
    await makeRequest(client, "other", ["any"]);
    await env.settle("10s");
    await makeRequest(client, "two");
    await env.settle("10m");
    return await endState(client, [CertificateSigningRequest]);
  },
});

testExplored("requests that nobody wants any more are cleaned up", {
  on: ["csrcleaner"],
  isLong: true,
  async scenario(env) {
    const { client } = env;
    for (const name of ["denied", "waits"]) await makeRequest(client, name);
    await client.patch(CertificateSigningRequest, "denied", {
      status: { conditions: [{ type: "Denied", status: "True", reason: "x", message: "" }] },
    } as never, { subresource: "approval" });
    // It looks around once an hour.
    await env.settle("8h");
    return await endState(client, [CertificateSigningRequest]);
  },
});

const base64 = (text: string) => Buffer.from(text).toString("base64");

async function makeToken(client: Client, id: string, more: Record<string, string> = {}) {
  const { namespaceSystem: namespace, secretTypeBootstrapToken: type } = NAMES[client.dialect];
  const texts = { "token-id": id, "token-secret": "0123456789abcdef", ...more };
  await client.create(Secret, {
    metadata: { namespace, name: `bootstrap-token-${id}` },
    type,
    data: Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, base64(text)])),
  });
}

testExplored("what new nodes are told is signed by the tokens that there are", {
  on: ["bootstrapsigner", "tokencleaner"],
  async scenario(env) {
    const { client } = env;
    const { namespacePublic: namespace } = NAMES[client.dialect];
    const signs = { "usage-bootstrap-signing": "true" };
    await makeToken(client, "abcdef", signs);
    await makeToken(client, "ending", { ...signs, expiration: "2026-01-02T03:14:05Z" });
    await makeToken(client, "notths");
    await client.create(ConfigMap, {
      metadata: { namespace, name: "cluster-info" },
      data: { kubeconfig: "some text", "jws-kubeconfig-gonegg": "x" },
    });
    await env.settle("10s");
    await client.patch(ConfigMap, { namespace, name: "cluster-info" }, {
      data: { kubeconfig: "other text" },
    });
    await env.settle("30m");
    return await endState(client, [Secret, ConfigMap]);
  },
});
