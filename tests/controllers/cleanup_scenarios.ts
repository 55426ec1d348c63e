/**
 * What is done to pods that nobody removes, to jobs that are over, and to nodes that are many: whoever looks after
 * them, the same comes of it.
 *
 * @module
 */

import { type AnyObject, Job, Node, Pod } from "../../mod.ts";
import type { ObjectScenario } from "./account_scenarios.ts";
import type { ObjectStage } from "./object_stage.ts";
import { HELD } from "./stage.ts";

const POD = { containers: [{ name: "c", image: "i" }] };
const HELD_BY = { finalizers: [HELD] };

const isDeleting = (one?: AnyObject) => one?.metadata?.deletionTimestamp !== undefined;
const hasFailed = (one?: AnyObject) => one?.status?.phase === "Failed" && isDeleting(one);

/** A pod, on a node of the scenario where it has one. */
async function pod(
  stage: ObjectStage,
  name: string,
  { node, phase, metadata = {} }: { node?: string; phase?: string; metadata?: object } = {},
): Promise<void> {
  const nodeName = node === undefined ? {} : { nodeName: stage.nameOf(node) };
  await stage.make(Pod, name, { spec: { ...POD, ...nodeName } }, metadata);
  if (phase !== undefined) await stage.say(Pod, name, { phase });
}

/** Nodes are tainted until they are ready: these are not. */
async function node(stage: ObjectStage, name: string, taints: object[] | null = null) {
  await stage.make(Node, name);
  await stage.change(Node, name, { spec: { taints } });
}

const ready = (stage: ObjectStage, name: string, status: string) =>
  stage.say(Node, name, { conditions: [{ type: "Ready", status, reason: "x", message: "y" }] });

const OUT = [{ key: "node.kubernetes.io/out-of-service", value: "x", effect: "NoExecute" }];

const PODS: Readonly<Record<string, ObjectScenario>> = {
  async "pods of a node that is gone go"(stage) {
    await pod(stage, "runs", { node: "gone", phase: "Running" });
    await pod(stage, "waits", { node: "gone" });
    await pod(stage, "over", { node: "gone", phase: "Succeeded" });
    await pod(stage, "failed", { node: "gone", phase: "Failed" });
    await node(stage, "there");
    await pod(stage, "stays", { node: "there", phase: "Running" });
    await stage.gone(Pod, "runs", "waits", "over", "failed");
  },
  async "pods of a node that is gone are failed, and held by whoever holds them"(stage) {
    const metadata = HELD_BY;
    await pod(stage, "runs", { node: "gone", phase: "Running", metadata });
    await pod(stage, "waits", { node: "gone", metadata });
    await pod(stage, "over", { node: "gone", phase: "Succeeded", metadata });
    await stage.comes(Pod, "runs", hasFailed);
    await stage.comes(Pod, "waits", hasFailed);
    await stage.comes(Pod, "over", isDeleting);
  },
  async "a pod of a node that is gone keeps what was said of it"(stage) {
    await pod(stage, "runs", { node: "gone", phase: "Running", metadata: HELD_BY });
    const at = new Date().toISOString();
    await stage.say(Pod, "runs", {
      reason: "Told",
      message: "before",
      conditions: [
        { type: "Ready", status: "True", lastTransitionTime: at },
        { type: "DisruptionTarget", status: "True", reason: "Before", lastTransitionTime: at },
      ],
    });
    await stage.comes(Pod, "runs", hasFailed);
  },
  async "pods stay when their node comes in time"(stage) {
    await pod(stage, "p", { node: "late", phase: "Running" });
    await pod(stage, "other", { node: "never", phase: "Running" });
    await stage.pass(3);
    await node(stage, "late");
    await stage.gone(Pod, "other");
  },
  async "a pod that ends and never had a node goes"(stage) {
    await pod(stage, "ends", { metadata: HELD_BY });
    await pod(stage, "over", { phase: "Succeeded", metadata: HELD_BY });
    await pod(stage, "stays");
    for (const name of ["ends", "over"]) await stage.remove(Pod, name);
    await stage.comes(Pod, "ends", hasFailed);
  },
  async "pods that end on a node that is out of service go"(stage) {
    await node(stage, "out", OUT);
    await pod(stage, "runs", { node: "out", phase: "Running" });
    await pod(stage, "held", { node: "out", phase: "Running", metadata: HELD_BY });
    await pod(stage, "stays", { node: "out", phase: "Running" });
    for (const name of ["runs", "held"]) await stage.remove(Pod, name, { gracePeriod: 600 });
    await stage.gone(Pod, "runs");
    await stage.comes(Pod, "held", hasFailed);
  },
  async "pods that end on other nodes end in their own time"(stage) {
    await node(stage, "out", OUT);
    await ready(stage, "out", "True");
    await node(stage, "silent");
    await ready(stage, "silent", "Unknown");
    await pod(stage, "one", { node: "out", phase: "Running" });
    await pod(stage, "other", { node: "silent", phase: "Running" });
    for (const name of ["one", "other"]) await stage.remove(Pod, name, { gracePeriod: 600 });
    // Until a pod went that was there later.
    await pod(stage, "later", { metadata: HELD_BY });
    await stage.remove(Pod, "later");
    await stage.comes(Pod, "later", hasFailed);
  },
  async "a node that is out of service and not ready, and one that says nothing of it"(stage) {
    for (const [name, status] of [["false", "False"], ["unknown", "Unknown"]] as const) {
      await node(stage, name, [{ ...OUT[0], effect: "NoSchedule" }]);
      await ready(stage, name, status);
      await pod(stage, name, { node: name, phase: "Running" });
      await stage.remove(Pod, name, { gracePeriod: 600 });
      await stage.gone(Pod, name);
    }
  },
};

/** A job of which nobody makes pods. */
async function job(stage: ObjectStage, name: string, spec: object, metadata: object = {}) {
  await stage.make(Job, name, {
    spec: { template: { spec: { ...POD, restartPolicy: "Never" } }, ...spec },
  }, metadata);
}

const secondsAgo = (seconds: number) =>
  new Date(Date.now() - seconds * 1000).toISOString().replace(/\.\d+/, "");

async function finish(stage: ObjectStage, name: string, type = "Complete", seconds = 0) {
  const at = secondsAgo(seconds);
  const isComplete = type === "Complete";
  const condition = (type: string) => ({
    type,
    status: "True",
    reason: "Tested",
    lastProbeTime: at,
    lastTransitionTime: at,
  });
  await stage.say(Job, name, {
    startTime: secondsAgo(seconds + 10),
    ...(isComplete && { completionTime: at }),
    conditions: [condition(isComplete ? "SuccessCriteriaMet" : "FailureTarget"), condition(type)],
  });
}

/** What is theirs goes first: nobody here says that it is gone. */
const JOBS: Readonly<Record<string, ObjectScenario>> = {
  async "jobs go when their time has passed"(stage) {
    await job(stage, "now", { ttlSecondsAfterFinished: 0 });
    await job(stage, "soon", { ttlSecondsAfterFinished: 3 });
    await job(stage, "failed", { ttlSecondsAfterFinished: 2 });
    await job(stage, "later", { ttlSecondsAfterFinished: 3600 });
    await job(stage, "never", {});
    await job(stage, "runs", { ttlSecondsAfterFinished: 0 });
    for (const name of ["now", "soon", "later", "never"]) await finish(stage, name);
    await finish(stage, "failed", "Failed");
    for (const name of ["now", "soon", "failed"]) await stage.comes(Job, name, isDeleting);
  },
  async "a job that finished before its time was named goes"(stage) {
    await job(stage, "x", {});
    await finish(stage, "x", "Complete", 5);
    await stage.pass(1);
    await stage.change(Job, "x", { spec: { ttlSecondsAfterFinished: 2 } });
    await stage.comes(Job, "x", isDeleting);
  },
  async "a job whose time becomes longer stays"(stage) {
    await job(stage, "x", { ttlSecondsAfterFinished: 3 });
    await finish(stage, "x");
    await stage.change(Job, "x", { spec: { ttlSecondsAfterFinished: 3600 } });
    await stage.pass(4);
  },
  async "a job that others hold stays for them"(stage) {
    await job(stage, "x", { ttlSecondsAfterFinished: 0 }, HELD_BY);
    await finish(stage, "x", "Failed");
    await stage.comes(Job, "x", isDeleting);
  },
};

/** Of the controllers that look after what is over. */
export const CLEANUP_SCENARIOS: Readonly<Record<string, ObjectScenario>> = { ...PODS, ...JOBS };

/** So many pods that are over may stay. */
export const MOST_OVER = 3;

const TTL = "node.alpha.kubernetes.io/ttl";
const ttlIs = (seconds: string) => (one?: AnyObject) =>
  one?.metadata?.annotations?.[TTL] === seconds;

/** What counts what all scenarios have: each is the only one that has it. */
export const COUNTED_SCENARIOS: Readonly<Record<string, ObjectScenario>> = {
  async "of pods that are over the oldest go"(stage) {
    const metadata = HELD_BY;
    await pod(stage, "evicted", { phase: "Failed" });
    await stage.say(Pod, "evicted", { reason: "Evicted" });
    for (const name of ["a", "b", "c", "d"]) {
      await pod(stage, name, { phase: name === "b" ? "Failed" : "Succeeded" });
      // Times of creation are whole seconds.
      await stage.pass(1);
    }
    await pod(stage, "runs", { phase: "Running", metadata });
    await stage.gone(Pod, "evicted", "a");
  },
  async "nodes keep what they read longer the more they are"(stage) {
    const names = Array.from({ length: 101 }, (_, index) => `n${String(index).padStart(3, "0")}`);
    for (const name of names.slice(0, 100)) await stage.make(Node, name);
    for (const name of names.slice(0, 100)) await stage.comes(Node, name, ttlIs("0"));
    await stage.make(Node, names[100]!);
    await stage.comes(Node, names[100]!, ttlIs("15"));
    await stage.change(Node, names[0]!, { metadata: { labels: { a: "b" } } });
    await stage.comes(Node, names[0]!, ttlIs("15"));
    await stage.same("one more");
    for (const name of names.slice(85)) await stage.remove(Node, name);
    await stage.change(Node, names[0]!, { metadata: { labels: { a: "c" } } });
    await stage.comes(Node, names[0]!, ttlIs("0"));
    await stage.change(Node, names[1]!, { metadata: { annotations: { [TTL]: "soon" } } });
    await stage.comes(Node, names[1]!, ttlIs("0"));
    await stage.same("less");
  },
};
