/**
 * The first look at a pod, by all plugins that have one.
 *
 * @module
 */

import type { Snapshot } from "../cluster/snapshot.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import type { AskedPlugin } from "./asked_plugin.ts";
import type { CycleState } from "./cycle_state.ts";
import type { Narrowed } from "./plugin.ts";
import { type Rejection, type Status, unresolvable } from "./status.ts";

/** What the first look at a pod came to. */
export interface FirstLook {
  /** The only nodes that come into question; undefined: all. */
  readonly nodes: ReadonlySet<string> | undefined;
  /** The plugins that said so. */
  readonly narrowedBy: readonly string[];
  readonly rejection: Rejection | undefined;
}

/** It ends with the first plugin that says no for good. */
export async function firstLook(
  plugins: readonly AskedPlugin[],
  cycle: CycleState,
  pod: PendingPod,
  snapshot: Snapshot,
): Promise<FirstLook> {
  let nodes: ReadonlySet<string> | undefined;
  const narrowedBy: string[] = [];
  let rejection: Rejection | undefined;
  for (const one of plugins) {
    const answer = await one.ask(
      "PreFilter",
      cycle,
      (plugin) => plugin.preFilter!(cycle, pod, snapshot),
    );
    if (answer !== undefined && "code" in answer && answer.code === "Skip") {
      cycle.skippedFilters.add(one.name);
      continue;
    }
    one.evaluated("PreFilter");
    if (answer === undefined) continue;
    if (isNarrowed(answer)) {
      narrowedBy.push(one.name);
      nodes = nodes?.intersection(answer.nodes) ?? answer.nodes;
      if (nodes.size > 0) continue;
      rejection = { plugin: one.name, status: unresolvable(narrowedReason(narrowedBy)) };
      break;
    }
    rejection = { plugin: one.name, status: answer };
    if (answer.code !== "Unschedulable") break;
  }
  return { nodes, narrowedBy, rejection };
}

function isNarrowed(answer: Status | Narrowed): answer is Narrowed {
  return "nodes" in answer;
}

/** Why no node is left, or why one is not among those that are. */
function narrowedReason(plugins: readonly string[]): string {
  return plugins.length === 1
    ? `node(s) didn't satisfy plugin ${plugins[0]}`
    : `node(s) didn't satisfy plugin(s) [${plugins.join(" ")}] simultaneously`;
}
