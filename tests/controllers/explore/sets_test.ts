/** Stateful sets and daemon sets under schedules of faults. */
import {
  ControllerRevision,
  DaemonSet,
  Node,
  PersistentVolumeClaim,
  Pod,
  StatefulSet,
} from "../../../mod.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";
import { allOf, isActive, isReady, type LivePod, mostPods, witness } from "./witness.ts";

const labels = { app: "web" };
const template = (image: string) => ({
  metadata: { labels },
  spec: { containers: [{ name: "c", image }] },
});

testExplored("a stateful set has its pods one after the other", {
  on: ["statefulset"],
  isLong: true,
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    let replicas = 3;
    await using seen = allOf(
      await mostPods(client, 3),
      await witness(client, Pod, (pods) => {
        // Whoever is there and not ready holds up the others.
        const waiting = pods.filter((pod) => !isReady(pod)).length;
        return waiting > 1 && `${waiting} pods are not ready at once`;
      }),
      await witness(client, Pod, (pods) => {
        const gone = replicas - pods.length;
        return pods.some(hasImage("two")) && gone > 1 && `${gone} pods are away in a roll-out`;
      }),
    );
    await client.create(StatefulSet, {
      metadata: { name: "web" },
      spec: {
        replicas,
        serviceName: "web",
        selector: { matchLabels: labels },
        template: template("one"),
        volumeClaimTemplates: [{
          metadata: { name: "data" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        }],
        persistentVolumeClaimRetentionPolicy: { whenScaled: "Delete", whenDeleted: "Retain" },
      },
    });
    await env.settle("5m");
    await client.patch(StatefulSet, "web", { spec: { template: template("two") } });
    await env.settle("10m");
    replicas = 1;
    await client.patch(StatefulSet, "web", { spec: { replicas } });
    await env.settle("10m");
    seen.check();
    return await endState(client, [StatefulSet, Pod, PersistentVolumeClaim, ControllerRevision]);
  },
});

testExplored("a stateful set that waits for nobody has its pods", {
  on: ["statefulset"],
  isLong: true,
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await using seen = await mostPods(client, 3);
    await client.create(StatefulSet, {
      metadata: { name: "web" },
      spec: {
        replicas: 3,
        serviceName: "web",
        podManagementPolicy: "Parallel",
        selector: { matchLabels: labels },
        template: template("one"),
      },
    });
    await env.settle("10s");
    await client.delete(Pod, "web-1").catch(() => {});
    await env.settle("10m");
    await client.patch(StatefulSet, "web", {
      spec: { replicas: 2, template: template("two") },
    });
    await env.settle("10m");
    seen.check();
    return await endState(client, [StatefulSet, Pod, ControllerRevision]);
  },
});

testExplored("a stateful set follows whoever changes their mind", {
  on: ["statefulset"],
  beside: ["garbagecollector"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    await using seen = await mostPods(client, 3);
    const set = (image: string, replicas: number) => ({
      metadata: { name: "web" },
      spec: {
        replicas,
        serviceName: "web",
        selector: { matchLabels: labels },
        template: template(image),
      },
    });
    await client.create(StatefulSet, set("one", 3));
    for (const replicas of [1, 3, 2]) {
      await env.settle("3s");
      await client.patch(StatefulSet, "web", { spec: { replicas } });
    }
    await env.settle("10m");
    // Another one of the same name: the pods of the first are none of its own.
    await client.delete(StatefulSet, "web", { propagation: "Background" });
    await env.settle("1s");
    await client.create(StatefulSet, set("two", 2));
    await env.settle("1s");
    await client.patch(StatefulSet, "web", { spec: { template: template("three") } });
    await env.settle("20m");
    seen.check();
    const { metadata: { uid }, status } = await client.get(StatefulSet, "web");
    const { items } = await client.list(Pod);
    return [
      status?.readyReplicas,
      items.map(({ metadata, spec }) => [
        metadata.name,
        spec.containers[0]!.image,
        metadata.ownerReferences?.[0]?.uid === uid,
      ]),
    ];
  },
});

testExplored("a daemon set has one pod on each node", {
  on: ["daemonset"],
  beside: ["scheduler"],
  nodes: 2,
  async scenario(env) {
    const { client } = env;
    await using seen = await witness(client, Pod, (pods) => {
      const nodes = pods.filter(isActive).map(targetOf);
      const twice = nodes.find((node, at) => nodes.indexOf(node) < at);
      return twice !== undefined && `${twice} has two pods`;
    });
    await using away = await witness(client, Pod, (pods) => {
      const ready = pods.filter((pod) => isActive(pod) && isReady(pod)).length;
      return pods.some(hasImage("two")) && ready < 1 && "all pods are away in a roll-out";
    });
    await client.create(DaemonSet, {
      metadata: { name: "web" },
      spec: { selector: { matchLabels: labels }, template: template("one") },
    });
    await env.settle("5m");
    await client.patch(DaemonSet, "web", { spec: { template: template("two") } });
    await env.settle("10m");
    away.check();
    await client.patch(Node, "node-1", { metadata: { labels: { "is-out": "yes" } } });
    await client.patch(DaemonSet, "web", {
      spec: { template: { spec: { nodeSelector: { "is-out": "yes" } } } },
    });
    await env.settle("10m");
    seen.check();
    return await endState(client, [DaemonSet, Pod, ControllerRevision]);
  },
});

function hasImage(image: string) {
  return ({ spec }: LivePod) => spec.containers[0]!.image === image;
}

/** The node that a pod of a daemon set is for. */
function targetOf({ spec }: LivePod): string {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required?.nodeSelectorTerms[0]?.matchFields?.[0]?.values?.[0] ?? "";
}
