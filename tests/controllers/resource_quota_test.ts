/** Quotas say how much is used. */
import { testEnv } from "../../testing.ts";
import { customDefinition, makeCustom } from "../../testing/custom_definition.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import {
  ConfigMap,
  CustomResourceDefinition,
  Pod,
  ResourceQuota,
  Service,
  type Span,
} from "../../mod.ts";

const CONTROLLERS = ["namespace", "garbagecollector", "resourcequota"];

const pod = (name: string, cpu: string, more: object = {}) => ({
  metadata: { name },
  spec: {
    containers: [{ name: "c", image: "i", resources: { requests: { cpu, memory: "1Gi" } } }],
    ...more,
  },
});

async function started(hard: Record<string, string>, scopes?: ["BestEffort" | "NotTerminating"]) {
  const env = await testEnv({ controllers: CONTROLLERS });
  const { client } = env;
  await client.create(ResourceQuota, {
    metadata: { name: "q" },
    spec: { hard, ...(scopes && { scopes }) },
  });
  return {
    env,
    client,
    async used(within: Span = "6m") {
      // Nobody charges for what comes here: it is found when all is counted again.
      await env.settle(within);
      const { status } = await client.get(ResourceQuota, "q");
      assertEquals(Object.keys(status?.hard ?? {}), Object.keys(status?.used ?? {}));
      return status?.used;
    },
    [Symbol.asyncDispose]: () => env[Symbol.asyncDispose](),
  };
}

Deno.test("a quota says what is there, what comes after it, and what goes", async () => {
  await using scene = await started({
    "pods": "10",
    "requests.cpu": "4",
    "requests.memory": "8Gi",
    "services": "2",
    "services.nodeports": "1",
    "configmaps": "5",
    "count/deployments.apps": "1",
  });
  const { client, used } = scene;
  const none = {
    "pods": "0",
    "requests.cpu": "0",
    "requests.memory": "0",
    "services": "0",
    "services.nodeports": "0",
    "configmaps": "0",
    "count/deployments.apps": "0",
  };
  assertEquals(await used(), none);
  await client.create(Pod, pod("a", "500m"));
  await client.create(Pod, pod("b", "1"));
  await client.create(ConfigMap, { metadata: { name: "m" } });
  await client.create(Service, {
    metadata: { name: "s" },
    spec: { type: "NodePort", ports: [{ port: 80 }] },
  });
  assertEquals(await used(), {
    ...none,
    "pods": "2",
    "requests.cpu": "1500m",
    "requests.memory": "2Gi",
    "services": "1",
    "services.nodeports": "1",
    "configmaps": "1",
  });
  await client.patch(Pod, "a", { status: { phase: "Succeeded" } } as never, {
    subresource: "status",
  });
  await client.delete(ConfigMap, "m");
  await client.patch(Service, "s", { spec: { type: "ClusterIP" } });
  assertEquals(await used("2s"), {
    ...none,
    "pods": "1",
    "requests.cpu": "1",
    "requests.memory": "1Gi",
    "services": "1",
  });
  await client.patch(ResourceQuota, "q", {
    spec: { hard: { "requests.cpu": null, "count/pods": "9" } },
  } as never);
  const now = await used("2s");
  assertEquals([now?.["requests.cpu"], now?.["count/pods"]], [undefined, "2"]);
});

Deno.test("a quota counts what is in its scopes", async () => {
  await using scene = await started({ pods: "10" }, ["BestEffort"]);
  const { client, used } = scene;
  await client.create(Pod, pod("asks", "1"));
  await client.create(Pod, {
    metadata: { name: "asks-nothing" },
    spec: { containers: [{ name: "c", image: "i" }] },
  });
  assertEquals(await used(), { pods: "1" });
});

Deno.test("a quota counts what comes into its scopes, and not what leaves them", async () => {
  await using scene = await started({ pods: "10" }, ["NotTerminating"]);
  const { client, used } = scene;
  await client.create(Pod, pod("a", "1"));
  await client.create(Pod, pod("b", "1"));
  assertEquals(await used(), { pods: "2" });
  await client.patch(Pod, "a", { spec: { activeDeadlineSeconds: 3600 } });
  // Sooner than all is counted again.
  assertEquals(await used("2s"), { pods: "1" });
});

Deno.test("a quota counts what is defined after it", async () => {
  await using scene = await started({ "count/things.example.com": "3" });
  const { client, env } = scene;
  await env.settle("1m");
  const definition = customDefinition({ kind: "Thing", plural: "things" });
  await client.create(CustomResourceDefinition, definition);
  await env.settle("1m");
  const thing = { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "a" } };
  await makeCustom(client, "things", thing);
  // It is found when all are counted again.
  await env.settle("6m");
  assertEquals((await client.get(ResourceQuota, "q")).status?.used, {
    "count/things.example.com": "1",
  });
});

Deno.test("quotas that name other things one after the other are all counted at once", async () => {
  await using scene = await started({ configmaps: "3" });
  const { client, env } = scene;
  await env.settle("2s");
  await client.create(ResourceQuota, {
    metadata: { name: "later" },
    spec: { hard: { secrets: "3", "count/secrets": "3", "count/deployments.apps": "3" } },
  });
  await env.settle("2s");
  assertEquals((await client.get(ResourceQuota, "later")).status?.used, {
    "secrets": "0",
    "count/secrets": "0",
    "count/deployments.apps": "0",
  });
});
