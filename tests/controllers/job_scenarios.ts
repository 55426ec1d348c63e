/**
 * What is done to jobs: whoever runs them, the same comes of it.
 *
 * @module
 */

import { type AnyObject, Job, Pod } from "../../mod.ts";
import { orphan } from "./orphan.ts";
import type { WorkloadScenario } from "./replica_scenarios.ts";
import type { WorkloadStage } from "./workload_stage.ts";

const INDEX = "batch.kubernetes.io/job-completion-index";
const TRACKING = "batch.kubernetes.io/job-tracking";

/** A job of one pod at a time, unless more is said. */
function jobOf(spec: object = {}, template: object = {}, name = "sum") {
  return {
    metadata: { name },
    spec: {
      template: {
        metadata: { annotations: { note: "template" } },
        spec: {
          restartPolicy: "Never",
          containers: [{ name: "main", image: "one" }],
          ...template,
        },
      },
      ...spec,
    },
  } as never;
}

const indexed = (completions: number, more: object = {}) => ({
  completionMode: "Indexed",
  completions,
  parallelism: completions,
  ...more,
});

/** How pods end. */
interface Ending {
  readonly count?: number;
  readonly indexes?: readonly number[];
  readonly exitCode?: number;
  readonly conditions?: readonly object[];
}

async function active(stage: WorkloadStage): Promise<AnyObject[]> {
  const { items } = await stage.client.list(Pod);
  return (items as AnyObject[]).filter(({ metadata, status }) =>
    metadata!.deletionTimestamp === undefined && !["Succeeded", "Failed"].includes(status?.phase)
  );
}

const indexOf = ({ metadata }: AnyObject) => Number(metadata!.annotations?.[INDEX]);

/** Ends pods that are active. */
async function end(
  stage: WorkloadStage,
  phase: "Succeeded" | "Failed",
  { count = Infinity, indexes, exitCode = 1, conditions = [] }: Ending = {},
): Promise<void> {
  const pods = (await active(stage)).filter((pod) => indexes?.includes(indexOf(pod)) ?? true);
  const terminated = {
    exitCode: phase === "Failed" ? exitCode : 0,
    finishedAt: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
  };
  const main = { name: "main", image: "one", imageID: "", ready: false, restartCount: 0 };
  for (const { metadata } of pods.slice(0, count)) {
    await stage.client.patch(Pod, metadata!.name!, {
      status: { phase, conditions, containerStatuses: [{ ...main, state: { terminated } }] },
    } as never, { subresource: "status" });
  }
}

/** Waits until a condition of the job holds. */
async function until(stage: WorkloadStage, type: string, status = "True"): Promise<void> {
  await stage.until(
    Job,
    "sum",
    (job) =>
      job?.status?.conditions?.some((one: AnyObject) =>
        one.type === type && one.status === status
      ) ?? false,
  );
}

/** Waits until the job's status says so. */
async function says(stage: WorkloadStage, wanted: Record<string, unknown>): Promise<void> {
  await stage.until(
    Job,
    "sum",
    ({ status = {} } = {} as AnyObject) =>
      Object.entries(wanted).every(([name, value]) => (status[name] ?? 0) === value),
  );
}

async function made(
  stage: WorkloadStage,
  spec: object,
  pods: number,
  template = {},
): Promise<void> {
  await stage.client.create(Job, jobOf(spec, template));
  await stage.pods(pods);
  await says(stage, { active: pods });
}

async function change(stage: WorkloadStage, spec: object): Promise<void> {
  await stage.client.patch(Job, "sum", { spec } as never);
}

const rule = (action: string, more: object) => ({
  podFailurePolicy: { rules: [{ action, ...more }] },
});
const exits = (operator: string, ...values: number[]) => ({ onExitCodes: { operator, values } });
const DISRUPTED = { type: "DisruptionTarget", status: "True" };
const onDisruption = { onPodConditions: [{ type: "DisruptionTarget", status: "True" }] };

/** Keeps a pod that is deleted. */
async function hold(stage: WorkloadStage): Promise<string> {
  const [pod] = await active(stage);
  const { name } = pod!.metadata!;
  await stage.client.patch(Pod, name!, { metadata: { finalizers: ["example.com/held"] } }, {
    strategic: true,
  });
  return name!;
}

async function letGo(stage: WorkloadStage, name: string): Promise<void> {
  await stage.client.patch(Pod, name, {
    metadata: { "$deleteFromPrimitiveList/finalizers": ["example.com/held"] },
  } as never, { strategic: true });
}

/** See the module. */
export const JOBS: Readonly<Record<string, WorkloadScenario>> = {
  async "a job of one pod succeeds"(stage) {
    await made(stage, {}, 1);
    await stage.same("made");
    await stage.run(undefined);
    await says(stage, { ready: 1 });
    await stage.same("it runs");
    await end(stage, "Succeeded");
    await until(stage, "Complete");
  },
  async "a job of many pods succeeds in turns"(stage) {
    await made(stage, { parallelism: 3, completions: 7 }, 3);
    await stage.same("made");
    await end(stage, "Succeeded", { count: 2 });
    await says(stage, { succeeded: 2, active: 3 });
    await stage.same("two have succeeded");
    await end(stage, "Succeeded");
    await says(stage, { succeeded: 5, active: 2 });
    await end(stage, "Succeeded");
    await until(stage, "Complete");
  },
  async "a job without completions ends with its last pod"(stage) {
    await made(stage, { parallelism: 3 }, 3);
    await end(stage, "Succeeded", { count: 1 });
    await says(stage, { succeeded: 1, active: 2 });
    await stage.same("one has succeeded");
    await end(stage, "Failed", { count: 1 });
    await says(stage, { failed: 1, active: 1 });
    await stage.same("one has failed");
    await end(stage, "Succeeded");
    await until(stage, "Complete");
  },
  async "a job of no completions is complete at once"(stage) {
    await stage.client.create(Job, jobOf({ completions: 0 }));
    await until(stage, "Complete");
  },
  async "a job of no parallelism waits"(stage) {
    await stage.client.create(Job, jobOf({ parallelism: 0, completions: 2 }));
    await stage.until(Job, "sum", (job) => job?.status?.startTime !== undefined);
    await stage.same("nothing is made");
    await change(stage, { parallelism: 2 });
    await stage.pods(2);
    await end(stage, "Succeeded");
    await until(stage, "Complete");
  },
  async "a job makes a pod anew, and fails beyond its limit"(stage) {
    await made(stage, { backoffLimit: 1 }, 1);
    await end(stage, "Failed");
    await says(stage, { failed: 1, active: 0 });
    await stage.same("it rests");
    await stage.pods(1);
    await says(stage, { active: 1 });
    await stage.same("it tries again");
    await end(stage, "Failed");
    await until(stage, "Failed");
  },
  async "a job that may not fail ends its other pods"(stage) {
    await made(stage, { backoffLimit: 0, parallelism: 3, completions: 3 }, 3);
    await end(stage, "Failed", { count: 1 });
    await until(stage, "Failed");
  },
  async "containers are started again too often"(stage) {
    await made(stage, { backoffLimit: 2, parallelism: 2, completions: 2 }, 2, {
      restartPolicy: "OnFailure",
    });
    for (const { metadata } of await active(stage)) {
      const main = { name: "main", image: "one", imageID: "", ready: true, restartCount: 1 };
      await stage.client.patch(Pod, metadata!.name!, {
        status: { phase: "Running", containerStatuses: [{ ...main, state: { running: {} } }] },
      } as never, { subresource: "status" });
    }
    await until(stage, "Failed");
  },
  async "a deadline passes"(stage) {
    await made(stage, { activeDeadlineSeconds: 4, parallelism: 2 }, 2);
    await until(stage, "Failed");
  },
  async "a deadline is set later"(stage) {
    await made(stage, {}, 1);
    await change(stage, { activeDeadlineSeconds: 1 });
    await until(stage, "Failed");
  },
  async "a job is suspended, and resumed"(stage) {
    await made(stage, { parallelism: 2, completions: 3 }, 2);
    await end(stage, "Succeeded", { count: 1 });
    await says(stage, { succeeded: 1 });
    await change(stage, { suspend: true });
    await until(stage, "Suspended");
    await stage.same("suspended");
    await change(stage, { suspend: false });
    await until(stage, "Suspended", "False");
    await stage.pods(2);
    await says(stage, { active: 2 });
    await stage.same("resumed");
    await end(stage, "Succeeded");
    await until(stage, "Complete");
  },
  async "a job is made suspended"(stage) {
    await stage.client.create(Job, jobOf({ suspend: true }));
    await until(stage, "Suspended");
    await stage.same("nothing is made");
    await change(stage, { suspend: false });
    await stage.pods(1);
    await end(stage, "Succeeded");
    await until(stage, "Complete");
  },
  async "parallelism grows and shrinks"(stage) {
    await made(stage, { parallelism: 1, completions: 9 }, 1);
    await change(stage, { parallelism: 6 });
    await stage.pods(6);
    await says(stage, { active: 6 });
    await stage.same("grown");
    await stage.run(undefined, true, 2);
    await says(stage, { ready: 2 });
    await change(stage, { parallelism: 2 });
    await stage.pods(2);
    await says(stage, { active: 2 });
  },
  async "a pod is deleted"(stage) {
    await made(stage, { backoffLimit: 3 }, 1);
    await stage.client.delete(Pod, (await active(stage))[0]!.metadata!.name!);
    await says(stage, { failed: 1 });
    await stage.same("it rests");
    await stage.pods(1);
  },
  async "a pod on its way out is replaced at once"(stage) {
    await made(stage, { podReplacementPolicy: "TerminatingOrFailed", parallelism: 2 }, 2);
    const name = await hold(stage);
    await stage.client.delete(Pod, name);
    await says(stage, { terminating: 1, failed: 1 });
    await stage.pods(2);
    await says(stage, { active: 2 });
    await stage.same("replaced");
    await letGo(stage, name);
    await says(stage, { terminating: 0 });
  },
  async "a pod on its way out is replaced when it is over"(stage) {
    await made(stage, { podReplacementPolicy: "Failed", parallelism: 2, completions: 2 }, 2);
    const name = await hold(stage);
    await stage.client.delete(Pod, name);
    await says(stage, { terminating: 1 });
    await stage.same("not replaced");
    await stage.client.patch(Pod, name, { status: { phase: "Failed" } } as never, {
      subresource: "status",
    });
    await letGo(stage, name);
    await says(stage, { terminating: 0, failed: 1 });
    await stage.pods(2);
  },
  async "a job is over when its last pod is gone"(stage) {
    await made(stage, { backoffLimit: 0, parallelism: 2, completions: 2 }, 2);
    const name = await hold(stage);
    const other = (await active(stage)).find(({ metadata }) => metadata!.name !== name)!;
    await stage.client.patch(Pod, other.metadata!.name!, { status: { phase: "Failed" } } as never, {
      subresource: "status",
    });
    await until(stage, "FailureTarget");
    await says(stage, { terminating: 1 });
    await stage.same("not over");
    await letGo(stage, name);
    await until(stage, "Failed");
  },
  async "indexes succeed"(stage) {
    await made(stage, { completionMode: "Indexed", completions: 8, parallelism: 6 }, 6);
    await stage.same("made");
    await end(stage, "Succeeded", { indexes: [0, 2, 3, 4] });
    await says(stage, { completedIndexes: "0,2-4", active: 4 });
    await stage.same("four have succeeded");
    await end(stage, "Succeeded");
    await until(stage, "Complete");
  },
  async "an index that fails is tried again"(stage) {
    await made(stage, indexed(3), 3);
    await end(stage, "Failed", { indexes: [1] });
    await says(stage, { failed: 1, active: 2 });
    await stage.pods(3);
    await says(stage, { active: 3 });
    await stage.same("tried again");
    await end(stage, "Succeeded");
    await until(stage, "Complete");
  },
  async "an index fails by itself"(stage) {
    await made(stage, indexed(3, { backoffLimitPerIndex: 1 }), 3);
    await stage.same("made");
    await end(stage, "Failed", { indexes: [1] });
    await says(stage, { active: 2 });
    await stage.same("it rests");
    await stage.pods(3);
    await says(stage, { active: 3, failed: 1 });
    await stage.same("tried again");
    await end(stage, "Failed", { indexes: [1] });
    await says(stage, { failedIndexes: "1" });
    await stage.same("failed");
    await end(stage, "Succeeded");
    await until(stage, "Failed");
  },
  async "too many indexes fail"(stage) {
    await made(stage, indexed(5, { backoffLimitPerIndex: 0, maxFailedIndexes: 1 }), 5);
    await end(stage, "Failed", { indexes: [0] });
    await says(stage, { failedIndexes: "0" });
    await stage.same("one has failed");
    await end(stage, "Failed", { indexes: [1, 2] });
    await until(stage, "Failed");
  },
  async "a rule fails the job by an exit code"(stage) {
    await made(stage, { parallelism: 2, completions: 2, ...rule("FailJob", exits("In", 42)) }, 2);
    await end(stage, "Failed", { count: 1, exitCode: 42 });
    await until(stage, "Failed");
  },
  async "a rule fails the job by all exit codes but one"(stage) {
    await made(stage, { backoffLimit: 4, ...rule("FailJob", exits("NotIn", 7)) }, 1);
    await end(stage, "Failed", { exitCode: 7 });
    await says(stage, { failed: 1 });
    await stage.pods(1);
    await stage.same("tried again");
    await end(stage, "Failed", { exitCode: 8 });
    await until(stage, "Failed");
  },
  async "a rule fails the job by a condition"(stage) {
    await made(stage, rule("FailJob", onDisruption), 1);
    await end(stage, "Failed", { conditions: [DISRUPTED] });
    await until(stage, "Failed");
  },
  async "a rule ignores failures"(stage) {
    await made(stage, { backoffLimit: 0, ...rule("Ignore", onDisruption) }, 1);
    await end(stage, "Failed", { conditions: [DISRUPTED] });
    await says(stage, { active: 0 });
    await stage.pods(1);
    await says(stage, { active: 1 });
    await stage.same("tried again");
    await end(stage, "Failed");
    await until(stage, "Failed");
  },
  async "a rule fails an index"(stage) {
    const policy = rule("FailIndex", exits("In", 42));
    await made(stage, indexed(2, { backoffLimitPerIndex: 3, ...policy }), 2);
    await end(stage, "Failed", { indexes: [0], exitCode: 42 });
    await says(stage, { failedIndexes: "0" });
    await stage.same("one has failed");
    await end(stage, "Succeeded");
    await until(stage, "Failed");
  },
  async "a rule ignores failures of an index"(stage) {
    const policy = rule("Ignore", onDisruption);
    await made(stage, indexed(2, { backoffLimitPerIndex: 0, ...policy }), 2);
    await end(stage, "Failed", { indexes: [1], conditions: [DISRUPTED] });
    await says(stage, { active: 1 });
    await stage.pods(2);
    await says(stage, { active: 2 });
    await stage.same("tried again");
    await end(stage, "Succeeded");
    await until(stage, "Complete");
  },
  async "some indexes are enough"(stage) {
    const rules = [{ succeededIndexes: "0-2", succeededCount: 2 }];
    await made(stage, indexed(5, { successPolicy: { rules } }), 5);
    await end(stage, "Succeeded", { indexes: [1, 4] });
    await says(stage, { completedIndexes: "1,4" });
    await stage.same("not yet");
    await end(stage, "Succeeded", { indexes: [2] });
    await until(stage, "Complete");
  },
  async "a number of indexes is enough"(stage) {
    const rules = [{ succeededIndexes: "4" }, { succeededCount: 2 }];
    await made(stage, indexed(5, { successPolicy: { rules } }), 5);
    await end(stage, "Succeeded", { indexes: [0, 3] });
    await until(stage, "Complete");
  },
  async "an indexed job grows and shrinks"(stage) {
    await made(stage, indexed(3), 3);
    await change(stage, { completions: 5, parallelism: 5 });
    await stage.pods(5);
    await says(stage, { active: 5 });
    await stage.same("grown");
    await end(stage, "Succeeded", { indexes: [1, 4] });
    await says(stage, { completedIndexes: "1,4" });
    await change(stage, { completions: 2, parallelism: 2 });
    await stage.pods(1);
    await says(stage, { completedIndexes: "1", active: 1 });
    await stage.same("shrunk");
    await end(stage, "Succeeded");
    await until(stage, "Complete");
  },
  async "a job that somebody else manages"(stage) {
    await stage.client.create(Job, jobOf({ managedBy: "example.com/other" }));
    await stage.client.create(Job, jobOf({}, {}, "other"));
    await stage.pods(1);
  },
  async "a job adopts a pod, and lets one go"(stage) {
    const labels = { app: "sum" };
    const { spec } = jobOf() as { spec: { template: { spec: object } } };
    await stage.client.create(Pod, {
      metadata: { name: "before", labels, finalizers: [TRACKING] },
      spec: spec.template.spec,
    } as never);
    // Who has taken it off knows the pod, and makes no other in its place.
    await stage.until(Pod, "before", (pod) => pod?.metadata?.finalizers === undefined);
    const template = { metadata: { labels }, spec: spec.template.spec };
    const own = { manualSelector: true, selector: { matchLabels: labels }, template };
    await made(stage, { parallelism: 2, completions: 2, ...own }, 2);
    await stage.same("adopted");
    await stage.client.patch(Pod, "before", { metadata: { labels: { app: "other" } } });
    await stage.pods(3);
    await stage.until(Pod, "before", (pod) => pod?.metadata?.ownerReferences === undefined);
  },
  async "a job goes, and leaves its pods"(stage) {
    await made(stage, { parallelism: 2 }, 2);
    await orphan(stage.client, Job, "sum");
    await stage.until(Job, "sum", (job) => job === undefined);
    const { items } = await stage.client.list(Pod);
    for (const { metadata } of items) {
      await stage.until(Pod, metadata.name, (pod) => pod?.metadata?.finalizers === undefined);
    }
  },
  async "a job goes with its pods"(stage) {
    await made(stage, { parallelism: 2 }, 2);
    await stage.client.delete(Job, "sum", { propagation: "Foreground" });
    await stage.until(Job, "sum", (job) => job === undefined);
    await stage.pods(0);
  },
  async "pods are refused"(stage) {
    await stage.refusePods();
    await stage.client.create(Job, jobOf());
    await says(stage, { ready: 0 });
    await stage.until(Job, "sum", (job) => job?.status?.startTime !== undefined);
  },
  async "the template has the finalizer, labels and variables of its own"(stage) {
    const { spec } = jobOf() as { spec: { template: { spec: object } } };
    const template = {
      metadata: { labels: { app: "sum" }, finalizers: [TRACKING] },
      spec: spec.template.spec,
    };
    await made(stage, indexed(1, { template }), 1);
    await stage.same("made");
    await end(stage, "Succeeded");
    await until(stage, "Complete");
  },
  async "the name of an indexed job is long"(stage) {
    const name = `${"a".repeat(61)}`;
    await stage.client.create(Job, jobOf(indexed(2), {}, name));
    await stage.pods(2);
  },
};
