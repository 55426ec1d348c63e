/** Stateful sets keep names, claims, order and history. */
import { createStatefulSetController } from "../../controllers/statefulset.ts";
import { type LoopParts, SharedInformers } from "../../controllers/loop/mod.ts";
import {
  type Client,
  ControllerRevision,
  coreV1,
  PersistentVolumeClaim,
  Pod,
  StatefulSet,
} from "../../mod.ts";
import { type TestEnv, testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { refusing, runWith } from "./refused.ts";
import { assertSurvives, type SurvivalPlay } from "./survival.ts";

const OTHERS = ["namespace", "garbagecollector"];
const CONTROLLERS = [...OTHERS, "statefulset"];

const CLAIMS = {
  volumeClaimTemplates: [{
    metadata: { name: "data" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  }],
};

const web = (replicas: number, spec: object = {}) => ({
  metadata: { name: "web" },
  spec: {
    replicas,
    serviceName: "nginx",
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "main", image: "one" }] },
    },
    ...spec,
  } as never,
});

const image = (name: string) => ({
  template: { spec: { containers: [{ name: "main", image: name }] } },
});

async function changed(env: TestEnv, spec: object): Promise<void> {
  await env.client.patch(StatefulSet, "web", { spec } as never);
  await env.settle("1m");
}

/** The images of pods by their names. */
async function images(client: Client): Promise<Record<string, string>> {
  const { items } = await client.list(Pod);
  return Object.fromEntries(
    items.map(({ metadata, spec }) => [metadata.name, spec.containers[0]!.image!]),
  );
}

async function owners(client: Client): Promise<Record<string, string[]>> {
  const { items } = await client.list(PersistentVolumeClaim);
  return Object.fromEntries(
    items.map(({ metadata: { name, ownerReferences = [] } }) =>
      [name, ownerReferences.map(({ kind }) => kind)] as const
    ),
  );
}

const REVISIONS = {
  kubernetes: [
    "controller.kubernetes.io/hash",
    "statefulset.kubernetes.io/pod-name",
    "apps.kubernetes.io/pod-index",
  ],
  orch: ["controller.orch.io/hash", "statefulset.orch.io/pod-name", "apps.orch.io/pod-index"],
} as const;

for (const dialect of ["kubernetes", "orch"] as const) {
  Deno.test(`a stateful set's pods say who they are, in the dialect ${dialect}`, async () => {
    await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1, dialect });
    const { client } = env;
    await client.create(StatefulSet, web(2, CLAIMS));
    await env.settle("1m");
    const [hash, podName, podIndex] = REVISIONS[dialect];
    const [revision] = (await client.list(ControllerRevision)).items;
    assertEquals(revision!.metadata.name, `web-${revision!.metadata.labels![hash]}`);
    const pod = await client.get(Pod, "web-1");
    assertEquals(pod.metadata.labels, {
      app: "web",
      "controller-revision-hash": revision!.metadata.name,
      [podName]: "web-1",
      [podIndex]: "1",
    });
    const { hostname, subdomain, volumes } = pod.spec;
    assertEquals([hostname, subdomain, volumes?.[0]], ["web-1", "nginx", {
      name: "data",
      persistentVolumeClaim: { claimName: "data-web-1" },
    }]);
    const claim = await client.get(PersistentVolumeClaim, "data-web-1");
    assertEquals(claim.metadata.labels, { app: "web" });
    const name = revision!.metadata.name;
    assertEquals((await client.get(StatefulSet, "web")).status, {
      observedGeneration: 1,
      replicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      currentReplicas: 2,
      updatedReplicas: 2,
      currentRevision: name,
      updateRevision: name,
      collisionCount: 0,
    });
  });
}

Deno.test("a stateful set waits for the claim of the pod before to go, and goes on at once then", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  const persistentVolumeClaimRetentionPolicy = { whenDeleted: "Retain", whenScaled: "Delete" };
  await client.create(StatefulSet, web(2, { ...CLAIMS, persistentVolumeClaimRetentionPolicy }));
  await env.settle("1m");
  const held = { metadata: { finalizers: ["example.com/held"] } };
  await client.patch(PersistentVolumeClaim, "data-web-1", held);
  await changed(env, { replicas: 1 });
  assertEquals(await owners(client), { "data-web-0": [], "data-web-1": ["Pod"] });
  await changed(env, { replicas: 2 });
  assertEquals(Object.keys(await images(client)), ["web-0"]);
  const freed = { metadata: { finalizers: null } } as never;
  await client.patch(PersistentVolumeClaim, "data-web-1", freed);
  await env.settle("1s");
  assertEquals(Object.keys(await images(client)), ["web-0", "web-1"]);
  assertEquals(await owners(client), { "data-web-0": [], "data-web-1": [] });
});

Deno.test("a stateful set whose pod's name is taken goes on as soon as it is free", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  const spec = { containers: [{ name: "main", image: "other" }] };
  await client.create(Pod, { metadata: { name: "web-1" }, spec });
  await client.create(StatefulSet, web(2));
  // By then it rests for long between two trials.
  await env.settle("1h");
  assertEquals(await images(client), { "web-0": "one", "web-1": "other" });
  await client.delete(Pod, "web-1");
  await env.settle("1s");
  assertEquals(await images(client), { "web-0": "one", "web-1": "one" });
});

Deno.test("a stateful set takes another name for a revision whose name is taken", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  await client.create(StatefulSet, web(1));
  await env.settle("1m");
  const [revision] = (await client.list(ControllerRevision)).items;
  const { name } = revision!.metadata;
  await client.delete(StatefulSet, "web");
  await env.settle("1m");
  await client.create(ControllerRevision, {
    metadata: { name },
    data: { spec: { template: { spec: {} } } },
    revision: 7,
  });
  await client.create(StatefulSet, web(1));
  await env.settle("1m");
  const { status } = await client.get(StatefulSet, "web");
  assertEquals([status?.collisionCount, status?.readyReplicas], [1, 1]);
  assert(status?.currentRevision !== name);
  assertEquals((await client.list(ControllerRevision)).items.length, 2);
});

Deno.test("a stateful set says what keeps it from its pods", async () => {
  await using env = await testEnv({ controllers: OTHERS, nodes: 1 });
  const { client } = env;
  const stop = new AbortController();
  let isRefused = true;
  const make = (parts: LoopParts) => createStatefulSetController(parts);
  const over = runWith(refusing(client, "Pod", () => isRefused), env, make, stop.signal);
  await client.create(StatefulSet, web(1));
  await env.settle("1m");
  const { items } = await client.list(coreV1.Event);
  const [event] = items.filter(({ involvedObject }) => involvedObject.kind === "StatefulSet");
  assertEquals([event?.reason, event?.message], [
    "FailedCreate",
    "Create Pod web-0 in StatefulSet web failed error: too many",
  ]);
  assertEquals((await client.get(StatefulSet, "web")).status?.observedGeneration, 1);
  isRefused = false;
  await env.settle("5m");
  assertEquals(await images(client), { "web-0": "one" });
  stop.abort(new DOMException("the test ends", "AbortError"));
  await over;
});

Deno.test("a stateful set whose namespace ends makes nothing and complains of nothing", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  await client.create(coreV1.Namespace, { metadata: { name: "ending" } });
  const { metadata, spec } = web(2, CLAIMS);
  await client.create(StatefulSet, { metadata: { ...metadata, namespace: "ending" }, spec });
  await client.delete(coreV1.Namespace, "ending");
  await env.settle("10m");
  assertEquals(await client.find(coreV1.Namespace, "ending"), undefined);
});

/** Sees whether there ever are two pods of a set that should wait for one another. */
async function watchOrder(client: Client): Promise<AsyncDisposable & { check(): void }> {
  const informers = new SharedInformers(client);
  const pods = informers.of(Pod);
  await informers.start(new AbortController().signal);
  const seen: string[] = [];
  const listening = pods.subscribe(({ type }) => {
    if (type !== "Added") return;
    const waiting = pods.lister.list().filter(({ status }) =>
      status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") !== true
    );
    if (waiting.length > 1) seen.push(waiting.map(({ metadata }) => metadata.name).join());
  });
  return {
    check: () => assertEquals(seen, []),
    async [Symbol.asyncDispose]() {
      listening[Symbol.dispose]();
      await informers[Symbol.asyncDispose]();
    },
  };
}

const PLAY: SurvivalPlay = {
  controllers: OTHERS,
  nodes: 1,
  make: (parts) => createStatefulSetController(parts),
  watch: watchOrder,
  async play({ client }, settle) {
    const change = async (spec: object) => {
      await client.patch(StatefulSet, "web", { spec } as never);
      await settle();
    };
    const persistentVolumeClaimRetentionPolicy = { whenDeleted: "Delete", whenScaled: "Delete" };
    const spec = { ...CLAIMS, persistentVolumeClaimRetentionPolicy, revisionHistoryLimit: 1 };
    await client.create(StatefulSet, web(2, spec));
    await settle();
    await change(image("two"));
    await change({ replicas: 3, ...image("three") });
    await change(image("two"));
    await change({ replicas: 1 });
    await change({ replicas: 2, ordinals: { start: 1 } });
    await change(image("four"));
  },
  async end(client) {
    const { status } = await client.get(StatefulSet, "web");
    const { items } = await client.list(ControllerRevision);
    const revisions = items.map(({ metadata, revision }) => [metadata.name, revision]);
    return { pods: await images(client), claims: await owners(client), status, revisions };
  },
};

for (const how of ["killed", "lost"] as const) {
  const what = how === "killed" ? "its controller is killed" : "an answer is lost";
  Deno.test(`a stateful set ends up the same, in its order, when ${what} after any write`, () =>
    assertSurvives(PLAY, how));
}
