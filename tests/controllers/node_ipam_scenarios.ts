/**
 * What is done to nodes that need addresses: whoever gives them out, the same comes of it. There are sixteen blocks of
 * each family, of which services have two of IPv4. Each scenario begins where the one before has ended.
 *
 * @module
 */

import { Node } from "../../mod.ts";
import type { NodeScenario } from "./node_scenarios.ts";
import type { NodeStage } from "./node_stage.ts";

/** Makes a node, which may have something already. */
async function make(stage: NodeStage, name: string, podCIDRs: string[] = []): Promise<void> {
  const spec = podCIDRs.length === 0 ? {} : { podCIDR: podCIDRs[0]!, podCIDRs };
  await stage.client.create(Node, { metadata: { name: stage.nameOf(name) }, spec });
}

/** Makes nodes one after another, so that it is known which block each has. */
async function given(stage: NodeStage, ...names: string[]): Promise<void> {
  for (const name of names) {
    await make(stage, name);
    await stage.node(name, ({ spec }) => spec?.podCIDRs?.length === 2);
  }
}

async function remove(stage: NodeStage, ...names: string[]): Promise<void> {
  for (const name of names) await stage.client.delete(Node, stage.nameOf(name));
  await stage.pass(1);
}

/** Waits until a node was told that there is nothing for it. */
async function refused(stage: NodeStage, name: string): Promise<void> {
  for (let look = 0; look < 60; look++) {
    if (JSON.stringify(await stage.left()).includes(`${stage.nameOf(name)} status is now`)) return;
    await stage.pass(0.5);
  }
  throw new Error(`${stage.side}: ${name} was given something, or not told`);
}

const letters = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCharCode("a".charCodeAt(0) + index));

/** Of addresses. */
export const ADDRESSES: Readonly<Record<string, NodeScenario>> = {
  async "nodes have blocks in turn, and none of the services'"(stage) {
    await given(stage, "a", "b", "c", "d");
  },
  async "what is free again has its turn when all others had theirs"(stage) {
    await given(stage, "a", "b");
    await remove(stage, "a");
    await given(stage, "c");
  },
  async "a node brings its own block"(stage) {
    await make(stage, "own", ["10.244.12.0/24", "fd00:0:0:c::/64"]);
    await stage.pass(1);
    await given(stage, ...letters(6));
  },
  async "a node brings one of IPv4 alone"(stage) {
    await make(stage, "own", ["10.244.5.0/24"]);
    await stage.pass(1);
    await given(stage, ...letters(5));
  },
  async "a node brings what is not the cluster's"(stage) {
    await make(stage, "own", ["192.168.7.0/24"]);
    await stage.pass(1);
    await given(stage, "a");
  },
  async "there are more nodes than blocks"(stage) {
    await given(stage, ...letters(14));
    await make(stage, "late");
    await refused(stage, "late");
    await stage.same("one waits");
    await remove(stage, "d");
    await stage.node("late", ({ spec }) => spec?.podCIDRs?.length === 2);
  },
  async "a node has a successor of its name"(stage) {
    await given(stage, "a");
    await remove(stage, "a");
    await given(stage, "a");
  },
};
