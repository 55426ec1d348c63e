import { testEnv } from "../testing.ts";
import { Node, Pod } from "../mod.ts";
import { assertEquals } from "../toolkit/deps/assert.ts";
import { Places } from "./places.ts";

const { signal } = new AbortController();
const PATH = "metrics.k8s.io/resource-metrics-path";

async function makeNode(
  env: Awaited<ReturnType<typeof testEnv>>,
  name: string,
  labels: Record<string, string>,
  annotations: Record<string, string> = {},
) {
  await env.client.create(Node, { metadata: { name, labels, annotations } });
  await env.client.update(Node, name, (node) => ({
    ...node,
    status: {
      ...node.status,
      addresses: [
        { type: "InternalIP", address: "10.0.0.1" },
        { type: "InternalIP", address: "10.0.0.2" },
        { type: "Hostname", address: name },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 1234 } },
    },
  }), { subresource: "status" });
}

Deno.test("Places follows where nodes and pods are", async () => {
  await using env = await testEnv();
  await makeNode(env, "one", { zone: "a" }, { [PATH]: "/nodes/one/metrics/resource", other: "x" });
  await env.client.create(Node, { metadata: { name: "bare", labels: { zone: "a" } } });
  await makeNode(env, "elsewhere", { zone: "b" });
  const spec = {
    initContainers: [{ name: "init", image: "i" }],
    containers: [{ name: "c", image: "i" }, { name: "d", image: "i" }],
  };
  await env.client.create(Pod, {
    metadata: { name: "web", labels: { app: "web" }, annotations: { long: "x".repeat(1000) } },
    spec: { ...spec, nodeName: "one" },
  });
  await env.client.create(Pod, { metadata: { name: "waiting" }, spec });
  await using places = new Places(env.client, "zone=a");
  await places.start(signal);
  assertEquals(places.nodes().map(({ name }) => name).sort(), ["bare", "one"]);
  assertEquals(places.node("elsewhere"), undefined);
  const { uid: _, ...one } = places.node("one")!;
  assertEquals(one, {
    name: "one",
    labels: { zone: "a" },
    addresses: new Map([["Hostname", "one"], ["InternalIP", "10.0.0.1"]]),
    port: 1234,
    path: "/nodes/one/metrics/resource",
  });
  const bare = places.node("bare")!;
  assertEquals([bare.path, bare.port, bare.addresses.size], ["/metrics/resource", 0, 0]);
  const { uid, ...web } = places.pod("default", "web")!;
  assertEquals(web, {
    key: "default/web",
    name: "web",
    namespace: "default",
    labels: { app: "web" },
    node: "one",
    containers: ["init", "c", "d"],
  });
  assertEquals(places.podsOn("one").map((pod) => pod.uid), [uid]);
  assertEquals([places.podsOn("two"), places.podsOn("")], [[], []]);
  assertEquals(places.pods("").length, 2);
  assertEquals([places.pods("default").length, places.pods("none").length], [2, 0]);
  await env.client.delete(Pod, "web", { gracePeriod: 0 });
  await env.settle();
  assertEquals([places.podsOn("one"), places.pod("default", "web")], [[], undefined]);
});
