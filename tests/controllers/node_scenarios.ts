/**
 * What is done to nodes and their pods: whoever looks after them, the same comes of it. A node may be silent for eight
 * seconds here, and two are given up each second.
 *
 * @module
 */

import { type coreV1, Node, Pod } from "../../mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { NodeStage } from "./node_stage.ts";

/** Plays on a stage. */
export type NodeScenario = (stage: NodeStage) => Promise<void>;

const away = (key: string, value?: string): coreV1.Taint => ({
  key,
  effect: "NoExecute",
  ...(value !== undefined && { value }),
});
const bears = (key: string, tolerationSeconds?: number): coreV1.Toleration => ({
  key,
  operator: "Exists",
  effect: "NoExecute",
  ...(tolerationSeconds !== undefined && { tolerationSeconds }),
});
const namesOf = ({ client }: NodeStage) => NAMES[client.dialect];

/** Bears what nodes have that are not ready, for so long. */
function patient(stage: NodeStage, seconds: number): coreV1.Toleration[] {
  const { taintNotReady, taintUnreachable } = namesOf(stage);
  return [bears(taintNotReady, seconds), bears(taintUnreachable, seconds)];
}

/** Of taints that drive pods away. */
export const TAINTED: Readonly<Record<string, NodeScenario>> = {
  async "pods that don't bear a taint go at once"(stage) {
    await stage.nodes(["a", "b"]);
    for (const node of ["a", "b"]) await stage.pod(`on-${node}`, node);
    await stage.pod("bears", "a", { tolerations: [bears("x")] });
    await stage.taint("a", away("x", "y"));
    await stage.leaves("on-a");
  },
  async "pods go when their time is over"(stage) {
    await stage.nodes(["a"]);
    await stage.pod("soon", "a", { tolerations: [bears("x", 2)] });
    await stage.pod("never", "a", { tolerations: [bears("x", 600)] });
    await stage.pod("none", "a", { tolerations: [bears("x", 0)] });
    await stage.taint("a", away("x"));
    await stage.leaves("none");
    await stage.leaves("soon");
  },
  async "the shortest time counts"(stage) {
    await stage.nodes(["a"]);
    await stage.taint("a", away("x"));
    await stage.taint("a", away("y"));
    await stage.pod("p", "a", { tolerations: [bears("x", 600), bears("y", 2)] });
    await stage.leaves("p");
  },
  async "a pod stays when the taint goes in time"(stage) {
    await stage.nodes(["a"]);
    await stage.pod("p", "a", { tolerations: [bears("x", 6)] });
    await stage.taint("a", away("x"));
    await stage.pass(2);
    await stage.untaint("a", "x");
    await stage.pass(8);
  },
  async "a pod is gone before its time is over"(stage) {
    await stage.nodes(["a"]);
    await stage.pod("p", "a", { tolerations: [bears("x", 6)] });
    await stage.taint("a", away("x"));
    await stage.pass(2);
    await stage.client.delete(Pod, "p", { gracePeriod: 0 });
    await stage.pass(8);
  },
  async "a time that has begun stays when a shorter one would do"(stage) {
    await stage.nodes(["a"]);
    await stage.pod("p", "a", { tolerations: [bears("x", 600), bears("y", 1)] });
    await stage.taint("a", away("x"));
    await stage.pass(2);
    await stage.taint("a", away("y"));
    await stage.pass(5);
  },
  async "a taint that is not borne ends a time that has begun"(stage) {
    await stage.nodes(["a"]);
    await stage.pod("p", "a", { tolerations: [bears("x", 600)] });
    await stage.taint("a", away("x"));
    await stage.pass(2);
    await stage.taint("a", away("y"));
    await stage.leaves("p");
  },
  async "a pod that comes to a tainted node"(stage) {
    await stage.nodes(["a"]);
    await stage.taint("a", away("x"));
    await stage.pod("stays", "a", { tolerations: [{ operator: "Exists" }] });
    await stage.pod("goes", "a");
    await stage.leaves("goes");
  },
  async "a pod learns to bear a taint"(stage) {
    await stage.nodes(["a"]);
    await stage.pod("p", "a", { tolerations: [{ ...bears("x", 6), value: "" }] });
    await stage.taint("a", { ...away("x"), effect: "NoSchedule" });
    await stage.taint("a", away("y"));
    await stage.leaves("p");
  },
};

/** Of the life of nodes. */
export const LIVES: Readonly<Record<string, NodeScenario>> = {
  async "a node falls silent and comes back"(stage) {
    await stage.nodes(["a", "b"]);
    await stage.say("a", { MemoryPressure: "False", NetworkUnavailable: "False" });
    for (const name of ["p", "q"]) await stage.pod(name, "a");
    await stage.pod("unready", "a", { ready: false });
    await stage.pod("says-nothing", "a", { ready: null });
    await stage.pod("other", "b");
    stage.silence("a");
    await stage.says("a", "Unknown");
    await stage.driving(["a"]);
    await stage.same("silent");
    await stage.revive("a");
    await stage.node("a", ({ spec }) => spec?.taints === undefined);
  },
  async "a node never says how it is"(stage) {
    await stage.nodes(["b"]);
    await stage.nodes(["a"], { ready: null });
    await stage.says("a", "Unknown");
    await stage.driving(["a"]);
  },
  async "an agent says that its node is not ready"(stage) {
    await stage.nodes(["a", "b"]);
    await stage.pod("p", "a");
    await stage.say("a", { Ready: "False", MemoryPressure: "True", PIDPressure: "True" });
    await stage.driving(["a"]);
    await stage.same("not ready");
    await stage.say("a", { Ready: "True", MemoryPressure: "False", PIDPressure: "True" });
    await stage.node("a", ({ spec }) => spec?.taints?.length === 1);
  },
  async "one taint takes the place of the other"(stage) {
    await stage.nodes(["a", "b"]);
    await stage.say("a", { Ready: "False" });
    await stage.driving(["a"]);
    stage.silence("a");
    await stage.says("a", "Unknown");
    const { taintUnreachable } = namesOf(stage);
    await stage.node(
      "a",
      ({ spec }) =>
        spec.taints.filter(({ key }: coreV1.Taint) => key === taintUnreachable).length === 2,
    );
  },
  async "pods leave a node that has fallen silent"(stage) {
    await stage.nodes(["a", "b"]);
    await stage.pod("soon", "a", { tolerations: patient(stage, 2) });
    await stage.pod("later", "a", { tolerations: patient(stage, 600) });
    await stage.pod("never", "a", { tolerations: [{ operator: "Exists" }] });
    stage.silence("a");
    await stage.leaves("soon");
  },
  async "pods stay where a node comes back in time"(stage) {
    await stage.nodes(["a", "b"]);
    await stage.pod("p", "a", { tolerations: patient(stage, 15) });
    stage.silence("a");
    await stage.driving(["a"]);
    await stage.revive("a");
    await stage.node("a", ({ spec }) => spec?.taints === undefined);
    await stage.pass(16);
  },
  async "a node is unschedulable for a while"(stage) {
    await stage.nodes(["a"]);
    await stage.client.patch(Node, stage.nameOf("a"), { spec: { unschedulable: true } });
    await stage.node("a", ({ spec }) => spec?.taints?.length === 1);
    await stage.same("unschedulable");
    await stage.client.patch(Node, stage.nameOf("a"), { spec: { unschedulable: null } } as never);
    await stage.node("a", ({ spec }) => spec?.taints === undefined);
  },
  async "labels have their older names"(stage) {
    const { labelOs, labelOldOs, labelArch, labelOldArch } = namesOf(stage);
    await stage.nodes(["a"], {
      labels: { [labelOs]: "linux", [labelOldOs]: "plan9", [labelArch]: "mips" },
    });
    await stage.nodes(["b"], { labels: { [labelOldOs]: "plan9" } });
    await stage.node("a", ({ metadata }) => metadata!.labels![labelOldArch] === "mips");
  },
  async "a pod comes to a node that is not ready"(stage) {
    await stage.nodes(["a", "b"]);
    stage.silence("a");
    await stage.says("a", "Unknown");
    await stage.driving(["a"]);
    await stage.pod("p", "a");
    await stage.pass(3);
  },
  async "a node goes"(stage) {
    await stage.nodes(["a", "b"]);
    await stage.pod("p", "a");
    await stage.pass(3);
    await stage.client.delete(Node, stage.nameOf("a"));
    await stage.pass(3);
  },
  async "somebody takes a node for silent that is not"(stage) {
    await stage.nodes(["a"]);
    const { taintUnreachable, taintNotReady } = namesOf(stage);
    for (const key of [taintUnreachable, taintNotReady]) await stage.taint("a", away(key));
    await stage.taint("a", { key: taintUnreachable, effect: "NoSchedule" });
    await stage.node("a", ({ spec }) => spec?.taints === undefined);
  },
  async "somebody takes away what drives pods off"(stage) {
    await stage.nodes(["a", "b"]);
    stage.silence("a");
    await stage.driving(["a"]);
    await stage.untaint("a", namesOf(stage).taintUnreachable);
    await stage.driving(["a"]);
  },
  async "most of a small zone falls silent"(stage) {
    const all = ["a", "b", "c", "d"];
    await stage.nodes(all);
    stage.silence("a", "b", "c");
    for (const name of ["a", "b", "c"]) await stage.says(name, "Unknown");
    // Which of them was given up before that was known is a matter of chance.
    await stage.pass(5);
    await stage.revive("a", "b", "c");
    for (const name of all) await stage.node(name, ({ spec }) => spec?.taints === undefined);
  },
  async "a whole zone falls silent while others are well"(stage) {
    await stage.nodes(["a", "b", "c"]);
    stage.silence("a", "b", "c");
    await stage.driving(["a", "b", "c"]);
  },
  async "nodes that don't count fall silent"(stage) {
    const { domain } = namesOf(stage);
    const labels = { [`node.${domain}/exclude-disruption`]: "true" };
    await stage.nodes(["a", "b"], { labels });
    stage.silence("a", "b");
    await stage.driving(["a", "b"]);
  },
};

/** Where there are no nodes but these. */
export const ALONE: Readonly<Record<string, NodeScenario>> = {
  async "where no node is ready none is given up"(stage) {
    await stage.nodes(["a", "b", "c"]);
    await stage.pod("p", "a", { tolerations: patient(stage, 3) });
    stage.silence("a");
    await stage.driving(["a"]);
    await stage.leaves("p");
    stage.silence("b", "c");
    for (const name of ["b", "c"]) await stage.says(name, "Unknown");
    await stage.node("a", ({ spec }) => spec?.taints?.length === 1);
    // The reference may have given up one of the others in the same moment, which it leaves as it is.
    await stage.pass(5);
    await stage.revive("b");
    await stage.node("b", ({ spec }) => spec?.taints === undefined);
    await stage.driving(["a", "c"]);
  },
};
