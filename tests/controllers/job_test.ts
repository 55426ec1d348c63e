/** Jobs run, fail, wait, are suspended and end; each pod's end is counted once. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { type Client, coreV1, Job, type ObjectOf, Pod } from "../../mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

type LivePod = ObjectOf<typeof Pod>;

const OTHERS = ["namespace", "garbagecollector"];
const CONTROLLERS = [...OTHERS, "job"];
const TRACKING = "batch.kubernetes.io/job-tracking";
const INDEX = "batch.kubernetes.io/job-completion-index";
const FAILURES = "batch.kubernetes.io/job-index-failure-count";

const jobOf = (spec: object = {}) => ({
  metadata: { name: "sum" },
  spec: {
    template: {
      spec: { restartPolicy: "Never", containers: [{ name: "main", image: "one" }] },
    },
    ...spec,
  } as never,
});

async function withEnv(nodes: number, act: (env: TestEnv) => Promise<void>): Promise<void> {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes });
  await act(env);
}

async function made(env: TestEnv, spec: object = {}): Promise<void> {
  await env.client.create(Job, jobOf(spec));
  await env.settle("5s");
}

async function changed(env: TestEnv, spec: object, span = "5s"): Promise<void> {
  await env.client.patch(Job, "sum", { spec } as never);
  await env.settle(span as "5s");
}

async function active(client: Client): Promise<LivePod[]> {
  const { items } = await client.list(Pod);
  return items.filter(({ metadata, status }) =>
    metadata.deletionTimestamp === undefined &&
    !["Succeeded", "Failed"].includes(status?.phase ?? "")
  ).sort((one, other) => one.metadata.name < other.metadata.name ? -1 : 1);
}

const indexOf = ({ metadata }: LivePod) => Number(metadata.annotations?.[INDEX]);

/** Ends pods that are active: so many, or those of some indexes. */
async function end(
  env: TestEnv,
  phase: "Succeeded" | "Failed",
  { count = Infinity, indexes, exitCode = 1, conditions = [], span = "5s" }: {
    readonly count?: number;
    readonly indexes?: readonly number[];
    readonly exitCode?: number;
    readonly conditions?: readonly object[];
    readonly span?: string;
  } = {},
): Promise<void> {
  const { client, clock } = env;
  const pods = (await active(client)).filter((pod) => indexes?.includes(indexOf(pod)) ?? true);
  const finishedAt = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
  const code = phase === "Failed" ? exitCode : 0;
  const containerStatuses = [{
    name: "main",
    image: "one",
    imageID: "",
    ready: false,
    restartCount: 0,
    state: { terminated: { exitCode: code, finishedAt, reason: "Error" } },
  }];
  for (const { metadata } of pods.slice(0, count)) {
    await client.patch(Pod, metadata.name, {
      status: { phase, containerStatuses, conditions },
    } as never, { subresource: "status" });
  }
  await env.settle(span as "5s");
}

/** Counts, without those that are 0, and conditions that hold. */
async function state(client: Client): Promise<object> {
  const { status = {} } = await client.get(Job, "sum");
  const { conditions = [], startTime, completionTime: _, uncountedTerminatedPods, ...rest } =
    status;
  assertEquals(uncountedTerminatedPods, {} as never);
  const counts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== 0));
  return {
    ...counts,
    conditions: conditions.filter(({ status }) => status === "True").map(({ type, reason }) =>
      `${type} ${reason}`
    ),
    ...(startTime === undefined && { isIdle: true }),
  };
}

async function said(client: Client): Promise<string[]> {
  const { items } = await client.list(coreV1.Event);
  return items.filter(({ involvedObject }) => involvedObject.kind === "Job")
    .map(({ reason, message }) => `${reason}: ${message?.replace(/sum-\w+/, "POD")}`);
}

const COMPLETE = [
  "SuccessCriteriaMet CompletionsReached",
  "Complete CompletionsReached",
];
const failedBy = (reason: string) => [`FailureTarget ${reason}`, `Failed ${reason}`];

Deno.test("a job runs pods until as many have succeeded as should", () =>
  withEnv(2, async (env) => {
    const { client } = env;
    await made(env, { parallelism: 2, completions: 3 });
    assertEquals(await state(client), { active: 2, ready: 2, conditions: [] });
    await end(env, "Succeeded", { count: 1 });
    assertEquals(await state(client), { active: 2, ready: 2, succeeded: 1, conditions: [] });
    await end(env, "Succeeded");
    assertEquals(await state(client), { succeeded: 3, conditions: COMPLETE });
    const { status } = await client.get(Job, "sum");
    assertEquals(status?.completionTime, status?.conditions?.[1]?.lastTransitionTime as string);
    const { items } = await client.list(Pod);
    assertEquals(items.map(({ metadata }) => metadata.finalizers), Array(3).fill(undefined));
    assertEquals((await said(client)).filter((text) => /Completed/.test(text)), [
      "Completed: Job completed",
    ]);
  }));

Deno.test("a job without completions makes no more pods after the first success", () =>
  withEnv(2, async (env) => {
    const { client } = env;
    await made(env, { parallelism: 3 });
    await end(env, "Succeeded", { count: 1 });
    assertEquals(await state(client), { active: 2, ready: 2, succeeded: 1, conditions: [] });
    await end(env, "Failed", { count: 1 });
    assertEquals(await state(client), {
      active: 1,
      ready: 1,
      succeeded: 1,
      failed: 1,
      conditions: [],
    });
    await end(env, "Succeeded");
    assertEquals(await state(client), { succeeded: 2, failed: 1, conditions: COMPLETE });
  }));

Deno.test("an indexed job has a pod for each index, which knows it", () =>
  withEnv(2, async (env) => {
    const { client } = env;
    await made(env, { parallelism: 3, completions: 5, completionMode: "Indexed" });
    const pods = await active(client);
    assertEquals(pods.map(indexOf), [0, 1, 2]);
    const [{ metadata, spec }] = pods as [LivePod];
    assert(/^sum-0-\w{5}$/.test(metadata.name), metadata.name);
    assertEquals([metadata.generateName, spec.hostname], ["sum-0-", "sum-0"]);
    assertEquals([metadata.labels?.[INDEX], metadata.finalizers], ["0", [TRACKING]]);
    assertEquals(spec.containers[0]!.env, [{
      name: "JOB_COMPLETION_INDEX",
      valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: `metadata.labels['${INDEX}']` } },
    }]);
    await end(env, "Succeeded", { indexes: [0, 2] });
    assertEquals(await state(client), {
      active: 3,
      ready: 3,
      succeeded: 2,
      completedIndexes: "0,2",
      conditions: [],
    });
    await end(env, "Succeeded");
    assertEquals(await state(client), {
      succeeded: 5,
      completedIndexes: "0-4",
      conditions: COMPLETE,
    });
  }));

Deno.test("a job makes pods anew after 10 s, 20 s, 40 s, and fails beyond its limit", () =>
  withEnv(1, async (env) => {
    const { client } = env;
    await made(env, { backoffLimit: 3 });
    for (const rest of [10, 20, 40]) {
      await end(env, "Failed", { span: `${rest - 1}s` });
      assertEquals((await active(client)).length, 0, `before ${rest} s`);
      await env.settle("3s");
      assertEquals((await active(client)).length, 1, `after ${rest} s`);
    }
    await end(env, "Failed");
    assertEquals(await state(client), {
      failed: 4,
      conditions: failedBy("BackoffLimitExceeded"),
    });
    const why = "BackoffLimitExceeded: Job has reached the specified backoff limit";
    assertEquals((await said(client)).filter((text) => text === why).length, 1);
  }));

Deno.test("a job whose containers are started again too often fails, and ends what runs", () =>
  withEnv(1, async (env) => {
    const { client } = env;
    const spec = { restartPolicy: "OnFailure", containers: [{ name: "main", image: "one" }] };
    const annotations = { "simulated.orch.io/run-for": "6s", "simulated.orch.io/exit-code": "1" };
    const template = { metadata: { annotations }, spec };
    await made(env, { backoffLimit: 2, parallelism: 2, completions: 2, template });
    assertEquals(await state(client), { active: 2, ready: 2, conditions: [] });
    await env.settle("10s");
    assertEquals(await state(client), {
      failed: 2,
      conditions: failedBy("BackoffLimitExceeded"),
    });
    assertEquals((await client.list(Pod)).items, []);
  }));

Deno.test("a job that is active for too long fails when its deadline comes", () =>
  withEnv(1, async (env) => {
    const { client } = env;
    await made(env, { activeDeadlineSeconds: 60 });
    await env.settle("50s");
    assertEquals(await state(client), { active: 1, ready: 1, conditions: [] });
    await env.settle("10s");
    assertEquals(await state(client), { failed: 1, conditions: failedBy("DeadlineExceeded") });
  }));

Deno.test("a job that is suspended has no pods and no time, and begins anew", () =>
  withEnv(1, async (env) => {
    const { client } = env;
    await made(env, { parallelism: 2, completions: 2, suspend: true, activeDeadlineSeconds: 60 });
    assertEquals(await state(client), {
      isIdle: true,
      conditions: ["Suspended JobSuspended"],
    });
    await env.settle("2m");
    await changed(env, { suspend: false });
    assertEquals(await state(client), { active: 2, ready: 2, conditions: [] });
    await end(env, "Succeeded", { count: 1 });
    await changed(env, { suspend: true });
    assertEquals(await state(client), {
      isIdle: true,
      succeeded: 1,
      conditions: ["Suspended JobSuspended"],
    });
    await env.settle("2m");
    await changed(env, { suspend: false });
    await end(env, "Succeeded");
    assertEquals(await state(client), { succeeded: 2, conditions: COMPLETE });
    const told = await said(client);
    for (const text of ["Suspended: Job suspended", "Resumed: Job resumed"]) {
      assert(told.includes(text), told.join("\n"));
    }
  }));

Deno.test("an index fails by itself, waits by itself, and the others go on", () =>
  withEnv(1, async (env) => {
    const { client } = env;
    const indexed = { completionMode: "Indexed", completions: 3, parallelism: 3 };
    await made(env, { ...indexed, backoffLimitPerIndex: 1 });
    await end(env, "Failed", { indexes: [1] });
    assertEquals((await active(client)).map(indexOf), [0, 2]);
    assertEquals((await client.list(Pod)).items.length, 3);
    await env.settle("8s");
    const again = (await active(client)).find((pod) => indexOf(pod) === 1);
    assertEquals(again?.metadata.annotations?.[FAILURES], "1");
    await end(env, "Failed", { indexes: [1] });
    assertEquals(await state(client), {
      active: 2,
      ready: 2,
      failed: 2,
      failedIndexes: "1",
      conditions: [],
    });
    await end(env, "Succeeded");
    assertEquals(await state(client), {
      succeeded: 2,
      failed: 2,
      completedIndexes: "0,2",
      failedIndexes: "1",
      conditions: failedBy("FailedIndexes"),
    });
  }));

Deno.test("a job fails when more indexes have failed than may", () =>
  withEnv(1, async (env) => {
    const indexed = { completionMode: "Indexed", completions: 4, parallelism: 4 };
    await made(env, { ...indexed, backoffLimitPerIndex: 0, maxFailedIndexes: 1 });
    await end(env, "Failed", { indexes: [0, 3] });
    assertEquals(await state(env.client), {
      failed: 4,
      failedIndexes: "0,3",
      conditions: failedBy("MaxFailedIndexesExceeded"),
    });
  }));

const onExit = (action: string, ...values: number[]) => ({
  podFailurePolicy: { rules: [{ action, onExitCodes: { operator: "In", values } }] },
});

Deno.test("rules say what the failure of a pod means", async (t) => {
  await t.step("FailJob ends all", () =>
    withEnv(1, async (env) => {
      await made(env, { parallelism: 2, completions: 2, ...onExit("FailJob", 42) });
      await end(env, "Failed", { count: 1, exitCode: 42 });
      assertEquals(await state(env.client), {
        failed: 2,
        conditions: failedBy("PodFailurePolicy"),
      });
      const { status } = await env.client.get(Job, "sum");
      const { message = "" } = status!.conditions![1]!;
      const why =
        /^Container main for pod default\/sum-\w+ failed with exit code 42 matching FailJob rule at index 0$/;
      assert(why.test(message), message);
    }));
  await t.step("Ignore counts nothing", () =>
    withEnv(1, async (env) => {
      const rules = [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }];
      await made(env, { backoffLimit: 0, podFailurePolicy: { rules } });
      const disrupted = { type: "DisruptionTarget", status: "True" };
      await end(env, "Failed", { conditions: [disrupted], span: "20s" });
      assertEquals(await state(env.client), { active: 1, ready: 1, conditions: [] });
      await end(env, "Failed");
      assertEquals(await state(env.client), {
        failed: 1,
        conditions: failedBy("BackoffLimitExceeded"),
      });
    }));
  await t.step("FailIndex ends an index", () =>
    withEnv(1, async (env) => {
      const indexed = { completionMode: "Indexed", completions: 2, parallelism: 2 };
      await made(env, { ...indexed, backoffLimitPerIndex: 5, ...onExit("FailIndex", 42) });
      await end(env, "Failed", { indexes: [0], exitCode: 42 });
      await end(env, "Succeeded", { indexes: [1] });
      assertEquals(await state(env.client), {
        succeeded: 1,
        failed: 1,
        completedIndexes: "1",
        failedIndexes: "0",
        conditions: failedBy("FailedIndexes"),
      });
    }));
});

Deno.test("a job succeeds when a rule of its success policy is met, and ends the rest", () =>
  withEnv(1, async (env) => {
    const indexed = { completionMode: "Indexed", completions: 4, parallelism: 4 };
    const rules = [{ succeededIndexes: "0", succeededCount: 1 }];
    await made(env, { ...indexed, successPolicy: { rules } });
    await end(env, "Succeeded", { indexes: [2] });
    assertEquals((await active(env.client)).length, 3);
    await end(env, "Succeeded", { indexes: [0], span: "10s" });
    assertEquals(await state(env.client), {
      succeeded: 2,
      completedIndexes: "0,2",
      conditions: ["SuccessCriteriaMet SuccessPolicy", "Complete SuccessPolicy"],
    });
  }));

for (const [policy, whileTerminating] of [["TerminatingOrFailed", 1], ["Failed", 0]] as const) {
  Deno.test(`a pod on its way out is replaced ${whileTerminating ? "at once" : "when it is over"} by ${policy}`, () =>
    withEnv(0, async (env) => {
      const { client } = env;
      await made(env, { podReplacementPolicy: policy, backoffLimit: 3 });
      const [pod] = await active(client);
      const metadata = { finalizers: ["example.com/x"] };
      await client.patch(Pod, pod!.metadata.name, { metadata }, { strategic: true });
      await client.delete(Pod, pod!.metadata.name);
      await env.settle("30s");
      const { status } = await client.get(Job, "sum");
      assertEquals([status?.terminating, status?.active ?? 0], [1, whileTerminating]);
    }));
}

Deno.test("a job that another controller manages is left alone", () =>
  withEnv(1, async (env) => {
    await made(env, { managedBy: "example.com/other" });
    assertEquals((await env.client.list(Pod)).items, []);
  }));

Deno.test("pods of a job that is gone don't stay for its sake", () =>
  withEnv(1, async (env) => {
    const { client } = env;
    await made(env, { parallelism: 2, completions: 2 });
    await client.delete(Job, "sum", { propagation: "Orphan" });
    await env.settle("10s");
    const { items } = await client.list(Pod);
    assertEquals(items.map(({ metadata }) => metadata.finalizers), [undefined, undefined]);
    await made(env);
    await client.delete(Job, "sum", { propagation: "Background" });
    await env.settle("10s");
    assertEquals((await client.list(Pod)).items.length, 2);
  }));

Deno.test("a job adopts pods that match, and counts how they end", () =>
  withEnv(1, async (env) => {
    const { client } = env;
    const metadata = { labels: { app: "sum" } };
    await client.create(Pod, {
      metadata: { name: "before", ...metadata },
      spec: { restartPolicy: "Never", containers: [{ name: "main", image: "one" }] },
    });
    await made(env, {
      manualSelector: true,
      selector: { matchLabels: { app: "sum" } },
      template: { metadata, ...(jobOf().spec as { template: object }).template },
    });
    const { items: [pod, ...others] } = await client.list(Pod);
    assertEquals([pod!.metadata.finalizers, others.length], [[TRACKING], 0]);
    await end(env, "Succeeded");
    assertEquals(await state(client), { succeeded: 1, conditions: COMPLETE });
  }));

Deno.test("a pod that somebody else takes the finalizer from goes without being counted", () =>
  withEnv(1, async (env) => {
    const { client } = env;
    await made(env, { completions: 1 });
    const [{ metadata: { name } }] = await active(client) as [LivePod];
    await client.patch(Pod, name, {
      metadata: { "$deleteFromPrimitiveList/finalizers": [TRACKING] },
    } as never, { strategic: true });
    await env.settle("3s");
    assertEquals((await client.get(Pod, name)).metadata.finalizers, undefined);
    await client.delete(Pod, name, { gracePeriod: 0 });
    await env.settle("3s");
    const { items: [pod, ...others] } = await client.list(Pod);
    assertEquals([pod!.metadata.name === name, pod!.metadata.finalizers, others.length], [
      false,
      [TRACKING],
      0,
    ]);
    await end(env, "Succeeded");
    assertEquals(await state(client), { succeeded: 1, conditions: COMPLETE });
  }));

Deno.test("an indexed job grows and shrinks with its completions", () =>
  withEnv(1, async (env) => {
    const { client } = env;
    await made(env, { completionMode: "Indexed", completions: 3, parallelism: 3 });
    await changed(env, { completions: 5, parallelism: 5 });
    assertEquals((await active(client)).map(indexOf), [0, 1, 2, 3, 4]);
    await end(env, "Succeeded", { indexes: [1, 4] });
    await changed(env, { completions: 2, parallelism: 2 });
    assertEquals((await active(client)).map(indexOf), [0]);
    assertEquals(await state(client), {
      active: 1,
      ready: 1,
      succeeded: 1,
      completedIndexes: "1",
      conditions: [],
    });
  }));

Deno.test("a job in the other dialect marks its pods by that dialect's names", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS, nodes: 1, dialect: "orch" });
  await made(env, { completionMode: "Indexed", completions: 1 });
  const [pod] = (await env.client.list(Pod)).items;
  assertEquals(pod!.metadata.finalizers, ["batch.orch.io/job-tracking"]);
  assertEquals(pod!.metadata.annotations, { "batch.orch.io/job-completion-index": "0" });
  await end(env, "Succeeded");
  assertEquals(await state(env.client), {
    succeeded: 1,
    completedIndexes: "0",
    conditions: COMPLETE,
  });
});
