/** Budgets say how many pods may be evicted. */
import { testEnv } from "../../testing.ts";
import { customDefinition, makeCustom } from "../../testing/custom_definition.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import {
  coreV1,
  CustomResourceDefinition,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
} from "../../mod.ts";

const CONTROLLERS = ["namespace", "garbagecollector", "replicaset", "disruption"];
const LABELS = { app: "web" };

async function started(spec: object, replicas = 4) {
  const env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  const selector = { matchLabels: LABELS };
  await client.create(PodDisruptionBudget, {
    metadata: { name: "b" },
    spec: { selector, ...spec },
  });
  if (replicas > 0) {
    await client.create(ReplicaSet, {
      metadata: { name: "web" },
      spec: {
        replicas,
        selector,
        template: {
          metadata: { labels: LABELS },
          spec: { containers: [{ name: "c", image: "i" }] },
        },
      },
    });
  }
  return {
    env,
    client,
    async counts() {
      await env.settle("1m");
      const { status } = await client.get(PodDisruptionBudget, "b");
      const { disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods } = status ?? {};
      const [condition] = status?.conditions ?? [];
      return [
        ...[disruptionsAllowed, currentHealthy, desiredHealthy, expectedPods],
        ...[condition?.status, condition?.reason],
      ];
    },
    [Symbol.asyncDispose]: () => env[Symbol.asyncDispose](),
  };
}

const CASES: [spec: object, replicas: number, expected: unknown[]][] = [
  [{ minAvailable: 3 }, 4, [1, 4, 3, 4, "True", "SufficientPods"]],
  [{ minAvailable: 4 }, 4, [0, 4, 4, 4, "False", "InsufficientPods"]],
  [{ minAvailable: "50%" }, 5, [2, 5, 3, 5, "True", "SufficientPods"]],
  [{ maxUnavailable: 1 }, 4, [1, 4, 3, 4, "True", "SufficientPods"]],
  [{ maxUnavailable: "30%" }, 4, [2, 4, 2, 4, "True", "SufficientPods"]],
  [{ maxUnavailable: 9 }, 4, [4, 4, 0, 4, "True", "SufficientPods"]],
  [{ minAvailable: 1 }, 0, [0, 0, 1, 0, "False", "InsufficientPods"]],
];

for (const [spec, replicas, expected] of CASES) {
  Deno.test(`a budget of ${JSON.stringify(spec)} counts ${replicas} pods`, async () => {
    await using scene = await started(spec, replicas);
    assertEquals(await scene.counts(), expected);
  });
}

Deno.test("what is evicted counts no more, until it is gone and replaced, or has stayed too long", async () => {
  await using scene = await started({ minAvailable: 3 });
  const { client, env, counts } = scene;
  await counts();
  const [first, second] = (await client.list(Pod)).items.map(({ metadata }) => metadata.name);
  const evict = async (name: string) => {
    const response = await client.fetch(`/api/v1/namespaces/default/pods/${name}/eviction`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind: "Eviction", apiVersion: "policy/v1", metadata: { name } }),
    });
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await evict(first!), 201);
  assertEquals(await counts(), [1, 4, 3, 4, "True", "SufficientPods"]);
  await client.patch(PodDisruptionBudget, "b", { spec: { minAvailable: 4 } });
  assertEquals((await counts())[0], 0);
  assertEquals(await evict(second!), 429);
  await client.patch(PodDisruptionBudget, "b", { spec: { minAvailable: 3 } });
  await counts();
  // Whoever said that it would be evicted did not go on.
  const { items } = await client.list(Pod);
  const name = items[0]!.metadata.name;
  const now = items[0]!.metadata.creationTimestamp;
  await client.patch(
    PodDisruptionBudget,
    "b",
    { status: { disruptedPods: { [name]: now } } } as never,
    {
      subresource: "status",
    },
  );
  await client.patch(Pod, name, {
    status: {
      conditions: [{
        type: "DisruptionTarget",
        status: "True",
        lastTransitionTime: now,
        reason: "x",
      }],
    },
  } as never, { subresource: "status", strategic: true });
  await env.advance("10m");
  assertEquals((await counts())[0], 1);
  const { status } = await client.get(PodDisruptionBudget, "b");
  assertEquals(Object.keys(status?.disruptedPods ?? {}), []);
  const said = (await client.get(Pod, name)).status?.conditions
    ?.find(({ type }) => type === "DisruptionTarget");
  assertEquals([said?.status, said?.reason, said?.observedGeneration], ["False", undefined, 1]);
  const events = (await client.list(coreV1.Event)).items;
  assert(events.some(({ reason }) => reason === "NotDeleted"), "the pod's owner is told");
});

Deno.test("pods of nobody, and of who has no scale, keep everybody", async () => {
  await using scene = await started({ maxUnavailable: 1 }, 0);
  const { client, env, counts } = scene;
  const pod = (name: string, ownerReferences: object[] = []) => ({
    metadata: { name, labels: LABELS, ownerReferences },
    spec: { containers: [{ name: "c", image: "i" }] },
  });
  await client.create(Pod, pod("bare") as never);
  assertEquals(await counts(), [0, 1, 0, 0, "False", "InsufficientPods"]);
  const reasons = async () =>
    new Set((await client.list(coreV1.Event)).items.map(({ reason }) => reason));
  assert((await reasons()).has("UnmanagedPods"));
  const told = (await client.list(coreV1.Event)).items.find(({ reason }) =>
    reason === "UnmanagedPods"
  );
  const selector = "&LabelSelector{MatchLabels:map[string]string{app: web,}," +
    "MatchExpressions:[]LabelSelectorRequirement{},}";
  assert(told?.message?.includes(`(selector: ${selector})`), told?.message);
  const definition = customDefinition({ kind: "Thing", plural: "things" });
  await client.create(CustomResourceDefinition, definition);
  await env.settle("1m");
  const { metadata: { uid } } = await makeCustom(client, "things", {
    apiVersion: "example.com/v1",
    kind: "Thing",
    metadata: { name: "t" },
    spec: { replicas: 0 },
  });
  const owner = { apiVersion: "example.com/v1", kind: "Thing", name: "t", uid, controller: true };
  await client.create(Pod, pod("owned", [owner]) as never);
  await env.settle("1m");
  const { status } = await client.get(PodDisruptionBudget, "b");
  const [condition] = status?.conditions ?? [];
  assertEquals([status?.disruptionsAllowed, condition?.reason, condition?.message], [
    0,
    "SyncFailed",
    "things.example.com does not implement the scale subresource",
  ]);
});

Deno.test("pods count by whatever scale their controller has, where no other is known", async () => {
  await using scene = await started({ maxUnavailable: 1 }, 0);
  const { client, env, counts } = scene;
  // Of the name of those that have replica sets, and another kind.
  const definition = customDefinition({ kind: "Deployment", plural: "deployments" });
  await client.create(CustomResourceDefinition, definition);
  await env.settle("1m");
  const apiVersion = "example.com/v1";
  const kind = "Deployment";
  const web = { apiVersion, kind, metadata: { name: "web" } };
  const { metadata: { uid } } = await makeCustom(client, "deployments", web);
  await client.create(ReplicaSet, {
    metadata: {
      name: "web",
      ownerReferences: [{ apiVersion, kind, name: "web", uid, controller: true }],
    },
    spec: {
      replicas: 4,
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels: LABELS },
        spec: { containers: [{ name: "c", image: "i" }] },
      },
    },
  });
  assertEquals(await counts(), [1, 4, 3, 4, "True", "SufficientPods"]);
});

Deno.test("a budget tells of a kind that is not served, in the version that was named", async () => {
  await using scene = await started({ maxUnavailable: 1 }, 0);
  const { client, env } = scene;
  const owner = { apiVersion: "example.com/v1", kind: "Thing", name: "t", uid: "u" };
  await client.create(Pod, {
    metadata: { name: "p", labels: LABELS, ownerReferences: [{ ...owner, controller: true }] },
    spec: { containers: [{ name: "c", image: "i" }] },
  });
  await env.settle("1m");
  const { status } = await client.get(PodDisruptionBudget, "b");
  assertEquals(
    status?.conditions?.[0]?.message,
    'no matches for kind "Thing" in version "example.com/v1"',
  );
});

Deno.test("a scale that says no number is one of no pods", async () => {
  await using scene = await started({ maxUnavailable: 1 }, 0);
  const { client, env, counts } = scene;
  const definition = customDefinition({
    kind: "Thing",
    plural: "things",
    schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    subresources: {
      scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
    },
  });
  await client.create(CustomResourceDefinition, definition);
  await env.settle("1m");
  const made = await client.fetch("/apis/example.com/v1/namespaces/default/things", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      apiVersion: "example.com/v1",
      kind: "Thing",
      metadata: { name: "t" },
      spec: { replicas: 0 },
    }),
  });
  const { metadata: { uid } } = await made.json();
  const owner = { apiVersion: "example.com/v1", kind: "Thing", name: "t", uid, controller: true };
  await client.create(Pod, {
    metadata: { name: "p", labels: LABELS, ownerReferences: [owner] },
    spec: { containers: [{ name: "c", image: "i" }] },
  });
  assertEquals(await counts(), [0, 1, 0, 0, "False", "InsufficientPods"]);
});

Deno.test("pods count by their set also where they name it by its older group", async () => {
  await using scene = await started({ maxUnavailable: 1 }, 0);
  const { client, counts } = scene;
  const set = await client.create(ReplicaSet, {
    metadata: { name: "web" },
    spec: {
      replicas: 1,
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels: LABELS },
        spec: { containers: [{ name: "c", image: "i" }] },
      },
    },
  });
  const { uid } = set.metadata;
  const owner = { apiVersion: "extensions/v1beta1", kind: "ReplicaSet", name: "web", uid };
  await client.create(Pod, {
    metadata: { name: "p", labels: LABELS, ownerReferences: [{ ...owner, controller: true }] },
    spec: { containers: [{ name: "c", image: "i" }] },
  });
  const [, , desired, expected, , reason] = await counts();
  assertEquals([desired, expected, reason], [0, 1, "SufficientPods"]);
});
