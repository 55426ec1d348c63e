/** Deployments roll, are recreated, scaled, paused, rolled back and cleaned up after. */
import { type TestEnv, testEnv } from "../../testing.ts";
import {
  type AnyObject,
  type Client,
  coreV1,
  Deployment,
  type ObjectOf,
  Pod,
  ReplicaSet,
  StatusError,
} from "../../mod.ts";
import { createDeploymentController } from "../../controllers/deployment.ts";
import { SharedInformers } from "../../controllers/loop/mod.ts";
import { slowTests } from "../../testing/requirements.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

type LiveSet = ObjectOf<typeof ReplicaSet>;

const OTHERS = ["namespace", "garbagecollector", "replicaset"];
const CONTROLLERS = [...OTHERS, "deployment"];
const REVISION = "deployment.kubernetes.io/revision";
const ROLLBACK = "deprecated.deployment.rollback.to";

const rolling = (maxSurge: number | string, maxUnavailable: number | string) => ({
  strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } },
});

const web = (replicas: number, spec: object = {}) => ({
  metadata: { name: "web" },
  spec: {
    replicas,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "main", image: "one" }] },
    },
    ...spec,
  } as never,
});

const image = (name: string) =>
  ({ template: { spec: { containers: [{ name: "main", image: name }] } } }) as never;

async function made(env: TestEnv, replicas: number, spec: object = {}): Promise<void> {
  await env.client.create(Deployment, web(replicas, spec));
  await env.settle("1m");
}

async function changed(env: TestEnv, spec: object, annotations?: object): Promise<void> {
  await env.client.patch(Deployment, "web", {
    spec,
    ...(annotations && { metadata: { annotations } }),
  } as never);
  await env.settle("1m");
}

/** Image, size and available pods of each set. */
async function sizes(client: Client): Promise<unknown> {
  const { items } = await client.list(ReplicaSet);
  const all = items.map(({ spec, status }) => [
    spec!.template!.spec!.containers[0]!.image!,
    [spec!.replicas ?? 0, status?.availableReplicas ?? 0],
  ]);
  return Object.fromEntries(all);
}

async function progress(client: Client): Promise<string | undefined> {
  const { status } = await client.get(Deployment, "web");
  return status?.conditions?.find(({ type }) => type === "Progressing")?.reason;
}

async function said(client: Client): Promise<string[]> {
  const { items } = await client.list(coreV1.Event);
  return items.filter(({ involvedObject }) => involvedObject.kind === "Deployment")
    .map(({ reason, message }) => `${reason}: ${message?.replace(/web-\w+/, "SET")}`);
}

async function withEnv(nodes: number, act: (env: TestEnv) => Promise<void>): Promise<void> {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes });
  await act(env);
}

Deno.test("a deployment rolls to another template, and back with another revision", () =>
  withEnv(2, async (env) => {
    const { client } = env;
    await made(env, 4);
    assertEquals(await sizes(client), { one: [4, 4] });
    await changed(env, image("two"));
    assertEquals(await sizes(client), { one: [0, 0], two: [4, 4] });
    await changed(env, image("one"));
    assertEquals(await sizes(client), { one: [4, 4], two: [0, 0] });
    const deployment = await client.get(Deployment, "web");
    assertEquals(deployment.metadata.annotations?.[REVISION], "3");
    assertEquals(await progress(client), "NewReplicaSetAvailable");
    const { items } = await client.list(ReplicaSet);
    const own = items.find(({ spec }) => spec!.replicas === 4)!;
    assertEquals(own.metadata.annotations?.["deployment.kubernetes.io/revision-history"], "1");
    const [pod] = (await client.list(Pod)).items;
    const hash = own.metadata.labels!["pod-template-hash"];
    assertEquals(own.metadata.name, `web-${hash}`);
    assertEquals(pod!.metadata.labels, { app: "web", "pod-template-hash": hash! });
    assertEquals(own.spec!.selector, {
      matchLabels: { app: "web", "pod-template-hash": hash! },
    });
  }));

Deno.test("a deployment in the other dialect notes its revision under that dialect's name", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1, dialect: "orch" });
  await made(env, 1);
  const { metadata } = await env.client.get(Deployment, "web");
  assertEquals(metadata.annotations, { "deployment.orch.io/revision": "1" });
});

Deno.test("a deployment that is recreated has at no time pods of both templates that have not ended", () =>
  withEnv(2, async (env) => {
    const { client } = env;
    await using informers = new SharedInformers(client);
    const pods = informers.of(Pod);
    await informers.start(new AbortController().signal);
    let most = 0;
    using _ = pods.subscribe(() => {
      // One that has ended may still be on its way out: nobody waits for that.
      const images = pods.lister.list()
        .filter(({ status }) => !["Succeeded", "Failed"].includes(status?.phase ?? ""))
        .map(({ spec }) => spec.containers[0]!.image);
      most = Math.max(most, new Set(images).size);
    });
    await made(env, 3, { strategy: { type: "Recreate" } });
    // The sets of the second and of the third come one right after the other.
    await client.patch(Deployment, "web", { spec: image("two") });
    await changed(env, image("three"));
    const { one, two = [0, 0], three } = await sizes(client) as Record<string, unknown>;
    assertEquals([one, two, three], [[0, 0], [0, 0], [3, 3]]);
    assertEquals(most, 1);
  }));

Deno.test("a deployment that is recreated waits until an old set is known to be empty", async () => {
  await using env = await testEnv({ controllers: ["deployment"] });
  const { client } = env;
  await made(env, 3, { strategy: { type: "Recreate" } });
  await changed(env, image("two"));
  // Nobody has seen yet that it is to be empty: it may be about to make pods.
  assertEquals(await sizes(client), { one: [0, 0] });
  const [{ metadata: { name, generation } }] = (await client.list(ReplicaSet)).items as [LiveSet];
  const status = { replicas: 0, observedGeneration: generation } as never;
  await client.patch(ReplicaSet, name, { status }, { subresource: "status" });
  await env.settle("1m");
  assertEquals(await sizes(client), { one: [0, 0], two: [3, 0] });
});

Deno.test("a deployment is scaled in proportion while its rollout stands still", () =>
  withEnv(0, async (env) => {
    const { client } = env;
    await made(env, 10, rolling(3, 2));
    await run(client, "one");
    await env.settle("1m");
    await changed(env, image("two"));
    assertEquals(await sizes(client), { one: [8, 8], two: [5, 0] });
    await changed(env, { replicas: 30 });
    assertEquals(await sizes(client), { one: [20, 8], two: [13, 0] });
  }));

/** Has all pods of an image ready. */
async function run(client: Client, name: string): Promise<void> {
  for (const { metadata, spec } of (await client.list(Pod)).items) {
    if (spec.containers[0]!.image !== name) continue;
    const ready = { type: "Ready", status: "True", lastTransitionTime: new Date().toISOString() };
    const status = { phase: "Running", conditions: [ready] } as never;
    await client.patch(Pod, metadata.name, { status }, { subresource: "status" });
  }
}

Deno.test("a deployment that is paused is scaled, and does not roll until it is resumed", () =>
  withEnv(1, async (env) => {
    const { client } = env;
    await made(env, 2);
    await changed(env, { paused: true, ...image("two") as object });
    assertEquals([await progress(client), await sizes(client)], ["DeploymentPaused", {
      one: [2, 2],
    }]);
    await changed(env, { replicas: 3 });
    assertEquals(await sizes(client), { one: [3, 3] });
    await changed(env, { paused: false });
    assertEquals(await sizes(client), { one: [0, 0], two: [3, 3] });
    assertEquals(await progress(client), "NewReplicaSetAvailable");
  }));

Deno.test("a deployment that does not come forward says so after its deadline, and again when it does", () =>
  withEnv(0, async (env) => {
    const { client } = env;
    await env.client.create(Deployment, web(1, { progressDeadlineSeconds: 600 }));
    await env.settle("9m");
    assertEquals(await progress(client), "ReplicaSetUpdated");
    await env.settle("2m");
    assertEquals(await progress(client), "ProgressDeadlineExceeded");
    await run(client, "one");
    await env.settle("1m");
    assertEquals(await progress(client), "NewReplicaSetAvailable");
  }));

const ROLLBACKS = {
  "to a revision": ["1", { one: [1, 1], two: [0, 0] }, /^DeploymentRollback: .*to revision 1$/],
  "by one": ["0", { one: [1, 1], two: [0, 0] }, /^DeploymentRollback: .*to revision 1$/],
  "to where it is": ["2", { one: [0, 0], two: [1, 1] }, /^DeploymentRollbackTemplateUnchanged: /],
  "to what is not there": ["9", { one: [0, 0], two: [1, 1] }, /Unable to find the revision to/],
} as const;

for (const [name, [revision, wanted, event]] of Object.entries(ROLLBACKS)) {
  Deno.test(`an annotation has a deployment go back ${name}`, () =>
    withEnv(1, async (env) => {
      const { client } = env;
      await env.client.create(Deployment, {
        ...web(1),
        metadata: { name: "web", annotations: { note: "first" } },
      });
      await env.settle("1m");
      await changed(env, image("two"), { note: "second" });
      await changed(env, {}, { [ROLLBACK]: revision });
      const { metadata: { annotations = {} } } = await client.get(Deployment, "web");
      assertEquals(annotations[ROLLBACK], undefined);
      assertEquals(annotations.note, wanted.one[0] === 1 ? "first" : "second");
      assertEquals(await sizes(client), wanted as never);
      assert((await said(client)).some((text) => event.test(text)), String(await said(client)));
    }));
}

Deno.test("a deployment keeps as many old revisions as it should", () =>
  withEnv(1, async (env) => {
    await made(env, 1, { revisionHistoryLimit: 1 });
    for (const name of ["two", "three", "four"]) await changed(env, image(name));
    assertEquals(await sizes(env.client), { three: [0, 0], four: [1, 1] });
  }));

Deno.test("a deployment takes another name where its set's is taken", () =>
  withEnv(1, async (env) => {
    const { client } = env;
    await made(env, 1);
    const [set] = (await client.list(ReplicaSet)).items;
    await client.patch(ReplicaSet, set!.metadata.name, { metadata: { labels: { app: "other" } } });
    await env.settle("1m");
    const { items } = await client.list(ReplicaSet);
    const { status } = await client.get(Deployment, "web");
    assertEquals([items.length, status?.collisionCount, status?.replicas], [2, 1, 1]);
  }));

Deno.test("a deployment whose name is as long as can be has sets whose names are not longer", () =>
  withEnv(0, async (env) => {
    const name = `${"a".repeat(50)}.`.repeat(4) + "b".repeat(49);
    await env.client.create(Deployment, { ...web(1), metadata: { name } });
    await env.settle("1m");
    const [set] = (await env.client.list(ReplicaSet)).items;
    assert(set!.metadata.name.length <= 253);
    assertEquals((await env.client.list(Pod)).items.length, 1);
  }));

/** Runs the controller with a client of its own until the signal aborts. */
async function runWith(client: Client, env: TestEnv, signal: AbortSignal): Promise<void> {
  await using informers = new SharedInformers(env.client);
  const loop = createDeploymentController({
    client,
    informers,
    metrics: new Registry(),
    clock: env.clock,
    logger: silentLogger,
    random: () => 0.5,
  });
  await loop.run({ signal, started() {} });
}

Deno.test("a deployment whose set is refused says so, and goes on when it no longer is", async () => {
  await using env = await testEnv({ controllers: OTHERS, nodes: 1 });
  const { client } = env;
  let isRefused = true;
  const refusing = new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (kind: AnyObject, ...others: unknown[]) =>
        isRefused && name === "create" && kind.kind === "ReplicaSet"
          ? Promise.reject(new StatusError({ code: 403, reason: "Forbidden", message: "too many" }))
          : value.call(target, kind, ...others);
    },
  });
  const stop = new AbortController();
  const over = runWith(refusing, env, stop.signal);
  await client.create(Deployment, web(1));
  await env.settle("5s");
  const { status } = await client.get(Deployment, "web");
  const [condition] = status?.conditions ?? [];
  assertEquals([condition?.type, condition?.status, condition?.reason], [
    "Progressing",
    "False",
    "ReplicaSetCreateError",
  ]);
  assert(/^Failed to create new replica set "web-\w+": too many$/.test(condition?.message ?? ""));
  assert((await said(client)).some((text) => text.startsWith("ReplicaSetCreateError: ")));
  isRefused = false;
  await env.settle("5m");
  assertEquals([await sizes(client), await progress(client)], [
    { one: [1, 1] },
    "NewReplicaSetAvailable",
  ]);
  stop.abort(new DOMException("the test ends", "AbortError"));
  await over;
});

/** Makes and changes deployments while their controller is killed after a write, or the answer to it is lost. */
async function survived(
  how: "killed" | "lost",
  at: number,
): Promise<{ readonly end: unknown; readonly writes: number }> {
  await using env = await testEnv({ controllers: OTHERS, nodes: 1, seed: 1 });
  const { client } = env;
  let writes = 0;
  let stop = new AbortController();
  const meddled = meddledWith(client, () => {
    if (++writes !== at) return;
    if (how === "killed") stop.abort(new DOMException("it is killed", "AbortError"));
    throw new Error("the answer is lost");
  });
  const start = (signal: AbortSignal) => runWith(meddled, env, signal);
  let over = start(stop.signal);
  await using watched = await watchSizes(client);
  const settle = async () => {
    await env.settle("1m");
    if (!stop.signal.aborted) return;
    await over;
    stop = new AbortController();
    over = start(stop.signal);
    await env.settle("1m");
  };
  const change = async (spec: object, annotations = {}) => {
    await client.patch(Deployment, "web", { metadata: { annotations }, spec } as never);
    await settle();
  };
  await client.create(Deployment, web(3, { ...rolling(1, 0), revisionHistoryLimit: 1 }));
  await settle();
  await change(image("two"));
  await change({ replicas: 5, ...image("three") as object });
  await change({ paused: true });
  await change({ paused: false, replicas: 2 });
  await change({}, { [ROLLBACK]: "2" });
  await change(image("three"));
  stop.abort(new DOMException("the test ends", "AbortError"));
  await over;
  assert(watched.most <= 6, `there were ${watched.most} pods`);
  const { metadata, status } = await client.get(Deployment, "web");
  const counts = {
    ...status,
    conditions: status?.conditions?.map(({ type, reason, message }) => [type, reason, message]),
  };
  const pods = (await client.list(Pod)).items.length;
  return {
    end: { sizes: await sizes(client), annotations: metadata.annotations, counts, pods },
    writes,
  };
}

/** The most pods that all sets together should have had at any time. */
async function watchSizes(client: Client): Promise<{ readonly most: number } & AsyncDisposable> {
  const informers = new SharedInformers(client);
  const sets = informers.of(ReplicaSet);
  const stop = new AbortController();
  await informers.start(stop.signal);
  let most = 0;
  const listening = sets.subscribe(() => {
    const all = sets.lister.list().reduce((sum, { spec }) => sum + (spec?.replicas ?? 0), 0);
    most = Math.max(most, all);
  });
  return {
    get most() {
      return most;
    },
    async [Symbol.asyncDispose]() {
      listening[Symbol.dispose]();
      await informers[Symbol.asyncDispose]();
    },
  };
}

/** A client after each of whose writes of workloads something happens. */
function meddledWith(client: Client, after: () => void): Client {
  const writes = new Set(["create", "patch", "update", "delete"]);
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (!writes.has(String(name))) return value.bind(target);
      return async (kind: AnyObject, ...others: unknown[]) => {
        const done = await value.call(target, kind, ...others);
        if (kind.kind !== "Event") after();
        return done;
      };
    },
  });
}

for (const how of ["killed", "lost"] as const) {
  const what = how === "killed" ? "its controller is killed" : "an answer is lost";
  Deno.test(`a deployment ends up the same, with never a pod too many, when ${what} after any write`, async () => {
    const { end, writes } = await survived(how, Infinity);
    assert(writes > 20, `there were ${writes} writes`);
    // Each takes a second.
    const step = slowTests() ? 1 : 19;
    for (let at = 1; at <= writes; at += step) {
      assertEquals((await survived(how, at)).end, end, `after write ${at}`);
    }
  });
}
