/**
 * What is done to stateful sets: whoever runs them, the same comes of it.
 *
 * @module
 */

import {
  type AnyObject,
  ConfigMap,
  ControllerRevision,
  PersistentVolumeClaim,
  Pod,
  StatefulSet,
} from "../../mod.ts";
import { orphan } from "./orphan.ts";
import { template, type WorkloadScenario } from "./replica_scenarios.ts";
import type { WorkloadStage } from "./workload_stage.ts";

const NAME = "web";
const PARALLEL = { podManagementPolicy: "Parallel" };
const LABEL = "statefulset.kubernetes.io/pod-name";
const HOLD = "example.com/hold";

function setOf(replicas: number, more: object = {}) {
  return {
    metadata: { name: NAME },
    spec: {
      replicas,
      serviceName: "service",
      selector: { matchLabels: { app: "web" } },
      template: template("one"),
      ...more,
    },
  } as never;
}

const imageIs = (image: string) => ({ template: template(image) });
const rolling = (rollingUpdate: object) => ({
  updateStrategy: { type: "RollingUpdate", rollingUpdate },
});
const claimOf = (name: string, labels?: object) => ({
  metadata: { name, labels },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
});
const retained = (whenDeleted: string, whenScaled: string) => ({
  volumeClaimTemplates: [claimOf("data")],
  persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled },
});

async function seen(
  stage: WorkloadStage,
  check: (status: AnyObject) => boolean = () => true,
): Promise<void> {
  await stage.until(StatefulSet, NAME, (one) => {
    if (one === undefined) return false;
    return (one.status?.observedGeneration ?? 0) >= one.metadata!.generation! && check(one.status);
  });
}

const make = (stage: WorkloadStage, replicas: number, more: object = {}) =>
  stage.client.create(StatefulSet, setOf(replicas, more));
const change = (stage: WorkloadStage, spec: object) =>
  stage.client.patch(StatefulSet, NAME, { spec } as never);
const has = (stage: WorkloadStage, name: string) => stage.until(Pod, name, (one) => !!one);
const gone = (stage: WorkloadStage, name: string) => stage.until(Pod, name, (one) => !one);
const isReady = (count: number) => ({ readyReplicas = 0, replicas = 0 }: AnyObject) =>
  readyReplicas === count && replicas === count;
const isUpdated = (count: number) => ({ updatedReplicas = 0, readyReplicas = 0 }: AnyObject) =>
  updatedReplicas === count && readyReplicas === count;

/** Has the pods of some ordinals come, and each run before the next one comes. */
async function come(stage: WorkloadStage, from: number, count: number): Promise<void> {
  for (let ordinal = from; ordinal < from + count; ordinal++) {
    await has(stage, `${NAME}-${ordinal}`);
    await stage.run(undefined);
  }
}

async function stands(stage: WorkloadStage, replicas: number, more: object = {}): Promise<void> {
  await make(stage, replicas, more);
  await come(stage, 0, replicas);
  await seen(stage, isReady(replicas));
  await stage.same("it stands");
}

/** Has a pod of an image take the place of one of another. */
async function replaced(stage: WorkloadStage, name: string, image: string): Promise<void> {
  await stage.until(
    Pod,
    name,
    (one) => one !== undefined && (one.spec as AnyObject).containers[0].image === image,
  );
}

/** Of stateful sets. */
export const STATEFUL_SETS: Readonly<Record<string, WorkloadScenario>> = {
  async "pods come one after the other"(stage) {
    await make(stage, 3);
    for (const ordinal of [0, 1, 2]) {
      await has(stage, `web-${ordinal}`);
      await seen(stage, ({ replicas }) => replicas === ordinal + 1);
      await stage.same(`there are ${ordinal + 1}`);
      await stage.run("one");
    }
    await seen(stage, isReady(3));
  },
  async "a set of none"(stage) {
    await make(stage, 0);
    await seen(stage);
  },
  async "a set of none has another template"(stage) {
    await make(stage, 0);
    await seen(stage);
    await change(stage, imageIs("two"));
    await seen(stage);
  },
  async "nothing comes after one that is not ready"(stage) {
    await make(stage, 3);
    await come(stage, 0, 2);
    await has(stage, "web-2");
    await stage.run("one");
    await seen(stage, isReady(3));
    await stage.run("one", false, 1);
    await seen(stage, ({ readyReplicas }) => readyReplicas === 2);
    await change(stage, { replicas: 5 });
    await seen(stage);
    await stage.same("it waits");
    await stage.run("one");
    await has(stage, "web-3");
  },
  async "parallel pods come at once"(stage) {
    await make(stage, 5, PARALLEL);
    await stage.pods(5);
    await seen(stage, ({ replicas }) => replicas === 5);
    await stage.same("there are five");
    await stage.run("one", true, 2);
    await seen(stage, ({ readyReplicas }) => readyReplicas === 2);
  },
  async "a set grows, and shrinks from the end"(stage) {
    await stands(stage, 2);
    await change(stage, { replicas: 4 });
    await come(stage, 2, 2);
    await seen(stage, isReady(4));
    await stage.same("it has grown");
    await change(stage, { replicas: 1 });
    await stage.pods(1);
    await seen(stage, isReady(1));
  },
  async "a set does not shrink while one before is not ready"(stage) {
    await stands(stage, 3);
    await stage.run("one", false, 1);
    await seen(stage, ({ readyReplicas }) => readyReplicas === 2);
    await change(stage, { replicas: 1 });
    await seen(stage);
    await stage.same("it waits");
    await stage.run("one");
    await stage.pods(1);
    await seen(stage, isReady(1));
  },
  async "of those that are too many the first that is not ready goes"(stage) {
    await stands(stage, 3);
    await stage.client.patch(Pod, "web-1", {
      status: { conditions: [{ type: "Ready", status: "False" }] },
    } as never, { subresource: "status" });
    await seen(stage, ({ readyReplicas }) => readyReplicas === 2);
    await change(stage, { replicas: 1 });
    await seen(stage);
    await stage.same("the last is ready, and waits for none");
  },
  async "a set shrinks to nothing, and grows again"(stage) {
    await stands(stage, 2);
    await change(stage, { replicas: 0 });
    await stage.pods(0);
    await seen(stage, isReady(0));
    await stage.same("nothing");
    await change(stage, { replicas: 1 });
    await come(stage, 0, 1);
    await seen(stage, isReady(1));
  },
  async "a parallel set shrinks"(stage) {
    await make(stage, 5, PARALLEL);
    await stage.pods(5);
    await stage.run("one", true, 3);
    await change(stage, { replicas: 1 });
    await stage.pods(1);
    await seen(stage, ({ replicas }) => replicas === 1);
  },
  async "ordinals begin elsewhere, and move"(stage) {
    await make(stage, 2, { ordinals: { start: 5 } });
    await come(stage, 5, 2);
    await seen(stage, isReady(2));
    await stage.same("from five");
    await change(stage, { ordinals: { start: 4 } });
    await come(stage, 4, 1);
    await gone(stage, "web-6");
    await seen(stage, isReady(2));
    await stage.same("from four");
    await change(stage, { ordinals: null });
    await come(stage, 0, 2);
    await gone(stage, "web-4");
    await seen(stage, isReady(2));
  },
  async "it rolls from the last to the first"(stage) {
    await stands(stage, 3);
    await change(stage, imageIs("two"));
    for (const ordinal of [2, 1, 0]) {
      await replaced(stage, `web-${ordinal}`, "two");
      await seen(stage, ({ updatedReplicas }) => updatedReplicas === 3 - ordinal);
      await stage.same(`${ordinal} is new`);
      await stage.run("two");
    }
    await seen(stage, ({ currentRevision, updateRevision }) => currentRevision === updateRevision);
  },
  async "it rolls back in its midst"(stage) {
    await stands(stage, 3);
    await change(stage, imageIs("two"));
    await replaced(stage, "web-2", "two");
    await stage.run("two");
    await replaced(stage, "web-1", "two");
    await seen(stage, ({ updatedReplicas }) => updatedReplicas === 2);
    await stage.same("two are new");
    await stage.run("two");
    await replaced(stage, "web-0", "two");
    await change(stage, imageIs("one"));
    await stage.run("two");
    for (const ordinal of [2, 1, 0]) {
      await replaced(stage, `web-${ordinal}`, "one");
      await stage.run("one");
    }
    await seen(stage, isUpdated(3));
  },
  async "a template that was there before is the newest again"(stage) {
    await stands(stage, 1);
    for (const image of ["two", "three", "one"]) {
      await change(stage, imageIs(image));
      await replaced(stage, "web-0", image);
      await stage.run(image);
      await seen(stage, isUpdated(1));
      await stage.same(image);
    }
  },
  async "a partition is rolled, and then the rest"(stage) {
    await stands(stage, 3, rolling({ partition: 2 }));
    await change(stage, imageIs("two"));
    await replaced(stage, "web-2", "two");
    await stage.run("two");
    await seen(
      stage,
      ({ updatedReplicas, readyReplicas }) => updatedReplicas === 1 && readyReplicas === 3,
    );
    await stage.same("the canary");
    await stage.client.delete(Pod, "web-0");
    await stage.client.delete(Pod, "web-2");
    await come(stage, 0, 3);
    await seen(stage, isReady(3));
    await stage.same("they come back as they were");
    await change(stage, rolling({ partition: 0 }));
    await replaced(stage, "web-1", "two");
    await stage.run("two");
    await replaced(stage, "web-0", "two");
    await stage.run("two");
    await seen(stage, isUpdated(3));
  },
  async "a partition that all are below"(stage) {
    await stands(stage, 2, rolling({ partition: 5 }));
    await change(stage, imageIs("two"));
    await seen(stage, ({ currentRevision, updateRevision }) => currentRevision !== updateRevision);
    await stage.same("nothing is new");
    await change(stage, { replicas: 3 });
    await come(stage, 2, 1);
    await seen(stage, isReady(3));
  },
  async "a partition of a set that does not begin at nought"(stage) {
    await make(stage, 3, { ...rolling({ partition: 1 }), ordinals: { start: 3 } });
    await come(stage, 3, 3);
    await seen(stage, isReady(3));
    await change(stage, imageIs("two"));
    for (const ordinal of [5, 4]) {
      await replaced(stage, `web-${ordinal}`, "two");
      await stage.run("two");
    }
    await seen(
      stage,
      ({ updatedReplicas, readyReplicas }) => updatedReplicas === 2 && readyReplicas === 3,
    );
  },
  async "pods are new when somebody deletes them"(stage) {
    await stands(stage, 2, { updateStrategy: { type: "OnDelete" } });
    await change(stage, imageIs("two"));
    await seen(stage, ({ currentRevision, updateRevision }) => currentRevision !== updateRevision);
    await stage.same("nothing is new");
    await stage.client.delete(Pod, "web-1");
    await replaced(stage, "web-1", "two");
    await stage.run("two");
    await seen(
      stage,
      ({ updatedReplicas, readyReplicas }) => updatedReplicas === 1 && readyReplicas === 2,
    );
  },
  async "a strategy without a partition"(stage) {
    await stands(stage, 2, { updateStrategy: { type: "RollingUpdate" } });
    await change(stage, imageIs("two"));
    await replaced(stage, "web-1", "two");
    await stage.run("two");
    await replaced(stage, "web-0", "two");
    await stage.run("two");
    await seen(stage, isUpdated(2));
  },
  async "a parallel set rolls one by one"(stage) {
    await make(stage, 3, PARALLEL);
    await stage.pods(3);
    await stage.run("one");
    await seen(stage, isReady(3));
    await change(stage, imageIs("two"));
    for (const ordinal of [2, 1, 0]) {
      await replaced(stage, `web-${ordinal}`, "two");
      await seen(stage, ({ updatedReplicas }) => updatedReplicas === 3 - ordinal);
      await stage.same(`${ordinal} is new`);
      await stage.run("two");
    }
    await seen(stage, isUpdated(3));
  },
  async "a rollout that is broken waits until somebody deletes the pod"(stage) {
    await stands(stage, 2);
    await change(stage, imageIs("broken"));
    await replaced(stage, "web-1", "broken");
    await seen(stage, ({ updatedReplicas }) => updatedReplicas === 1);
    await change(stage, imageIs("two"));
    await seen(stage, ({ updatedReplicas = 0 }) => updatedReplicas === 0);
    await stage.same("it waits");
    await stage.client.delete(Pod, "web-1");
    await replaced(stage, "web-1", "two");
    await stage.run("two");
    await replaced(stage, "web-0", "two");
    await stage.run("two");
    await seen(stage, isUpdated(2));
  },
  async "pods that are over are replaced"(stage) {
    await stands(stage, 2);
    await stage.end("Failed", 1);
    await come(stage, 0, 1);
    await stage.pods(2);
    await stage.run("one");
    await seen(stage, isReady(2));
    await stage.end("Succeeded", 1);
    await stage.pods(2);
    await stage.run("one");
    await seen(stage, isReady(2));
  },
  async "a pod that is deleted comes back under its name"(stage) {
    await stands(stage, 2);
    await stage.client.delete(Pod, "web-0");
    await come(stage, 0, 1);
    await stage.pods(2);
    await seen(stage, isReady(2));
  },
  async "a pod on its way out holds its place"(stage) {
    await make(stage, 2);
    await come(stage, 0, 2);
    await seen(stage, isReady(2));
    await stage.bind(() => "far-away");
    await stage.client.delete(Pod, "web-0");
    await stage.client.delete(Pod, "web-1");
    await seen(stage, ({ currentReplicas = 0 }) => currentReplicas === 0);
    await stage.same("both are on their way");
    await stage.reap();
    await come(stage, 0, 2);
    await seen(stage, isReady(2));
  },
  async "claims are made before pods, and stay"(stage) {
    await stands(stage, 2, {
      volumeClaimTemplates: [claimOf("data", { app: "other", tier: "x" }), claimOf("logs")],
    });
    await change(stage, { replicas: 1 });
    await stage.pods(1);
    await seen(stage, isReady(1));
    await stage.same("they stay");
    await change(stage, { replicas: 2 });
    await come(stage, 1, 1);
    await seen(stage, isReady(2));
  },
  async "a claim takes the place of a volume of its name"(stage) {
    const { metadata, spec } = template("one");
    const volumes = [{ name: "data", emptyDir: {} }, { name: "other", emptyDir: {} }];
    await stands(stage, 1, {
      volumeClaimTemplates: [claimOf("data")],
      template: { metadata, spec: { ...spec, volumes } },
    });
  },
  async "a claim that is missing is made for a pod that has not begun"(stage) {
    await make(stage, 1, { volumeClaimTemplates: [claimOf("data")] });
    await has(stage, "web-0");
    await stage.client.delete(PersistentVolumeClaim, "data-web-0");
    await stage.client.patch(Pod, "web-0", { metadata: { annotations: { woken: "yes" } } });
    await stage.until(PersistentVolumeClaim, "data-web-0", (one) => one !== undefined);
  },
  async "claims go with their set"(stage) {
    await stands(stage, 1, retained("Delete", "Retain"));
    await change(stage, { replicas: 0 });
    await stage.pods(0);
    await seen(stage, isReady(0));
    await stage.same("the claim is the set's");
    await stage.client.delete(StatefulSet, NAME);
    await stage.until(PersistentVolumeClaim, "data-web-0", (one) => one === undefined);
  },
  async "claims go with their pods"(stage) {
    await stands(stage, 2, retained("Retain", "Delete"));
    await stage.bind(() => "far-away");
    await change(stage, { replicas: 1 });
    await stage.until(Pod, "web-1", (one) => one?.metadata?.deletionTimestamp !== undefined);
    await stage.same("the claim is the pod's");
    await stage.reap();
    await stage.until(PersistentVolumeClaim, "data-web-1", (one) => one === undefined);
    await seen(stage, isReady(1));
  },
  async "claims go with both, and then with none"(stage) {
    await stands(stage, 2, retained("Delete", "Delete"));
    await change(stage, {
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
    });
    await stage.until(
      PersistentVolumeClaim,
      "data-web-1",
      (one) => one?.metadata?.ownerReferences === undefined,
    );
    await seen(stage);
  },
  async "a claim that somebody else controls"(stage) {
    const other = await stage.client.create(ConfigMap, { metadata: { name: "other" } });
    const owner = {
      apiVersion: "v1",
      kind: "ConfigMap",
      name: "other",
      uid: other.metadata.uid,
      controller: true,
    };
    await stage.client.create(PersistentVolumeClaim, {
      ...claimOf("data-web-0"),
      metadata: { name: "data-web-0", ownerReferences: [owner] },
    } as never);
    await stands(stage, 1, retained("Delete", "Retain"));
  },
  async "a set takes a pod that was there"(stage) {
    await stage.client.create(Pod, {
      metadata: { name: "web-1", labels: { app: "web" } },
      spec: template("one").spec,
    });
    await stage.client.create(Pod, {
      metadata: { name: "other", labels: { app: "web" } },
      spec: template("one").spec,
    });
    await make(stage, 2);
    await has(stage, "web-0");
    await stage.run("one");
    // It is taken, and replaced: it has the template of no revision.
    const isNew = (one?: AnyObject) =>
      one?.metadata?.labels?.["controller-revision-hash"] !== undefined;
    await stage.until(Pod, "web-1", isNew);
    await stage.run("one");
    await seen(stage, ({ readyReplicas }) => readyReplicas === 2);
  },
  async "a pod leaves its set, and its name is taken"(stage) {
    await stands(stage, 2);
    await stage.client.patch(Pod, "web-1", { metadata: { labels: { app: "other" } } });
    await stage.until(Pod, "web-1", (one) => one?.metadata?.ownerReferences === undefined);
    await seen(stage, ({ replicas }) => replicas === 1);
    await stage.same("it has left");
    await stage.client.delete(Pod, "web-1");
    await stage.until(Pod, "web-1", (one) => one?.metadata?.ownerReferences !== undefined);
    await stage.run("one");
    await seen(stage, isReady(2));
  },
  async "a pod is told its name again"(stage) {
    await stands(stage, 1);
    await stage.client.patch(Pod, "web-0", { metadata: { labels: { [LABEL]: null } } } as never);
    await stage.until(Pod, "web-0", (one) => one?.metadata?.labels?.[LABEL] === "web-0");
    await seen(stage);
  },
  async "a set keeps as many revisions as it should"(stage) {
    await stands(stage, 1, { revisionHistoryLimit: 1 });
    for (const image of ["two", "three", "four"]) {
      await change(stage, imageIs(image));
      await replaced(stage, "web-0", image);
      await stage.run(image);
      await seen(stage, isUpdated(1));
    }
    await stage.until(ControllerRevision, "none", () => true);
  },
  async "a pod that is ready for long enough is available"(stage) {
    await make(stage, 2, { minReadySeconds: 5 });
    await has(stage, "web-0");
    await stage.run("one");
    await seen(
      stage,
      ({ readyReplicas, availableReplicas = 0 }) => readyReplicas === 1 && availableReplicas === 0,
    );
    await has(stage, "web-1");
    await stage.run("one");
    await seen(stage, ({ availableReplicas }) => availableReplicas === 2);
  },
  async "pods that are refused"(stage) {
    await stage.refusePods();
    await make(stage, 2, { volumeClaimTemplates: [claimOf("data")] });
    await seen(stage);
    await stage.until(PersistentVolumeClaim, "data-web-0", (one) => one !== undefined);
  },
  async "a set is deleted"(stage) {
    await stands(stage, 2);
    await stage.client.delete(StatefulSet, NAME);
    await stage.pods(0);
    await stage.until(StatefulSet, NAME, (one) => one === undefined);
  },
  async "a set lets its pods go, and another takes them"(stage) {
    await stands(stage, 2);
    await orphan(stage.client, StatefulSet, NAME);
    await stage.until(StatefulSet, NAME, (one) => one === undefined);
    await stage.until(Pod, "web-1", (one) => one?.metadata?.ownerReferences === undefined);
    await stage.same("they are nobody's");
    await make(stage, 2);
    await seen(stage, isReady(2));
  },
  async "a set on its way out does nothing more"(stage) {
    await stands(stage, 2);
    // Without it the reference makes another revision, or not: that depends on who is faster.
    const [revision] = (await stage.client.list(ControllerRevision)).items;
    const held = [[Pod, "web-0"], [ControllerRevision, revision!.metadata.name]] as const;
    for (const [kind, name] of held) {
      await stage.client.patch(kind, name, { metadata: { finalizers: [HOLD] } } as never);
    }
    await stage.client.delete(StatefulSet, NAME, { propagation: "Foreground" });
    await gone(stage, "web-1");
    for (const [kind, name] of held) {
      await stage.until(kind, name, (one) => one?.metadata?.deletionTimestamp !== undefined);
    }
    await seen(stage, ({ replicas }) => replicas === 1);
    await stage.same("it is held");
    for (const [kind, name] of held) {
      await stage.client.patch(kind, name, { metadata: { finalizers: null } } as never);
    }
    await stage.until(StatefulSet, NAME, (one) => one === undefined);
  },
};
