/** Daemon sets keep one pod on each node, whatever happens to nodes, pods, templates and the controller. */
import { createDaemonSetController } from "../../controllers/daemonset.ts";
import { SharedInformers } from "../../controllers/loop/mod.ts";
import {
  type Client,
  ControllerRevision,
  coreV1,
  createInformer,
  DaemonSet,
  Node,
  type ObjectOf,
  Pod,
} from "../../mod.ts";
import { type TestEnv, testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { refusing, runWith } from "./refused.ts";
import { assertSurvives, type SurvivalPlay } from "./survival.ts";

const OTHERS = ["namespace", "garbagecollector", "scheduler"];
const CONTROLLERS = [...OTHERS, "daemonset"];
const HASH = "controller-revision-hash";

const template = (image: string, spec: object = {}) => ({
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "main", image }], ...spec },
});

const web = (spec: object = {}, podSpec: object = {}) => ({
  metadata: { name: "web" },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: template("one", podSpec),
    ...spec,
  } as never,
});

const rolling = (rollingUpdate: object) => ({
  updateStrategy: { type: "RollingUpdate", rollingUpdate },
});

/** The images of pods by the nodes that they are on. */
async function images(client: Client): Promise<string[]> {
  const { items } = await client.list(Pod);
  return items.map(({ spec }) => `${spec.nodeName ?? "nowhere"}: ${spec.containers[0]!.image}`)
    .sort();
}

async function changed(env: TestEnv, spec: object): Promise<void> {
  await env.client.patch(DaemonSet, "web", { spec } as never);
  await env.settle("1m");
}

const taint = (client: Client, node: string, taints: coreV1.Taint[] | null) =>
  client.patch(Node, node, { spec: { taints } } as never);

for (const dialect of ["kubernetes", "orch"] as const) {
  Deno.test(`a daemon set has a pod on each node, in the dialect ${dialect}`, async () => {
    await using env = await testEnv({ controllers: CONTROLLERS, nodes: 3, dialect });
    const { client } = env;
    await client.create(DaemonSet, web());
    await env.settle("1m");
    assertEquals(await images(client), ["node-1: one", "node-2: one", "node-3: one"]);
    const [revision] = (await client.list(ControllerRevision)).items;
    const hash = revision!.metadata.labels![HASH];
    assertEquals(revision!.metadata.name, `web-${hash}`);
    const labels = { app: "web", [HASH]: hash, "pod-template-generation": "1" };
    for (const { metadata } of (await client.list(Pod)).items) {
      assertEquals([metadata.generateName, metadata.labels], ["web-", labels]);
    }
    assertEquals((await client.get(DaemonSet, "web")).status, {
      observedGeneration: 1,
      desiredNumberScheduled: 3,
      currentNumberScheduled: 3,
      numberMisscheduled: 0,
      numberReady: 3,
      updatedNumberScheduled: 3,
      numberAvailable: 3,
    });
  });
}

Deno.test("a daemon set's pod goes with its node where it waits for it", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  await client.create(DaemonSet, web({}, { schedulingGates: [{ name: "example.com/wait" }] }));
  await client.create(Node, { metadata: { name: "passing" } });
  await taint(client, "passing", null);
  await env.settle("1m");
  assertEquals((await client.list(Pod)).items.length, 2);
  await client.delete(Node, "passing");
  await env.settle("1m");
  const [pod, ...others] = (await client.list(Pod)).items;
  const required = pod!.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  assertEquals(required?.nodeSelectorTerms[0]?.matchFields?.[0]?.values, ["node-1"]);
  assertEquals(others, []);
});

Deno.test("a daemon set follows what is said of its nodes", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 3 });
  const { client } = env;
  const status = async () => {
    await env.settle("1m");
    const { desiredNumberScheduled, numberMisscheduled } = (await client.get(DaemonSet, "web"))
      .status!;
    return [desiredNumberScheduled, numberMisscheduled, (await images(client)).join()];
  };
  await client.create(DaemonSet, web({}, { nodeSelector: { disk: "fast" } }));
  assertEquals(await status(), [0, 0, ""]);
  for (const name of ["node-1", "node-2"]) {
    await client.patch(Node, name, { metadata: { labels: { disk: "fast" } } });
  }
  assertEquals(await status(), [2, 0, "node-1: one,node-2: one"]);
  await taint(client, "node-1", [{ key: "example.com/closed", effect: "NoSchedule" }]);
  assertEquals(await status(), [1, 1, "node-1: one,node-2: one"]);
  await taint(client, "node-1", [{ key: "example.com/closed", effect: "NoExecute" }]);
  assertEquals(await status(), [1, 0, "node-2: one"]);
  await taint(client, "node-1", null);
  await client.patch(Node, "node-2", { spec: { unschedulable: true } });
  assertEquals(await status(), [2, 0, "node-1: one,node-2: one"]);
  await client.patch(Node, "node-2", { metadata: { labels: { disk: "slow" } } });
  assertEquals(await status(), [1, 0, "node-1: one"]);
  const nodeSelector = { nodeSelector: { disk: "slow" } };
  await client.patch(DaemonSet, "web", { spec: { template: { spec: nodeSelector } } } as never);
  assertEquals(await status(), [1, 0, "node-2: one"]);
});

for (const maxSurge of [0, 1]) {
  const what = maxSurge === 0 ? "" : ", with a surge too";
  Deno.test(`a daemon set's pod that fails again and again is replaced ever more slowly${what}`, async () => {
    await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
    const { client } = env;
    let made = 0;
    await using pods = createInformer(client, Pod);
    using _ = pods.subscribe(({ type, object }) => {
      if (type === "Added") made++;
      if (type === "Deleted" || object.status?.phase === "Failed") return;
      const { name, namespace = "" } = object.metadata;
      const status = { status: { phase: "Failed" } } as never;
      client.patch(Pod, { name, namespace }, status, { subresource: "status" }).catch(() => {});
    });
    await pods.start(new AbortController().signal);
    await client.create(DaemonSet, web(rolling({ maxSurge, maxUnavailable: 1 - maxSurge })));
    await env.settle("17m");
    // After 1, 2, 4 … 512 seconds.
    assert(made >= 10 && made <= 12, `${made} pods were made`);
    const { items } = await client.list(coreV1.Event);
    const [event] = items.filter(({ reason }) => reason === "FailedDaemonPod");
    assert(
      /^Found failed daemon pod default\/web-\w{5} on node node-1, will try to kill it$/.test(
        event?.message ?? "",
      ),
      event?.message,
    );
  });
}

Deno.test("a daemon set's pods are available when they have been ready for long enough", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 2 });
  const { client } = env;
  await client.create(DaemonSet, web({ minReadySeconds: 300 }));
  const available = async () => (await client.get(DaemonSet, "web")).status?.numberAvailable ?? 0;
  await env.settle("1m");
  await env.until(async () => (await images(client)).length === 2);
  const before = await available();
  await env.settle("5m");
  assertEquals([before, await available()], [0, 2]);
});

Deno.test("a daemon set takes another name for a revision whose name is taken", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  await client.create(DaemonSet, web());
  await env.settle("1m");
  const [revision] = (await client.list(ControllerRevision)).items;
  const { name } = revision!.metadata;
  await client.delete(DaemonSet, "web");
  await env.settle("1m");
  await client.create(ControllerRevision, {
    metadata: { name },
    data: { spec: { template: { spec: {} } } },
    revision: 7,
  });
  await client.create(DaemonSet, web());
  await env.settle("1m");
  const { status } = await client.get(DaemonSet, "web");
  assertEquals([status?.collisionCount, status?.numberReady], [1, 1]);
  assertEquals((await client.list(ControllerRevision)).items.length, 2);
});

Deno.test("a daemon set says what keeps it from its pods", async () => {
  await using env = await testEnv({ controllers: OTHERS, nodes: 2 });
  const { client } = env;
  const stop = new AbortController();
  let isRefused = true;
  const over = runWith(
    refusing(client, "Pod", () => isRefused),
    env,
    (parts) => createDaemonSetController(parts),
    stop.signal,
  );
  await client.create(DaemonSet, web());
  await env.settle("1m");
  const { items } = await client.list(coreV1.Event);
  const [event] = items.filter(({ involvedObject }) => involvedObject.kind === "DaemonSet");
  assertEquals([event?.reason, event?.message], ["FailedCreate", "Error creating: too many"]);
  const { status } = await client.get(DaemonSet, "web");
  assertEquals([status?.observedGeneration, status?.desiredNumberScheduled], [1, 2]);
  isRefused = false;
  await env.settle("5m");
  assertEquals(await images(client), ["node-1: one", "node-2: one"]);
  stop.abort(new DOMException("the test ends", "AbortError"));
  await over;
});

Deno.test("a daemon set whose namespace ends makes nothing and complains of nothing", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1 });
  const { client } = env;
  await client.create(coreV1.Namespace, { metadata: { name: "ending" } });
  const { metadata, spec } = web();
  await client.create(DaemonSet, { metadata: { ...metadata, namespace: "ending" }, spec });
  await client.delete(coreV1.Namespace, "ending");
  await env.settle("10m");
  assertEquals(await client.find(coreV1.Namespace, "ending"), undefined);
});

Deno.test("a daemon set that rolls keeps its pods of a template to which it returns", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 3 });
  const { client } = env;
  await client.create(DaemonSet, web());
  await env.settle("1m");
  const names = async () => (await client.list(Pod)).items.map(({ metadata }) => metadata.name);
  const before = await names();
  // A gate keeps the first new one from its node, and so the rollout from the others.
  await changed(env, {
    template: template("two", { schedulingGates: [{ name: "example.com/wait" }] }),
  });
  const kept = (await names()).filter((name) => before.includes(name));
  assertEquals(kept.length, 2);
  await changed(env, {
    template: { ...template("one"), spec: { ...template("one").spec, schedulingGates: null } },
  });
  const after = await names();
  assertEquals(after.filter((name) => kept.includes(name)), kept);
  assertEquals(await images(client), ["node-1: one", "node-2: one", "node-3: one"]);
  const revisions = (await client.list(ControllerRevision)).items.map(({ revision }) =>
    Number(revision)
  );
  assertEquals(revisions.sort(), [2, 3]);
});

/** Sees whether a node ever has more pods than it may. */
async function watchNodes(client: Client): Promise<AsyncDisposable & { check(): void }> {
  const informers = new SharedInformers(client);
  const pods = informers.of(Pod);
  const sets = informers.of(DaemonSet);
  await informers.start(new AbortController().signal);
  const seen: string[] = [];
  const isThere = ({ metadata }: ObjectOf<typeof Pod>) => metadata.deletionTimestamp === undefined;
  const nodeOf = ({ spec }: ObjectOf<typeof Pod>) =>
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
      ?.nodeSelectorTerms[0]?.matchFields?.[0]?.values?.[0];
  const listening = pods.subscribe(({ type, object }) => {
    if (type !== "Added") return;
    const { maxSurge } = sets.lister.get({ namespace: "default", name: "web" })?.spec
      .updateStrategy?.rollingUpdate ?? {};
    const node = nodeOf(object);
    const there = pods.lister.list().filter((pod) => isThere(pod) && nodeOf(pod) === node);
    if (there.length > (maxSurge ? 2 : 1)) seen.push(`${there.length} on ${node}`);
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
  nodes: 2,
  make: (parts) => createDaemonSetController(parts),
  watch: watchNodes,
  async play({ client }, settle) {
    const change = async (spec: object) => {
      await client.patch(DaemonSet, "web", { spec } as never);
      await settle();
    };
    await client.create(DaemonSet, web({ revisionHistoryLimit: 1 }));
    await settle();
    await change({ template: template("two") });
    await taint(client, "node-1", [{ key: "example.com/closed", effect: "NoExecute" }]);
    await settle();
    await change({ ...rolling({ maxSurge: 1, maxUnavailable: 0 }), template: template("three") });
    await taint(client, "node-1", null);
    await settle();
    await change({ template: template("two") });
    const [pod] = (await client.list(Pod)).items;
    await client.delete(Pod, pod!.metadata.name);
    await settle();
    await change({
      ...rolling({ maxSurge: 0, maxUnavailable: "100%" }),
      template: template("four"),
    });
  },
  async end(client) {
    const { status } = await client.get(DaemonSet, "web");
    const { items } = await client.list(ControllerRevision);
    const revisions = items.map(({ metadata, revision }) => [metadata.name, revision]);
    return { pods: await images(client), status, revisions };
  },
};

for (const how of ["killed", "lost"] as const) {
  const what = how === "killed" ? "its controller is killed" : "an answer is lost";
  Deno.test(`a daemon set ends up the same, with no pod too many, when ${what} after any write`, () =>
    assertSurvives(PLAY, how));
}
