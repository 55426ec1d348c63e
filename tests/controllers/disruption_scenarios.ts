/**
 * What is done to budgets and the pods that they count: whoever counts them, the same comes of it.
 *
 * @module
 */

import {
  type AnyKind,
  type AnyObject,
  CustomResourceDefinition,
  Deployment,
  dynamicKind,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from "../../mod.ts";
import type { ObjectScenario } from "./account_scenarios.ts";
import type { ObjectStage } from "./object_stage.ts";
import { HELD, NOBODY, ownerOf } from "./stage.ts";

const LABELS = { app: "web" };
const SELECTOR = { selector: { matchLabels: LABELS } };
const POD = { containers: [{ name: "c", image: "i" }] };
const OF_PODS = { ...SELECTOR, template: { metadata: { labels: LABELS }, spec: POD } };
const CONTROLS = { controller: true };

async function budget(stage: ObjectStage, spec: object, name = "b"): Promise<void> {
  await stage.make(PodDisruptionBudget, name, { spec: { ...SELECTOR, ...spec } });
}

/** Waits until the budget has counted so. */
async function counts(stage: ObjectStage, expected: Record<string, number>, name = "b") {
  await stage.comes(
    PodDisruptionBudget,
    name,
    (one) => Object.entries(expected).every(([key, value]) => one?.status?.[key] === value),
  );
}

const tells = (stage: ObjectStage, reason: string, name = "b") =>
  stage.comes(
    PodDisruptionBudget,
    name,
    (one) => one?.status?.conditions?.[0]?.reason === reason,
  );

async function pods(
  stage: ObjectStage,
  count: number,
  owner?: AnyObject,
  { ready = count, prefix = "p", metadata = {} }: {
    ready?: number;
    prefix?: string;
    metadata?: object;
  } = {},
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const name = `${prefix}${index}`;
    await stage.make(Pod, name, { spec: { ...POD, nodeName: "n" } }, {
      labels: LABELS,
      ...(owner !== undefined && { ownerReferences: [ownerOf(owner, CONTROLS as never)] }),
      ...metadata,
    });
    if (index < ready) await readiness(stage, name, "True");
  }
}

const readiness = (stage: ObjectStage, name: string, status: string) =>
  stage.say(Pod, name, {
    phase: "Running",
    conditions: [{ type: "Ready", status, lastTransitionTime: new Date().toISOString() }],
  });

/** A set of so many replicas, of which nobody makes pods. */
const set = (stage: ObjectStage, replicas: number, name = "set") =>
  stage.make(ReplicaSet, name, { spec: { replicas, ...OF_PODS } });

/** A budget over the pods of a set. */
function over(
  spec: object,
  replicas: number,
  ready: number,
  expected: Record<string, number>,
  existing = replicas,
): ObjectScenario {
  return async (stage) => {
    await pods(stage, existing, await set(stage, replicas), { ready });
    await budget(stage, spec);
    await counts(stage, expected);
  };
}

async function evict(stage: ObjectStage, name: string, query = ""): Promise<number> {
  const { namespace } = stage;
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction${query}`;
  const response = await stage.client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ kind: "Eviction", apiVersion: "policy/v1", metadata: { name } }),
  });
  await response.body?.cancel();
  return response.status;
}

/** Has pods whose owner is of a kind. */
function ownedBy(kind: AnyKind, spec: object): ObjectScenario {
  return async (stage) => {
    const owner = await stage.make(kind, "owner", { spec });
    await pods(stage, 3, owner);
    await budget(stage, { minAvailable: "50%" });
    await counts(stage, { expectedPods: 5, currentHealthy: 3 });
    await stage.same("three");
    await stage.change(kind, "owner", { spec: { replicas: 4 } });
    await readiness(stage, "p0", "False");
    await counts(stage, { expectedPods: 4, currentHealthy: 2 });
  };
}

const SCALE = {
  status: {},
  scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
};

async function custom(
  stage: ObjectStage,
  subresources?: object,
  kind = "Thing",
): Promise<AnyKind> {
  const group = `${stage.namespace}.example.com`;
  const plural = `${kind.toLowerCase()}s`;
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as never;
  await stage.client.create(CustomResourceDefinition, {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind, plural },
      versions: [{
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: open },
        ...(subresources !== undefined && { subresources }),
      }],
    },
  });
  await stage.client.waitFor(
    CustomResourceDefinition,
    `${plural}.${group}`,
    (one?: AnyObject) =>
      one?.status?.conditions?.some(({ type, status }: AnyObject) =>
        type === "Established" && status === "True"
      ) ?? false,
    { timeout: "30s" },
  );
  // The reference learns kinds every half minute.
  await stage.pass(32);
  return dynamicKind({ group, version: "v1", kind, plural, namespaced: true });
}

const SIMPLE: Readonly<Record<string, ObjectScenario>> = {
  "so many must be there": over({ minAvailable: 2 }, 3, 3, { disruptionsAllowed: 1 }),
  "all must be there": over({ minAvailable: 3 }, 3, 3, { desiredHealthy: 3 }),
  "more must be there than there are": over({ minAvailable: 5 }, 3, 3, { desiredHealthy: 5 }),
  "none must be there": over({ minAvailable: 0 }, 3, 3, { disruptionsAllowed: 3 }),
  "a part must be there, rounded up": over({ minAvailable: "50%" }, 5, 5, { desiredHealthy: 3 }),
  "a part must be there of more than there are": over(
    { minAvailable: "50%" },
    10,
    4,
    { expectedPods: 10 },
    4,
  ),
  "so many may be gone": over({ maxUnavailable: 1 }, 4, 4, { disruptionsAllowed: 1 }),
  "so many may be gone, and are": over({ maxUnavailable: 1 }, 4, 3, { currentHealthy: 3 }),
  "more may be gone than there are": over({ maxUnavailable: 9 }, 3, 3, { desiredHealthy: 0 }),
  "a part may be gone, rounded up": over({ maxUnavailable: "30%" }, 5, 5, { desiredHealthy: 3 }),
  "those that are not ready may always go": over(
    { minAvailable: 2, unhealthyPodEvictionPolicy: "AlwaysAllow" },
    3,
    1,
    { currentHealthy: 1 },
  ),
  "a set that is to be empty": over({ maxUnavailable: 1 }, 0, 2, { currentHealthy: 2 }, 2),
  "pods of a replication controller": ownedBy(ReplicationController, {
    replicas: 5,
    selector: LABELS,
    template: OF_PODS.template,
  }),
  "pods of a stateful set": ownedBy(StatefulSet, { replicas: 5, serviceName: "s", ...OF_PODS }),
  async "pods of a deployment, by its sets"(stage) {
    const owner = await stage.make(Deployment, "owner", { spec: { replicas: 6, ...OF_PODS } });
    const ownerReferences = [ownerOf(owner, CONTROLS as never)];
    const spec = { spec: { replicas: 3, ...OF_PODS } };
    const one = await stage.make(ReplicaSet, "one", spec, { ownerReferences });
    const other = await stage.make(ReplicaSet, "other", spec, { ownerReferences });
    await pods(stage, 3, one);
    await pods(stage, 2, other, { prefix: "q" });
    await budget(stage, { maxUnavailable: "25%" });
    await counts(stage, { expectedPods: 6, currentHealthy: 5 });
  },
  async "pods of two sets"(stage) {
    await pods(stage, 2, await set(stage, 3, "one"));
    await pods(stage, 2, await set(stage, 4, "other"), { prefix: "q" });
    await budget(stage, { maxUnavailable: 2 });
    await counts(stage, { expectedPods: 7, currentHealthy: 4 });
  },
  async "pods of whatever has a scale"(stage) {
    const kind = await custom(stage, SCALE);
    const owner = await stage.client.create(kind, {
      metadata: { name: "owner" },
      spec: { replicas: 4 },
    } as never);
    await pods(stage, 3, owner as AnyObject);
    await budget(stage, { maxUnavailable: 2 });
    await counts(stage, { expectedPods: 4, currentHealthy: 3 });
  },
  async "pods of who is to have none"(stage) {
    const kind = await custom(stage, SCALE);
    const owner = await stage.client.create(kind, {
      metadata: { name: "owner" },
      spec: { replicas: 0 },
    } as never);
    await pods(stage, 2, owner as AnyObject);
    await budget(stage, { maxUnavailable: 1 });
    await counts(stage, { currentHealthy: 2 });
  },
  async "pods of a set that another kind of deployment has"(stage) {
    const kind = await custom(stage, undefined, "Deployment");
    const owner = await stage.client.create(kind, { metadata: { name: "owner" } } as never);
    const ownerReferences = [ownerOf(owner as AnyObject, CONTROLS as never)];
    const one = await stage.make(ReplicaSet, "one", { spec: { replicas: 3, ...OF_PODS } }, {
      ownerReferences,
    });
    await pods(stage, 2, one);
    await budget(stage, { maxUnavailable: 2 });
    await counts(stage, { currentHealthy: 2 });
  },
  async "pods of a set by its older group"(stage) {
    const one = await set(stage, 3);
    await pods(stage, 2, { ...one, apiVersion: "extensions/v1beta1" });
    await budget(stage, { maxUnavailable: 2 });
    await counts(stage, { currentHealthy: 2 });
  },
  async "pods of a kind that nobody knows"(stage) {
    const metadata = { name: "owner", uid: NOBODY };
    await pods(stage, 2, { apiVersion: "example.net/v1", kind: "Ghost", metadata });
    await budget(stage, { maxUnavailable: 1 });
    await tells(stage, "SyncFailed");
  },
  async "pods of nobody, counted by themselves"(stage) {
    await pods(stage, 3);
    await budget(stage, { minAvailable: 2 });
    await counts(stage, { disruptionsAllowed: 1 });
  },
  async "pods of nobody, which can't be counted"(stage) {
    await pods(stage, 2);
    await budget(stage, { maxUnavailable: 1 });
    await stage.told("PodDisruptionBudget", "b", "UnmanagedPods");
    await tells(stage, "InsufficientPods");
  },
  async "pods of nobody, by more than labels"(stage) {
    await pods(stage, 2);
    await budget(stage, {
      maxUnavailable: "10%",
      selector: {
        matchLabels: LABELS,
        matchExpressions: [
          { key: "app", operator: "In", values: ["web", "other"] },
          { key: "none", operator: "DoesNotExist" },
        ],
      },
    });
    await stage.told("PodDisruptionBudget", "b", "UnmanagedPods");
  },
  async "some pods of nobody beside those of a set"(stage) {
    await pods(stage, 2, await set(stage, 2));
    await pods(stage, 1, undefined, { prefix: "bare" });
    await budget(stage, { maxUnavailable: 1 });
    await stage.told("PodDisruptionBudget", "b", "UnmanagedPods");
    await counts(stage, { expectedPods: 2, currentHealthy: 3 });
  },
  async "no pods at all"(stage) {
    await budget(stage, { minAvailable: 1 });
    await stage.told("PodDisruptionBudget", "b", "NoPods");
    await tells(stage, "InsufficientPods");
  },
  async "a budget over all pods, and one over none"(stage) {
    await pods(stage, 2);
    await budget(stage, { minAvailable: 1, selector: {} }, "all");
    await counts(stage, { disruptionsAllowed: 1 }, "all");
  },
  async "pods of who has no scale"(stage) {
    const kind = await custom(stage);
    const owner = await stage.client.create(kind, { metadata: { name: "owner" } } as never);
    await pods(stage, 2, owner as AnyObject);
    await budget(stage, { maxUnavailable: 1 });
    await tells(stage, "SyncFailed");
  },
  async "pods whose owner is gone"(stage) {
    // Nobody has ever heard of it: of one that was there they would have to hear that it is gone.
    const metadata = { name: "set", uid: NOBODY };
    await pods(stage, 2, { apiVersion: "apps/v1", kind: "ReplicaSet", metadata });
    await budget(stage, { maxUnavailable: 1 });
    await tells(stage, "SyncFailed");
  },
};

const LIVE: Readonly<Record<string, ObjectScenario>> = {
  async "a budget follows its pods"(stage) {
    const owner = await set(stage, 3);
    await pods(stage, 3, owner);
    await budget(stage, { minAvailable: 2 });
    await counts(stage, { disruptionsAllowed: 1 });
    await stage.same("all are ready");
    await readiness(stage, "p0", "False");
    await counts(stage, { disruptionsAllowed: 0 });
    await stage.same("one is not");
    await stage.change(Pod, "p1", { metadata: { labels: { app: "other" } } });
    // The reference counts one that is another's only when something else happens.
    await stage.remove(Pod, "p2", { gracePeriod: 0 });
    await counts(stage, { expectedPods: 1 });
  },
  async "a budget that changes"(stage) {
    await pods(stage, 4, await set(stage, 4));
    await budget(stage, { minAvailable: 2 });
    await counts(stage, { disruptionsAllowed: 2 });
    await stage.change(PodDisruptionBudget, "b", { spec: { minAvailable: "75%" } });
    await counts(stage, { disruptionsAllowed: 1 });
    await stage.change(PodDisruptionBudget, "b", {
      spec: { minAvailable: null, maxUnavailable: 3, selector: { matchLabels: { app: "none" } } },
    });
    await counts(stage, { expectedPods: 0 });
  },
  async "pods on their way out are not healthy"(stage) {
    await pods(stage, 3, await set(stage, 3), { metadata: { finalizers: [HELD] } });
    await stage.remove(Pod, "p0", { gracePeriod: 0 });
    await budget(stage, { minAvailable: 1 });
    await counts(stage, { currentHealthy: 2 });
  },
  async "two budgets over one pod"(stage) {
    await pods(stage, 2, await set(stage, 2));
    await budget(stage, { minAvailable: 1 }, "b");
    await counts(stage, { disruptionsAllowed: 1 }, "b");
    await budget(stage, { maxUnavailable: 0 }, "c");
    await counts(stage, { desiredHealthy: 2 }, "c");
    await readiness(stage, "p0", "False");
    await stage.told("Pod", "p0", "MultiplePodDisruptionBudgets");
    // The reference has one of them look at the pod.
    for (const name of ["b", "c"]) {
      await stage.change(PodDisruptionBudget, name, { metadata: { labels: { poked: "yes" } } });
    }
    await counts(stage, { currentHealthy: 1 }, "b");
    await counts(stage, { currentHealthy: 1 }, "c");
  },
  async "evictions are allowed as long as there are enough"(stage) {
    await pods(stage, 3, await set(stage, 3), { metadata: { finalizers: [HELD] } });
    await budget(stage, { minAvailable: 2 });
    await counts(stage, { disruptionsAllowed: 1 });
    const codes = [await evict(stage, "p0"), await evict(stage, "p1")];
    if (codes.join() !== "201,429") throw new Error(`evictions: ${codes}`);
    await counts(stage, { currentHealthy: 2, disruptionsAllowed: 0 });
  },
  async "what was to be evicted and stays is forgotten after a while"(stage) {
    await pods(stage, 3, await set(stage, 3));
    await budget(stage, { minAvailable: 2 });
    await counts(stage, { disruptionsAllowed: 1 });
    const at = (secondsAgo: number) =>
      new Date(Date.now() - secondsAgo * 1000).toISOString().replace(/\.\d+/, "");
    await stage.say(PodDisruptionBudget, "b", {
      disruptionsAllowed: 0,
      disruptedPods: { p0: at(110), p1: at(200), none: at(1) },
    });
    await stage.told("Pod", "p1", "NotDeleted");
    await stage.comes(
      PodDisruptionBudget,
      "b",
      (one) => Object.keys(one?.status?.disruptedPods ?? {}).length === 0,
    );
    await counts(stage, { disruptionsAllowed: 1 });
  },
  async "that a pod is disrupted is forgotten after a while"(stage) {
    const condition = (secondsAgo: number) => ({
      type: "DisruptionTarget",
      status: "True",
      reason: "x",
      message: "y",
      lastTransitionTime: new Date(Date.now() - secondsAgo * 1000).toISOString(),
    });
    await pods(stage, 2, undefined, { ready: 0 });
    await stage.say(Pod, "p0", { conditions: [condition(110)] });
    await stage.say(Pod, "p1", { conditions: [condition(60)] });
    await stage.make(Pod, "over", { spec: { ...POD, nodeName: "n" } });
    await stage.say(Pod, "over", { phase: "Failed", conditions: [condition(300)] });
    await stage.make(Pod, "held", { spec: { ...POD, nodeName: "n" } }, { finalizers: [HELD] });
    await stage.say(Pod, "held", { conditions: [condition(1)] });
    await stage.remove(Pod, "held", { gracePeriod: 0 });
    await stage.comes(
      Pod,
      "p0",
      (one) =>
        one?.status?.conditions?.some(({ type, status }: AnyObject) =>
          type === "DisruptionTarget" && status === "False"
        ) ?? false,
    );
  },
};

/** All of them. */
export const DISRUPTION_SCENARIOS: Readonly<Record<string, ObjectScenario>> = {
  ...SIMPLE,
  ...LIVE,
};
