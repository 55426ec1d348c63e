/**
 * Makes room for a pod that found no node: less important ones have to go.
 *
 * @module
 */

import { TimeSlice } from "../../../toolkit/time_slice.ts";
import type { NodeInfo } from "../cluster/node_info.ts";
import {
  ACTION,
  countedReasons,
  type CycleState,
  failed,
  type FilterVerdicts,
  messageOf,
  type Plugin,
  type Rejection,
  type RoomMade,
  saidBy,
  type SchedulerHandle,
  unresolvable,
  unschedulable,
  type Victims,
} from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { bestCandidate } from "../preemption/best_candidate.ts";
import { budgetsIn } from "../preemption/disruption_budgets.ts";
import { Evictions } from "../preemption/evictions.ts";
import { preemptionMetrics } from "../preemption/preemption_metrics.ts";
import { areVictims, selectVictims } from "../preemption/select_victims.ts";
import type { DefaultPreemptionArgs } from "./plugin_args.ts";

const NAME = "DefaultPreemption";
const WAITS = unresolvable("waiting for the preemption for this pod to be finished");
const NO_HELP: Rejection = {
  plugin: NAME,
  status: unresolvable("Preemption is not helpful for scheduling"),
};

/** The nodes on which room can be made, and why it can't on others. */
interface Trial {
  readonly candidates: ReadonlyMap<string, Victims>;
  readonly rejections: ReadonlyMap<string, Rejection>;
}

/** Makes the plugin. */
export function defaultPreemption(handle: SchedulerHandle, args: DefaultPreemptionArgs): Plugin {
  const { snapshot, clock } = handle;
  const budgetsOf = budgetsIn(handle);
  const metrics = preemptionMetrics(handle.metrics, NAME);
  const evictions = new Evictions(handle, NAME, metrics);

  const tried = async (
    cycle: CycleState,
    pod: PendingPod,
    nodes: readonly NodeInfo[],
  ): Promise<Trial> => {
    const harmless = new Map<string, Victims>();
    const harmful = new Map<string, Victims>();
    const rejections = new Map<string, Rejection>();
    const wanted = candidatesWanted(nodes.length, args);
    const start = Math.floor(handle.random() * nodes.length);
    const slice = new TimeSlice(clock);
    for (let turn = 0; turn < nodes.length; turn++) {
      await slice.yieldIfOver();
      const node = nodes[(start + turn) % nodes.length]!;
      const answer = selectVictims(cycle.clone(), pod, node, budgetsOf, clock.now(), handle);
      if (!areVictims(answer) || answer.pods.length === 0) {
        const status = areVictims(answer)
          ? failed(new Error(`expected at least one victim pod on node "${node.name}"`))
          : answer;
        rejections.set(node.name, { plugin: NAME, status });
        continue;
      }
      (answer.violations === 0 ? harmless : harmful).set(node.name, answer);
      if (harmless.size > 0 && harmless.size + harmful.size >= wanted) break;
    }
    return { candidates: new Map([...harmless, ...harmful]), rejections };
  };

  /** What extenders leave of the candidates. */
  const agreed = async (pod: PendingPod, candidates: ReadonlyMap<string, Victims>) => {
    let left = candidates;
    for (const extender of handle.extenders()) {
      if (left.size === 0) break;
      if (extender.preempts && extender.isInterested(pod)) left = await extender.preempt(pod, left);
    }
    return left;
  };

  return {
    name: NAME,
    events: [{ resource: "Pod", action: ACTION.delete, hint: () => "Skip" }],
    preEnqueue: ({ uid }) => evictions.isRunning(uid) ? WAITS : undefined,
    async postFilter(cycle, pod, verdicts): Promise<RoomMade> {
      metrics.attempted();
      const problem = ineligible(pod, verdicts, snapshot().get(pod.nominatedNodeName));
      if (problem !== undefined) return { verdict: unschedulable(`preemption: ${problem}`) };
      const { nodes } = snapshot();
      const { candidates, rejections } = await tried(
        cycle,
        pod,
        nodes.filter(({ name }) => verdictOf(verdicts, name)?.status.code === "Unschedulable"),
      );
      if (candidates.size === 0) {
        const error = rejections.values().find(({ status }) => status.code === "Error");
        if (error !== undefined) return broken(saidBy(error.status));
        const reasons = countedReasons({ nodes: nodes.length, rejections, absent: NO_HELP });
        const text = `preemption: 0/${nodes.length} nodes are available: ${reasons}.`;
        return { nominatedNodeName: "", verdict: unschedulable(text) };
      }
      let left: ReadonlyMap<string, Victims>;
      try {
        left = await agreed(pod, candidates);
      } catch (error) {
        return broken(messageOf(error));
      }
      const nodeName = bestCandidate(left, clock.now());
      if (nodeName === undefined) {
        return { verdict: unschedulable("preemption: no candidate node for preemption") };
      }
      const victims = left.get(nodeName)!;
      evictions.begin(pod, nodeName, victims);
      return { nominatedNodeName: nodeName, verdict: undefined, victims };
    },
  };
}

/** Something went wrong while room was made. */
function broken(what: string): RoomMade {
  return { verdict: failed(new Error(`preemption: ${what}`)) };
}

/** On so many nodes room is tried to be made. */
function candidatesWanted(nodes: number, args: DefaultPreemptionArgs): number {
  const { minCandidateNodesPercentage, minCandidateNodesAbsolute } = args;
  const share = Math.trunc(nodes * minCandidateNodesPercentage / 100);
  return Math.min(nodes, Math.max(share, minCandidateNodesAbsolute));
}

function verdictOf({ rejections, absent }: FilterVerdicts, name: string): Rejection | undefined {
  return rejections.get(name) ?? absent;
}

/** Why no room may be made for a pod. */
function ineligible(
  pod: PendingPod,
  verdicts: FilterVerdicts,
  nominated: NodeInfo | undefined,
): string | undefined {
  if (pod.object.spec.preemptionPolicy === "Never") {
    return "not eligible due to preemptionPolicy=Never.";
  }
  if (nominated === undefined) return undefined;
  const { code } = verdictOf(verdicts, nominated.name)?.status ?? {};
  if (code === "UnschedulableAndUnresolvable") return undefined;
  const isUnderWay = nominated.pods.some(({ priority, isDeleting, isPreempted }) =>
    priority < pod.priority && isDeleting && isPreempted
  );
  return isUnderWay ? "not eligible due to a terminating pod on the nominated node." : undefined;
}
