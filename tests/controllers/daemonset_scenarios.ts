/**
 * What is done to daemon sets: whoever runs them, the same comes of it.
 *
 * @module
 */

import {
  type AnyObject,
  ControllerRevision,
  type coreV1,
  DaemonSet,
  Node,
  Pod,
} from "../../mod.ts";
import { orphan } from "./orphan.ts";
import { template, type WorkloadScenario } from "./replica_scenarios.ts";
import type { WorkloadStage } from "./workload_stage.ts";

const NAME = "web";
const LABEL = "controller-revision-hash";

/** The name of one of the scenario's own nodes: others have none of its pods. */
const nodeOf = (stage: WorkloadStage, name: string) => `${stage.client.namespace}-${name}`;

/** Nodes are tainted until they are ready: these are. */
async function nodes(stage: WorkloadStage, ...names: string[]): Promise<void> {
  for (const name of names) await node(stage, name, null);
}

/** A node that has its taints whenever anybody hears of it. */
async function node(stage: WorkloadStage, name: string, taints: coreV1.Taint[] | null) {
  const labels = { scenario: stage.client.namespace, [name]: "yes" };
  await stage.client.create(Node, {
    metadata: { name: nodeOf(stage, name), labels },
    ...(taints !== null && { spec: { taints } }),
  });
  // The server gave it another one: that it is not ready.
  await taint(stage, name, taints);
}

const taint = (stage: WorkloadStage, name: string, taints: coreV1.Taint[] | null) =>
  stage.client.patch(Node, nodeOf(stage, name), { spec: { taints } } as never);

function templateOf(stage: WorkloadStage, image: string, spec: object = {}) {
  const { metadata, spec: own } = template(image);
  const nodeSelector = { scenario: stage.client.namespace };
  return { metadata, spec: { nodeSelector, ...own, ...spec } };
}

function make(stage: WorkloadStage, more: object = {}, podSpec: object = {}) {
  return stage.client.create(DaemonSet, {
    metadata: { name: NAME },
    spec: {
      selector: { matchLabels: { app: "web" } },
      template: templateOf(stage, "one", podSpec),
      ...more,
    },
  } as never);
}

const rolling = (rollingUpdate: object) => ({
  updateStrategy: { type: "RollingUpdate", rollingUpdate },
});
const ON_DELETE = { updateStrategy: { type: "OnDelete" } };

const change = (stage: WorkloadStage, spec: object) =>
  stage.client.patch(DaemonSet, NAME, { spec } as never);
const roll = (stage: WorkloadStage, image: string) =>
  change(stage, { template: templateOf(stage, image) });

/** Has the set looked at, where nothing else would. */
const poke = (stage: WorkloadStage, note: string) =>
  stage.client.patch(DaemonSet, NAME, { metadata: { annotations: { note } } });

async function seen(
  stage: WorkloadStage,
  check: (status: AnyObject) => boolean = () => true,
): Promise<void> {
  await stage.until(DaemonSet, NAME, (one) => {
    if (one === undefined) return false;
    return (one.status?.observedGeneration ?? 0) >= one.metadata!.generation! && check(one.status);
  });
}

const isReady = (count: number) => (status: AnyObject) =>
  status.desiredNumberScheduled === count && status.numberReady === count &&
  (status.updatedNumberScheduled ?? 0) === count;

async function stands(stage: WorkloadStage, more: object = {}, ...names: string[]): Promise<void> {
  await nodes(stage, ...names);
  await make(stage, more);
  await stage.pods(names.length);
  await stage.run(undefined);
  await seen(stage, isReady(names.length));
  await stage.same("it stands");
}

/** The node that a pod of a set is for. */
function boundFor({ affinity }: AnyObject): string {
  const required = affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution;
  return required.nodeSelectorTerms[0].matchFields[0].values[0];
}

/** A pod that nobody made for the set, bound to a node as the set's are. */
function bare(stage: WorkloadStage, name: string, node: string) {
  const terms = [{
    matchFields: [{ key: "metadata.name", operator: "In", values: [nodeOf(stage, node)] }],
  }];
  return stage.client.create(Pod, {
    metadata: { name, labels: { app: "web" } },
    spec: {
      ...template("bare").spec,
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms },
        },
      },
    },
  } as never);
}

/** Of daemon sets. */
export const DAEMON_SETS: Readonly<Record<string, WorkloadScenario>> = {
  async "a pod for each node"(stage) {
    await nodes(stage, "a", "b", "c");
    await make(stage);
    await stage.pods(3);
    await seen(stage, ({ currentNumberScheduled }) => currentNumberScheduled === 3);
    await stage.same("made");
    await stage.run("one");
    await seen(stage, isReady(3));
  },
  async "no node at all"(stage) {
    await make(stage);
    await seen(stage);
  },
  async "a node comes, and goes"(stage) {
    await stands(stage, {}, "a");
    await nodes(stage, "b");
    await stage.pods(2);
    await stage.run("one");
    await seen(stage, isReady(2));
    await stage.same("it came");
    await stage.client.delete(Node, nodeOf(stage, "b"));
    // The reference looks for what is gone when something else comes.
    await nodes(stage, "c");
    await seen(
      stage,
      ({ desiredNumberScheduled: wanted, numberReady }) => wanted === 2 && numberReady === 1,
    );
    await stage.pods(2);
  },
  async "a node is selected, and no longer"(stage) {
    await nodes(stage, "a", "b");
    const nodeSelector = { scenario: stage.client.namespace, disk: "fast" };
    await make(stage, {}, { nodeSelector });
    await seen(stage);
    await stage.same("none");
    const label = (disk: string | null) =>
      stage.client.patch(Node, nodeOf(stage, "b"), { metadata: { labels: { disk } } } as never);
    await label("fast");
    await stage.pods(1);
    await stage.bind(() => nodeOf(stage, "b"));
    await stage.run("one");
    await seen(stage, isReady(1));
    await stage.same("selected");
    await label("slow");
    await stage.pods(0);
    await stage.reap();
    await seen(
      stage,
      ({ desiredNumberScheduled: wanted, numberMisscheduled: wrong }) =>
        wanted === 0 && wrong === 0,
    );
  },
  async "affinity to nodes and to pods"(stage) {
    await nodes(stage, "a", "b", "c");
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: "a", operator: "Exists" }] },
            { matchExpressions: [{ key: "b", operator: "In", values: ["yes", "perhaps"] }] },
          ],
        },
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, preference: { matchExpressions: [{ key: "x", operator: "Exists" }] } },
        ],
      },
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { labelSelector: { matchLabels: { app: "x" } }, topologyKey: "zone" },
        ],
      },
    };
    await make(stage, {}, { affinity });
    await stage.pods(2);
    await seen(stage, ({ desiredNumberScheduled }) => desiredNumberScheduled === 2);
  },
  async "a template that names a node"(stage) {
    await nodes(stage, "a", "b");
    await make(stage, {}, { nodeName: nodeOf(stage, "a") });
    await stage.pods(1);
    await seen(stage, ({ currentNumberScheduled }) => currentNumberScheduled === 1);
  },
  async "taints that daemons outlive, and others"(stage) {
    await node(stage, "a", [
      { key: "node.kubernetes.io/not-ready", effect: "NoExecute" },
      { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" },
    ]);
    await node(stage, "b", [{ key: "dedicated", value: "x", effect: "NoSchedule" }]);
    await node(stage, "c", [{ key: "some", effect: "PreferNoSchedule" }]);
    await make(stage);
    await stage.pods(2);
    await seen(stage, ({ desiredNumberScheduled }) => desiredNumberScheduled === 2);
    await stage.same("not on b");
    await taint(stage, "b", null);
    await stage.pods(3);
    await seen(stage, ({ desiredNumberScheduled }) => desiredNumberScheduled === 3);
  },
  async "tolerations of the template"(stage) {
    await node(stage, "a", null);
    await node(stage, "b", [{ key: "dedicated", value: "x", effect: "NoSchedule" }]);
    const tolerations = [
      { key: "dedicated", operator: "Equal", value: "x", effect: "NoSchedule" },
      {
        key: "node.kubernetes.io/unreachable",
        operator: "Exists",
        effect: "NoExecute",
        tolerationSeconds: 5,
      },
    ];
    await make(stage, {}, { tolerations });
    await stage.pods(2);
    await seen(stage, ({ desiredNumberScheduled }) => desiredNumberScheduled === 2);
  },
  async "on the network of the node"(stage) {
    const network = "node.kubernetes.io/network-unavailable";
    await node(stage, "a", [{ key: network, effect: "NoSchedule" }]);
    await make(stage, {}, { hostNetwork: true });
    await stage.pods(1);
    await seen(stage, ({ currentNumberScheduled }) => currentNumberScheduled === 1);
  },
  async "a taint lets pods stay that are there"(stage) {
    await stands(stage, {}, "a", "b");
    await taint(stage, "a", [{ key: "dedicated", effect: "NoSchedule" }]);
    await poke(stage, "tainted");
    await seen(stage, ({ numberMisscheduled }) => numberMisscheduled === 1);
    await stage.same("it stays");
    await taint(stage, "a", null);
    await seen(stage, isReady(2));
  },
  async "a taint drives pods away"(stage) {
    await stands(stage, {}, "a", "b");
    await stage.bind(({ spec }) => boundFor(spec));
    await taint(stage, "a", [{ key: "dedicated", effect: "NoExecute" }]);
    await stage.pods(1);
    await stage.reap();
    await seen(stage, isReady(1));
  },
  async "a pod is deleted"(stage) {
    await stands(stage, {}, "a");
    const [pod] = (await stage.client.list(Pod)).items;
    await stage.client.delete(Pod, pod!.metadata.name);
    await stage.pods(1);
    await seen(stage, ({ numberReady = 0 }) => numberReady === 0);
  },
  async "a pod on its way out holds its node"(stage) {
    await stands(stage, {}, "a");
    await stage.bind(() => nodeOf(stage, "a"));
    const [pod] = (await stage.client.list(Pod)).items;
    await stage.client.delete(Pod, pod!.metadata.name);
    await stage.pods(0);
    await seen(stage);
    await stage.same("none beside it");
    await stage.reap();
    await stage.pods(1);
    await seen(stage, ({ numberReady = 0 }) => numberReady === 0);
  },
  async "pods that are over are replaced"(stage) {
    await stands(stage, {}, "a", "b");
    await stage.end("Succeeded");
    await stage.pods(2);
    await stage.same("after success");
    await stage.end("Failed");
    await stage.pods(2);
    await stage.run("one");
    await seen(stage, isReady(2));
  },
  async "pods that fail again and again"(stage) {
    await stands(stage, {}, "a");
    for (const _ of [1, 2, 3]) {
      await stage.end("Failed");
      await stage.pods(1);
    }
    await seen(stage, ({ numberReady = 0 }) => numberReady === 0);
  },
  async "a set takes a pod that was there for its node"(stage) {
    await nodes(stage, "a", "b");
    await bare(stage, "before", "a");
    // A cache that has not heard of it yet would have a second one made, and taken away.
    await stage.pass(1);
    await make(stage, ON_DELETE);
    await stage.pods(2);
    await stage.until(Pod, "before", (one) => one?.metadata?.ownerReferences !== undefined);
    await seen(stage, ({ currentNumberScheduled }) => currentNumberScheduled === 2);
  },
  async "of two for a node the older one stays"(stage) {
    await stands(stage, ON_DELETE, "a");
    await stage.pass(1);
    await bare(stage, "zz-after", "a");
    await stage.until(Pod, "zz-after", (one) => one === undefined);
    await stage.pods(1);
    await seen(stage, isReady(1));
  },
  async "a pod leaves its set"(stage) {
    await stands(stage, {}, "a");
    const [pod] = (await stage.client.list(Pod)).items;
    await stage.client.patch(Pod, pod!.metadata.name, { metadata: { labels: { app: "other" } } });
    await stage.pods(2);
    await seen(stage, ({ numberReady = 0 }) => numberReady === 0);
  },
  async "it rolls, one node at a time"(stage) {
    await stands(stage, {}, "a", "b", "c");
    await roll(stage, "two");
    for (const step of [1, 2, 3]) {
      await stage.pods(step, "two");
      await stage.pods(3 - step, "one");
      await seen(stage, ({ updatedNumberScheduled }) => updatedNumberScheduled === step);
      await stage.run("two");
    }
    await seen(stage, isReady(3));
  },
  async "it rolls on all nodes at once"(stage) {
    await stands(stage, rolling({ maxUnavailable: "100%" }), "a", "b", "c");
    await roll(stage, "two");
    await stage.pods(3, "two");
    await seen(stage, ({ updatedNumberScheduled }) => updatedNumberScheduled === 3);
    await stage.same("all are new");
    await stage.run("two");
    await seen(stage, isReady(3));
  },
  async "a part of the nodes rounds up"(stage) {
    await stands(stage, rolling({ maxUnavailable: "34%" }), "a", "b", "c");
    await roll(stage, "two");
    await stage.pods(2, "two");
    await stage.pods(1, "one");
    await seen(stage, ({ updatedNumberScheduled }) => updatedNumberScheduled === 2);
    await stage.run("two");
    await stage.pods(3, "two");
    await stage.run("two");
    await seen(stage, isReady(3));
  },
  async "pods that are not ready make way at once"(stage) {
    await nodes(stage, "a", "b");
    await make(stage);
    await stage.pods(2);
    await seen(stage);
    await roll(stage, "two");
    await stage.pods(2, "two");
    await seen(stage, ({ updatedNumberScheduled }) => updatedNumberScheduled === 2);
  },
  async "a new pod beside the old one"(stage) {
    await stands(stage, rolling({ maxSurge: 1, maxUnavailable: 0 }), "a");
    // Of two pods that are equally old the one counts that is first by name, which is drawn.
    await stage.pass(1);
    await roll(stage, "two");
    await stage.pods(1, "two");
    await stage.pods(1, "one");
    await seen(stage);
    await stage.same("both");
    await stage.run("two");
    await stage.pods(0, "one");
    await seen(stage, isReady(1));
  },
  async "new pods on some nodes at a time"(stage) {
    await stands(stage, rolling({ maxSurge: "50%", maxUnavailable: 0 }), "a", "b", "c");
    await roll(stage, "two");
    await stage.pods(2, "two");
    await stage.pods(3, "one");
    await stage.run("two");
    await stage.pods(3, "two");
    await stage.run("two");
    await stage.pods(0, "one");
    await seen(stage, isReady(3));
  },
  async "an old pod that is not ready gives way to the new one"(stage) {
    await stands(stage, rolling({ maxSurge: 1, maxUnavailable: 0 }), "a");
    await stage.run("one", false);
    await seen(stage, ({ numberReady = 0 }) => numberReady === 0);
    await roll(stage, "two");
    await stage.pods(1, "two");
    await stage.pods(0, "one");
    await seen(stage);
  },
  async "a surge over nodes that are selected no longer"(stage) {
    await stands(stage, rolling({ maxSurge: 1, maxUnavailable: 0 }), "a", "b");
    await change(stage, {
      template: templateOf(stage, "two", {
        nodeSelector: { scenario: stage.client.namespace, b: "yes" },
      }),
    });
    await stage.pods(1, "two");
    await stage.run("two");
    await stage.pods(0, "one");
    await seen(stage, isReady(1));
  },
  async "pods are new when somebody deletes them"(stage) {
    await stands(stage, ON_DELETE, "a");
    await roll(stage, "two");
    await seen(stage, ({ updatedNumberScheduled = 0 }) => updatedNumberScheduled === 0);
    await stage.same("nothing is new");
    const [pod] = (await stage.client.list(Pod)).items;
    await stage.client.delete(Pod, pod!.metadata.name);
    await stage.pods(1, "two");
    await stage.run("two");
    await seen(stage, isReady(1));
  },
  async "back to a template whose pods are still there"(stage) {
    await stands(stage, {}, "a");
    await nodes(stage, "b");
    await stage.pods(2);
    await roll(stage, "broken");
    // The one that is not ready goes first.
    await stage.pods(1, "broken");
    await seen(stage, ({ updatedNumberScheduled }) => updatedNumberScheduled === 1);
    await roll(stage, "one");
    await stage.pods(2, "one");
    await stage.run("one");
    await seen(stage, isReady(2));
  },
  async "a set keeps as many revisions as it should"(stage) {
    await stands(stage, { revisionHistoryLimit: 1 }, "a");
    for (const image of ["two", "three", "four"]) {
      await roll(stage, image);
      await stage.pods(1, image);
      await stage.run(image);
      await seen(stage, isReady(1));
      await stage.same(image);
    }
  },
  async "two revisions of one template become one"(stage) {
    await stands(stage, {}, "a");
    const [revision] = (await stage.client.list(ControllerRevision)).items;
    await stage.client.create(ControllerRevision, {
      metadata: { name: "other", labels: { app: "web", [LABEL]: "other" } },
      data: revision!.data,
      revision: 5,
    } as never);
    await stage.until(
      ControllerRevision,
      revision!.metadata.name,
      (one) => one === undefined,
    );
    await seen(stage, isReady(1));
  },
  async "a revision without a label is given one"(stage) {
    await nodes(stage, "a");
    await stage.client.create(ControllerRevision, {
      metadata: { name: "web-old", labels: { app: "web" } },
      data: { spec: { template: { $patch: "replace", spec: template("old").spec } } },
      revision: 3,
    } as never);
    await make(stage);
    await stage.pods(1);
    await stage.run("one");
    await seen(stage, isReady(1));
  },
  async "a pod that is ready for long enough is available"(stage) {
    await nodes(stage, "a");
    await make(stage, { minReadySeconds: 4 });
    await stage.pods(1);
    await stage.run("one");
    await seen(stage, isReady(1));
    await seen(stage, ({ numberAvailable }) => numberAvailable === 1);
  },
  async "pods that are refused"(stage) {
    await stage.refusePods();
    await nodes(stage, "a");
    await make(stage);
    await seen(stage);
  },
  async "a set is deleted"(stage) {
    await stands(stage, {}, "a");
    await stage.client.delete(DaemonSet, NAME);
    await stage.pods(0);
    await stage.until(DaemonSet, NAME, (one) => one === undefined);
  },
  async "a set lets its pods go, and another takes them"(stage) {
    await stands(stage, {}, "a");
    await orphan(stage.client, DaemonSet, NAME);
    await stage.until(DaemonSet, NAME, (one) => one === undefined);
    const [pod] = (await stage.client.list(Pod)).items;
    const isFree = (one?: AnyObject) => one?.metadata?.ownerReferences === undefined;
    await stage.until(Pod, pod!.metadata.name, isFree);
    await stage.same("it is nobody's");
    await make(stage);
    await seen(stage, isReady(1));
  },
};
