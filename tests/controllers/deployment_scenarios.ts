/**
 * What is done to deployments: whoever runs them, the same comes of it.
 *
 * @module
 */

import { type AnyObject, Deployment, Pod, ReplicaSet } from "../../mod.ts";
import { orphan } from "./orphan.ts";
import { template, type WorkloadScenario } from "./replica_scenarios.ts";
import type { WorkloadStage } from "./workload_stage.ts";

const NAME = "web";

async function make(stage: WorkloadStage, replicas: number, more: object = {}): Promise<void> {
  await stage.client.create(Deployment, {
    metadata: { name: NAME, annotations: { "example.com/note": "first" } },
    spec: {
      replicas,
      selector: { matchLabels: { app: "web" } },
      template: template("one"),
      ...more,
    } as never,
  });
}

async function change(stage: WorkloadStage, spec: object, annotations?: object): Promise<void> {
  const metadata = annotations && { annotations };
  await stage.client.patch(Deployment, NAME, { ...(metadata && { metadata }), spec } as never);
}

const imageIs = (image: string) => ({
  template: { spec: { containers: [{ name: "main", image }] } },
});

const condition = (one: AnyObject, type: string) =>
  one.status?.conditions?.find((each: AnyObject) => each.type === type);

const isDone = (one: AnyObject) => {
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = one.status;
  const wanted = (one.spec as AnyObject).replicas;
  return [replicas, updatedReplicas, availableReplicas].every((count) => count === wanted) &&
    condition(one, "Progressing")?.reason === "NewReplicaSetAvailable";
};

/** Makes it, and has its pods ready. */
async function stands(stage: WorkloadStage, replicas: number, more: object = {}): Promise<void> {
  await make(stage, replicas, more);
  await stage.pods(replicas);
  await stage.run("one");
  await stage.seen(NAME, isDone);
  await stage.same("it stands");
}

/** Has the pods of an image ready until it is done. */
async function rolls(stage: WorkloadStage, image: string): Promise<void> {
  await stage.learn();
  for (let isOver = false; !isOver;) {
    await stage.run(image);
    const now = await stage.client.get(Deployment, NAME) as AnyObject;
    isOver = isDone(now) && now.status.observedGeneration >= now.metadata!.generation!;
  }
}

const exactly = (maxSurge: number | string, maxUnavailable: number | string) => ({
  strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } },
});
const RECREATE = { strategy: { type: "Recreate" } };
const ROLLBACK = "deprecated.deployment.rollback.to";

async function second(stage: WorkloadStage): Promise<void> {
  await stands(stage, 1, exactly(1, 0));
  await change(stage, imageIs("two"), { "example.com/note": "second" });
  await stage.pods(1, "two");
  await rolls(stage, "two");
  await stage.same("the second stands");
}

/** A rollout that stands still in its midst: ten of one, of which eight stay, and five of another. */
async function midst(stage: WorkloadStage): Promise<void> {
  await stands(stage, 10, exactly(3, 2));
  await change(stage, imageIs("two"));
  await stage.pods(5, "two");
  await stage.pods(8, "one");
  await stage.seen(NAME, (one) => one.status.replicas === 13);
  await stage.same("in the midst");
}

async function sizes(stage: WorkloadStage, one: number, two: number): Promise<void> {
  await stage.pods(one, "one");
  await stage.pods(two, "two");
  await stage.seen(
    NAME,
    ({ status }) => (status.replicas ?? 0) === one + two && (status.updatedReplicas ?? 0) === two,
  );
}

/** Of deployments. */
export const DEPLOYMENTS: Readonly<Record<string, WorkloadScenario>> = {
  async "it is made"(stage) {
    await make(stage, 3);
    await stage.pods(3);
    await stage.seen(NAME, (one) => one.status.replicas === 3);
    await stage.same("made");
    await stage.run("one", true, 1);
    await stage.seen(NAME, (one) => one.status.readyReplicas === 1);
    await stage.same("one is ready");
    await stage.run("one");
    await stage.seen(NAME, isDone);
  },
  async "one of none"(stage) {
    await make(stage, 0);
    await stage.seen(NAME, isDone);
    await change(stage, imageIs("two"));
    await stage.seen(
      NAME,
      (one) => one.metadata!.annotations?.["deployment.kubernetes.io/revision"] === "2",
    );
  },
  async "it rolls, one pod more at a time"(stage) {
    await stands(stage, 3, exactly(1, 0));
    await change(stage, imageIs("two"));
    for (const step of [1, 2, 3]) {
      await stage.pods(step, "two");
      await stage.pods(4 - step, "one");
      await stage.seen(NAME, (one) => one.status.updatedReplicas === step);
      await stage.same(`step ${step}`);
      await stage.run("two");
    }
    await stage.seen(NAME, isDone);
  },
  async "it rolls, one pod fewer at a time"(stage) {
    await stands(stage, 3, exactly(0, 1));
    await change(stage, imageIs("two"));
    for (const step of [1, 2, 3]) {
      await sizes(stage, 3 - step, step);
      await stage.same(`step ${step}`);
      await stage.run("two");
    }
    await stage.seen(NAME, isDone);
  },
  async "percentages that come to nothing let one pod be missing"(stage) {
    await stands(stage, 2, exactly("0%", "10%"));
    await change(stage, imageIs("two"));
    await sizes(stage, 1, 1);
  },
  async "it rolls all at once"(stage) {
    await stands(stage, 4, exactly("100%", 0));
    await change(stage, imageIs("two"));
    await sizes(stage, 4, 4);
    await stage.same("both");
    stage.isLoose = true;
    await stage.run("two");
    await stage.seen(NAME, isDone);
  },
  async "it stands still in its midst"(stage) {
    await midst(stage);
  },
  async "it grows in its midst"(stage) {
    await midst(stage);
    await change(stage, { replicas: 30 });
    await sizes(stage, 20, 13);
  },
  async "it shrinks in its midst"(stage) {
    await midst(stage);
    await change(stage, { replicas: 5 });
    // Scaled to five and three, it goes on rolling.
    await sizes(stage, 3, 5);
  },
  async "it shrinks to nothing in its midst"(stage) {
    await midst(stage);
    await change(stage, { replicas: 0 });
    await sizes(stage, 0, 0);
  },
  async "another template comes in its midst"(stage) {
    await midst(stage);
    await change(stage, imageIs("three"));
    await stage.pods(5, "three");
    await stage.pods(0, "two");
    await stage.pods(8, "one");
    await stage.seen(NAME, (one) => one.status.updatedReplicas === 5);
  },
  async "it goes back in its midst"(stage) {
    await midst(stage);
    await change(stage, imageIs("one"));
    await stage.pods(10, "one");
    await stage.run("one");
    await stage.pods(0, "two");
    await stage.seen(NAME, isDone);
  },
  async "pods that are not ready go first"(stage) {
    await stands(stage, 4, exactly(1, 1));
    await stage.run("one", false, 2);
    await stage.seen(NAME, (one) => one.status.readyReplicas === 2);
    await change(stage, imageIs("two"));
    await stage.pods(2, "two");
    await stage.pods(3, "one");
    await stage.seen(NAME, (one) => one.status.updatedReplicas === 2);
  },
  async "it is recreated"(stage) {
    await stands(stage, 2, RECREATE);
    await change(stage, imageIs("two"));
    await stage.pods(0, "one");
    await stage.pods(2, "two");
    await stage.seen(NAME, (one) => one.status.updatedReplicas === 2);
    await stage.same("anew");
    await stage.run("two");
    await stage.seen(NAME, isDone);
  },
  async "it is recreated only when the old pods are gone"(stage) {
    const held = template("one") as AnyObject;
    held.metadata = { ...held.metadata, finalizers: ["example.com/held"] } as never;
    // The reference loses the condition that tells of the new set where somebody else was faster.
    const endless = { progressDeadlineSeconds: 2 ** 31 - 1 };
    await make(stage, 2, { ...RECREATE, ...endless, template: held });
    await stage.pods(2);
    await stage.seen(NAME, (one) => one.status.replicas === 2);
    await change(stage, imageIs("two"));
    await stage.pods(0);
    await stage.seen(NAME, (one) => one.status.terminatingReplicas === 2);
    await stage.same("held");
    for (const { metadata } of (await stage.client.list(Pod)).items) {
      await stage.client.patch(Pod, metadata.name, { metadata: { finalizers: null } });
    }
    await stage.pods(2, "two");
    await stage.seen(NAME, (one) => one.status.updatedReplicas === 2);
  },
  async "one that is recreated is scaled"(stage) {
    await stands(stage, 2, RECREATE);
    await change(stage, { replicas: 5 });
    await stage.pods(5);
    await stage.seen(NAME, (one) => one.status.replicas === 5);
  },
  async "it is scaled up and down"(stage) {
    await stands(stage, 2);
    await change(stage, { replicas: 6 });
    await stage.pods(6);
    await stage.seen(NAME, (one) => one.status.replicas === 6);
    await stage.same("up");
    await change(stage, { replicas: 1 });
    await stage.pods(1);
    await stage.seen(NAME, (one) => one.status.replicas === 1);
    await stage.same("down");
    await change(stage, { replicas: 0 });
    await stage.pods(0);
    await stage.seen(NAME, (one) => (one.status.replicas ?? 0) === 0);
  },
  async "it is made paused, and resumed"(stage) {
    await make(stage, 2, { paused: true });
    await stage.seen(NAME);
    await stage.same("paused");
    await change(stage, { paused: false });
    await stage.pods(2);
    await stage.run("one");
    await stage.seen(NAME, isDone);
  },
  async "it is paused, changed, scaled and resumed"(stage) {
    await stands(stage, 2, exactly(1, 0));
    await change(stage, { paused: true });
    await stage.seen(NAME, (one) => condition(one, "Progressing").reason === "DeploymentPaused");
    await change(stage, imageIs("two"));
    await stage.seen();
    await stage.same("paused");
    await change(stage, { replicas: 4 });
    await stage.pods(4, "one");
    await stage.run("one");
    await stage.seen(NAME, (one) => one.status.availableReplicas === 4);
    await stage.same("scaled");
    await change(stage, { paused: false });
    await stage.pods(1, "two");
    await stage.seen(NAME, (one) => one.status.updatedReplicas === 1);
  },
  async "it is paused in its midst, and scaled"(stage) {
    await midst(stage);
    await change(stage, { paused: true });
    await stage.seen(NAME, (one) => condition(one, "Progressing").reason === "DeploymentPaused");
    await change(stage, { replicas: 20 });
    await sizes(stage, 14, 9);
  },
  async "it goes back to its first revision"(stage) {
    await second(stage);
    await change(stage, imageIs("one"), { "example.com/note": "third" });
    await rolls(stage, "one");
    await stage.same("back");
    await change(stage, imageIs("two"));
    await rolls(stage, "two");
  },
  async "an annotation has it go back"(stage) {
    await second(stage);
    await change(stage, {}, { [ROLLBACK]: "1" });
    await stage.until(
      Deployment,
      NAME,
      (one) => one?.metadata?.annotations?.[ROLLBACK] === undefined,
    );
    await stage.pods(1, "one");
    await rolls(stage, "one");
  },
  async "an annotation has it go back by one"(stage) {
    await second(stage);
    await change(stage, {}, { [ROLLBACK]: "0" });
    await stage.until(
      Deployment,
      NAME,
      (one) => one?.metadata?.annotations?.[ROLLBACK] === undefined,
    );
    await stage.pods(1, "one");
    await rolls(stage, "one");
  },
  async "an annotation names no revision that there is"(stage) {
    await second(stage);
    await change(stage, {}, { [ROLLBACK]: "7" });
    await stage.until(
      Deployment,
      NAME,
      (one) => one?.metadata?.annotations?.[ROLLBACK] === undefined,
    );
    await stage.seen(NAME, isDone);
  },
  async "an annotation names the revision that it has"(stage) {
    await second(stage);
    await change(stage, {}, { [ROLLBACK]: "2" });
    await stage.until(
      Deployment,
      NAME,
      (one) => one?.metadata?.annotations?.[ROLLBACK] === undefined,
    );
    await stage.seen(NAME, isDone);
  },
  async "there is no revision before"(stage) {
    await stands(stage, 1);
    await change(stage, {}, { [ROLLBACK]: "0" });
    await stage.until(
      Deployment,
      NAME,
      (one) => one?.metadata?.annotations?.[ROLLBACK] === undefined,
    );
    await stage.seen(NAME, isDone);
  },
  async "old revisions are kept no longer"(stage) {
    await stands(stage, 1, { ...exactly(1, 0), revisionHistoryLimit: 1 });
    for (const image of ["two", "three", "four"]) {
      await change(stage, imageIs(image));
      await stage.pods(1, image);
      await rolls(stage, image);
    }
    for (const image of ["one", "two"]) {
      for (const set of await stage.sets(image)) {
        await stage.until(ReplicaSet, set, (one) => one === undefined);
      }
    }
  },
  async "no old revision is kept"(stage) {
    await stands(stage, 1, { ...exactly(1, 0), revisionHistoryLimit: 0 });
    await change(stage, imageIs("two"));
    await stage.pods(1, "two");
    await rolls(stage, "two");
    for (const set of await stage.sets("one")) {
      await stage.until(ReplicaSet, set, (one) => one === undefined);
    }
  },
  async "it comes forward too slowly"(stage) {
    await make(stage, 1, { progressDeadlineSeconds: 3 });
    await stage.pods(1);
    await stage.seen(
      NAME,
      (one) => condition(one, "Progressing")?.reason === "ProgressDeadlineExceeded",
    );
    await stage.same("too slow");
    await stage.run("one");
    await stage.seen(NAME, isDone);
  },
  async "its deadline is taken away"(stage) {
    await stands(stage, 1);
    await change(stage, { progressDeadlineSeconds: 2 ** 31 - 1 });
    await stage.seen(NAME, (one) => condition(one, "Progressing") === undefined);
    await change(stage, { progressDeadlineSeconds: 100 });
    await stage.seen(NAME, (one) => condition(one, "Progressing") !== undefined);
  },
  async "it adopts the set of one that let it go"(stage) {
    await stands(stage, 2);
    const [set] = await stage.sets("one");
    await orphan(stage.client, Deployment, NAME, ReplicaSet);
    await stage.until(Deployment, NAME, (one) => one === undefined);
    await stage.until(ReplicaSet, set!, (one) => one?.metadata?.ownerReferences === undefined);
    await make(stage, 3);
    await stage.pods(3);
    await stage.run("one");
    await stage.seen(NAME, isDone);
  },
  async "a set leaves it whose labels are changed"(stage) {
    await stands(stage, 1);
    const [set] = await stage.sets("one");
    await stage.client.patch(ReplicaSet, set!, { metadata: { labels: { app: "other" } } });
    await stage.until(ReplicaSet, set!, (one) => one?.metadata?.ownerReferences === undefined);
    await stage.pods(2);
    await stage.seen(NAME, (one) => one.status.collisionCount === 1 && one.status.replicas === 1);
  },
  async "its annotations go to the new set alone"(stage) {
    await second(stage);
    await change(stage, {}, { "example.com/note": "third", "example.com/more": "yes" });
    const [set] = await stage.sets("two");
    await stage.until(
      ReplicaSet,
      set!,
      (one) => one?.metadata?.annotations?.["example.com/more"] === "yes",
    );
    await stage.seen(NAME, isDone);
  },
  async "its pods have to be ready for longer"(stage) {
    await stands(stage, 1);
    await change(stage, { minReadySeconds: 5 });
    const [set] = await stage.sets("one");
    await stage.until(ReplicaSet, set!, (one) => (one?.spec as AnyObject).minReadySeconds === 5);
    await stage.seen(NAME, (one) => one.status.availableReplicas === 1);
  },
  async "its set is deleted"(stage) {
    await stands(stage, 2);
    const [set] = await stage.sets("one");
    const pods = (await stage.client.list(Pod)).items;
    await stage.client.delete(ReplicaSet, set!);
    for (const { metadata: { name } } of pods) {
      await stage.until(Pod, name, (one) => one === undefined);
    }
    await stage.pods(2);
    await stage.run("one");
    await stage.until(ReplicaSet, set!, (one) => one?.status?.availableReplicas === 2);
    await stage.seen(NAME, (one) => one.status.availableReplicas === 2);
  },
  async "its set is scaled by somebody else"(stage) {
    await stands(stage, 2);
    const [set] = await stage.sets("one");
    await stage.client.patch(ReplicaSet, set!, { spec: { replicas: 5 } });
    await stage.until(
      ReplicaSet,
      set!,
      (one) =>
        (one?.spec as AnyObject).replicas === 2 && one?.status?.replicas === 2 &&
        one.status.observedGeneration >= 3,
    );
    await stage.seen(NAME, (one) => one.status.replicas === 2);
  },
  async "it is deleted"(stage) {
    await stands(stage, 2);
    await stage.learn();
    await stage.client.delete(Deployment, NAME, { propagation: "Foreground" });
    await stage.until(Deployment, NAME, (one) => one === undefined);
    await stage.pods(0);
  },
};
