/**
 * Scores nodes, by all plugins that do.
 *
 * @module
 */

import type { NodeInfo } from "../cluster/node_info.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import type { AskedPlugin } from "./asked_plugin.ts";
import type { CycleState } from "./cycle_state.ts";
import { failed, messageOf, type Rejection, saidBy } from "./status.ts";

/** Hears what a plugin makes of the nodes, in their order, from 0 to 100. The list is used again. */
export type ScoresTold = (plugin: string, weight: number, scores: readonly number[]) => void;

const MOST_SCORE = 100;
/** What people are told went wrong. */
const SCORING = "running Score plugins";
const NORMALIZING = "running Normalize on Score plugins";
const WEIGHING = "applying score defaultWeights on Score plugins";

/** The look at the nodes that are left: what went wrong first. */
export async function lookAtLeft(
  plugins: readonly AskedPlugin[],
  cycle: CycleState,
  pod: PendingPod,
  nodes: readonly NodeInfo[],
): Promise<Rejection | undefined> {
  for (const one of plugins) {
    const status = await one.ask(
      "PreScore",
      cycle,
      (plugin) => plugin.preScore!(cycle, pod, nodes),
    );
    if (status?.code === "Skip") {
      cycle.skippedScores.add(one.name);
      continue;
    }
    one.evaluated("PreScore");
    if (status === undefined) continue;
    // A no is of no use here: nodes that do were found.
    const text = `running PreScore plugin "${one.name}": ${saidBy(status)}`;
    return { plugin: one.name, status: failed(new Error(text, { cause: status.error })) };
  }
  return undefined;
}

/** The sum of all scores of each node, each with its weight; or what went wrong. */
export function sumsOfScores(
  plugins: readonly AskedPlugin[],
  weights: ReadonlyMap<string, number>,
  cycle: CycleState,
  pod: PendingPod,
  nodes: readonly NodeInfo[],
  told: ScoresTold | undefined,
): number[] | Rejection {
  const sums = new Array<number>(nodes.length).fill(0);
  const scores = new Array<number>(nodes.length);
  for (const one of plugins) {
    const { name } = one;
    if (cycle.skippedScores.has(name)) continue;
    const weight = weights.get(name) ?? 1;
    let doing: string = SCORING;
    try {
      one.score(cycle, pod, nodes, scores);
      if (one.plugin.normalize !== undefined) {
        doing = NORMALIZING;
        one.tell(
          "ScoreExtensionNormalize",
          cycle,
          (plugin) => plugin.normalize!(cycle, pod, scores, nodes),
        );
      }
      doing = WEIGHING;
      for (let at = 0; at < nodes.length; at++) {
        const score = scores[at]!;
        if (!(score >= 0 && score <= MOST_SCORE)) {
          throw new Error(
            `plugin "${name}" returns an invalid score ${score}, it should in the range ` +
              `of [0, ${MOST_SCORE}] after normalizing`,
          );
        }
        sums[at]! += score * weight;
      }
      told?.(name, weight, scores);
    } catch (error) {
      const whose = doing === WEIGHING ? "" : `plugin "${name}" failed with: `;
      const text = `${doing}: ${whose}${messageOf(error)}`;
      return { plugin: name, status: failed(new Error(text, { cause: error })) };
    }
  }
  return sums;
}
