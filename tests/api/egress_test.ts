/**
 * A server that reaches others through the proxies of `--egress-selector-config-file`: those that run it
 * through one over TLS, the cluster through one at a unix socket.
 *
 * @module
 */

import { ConnectProxy } from "../../testing/connect_proxy.ts";
import { eventually } from "../../testing/eventually.ts";
import { HttpsPeer, type PeerAnswer, type PeerRequest } from "../../testing/https_peer.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { withServers } from "./server_process.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const WEBHOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const HOOK_HOST = "hook.elsewhere.example";

/** Lets everything pass, and has the discovery of a group. */
function agrees({ body, path }: PeerRequest): PeerAnswer {
  if (path.startsWith("/apis/far.example.com/v1")) {
    const resources = [{ name: "things", kind: "Thing", namespaced: false, verbs: ["get"] }];
    return { body: { kind: "APIResourceList", groupVersion: "far.example.com/v1", resources } };
  }
  const { request: { uid } } = JSON.parse(body);
  const response = { uid, allowed: true };
  return { body: { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", response } };
}

function webhookOf(name: string, peer: HttpsPeer, where: object, label: string): object {
  return {
    metadata: { name },
    webhooks: [{
      name: `${name}.example.com`,
      clientConfig: { ...where, caBundle: btoa(peer.authority) },
      rules: [{
        operations: ["CREATE"],
        apiGroups: [""],
        apiVersions: ["v1"],
        resources: ["configmaps"],
      }],
      objectSelector: { matchLabels: { by: label } },
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
      failurePolicy: "Fail",
    }],
  };
}

Deno.test("webhooks and extension servers are asked through the proxies of their networks", () =>
  withServers(async (servers) => {
    const { folder } = servers;
    const now = new Date();
    await using peer = await HttpsPeer.start(agrees, [HOOK_HOST, "far.default.svc"]);
    const { port: peerPort } = new URL(peer.url);
    const authority = await makeAuthority("proxies", now);
    const proxyPair = await makeCertificate({
      commonName: "proxy",
      hosts: ["proxy.test"],
      usages: [USAGE.server],
      now,
    }, authority);
    const clientPair = await makeCertificate({
      commonName: "apiserver",
      usages: [USAGE.client],
      now,
    }, authority);
    await Deno.writeTextFile(`${folder}/proxy-ca.crt`, authority.certificate);
    await Deno.writeTextFile(`${folder}/proxy-client.crt`, clientPair.certificate);
    await Deno.writeTextFile(`${folder}/proxy-client.key`, clientPair.key, { mode: 0o600 });
    await using controlPlane = await ConnectProxy.start({
      tls: { ...proxyPair, clients: authority.certificate },
      leadsTo: () => Number(peerPort),
    });
    let isShut = false;
    await using cluster = await ConnectProxy.start({
      socketPath: `${folder}/cluster.sock`,
      leadsTo: () => isShut ? undefined : Number(peerPort),
    });
    const tlsConfig = {
      caBundle: `${folder}/proxy-ca.crt`,
      clientCert: `${folder}/proxy-client.crt`,
      clientKey: `${folder}/proxy-client.key`,
      tlsServerName: "proxy.test",
    };
    const url = `https://127.0.0.1:${controlPlane.port}`;
    const through = (transport: object) => ({ proxyProtocol: "HTTPConnect", transport });
    await Deno.writeTextFile(
      `${folder}/egress.json`,
      JSON.stringify({
        kind: "EgressSelectorConfiguration",
        apiVersion: "apiserver.k8s.io/v1beta1",
        egressSelections: [
          { name: "controlplane", connection: through({ tcp: { url, tlsConfig } }) },
          {
            name: "cluster",
            connection: through({ uds: { udsName: `${folder}/cluster.sock` } }),
          },
        ],
      }),
    );
    const server = await servers.start({
      store: "memory:",
      args: [`--egress-selector-config-file=${folder}/egress.json`],
    });
    const client = servers.client(server.port);
    const post = async (path: string, body: object) => {
      const answer = await client.post(path, body);
      assertEquals(answer.status, 201, answer.text);
      return answer.json;
    };
    const service = await post("/api/v1/namespaces/default/services", {
      metadata: { name: "far" },
      spec: { ports: [{ port: 443 }] },
    });
    await post(WEBHOOKS, webhookOf("by-url", peer, { url: `https://${HOOK_HOST}/judge` }, "url"));
    const byService = { service: { namespace: "default", name: "far", path: "/judge" } };
    await post(WEBHOOKS, webhookOf("by-service", peer, byService, "service"));
    await post(MAPS, { metadata: { name: "a", labels: { by: "url" } } });
    assertEquals([controlPlane.targets, cluster.targets], [[`${HOOK_HOST}:443`], []]);
    await post(MAPS, { metadata: { name: "b", labels: { by: "service" } } });
    const address = `${service.spec.clusterIP}:443`;
    assertEquals([controlPlane.targets.length, cluster.targets], [1, [address]]);

    await post("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", {
      metadata: { name: "far", labels: { "kubernetes.io/service-name": "far" } },
      addressType: "IPv4",
      ports: [{ name: "", port: 443 }],
      endpoints: [{ addresses: ["192.0.2.1"] }],
    });
    await post("/apis/apiregistration.k8s.io/v1/apiservices", {
      metadata: { name: "v1.far.example.com" },
      spec: {
        group: "far.example.com",
        version: "v1",
        groupPriorityMinimum: 100,
        versionPriority: 1,
        caBundle: btoa(peer.authority),
        service: { namespace: "default", name: "far", port: 443 },
      },
    });
    const served = () => client.get("/apis/far.example.com/v1");
    await eventually("the group is served", async () => (await served()).status === 200);
    assertEquals((await served()).json.resources[0].name, "things");
    assertEquals(new Set(cluster.targets), new Set([address]));
    assertEquals(controlPlane.targets.length, 1);

    isShut = true;
    cluster.dropConnections();
    const refused = await client.post(MAPS, {
      metadata: { name: "c", labels: { by: "service" } },
    });
    assertEquals(refused.status, 500);
    assert(refused.text.includes(`the proxy refuses to connect to ${address}`), refused.text);
    const { text: metrics } = await client.get("/metrics");
    for (
      const line of [
        /^apiserver_egress_dialer_dial_start_total\{protocol="http_connect",transport="tcp"\} 1$/m,
        /^apiserver_egress_dialer_dial_duration_seconds_count\{protocol="http_connect",transport="tcp"\} 1$/m,
        /^apiserver_egress_dialer_dial_failure_count\{protocol="http_connect",transport="uds",stage="proxy"\} [1-9]/m,
      ]
    ) {
      assert(line.test(metrics), `${line}\n${metrics.match(/^.*egress_dialer.*$/gm)?.join("\n")}`);
    }
  }));

Deno.test("webhooks at URLs are asked through the proxy of the environment, but for whom it exempts", () =>
  withServers(async (servers) => {
    await using peer = await HttpsPeer.start(agrees, [HOOK_HOST]);
    const { port: peerPort } = new URL(peer.url);
    await using proxy = await ConnectProxy.start({ leadsTo: () => Number(peerPort) });
    const server = await servers.start({
      store: "memory:",
      env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: "near.invalid" },
    });
    const client = servers.client(server.port);
    const added = async (name: string, host: string) => {
      const where = { url: `https://${host}/judge` };
      const answer = await client.post(WEBHOOKS, webhookOf(name, peer, where, name));
      assertEquals(answer.status, 201, answer.text);
    };
    await added("far", HOOK_HOST);
    await added("near", "near.invalid");
    await added("here", `127.0.0.1:${peerPort}`);
    const made = (name: string) => client.post(MAPS, { metadata: { name, labels: { by: name } } });
    assertEquals((await made("far")).status, 201);
    // Its name leads nowhere.
    assertEquals((await made("near")).status, 500);
    await made("here");
    assertEquals(proxy.targets, [`${HOOK_HOST}:443`]);
  }));

/** Answers whatever a server asks those that its files name. */
function answersAll({ path, body }: PeerRequest): PeerAnswer {
  if (path.startsWith("/.well-known")) {
    return { body: { issuer: ISSUER, jwks_uri: `${ISSUER}/keys` } };
  }
  if (path === "/keys") return { body: { keys: [] } };
  const { kind, apiVersion } = JSON.parse(body);
  const user = { username: "jane" };
  return { body: { kind, apiVersion, status: { authenticated: true, user, allowed: true } } };
}

const ISSUER = "https://issuer.elsewhere.example";

Deno.test("those whom files and flags name are asked through the proxy of the environment", () =>
  withServers(async (servers) => {
    const { folder } = servers;
    const hosts = ["tokens", "access", "audit", "images", "issuer"].map((name) =>
      `${name}.elsewhere.example`
    );
    await using peer = await HttpsPeer.start(answersAll, hosts);
    const peerPort = Number(new URL(peer.url).port);
    await using proxy = await ConnectProxy.start({ leadsTo: () => peerPort });
    const written = async (name: string, text: string) => {
      await Deno.writeTextFile(`${folder}/${name}`, text);
      return `${folder}/${name}`;
    };
    const leadsTo = (name: string) =>
      written(name, peer.clientConfig("/ask", `https://${name}.elsewhere.example`));
    const imagePolicy = {
      kubeConfigFile: await leadsTo("images"),
      allowTTL: 50,
      denyTTL: 50,
      retryBackoff: 500,
    };
    const admission = {
      apiVersion: "apiserver.config.k8s.io/v1",
      kind: "AdmissionConfiguration",
      plugins: [{ name: "ImagePolicyWebhook", configuration: { imagePolicy } }],
    };
    const policy = "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n";
    const server = await servers.start({
      store: "memory:",
      env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` },
      args: [
        `--authentication-token-webhook-config-file=${await leadsTo("tokens")}`,
        "--authentication-token-webhook-version=v1",
        "--authorization-mode=Webhook",
        `--authorization-webhook-config-file=${await leadsTo("access")}`,
        "--authorization-webhook-version=v1",
        `--audit-policy-file=${await written("policy", policy)}`,
        `--audit-webhook-config-file=${await leadsTo("audit")}`,
        "--audit-webhook-mode=blocking",
        "--enable-admission-plugins=ImagePolicyWebhook",
        "--disable-admission-plugins=ServiceAccount",
        `--admission-control-config-file=${await written("admission", JSON.stringify(admission))}`,
        `--oidc-issuer-url=${ISSUER}`,
        "--oidc-client-id=client",
        `--oidc-ca-file=${await written("issuer.crt", peer.authority)}`,
      ],
    });
    const jane = servers.client(server.port, { token: "of-jane" });
    const pod = { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } };
    const made = await jane.post("/api/v1/namespaces/default/pods", pod);
    assertEquals(made.status, 201, made.text);
    const wanted = new Set(hosts.map((host) => `${host}:443`));
    await eventually(
      "all of them were asked",
      () => Promise.resolve(new Set(proxy.targets).size === wanted.size),
    );
    assertEquals(new Set(proxy.targets), wanted);
  }));
