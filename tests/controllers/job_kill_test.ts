/** The job controller is killed, or an answer to it is lost, after any of its writes: no end of a pod is lost or counted twice. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { type Client, createInformer, Job, type ObjectOf, Pod } from "../../mod.ts";
import { createJobController } from "../../controllers/job.ts";
import { slowTests } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Fate, Mortal } from "./mortal.ts";

type LivePod = ObjectOf<typeof Pod>;

const INDEX = "batch.kubernetes.io/job-completion-index";

/** What is done to a job. */
interface Play {
  readonly spec: object;
  /** How many pods may be active at once. */
  readonly most: number;
  readonly steps: readonly Step[];
}

type Step =
  | { readonly change: object }
  | {
    readonly end: "Succeeded" | "Failed";
    readonly count?: number;
    readonly indexes?: readonly number[];
    readonly exitCode?: number;
  };

const PLAYS: Readonly<Record<string, Play>> = {
  "a plain job": {
    spec: { parallelism: 3, completions: 5, backoffLimit: 3 },
    most: 3,
    steps: [
      { end: "Succeeded", count: 1 },
      { end: "Failed", count: 1 },
      { change: { suspend: true } },
      { change: { suspend: false } },
      { change: { parallelism: 1 } },
      { change: { parallelism: 3 } },
      { end: "Succeeded" },
      { end: "Succeeded" },
    ],
  },
  "a job that fails": {
    spec: { parallelism: 3, completions: 5, backoffLimit: 1 },
    most: 3,
    steps: [{ end: "Succeeded", count: 1 }, { end: "Failed", count: 2 }],
  },
  "a job that a rule fails": {
    spec: {
      parallelism: 3,
      completions: 3,
      podFailurePolicy: {
        rules: [{ action: "FailJob", onExitCodes: { operator: "In", values: [42] } }],
      },
    },
    most: 3,
    steps: [{ end: "Failed", count: 1, exitCode: 42 }],
  },
  "an indexed job whose indexes fail by themselves": {
    spec: {
      completionMode: "Indexed",
      parallelism: 3,
      completions: 4,
      backoffLimitPerIndex: 1,
      podFailurePolicy: {
        rules: [
          { action: "FailIndex", onExitCodes: { operator: "In", values: [42] } },
          { action: "Ignore", onExitCodes: { operator: "In", values: [7] } },
        ],
      },
    },
    most: 3,
    steps: [
      { end: "Failed", indexes: [0] },
      { end: "Failed", indexes: [1], exitCode: 7 },
      { end: "Succeeded", indexes: [0] },
      { end: "Failed", indexes: [2], exitCode: 42 },
      { end: "Failed", indexes: [1] },
      { end: "Failed", indexes: [1] },
      { end: "Succeeded" },
    ],
  },
  "an indexed job that succeeds early": {
    spec: {
      completionMode: "Indexed",
      parallelism: 3,
      completions: 6,
      successPolicy: { rules: [{ succeededCount: 2 }] },
    },
    most: 3,
    steps: [{ end: "Succeeded", indexes: [0] }, { end: "Succeeded", indexes: [2] }],
  },
};

const indexOf = ({ metadata }: LivePod) => Number(metadata.annotations?.[INDEX]);

async function play(
  { spec, most, steps }: Play,
  fate: Fate,
): Promise<{ end: unknown; writes: number }> {
  await using env = await testEnv({
    controllers: ["namespace", "garbagecollector"],
    nodes: 1,
    seed: 1,
  });
  const { client } = env;
  await using watched = await watchActive(client);
  await using mortal = new Mortal(env, (parts) => createJobController(parts), fate);
  await client.create(Job, {
    metadata: { name: "sum" },
    spec: {
      template: { spec: { restartPolicy: "Never", containers: [{ name: "main", image: "one" }] } },
      ...spec,
    } as never,
  });
  await mortal.settle("1m");
  const ended = { Succeeded: 0, Failed: 0, ignored: 0 };
  for (const step of steps) {
    if ("change" in step) await client.patch(Job, "sum", { spec: step.change } as never);
    else {
      const count = await endPods(env, step);
      ended[step.exitCode === 7 ? "ignored" : step.end] += count;
    }
    await mortal.settle("1m");
  }
  assert(watched.most <= most, `${watched.most} pods were active at once`);
  const { status } = await client.get(Job, "sum");
  const { conditions, completedIndexes, failedIndexes, succeeded = 0, failed = 0 } = status!;
  const over = conditions!.filter((one) => one.status === "True").map((one) => one.reason);
  assertEquals(status!.uncountedTerminatedPods, {} as never);
  // Those that were deleted when the job ended early count as failed, too: they have not done their work.
  const hasEndedEarly = over.some((why) =>
    why === "BackoffLimitExceeded" || why === "PodFailurePolicy" || why === "SuccessPolicy"
  );
  const deleted = hasEndedEarly ? failed - ended.Failed : 0;
  assertEquals([succeeded, failed - deleted], [ended.Succeeded, ended.Failed]);
  const { items } = await client.list(Pod);
  const held = items.filter(({ metadata }) => (metadata.finalizers ?? []).length > 0).length;
  // Whether who is stopped by a success is seen to have failed before the job is through is up to who is faster.
  const counted = over.includes("SuccessPolicy") ? failed - deleted : failed;
  return {
    end: { over, completedIndexes, failedIndexes, succeeded, failed: counted, held, ended },
    writes: mortal.writes,
  };
}

/** Ends active pods of a step; how many. */
async function endPods(
  { client, clock }: TestEnv,
  { end, count = Infinity, indexes, exitCode = 1 }: Extract<Step, { end: string }>,
): Promise<number> {
  const all = (await client.list(Pod)).items.filter(isActive);
  const pods = all.filter((pod) => indexes?.includes(indexOf(pod)) ?? true).slice(0, count);
  const finishedAt = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
  const terminated = { exitCode: end === "Failed" ? exitCode : 0, finishedAt };
  const main = { name: "main", image: "one", imageID: "", ready: false, restartCount: 0 };
  for (const { metadata } of pods) {
    await client.patch(Pod, metadata.name, {
      status: { phase: end, containerStatuses: [{ ...main, state: { terminated } }] },
    } as never, { subresource: "status" });
  }
  return pods.length;
}

function isActive({ metadata, status }: LivePod): boolean {
  return metadata.deletionTimestamp === undefined &&
    !["Succeeded", "Failed"].includes(status?.phase ?? "");
}

/** The most pods that were active at any time. */
async function watchActive(client: Client): Promise<{ readonly most: number } & AsyncDisposable> {
  const informer = createInformer(client, Pod);
  let most = 0;
  const listening = informer.subscribe(() => {
    most = Math.max(most, informer.lister.list().filter(isActive).length);
  });
  await informer.start(new AbortController().signal);
  return {
    get most() {
      return most;
    },
    async [Symbol.asyncDispose]() {
      listening[Symbol.dispose]();
      await informer[Symbol.asyncDispose]();
    },
  };
}

for (const [name, scene] of Object.entries(PLAYS)) {
  for (const how of ["killed", "lost"] as const) {
    const what = how === "killed" ? "its controller is killed" : "an answer is lost";
    Deno.test(`${name} ends the same, with never a pod too many, when ${what} after any write`, async () => {
      const { end, writes } = await play(scene, { how, at: Infinity });
      assert(writes > 10, `there were ${writes} writes`);
      const step = slowTests() ? 1 : 5;
      for (let at = 1; at <= writes; at += step) {
        assertEquals((await play(scene, { how, at })).end, end, `after write ${at}`);
      }
    });
  }
}
