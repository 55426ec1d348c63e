/**
 * What is done to replica sets and replication controllers: whoever runs them, the same comes of it.
 *
 * @module
 */

import { type AnyObject, Pod, ReplicaSet, ReplicationController } from "../../mod.ts";
import { orphan } from "./orphan.ts";
import type { WorkloadStage } from "./workload_stage.ts";

/** Plays on a stage. */
export type WorkloadScenario = (stage: WorkloadStage) => Promise<void>;

/** A pod template, whose hash is told by its image. */
export function template(image: string, labels: Record<string, string> = { app: "web" }) {
  return {
    metadata: { labels, annotations: { note: "template" } },
    spec: { containers: [{ name: "main", image }] },
  };
}

function setOf(replicas: number, more: object = {}) {
  const spec = { replicas, selector: { matchLabels: { app: "web" } }, template: template("one") };
  return { metadata: { name: "web" }, spec: { ...spec, ...more } } as never;
}

function controllerOf(replicas: number, more: object = {}) {
  const spec = { replicas, selector: { app: "web" }, template: template("one") };
  return { metadata: { name: "web" }, spec: { ...spec, ...more } } as never;
}

const bare = (name: string, labels: Record<string, string> = { app: "web" }) => ({
  metadata: { name, labels },
  spec: template("one").spec,
});

/** Until whoever cares for pods has heard all that became of them before: it takes one that was made later. */
async function heard(stage: WorkloadStage): Promise<void> {
  const labels = { app: "later" };
  await stage.client.create(Pod, bare("later", labels));
  const pods = { metadata: { labels }, spec: template("one").spec };
  const set = { replicas: 0, selector: { matchLabels: labels }, template: pods };
  await stage.client.create(ReplicaSet, { metadata: { name: "later" }, spec: set } as never);
  await stage.until(Pod, "later", (pod) => pod === undefined);
}

const has = (count: number, field = "replicas") => (one?: AnyObject) =>
  one !== undefined && (one.status?.[field] ?? 0) === count &&
  (one.status?.observedGeneration ?? 0) >= one.metadata!.generation!;

const failed = (one?: AnyObject) => one?.status?.conditions?.length > 0;
const isFine = (one?: AnyObject) => !failed(one);

/** Of both kinds. */
export const REPLICAS: Readonly<Record<string, WorkloadScenario>> = {
  async "a set makes its pods, and they become ready"(stage) {
    await stage.client.create(ReplicaSet, setOf(3));
    await stage.pods(3);
    await stage.until(ReplicaSet, "web", has(3));
    await stage.same("made");
    await stage.run("one", true, 1);
    await stage.until(ReplicaSet, "web", has(1, "readyReplicas"));
    await stage.same("one is ready");
    await stage.run("one");
    await stage.until(ReplicaSet, "web", has(3, "availableReplicas"));
  },
  async "a set of none"(stage) {
    await stage.client.create(ReplicaSet, setOf(0));
    await stage.until(ReplicaSet, "web", has(0));
  },
  async "a set grows and shrinks"(stage) {
    await stage.client.create(ReplicaSet, setOf(1));
    await stage.pods(1);
    await stage.client.patch(ReplicaSet, "web", { spec: { replicas: 9 } });
    await stage.pods(9);
    await stage.same("grown");
    await stage.client.patch(ReplicaSet, "web", { spec: { replicas: 2 } });
    await stage.pods(2);
    await stage.until(ReplicaSet, "web", has(2));
  },
  async "a set shrinks to nothing"(stage) {
    await stage.client.create(ReplicaSet, setOf(4));
    await stage.pods(4);
    await stage.client.patch(ReplicaSet, "web", { spec: { replicas: 0 } });
    await stage.pods(0);
    await stage.until(ReplicaSet, "web", has(0));
  },
  async "pods that are ready stay when a set shrinks"(stage) {
    await stage.client.create(ReplicaSet, setOf(4));
    await stage.pods(4);
    await stage.run("one", true, 2);
    await stage.until(ReplicaSet, "web", has(2, "readyReplicas"));
    await stage.client.patch(ReplicaSet, "web", { spec: { replicas: 2 } });
    await stage.pods(2);
    await stage.until(ReplicaSet, "web", has(2));
  },
  async "a pod of a set is deleted"(stage) {
    await stage.client.create(ReplicaSet, setOf(2));
    await stage.pods(2);
    const { items } = await stage.client.list(Pod);
    await stage.client.delete(Pod, items[0]!.metadata.name);
    await stage.pods(2);
    await stage.until(ReplicaSet, "web", has(2));
  },
  async "pods of a set end"(stage) {
    await stage.client.create(ReplicaSet, setOf(2));
    await stage.pods(2);
    await stage.end("Succeeded", 1);
    await stage.pods(2);
    await stage.same("one has succeeded");
    await stage.end("Failed", 2);
    await stage.pods(2);
    await stage.until(ReplicaSet, "web", has(2));
  },
  async "a set adopts a pod that was there"(stage) {
    await stage.client.create(Pod, bare("before"));
    await stage.client.create(ReplicaSet, setOf(2));
    await stage.pods(2);
    await stage.until(ReplicaSet, "web", has(2));
  },
  async "a set adopts more pods than it should have"(stage) {
    for (const name of ["old-bbbbb", "old-ccccc", "old-ddddd"]) {
      await stage.client.create(Pod, bare(name));
    }
    await stage.client.create(ReplicaSet, setOf(3));
    await stage.until(ReplicaSet, "web", has(3));
    await stage.client.create(Pod, bare("old-fffff"));
    await stage.pods(3);
    await stage.until(ReplicaSet, "web", has(3));
    // Which of them goes is drawn by their uids.
    for (const name of ["old-bbbbb", "old-ccccc", "old-ddddd", "old-fffff"]) {
      await stage.client.delete(Pod, name, { ignoreNotFound: true });
    }
    await stage.pods(3);
    await stage.until(ReplicaSet, "web", has(3));
  },
  async "a set leaves pods alone that are over"(stage) {
    await stage.client.create(Pod, bare("over"));
    await stage.end("Succeeded");
    await heard(stage);
    await stage.client.create(ReplicaSet, setOf(1));
    await stage.pods(1);
    await stage.until(ReplicaSet, "web", has(1));
  },
  async "a pod leaves its set, and comes back"(stage) {
    await stage.client.create(ReplicaSet, setOf(1));
    await stage.pods(1);
    const [pod] = (await stage.client.list(Pod)).items;
    const { name } = pod!.metadata;
    await stage.client.patch(Pod, name, { metadata: { labels: { app: "other" } } });
    await stage.pods(2);
    await stage.until(Pod, name, (one) => one?.metadata?.ownerReferences === undefined);
    await stage.same("gone");
    await stage.client.patch(ReplicaSet, "web", { spec: { replicas: 2 } });
    // Else it is a matter of chance whether the set sees first that it is to have more, or who comes back.
    await stage.pods(3);
    await stage.client.patch(Pod, name, { metadata: { labels: { app: "web" } } });
    await stage.until(
      Pod,
      name,
      (one) => one === undefined || one.metadata!.ownerReferences !== undefined,
    );
    await stage.pods(2);
    await stage.until(ReplicaSet, "web", has(2));
    for (const { metadata } of (await stage.client.list(Pod)).items) {
      await stage.client.delete(Pod, metadata.name, { ignoreNotFound: true });
    }
    await stage.pods(2);
    await stage.until(ReplicaSet, "web", has(2));
  },
  async "a pod whose labels are not all those of the template"(stage) {
    await stage.client.create(
      ReplicaSet,
      setOf(2, { template: template("one", { app: "web", tier: "front" }) }),
    );
    await stage.pods(2);
    const [pod] = (await stage.client.list(Pod)).items;
    await stage.client.patch(Pod, pod!.metadata.name, { metadata: { labels: { tier: "back" } } });
    await stage.until(ReplicaSet, "web", has(1, "fullyLabeledReplicas"));
  },
  async "a set that is kept from its pods"(stage) {
    await stage.refusePods();
    await stage.client.create(ReplicaSet, setOf(2));
    await stage.until(ReplicaSet, "web", failed);
    await stage.same("refused");
    await stage.client.patch(ReplicaSet, "web", { spec: { replicas: 0 } });
    await stage.until(ReplicaSet, "web", isFine);
  },
  async "pods that have to be ready for long are not available"(stage) {
    await stage.client.create(ReplicaSet, setOf(2, { minReadySeconds: 3600 }));
    await stage.pods(2);
    await stage.run("one");
    await stage.until(ReplicaSet, "web", has(2, "readyReplicas"));
  },
  async "pods that have been ready for long enough are available"(stage) {
    await stage.client.create(ReplicaSet, setOf(2, { minReadySeconds: 2 }));
    await stage.pods(2);
    await stage.run("one");
    await stage.until(ReplicaSet, "web", has(2, "availableReplicas"));
  },
  async "a set that is deleted lets its pods go"(stage) {
    await stage.client.create(ReplicaSet, setOf(2));
    await stage.pods(2);
    await orphan(stage.client, ReplicaSet, "web");
    await stage.until(ReplicaSet, "web", (one) => one === undefined);
    const { items } = await stage.client.list(Pod);
    for (const { metadata } of items) {
      await stage.until(Pod, metadata.name, (one) => one?.metadata?.ownerReferences === undefined);
    }
    await stage.same("let go");
    await stage.client.create(ReplicaSet, setOf(3));
    await stage.pods(3);
    await stage.until(ReplicaSet, "web", has(3));
  },
  async "a set that is deleted takes its pods along"(stage) {
    await stage.client.create(ReplicaSet, setOf(2));
    await stage.pods(2);
    await stage.client.delete(ReplicaSet, "web", { propagation: "Foreground" });
    await stage.until(ReplicaSet, "web", (one) => one === undefined);
    await stage.pods(0);
  },
  async "a set whose name is long"(stage) {
    const name = "a".repeat(70);
    const set = setOf(1) as AnyObject;
    await stage.client.create(ReplicaSet, { ...set, metadata: { name } } as never);
    await stage.pods(1);
    await stage.until(ReplicaSet, name, has(1));
  },
  async "a template with finalizers and annotations"(stage) {
    const own = template("one") as AnyObject;
    own.metadata = { ...own.metadata, finalizers: ["example.com/held"] } as never;
    await stage.client.create(ReplicaSet, setOf(1, { template: own }));
    await stage.pods(1);
    await stage.until(ReplicaSet, "web", has(1));
    const [pod] = (await stage.client.list(Pod)).items;
    await stage.client.delete(Pod, pod!.metadata.name);
    await stage.until(ReplicaSet, "web", has(1, "terminatingReplicas"));
    await stage.same("on its way out");
    await stage.client.patch(Pod, pod!.metadata.name, { metadata: { finalizers: null } });
    await stage.until(ReplicaSet, "web", has(0, "terminatingReplicas"));
  },
  async "a controller makes its pods, and they become ready"(stage) {
    await stage.client.create(ReplicationController, controllerOf(3));
    await stage.pods(3);
    await stage.until(ReplicationController, "web", has(3));
    await stage.same("made");
    await stage.run("one");
    await stage.until(ReplicationController, "web", has(3, "availableReplicas"));
  },
  async "a controller grows and shrinks"(stage) {
    await stage.client.create(ReplicationController, controllerOf(1));
    await stage.pods(1);
    await stage.client.patch(ReplicationController, "web", { spec: { replicas: 4 } });
    await stage.pods(4);
    await stage.same("grown");
    await stage.client.patch(ReplicationController, "web", { spec: { replicas: 2 } });
    await stage.pods(2);
    await stage.until(ReplicationController, "web", has(2));
  },
  async "a controller adopts a pod that was there"(stage) {
    await stage.client.create(Pod, bare("before"));
    await stage.client.create(ReplicationController, controllerOf(2));
    await stage.pods(2);
    await stage.until(ReplicationController, "web", has(2));
  },
  async "a controller that is kept from its pods"(stage) {
    await stage.refusePods();
    await stage.client.create(ReplicationController, controllerOf(1));
    await stage.until(ReplicationController, "web", failed);
    await stage.same("refused");
    await stage.client.patch(ReplicationController, "web", { spec: { replicas: 0 } });
    await stage.until(ReplicationController, "web", isFine);
  },
  async "a pod of a controller is deleted"(stage) {
    await stage.client.create(ReplicationController, controllerOf(2));
    await stage.pods(2);
    const { items } = await stage.client.list(Pod);
    await stage.client.delete(Pod, items[0]!.metadata.name);
    await stage.pods(2);
    await stage.until(ReplicationController, "web", has(2));
  },
};
