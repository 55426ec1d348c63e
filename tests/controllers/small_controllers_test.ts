/** Controllers of a few lines: of nodes, their tokens, ephemeral volumes and ranges of addresses. */
import { Buffer } from "node:buffer";
import { testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import {
  type Client,
  ClusterRole,
  ConfigMap,
  coreV1,
  Namespace,
  Node,
  PersistentVolumeClaim,
  Pod,
  Secret,
  Service,
  ServiceCIDR,
} from "../../mod.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { base64url } from "../../toolkit/tokens/json_web_token.ts";

const COLLECTORS = ["namespace", "garbagecollector"];
const NOW = "2026-01-02T03:04:05Z";
const base64 = (text: string) => Buffer.from(text).toString("base64");

for (const dialect of DIALECTS) {
  Deno.test(`nodes are told how long to keep what they read (${dialect})`, async () => {
    await using env = await testEnv({ controllers: [...COLLECTORS, "ttl"], dialect });
    const { client } = env;
    const annotation = `node.alpha.${NAMES[dialect].domain}/ttl`;
    const name = (index: number) => `n${String(index).padStart(3, "0")}`;
    const make = (index: number) => client.create(Node, { metadata: { name: name(index) } });
    const secondsOf = async (index: number) =>
      (await client.get(Node, name(index))).metadata.annotations?.[annotation];
    for (let index = 0; index < 100; index++) await make(index);
    await env.settle("1m");
    assertEquals(await secondsOf(99), "0");
    await make(100);
    await env.settle("1m");
    assertEquals([await secondsOf(100), await secondsOf(99)], ["15", "0"]);
    // Those that were there before hear of it when they change.
    await client.patch(Node, name(99), { metadata: { labels: { a: "b" } } });
    await env.settle("1m");
    assertEquals(await secondsOf(99), "15");
    for (let index = 100; index > 89; index--) await client.delete(Node, name(index));
    await client.patch(Node, name(0), { metadata: { labels: { a: "b" } } });
    await env.settle("1m");
    // Ninety are not fewer than ninety.
    assertEquals(await secondsOf(0), "15");
    await client.delete(Node, name(89));
    await client.patch(Node, name(0), { metadata: { labels: { a: "c" } } });
    await env.settle("1m");
    assertEquals(await secondsOf(0), "0");
  });
}

const TOKEN = { "token-id": "abcdef", "token-secret": "0123456789abcdef" };

async function makeToken(client: Client, id: string, more: Record<string, string> = {}) {
  const { namespaceSystem: namespace, secretTypeBootstrapToken: type } = NAMES[client.dialect];
  const texts: Record<string, string> = { ...TOKEN, "token-id": id, ...more };
  const data = Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, base64(value)]),
  );
  await client.create(Secret, {
    metadata: { namespace, name: `bootstrap-token-${id}` },
    type,
    data,
  });
}

const SIGNING = { "usage-bootstrap-signing": "true" };

for (const dialect of DIALECTS) {
  Deno.test(`what new nodes are told is signed by their tokens (${dialect})`, async () => {
    const controllers = [...COLLECTORS, "bootstrapsigner", "tokencleaner"];
    await using env = await testEnv({ controllers, dialect, now: NOW });
    const { client } = env;
    const { namespacePublic: namespace } = NAMES[dialect];
    const place = { namespace, name: "cluster-info" };
    await client.create(Namespace, { metadata: { name: namespace } }).catch(() => {});
    await makeToken(client, "abcdef", SIGNING);
    await makeToken(client, "ending", { ...SIGNING, expiration: "2026-01-02T03:14:05Z" });
    await makeToken(client, "notths");
    await client.create(ConfigMap, {
      metadata: { ...place, annotations: { [NAMES[dialect].annotationLastApplied]: "{}" } },
      data: { kubeconfig: "some text", other: "stays", "jws-kubeconfig-gonegg": "x" },
    });
    const keys = async () => {
      await env.settle("1m");
      return Object.keys((await client.get(ConfigMap, place)).data ?? {}).sort();
    };
    const both = ["jws-kubeconfig-abcdef", "jws-kubeconfig-ending", "kubeconfig", "other"];
    assertEquals(await keys(), both);
    const map = await client.get(ConfigMap, place);
    assertEquals(map.metadata.annotations, { [NAMES[dialect].annotationLastApplied]: "{}" });
    // As `openssl dgst -sha256 -hmac` has it.
    const [head = "", body, signature] = map.data!["jws-kubeconfig-abcdef"]!.split(".");
    assertEquals(body, "");
    assertEquals(atob(head), '{"alg":"HS256","kid":"abcdef"}');
    const utf8 = new TextEncoder();
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey(
      "raw",
      utf8.encode(TOKEN["token-secret"]),
      algorithm,
      false,
      ["verify"],
    );
    const signed = utf8.encode(`${head}.${base64url(utf8.encode("some text"))}`);
    const bytes = Uint8Array.fromBase64(signature!, { alphabet: "base64url" });
    assert(await crypto.subtle.verify(algorithm, key, bytes, signed));
    // A token that ends goes, and its signature with it.
    await env.advance("11m");
    assertEquals(await keys(), ["jws-kubeconfig-abcdef", "kubeconfig", "other"]);
  });
}

Deno.test("tokens of nodes go when they end, or when nobody can tell when", async () => {
  await using env = await testEnv({ controllers: [...COLLECTORS, "tokencleaner"], now: NOW });
  const { client } = env;
  await makeToken(client, "foever");
  await makeToken(client, "strang", { expiration: "tomorrow" });
  await makeToken(client, "passed", { expiration: "2026-01-02T03:04:04Z" });
  await makeToken(client, "coming", { expiration: "2026-01-02T04:04:05+00:00" });
  const namespace = NAMES[client.dialect].namespaceSystem;
  const left = async () =>
    (await client.list(Secret, { namespace })).items.map(({ metadata }) => metadata.name.slice(-6));
  await env.settle("1m");
  assertEquals(await left(), ["coming", "foever"]);
  await env.advance("58m");
  assertEquals(await left(), ["coming", "foever"]);
  await env.advance("2m");
  assertEquals(await left(), ["foever"]);
});

const SPEC = { containers: [{ name: "c", image: "i" }] };
const CLAIM = {
  accessModes: ["ReadWriteOnce" as const],
  resources: { requests: { storage: "1Gi" } },
};

Deno.test("ephemeral volumes have a claim that goes with their pod", async () => {
  const controllers = [...COLLECTORS, "ephemeral-volume", "pvc-protection"];
  await using env = await testEnv({ controllers });
  const { client } = env;
  const metadata = { labels: { a: "b" }, annotations: { c: "d" } };
  const volume = (name: string) => ({
    name,
    ephemeral: { volumeClaimTemplate: { metadata, spec: CLAIM } },
  });
  const taken = { metadata: { name: "p-taken" }, spec: CLAIM };
  await client.create(PersistentVolumeClaim, taken);
  await client.create(Pod, {
    metadata: { name: "p" },
    spec: { ...SPEC, volumes: [volume("data"), { name: "e", emptyDir: {} }, volume("taken")] },
  });
  await env.settle("1m");
  const made = await client.get(PersistentVolumeClaim, "p-data");
  const { uid } = (await client.get(Pod, "p")).metadata;
  assertEquals(made.metadata.ownerReferences, [
    {
      apiVersion: "v1",
      kind: "Pod",
      name: "p",
      uid,
      controller: true,
      blockOwnerDeletion: true,
    },
  ]);
  assertEquals(made.metadata.labels, metadata.labels);
  assertEquals(made.metadata.annotations, metadata.annotations);
  const events = (await client.list(coreV1.Event)).items;
  assertEquals(
    [...new Set(events.map(({ reason, message }) => `${reason}: ${message}`))],
    [
      "FailedBinding: ephemeral volume taken: PVC default/p-taken was not created for pod " +
      "default/p (pod is not owner)",
    ],
  );
  // Somebody deletes both: they are made again.
  await client.delete(PersistentVolumeClaim, "p-data");
  await client.delete(PersistentVolumeClaim, "p-taken");
  await env.settle("30m");
  const claims = async () =>
    (await client.list(PersistentVolumeClaim)).items.map(({ metadata }) => metadata.name);
  assertEquals(await claims(), ["p-data", "p-taken"]);
  assert((await client.get(PersistentVolumeClaim, "p-data")).metadata.uid !== made.metadata.uid);
  await client.delete(Pod, "p", { gracePeriod: 0 });
  await env.settle("1m");
  assertEquals(await claims(), []);
});

Deno.test("a range of services' addresses stays while one of them is in use there only", async () => {
  await using env = await testEnv({ controllers: [...COLLECTORS, "service-cidr"] });
  const { client } = env;
  const range = (name: string, ...cidrs: string[]) =>
    client.create(ServiceCIDR, { metadata: { name }, spec: { cidrs } });
  await range("extra", "10.99.0.0/24");
  await env.settle("1m");
  const stateOf = async (name: string) => {
    const { metadata, status } = await client.get(ServiceCIDR, name);
    return [
      metadata.finalizers,
      status?.conditions?.map(({ type, status, reason, message }) =>
        [type, status, reason, message].join(" ")
      ),
    ];
  };
  const finalizers = [NAMES[client.dialect].finalizerServiceCidr];
  const ready = "Ready True  Kubernetes Service CIDR is ready";
  assertEquals(await stateOf("extra"), [finalizers, [ready]]);
  const service = (name: string, clusterIP: string) =>
    client.create(Service, {
      metadata: { name },
      spec: { clusterIP, ports: [{ name: "p", port: 1, protocol: "TCP", targetPort: 1 }] },
    });
  await service("user", "10.99.0.7");
  await env.settle("1m");
  await client.delete(ServiceCIDR, "extra");
  await env.settle("1m");
  const inUse =
    "Ready False Terminating There are still IPAddresses referencing the ServiceCIDR, " +
    "please remove them or create a new ServiceCIDR";
  assertEquals(await stateOf("extra"), [finalizers, [inUse]]);
  // Another range has the address, too.
  await range("wider", "10.99.0.0/16");
  await env.advance("9s");
  await env.settle("1m");
  assertEquals(await client.find(ServiceCIDR, "extra"), undefined);
  await client.delete(ServiceCIDR, "wider");
  await env.settle("1m");
  assertEquals((await stateOf("wider"))[1], [inUse]);
  await client.delete(Service, "user");
  await env.settle("1m");
  assertEquals(await client.find(ServiceCIDR, "wider"), undefined);
});

Deno.test("two ranges that are deleted together do not stand in for each other", async () => {
  await using env = await testEnv({ controllers: [...COLLECTORS, "service-cidr"] });
  const { client } = env;
  for (const name of ["one", "other"]) {
    await client.create(ServiceCIDR, { metadata: { name }, spec: { cidrs: ["10.99.0.0/24"] } });
  }
  await env.settle("1m");
  await client.create(Service, {
    metadata: { name: "user" },
    spec: { clusterIP: "10.99.0.7", ports: [{ port: 1, protocol: "TCP", targetPort: 1 }] },
  });
  for (const name of ["one", "other"]) await client.delete(ServiceCIDR, name);
  await env.advance("1m");
  const left = (await client.list(ServiceCIDR)).items.map(({ metadata }) => metadata.name);
  assert(left.includes("one") && left.includes("other"), left.join());
});

Deno.test("cluster roles that sum others up have their rules, and those of sums", async () => {
  await using env = await testEnv({ controllers: [...COLLECTORS, "clusterrole-aggregation"] });
  const { client } = env;
  const on = (resource: string) => ({ verbs: ["get"], apiGroups: [""], resources: [resource] });
  const selecting = (team: string) => ({
    clusterRoleSelectors: [{ matchLabels: { team } }],
  });
  const role = (name: string, team: string, more: object) =>
    client.create(ClusterRole, { metadata: { name, labels: { team } }, ...more } as never);
  await role("pods", "a", { rules: [on("pods")] });
  await role("all-of-a", "b", { aggregationRule: selecting("a"), rules: [on("secrets")] });
  await role("all-of-b", "c", { aggregationRule: selecting("b") });
  const rulesOf = async (name: string) => {
    await env.settle("1m");
    return (await client.get(ClusterRole, name)).rules;
  };
  assertEquals(await rulesOf("all-of-a"), [on("pods")]);
  assertEquals(await rulesOf("all-of-b"), [on("pods")]);
  await role("nodes", "a", { rules: [on("nodes")] });
  assertEquals(await rulesOf("all-of-b"), [on("nodes"), on("pods")]);
  await client.delete(ClusterRole, "pods");
  assertEquals(await rulesOf("all-of-b"), [on("nodes")]);
});
