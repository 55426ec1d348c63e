/**
 * Tries to make room for a pod, by all plugins that can.
 *
 * @module
 */

import type { PendingPod } from "../pod/pod_info.ts";
import type { AskedPlugin } from "./asked_plugin.ts";
import type { CycleState } from "./cycle_state.ts";
import type { FilterVerdicts, RoomMade } from "./plugin.ts";

/** It ends with the first plugin that can, or that says that nothing helps. */
export async function makeRoom(
  plugins: readonly AskedPlugin[],
  cycle: CycleState,
  pod: PendingPod,
  verdicts: FilterVerdicts,
): Promise<RoomMade & { readonly plugin: string }> {
  const reasons: string[] = [];
  let nominatedNodeName: string | undefined;
  let last: RoomMade & { plugin: string } = { verdict: undefined, plugin: "" };
  for (const one of plugins) {
    const answer = await one.ask(
      "PostFilter",
      cycle,
      (plugin) => plugin.postFilter!(cycle, pod, verdicts),
    );
    const made: RoomMade = "code" in answer ? { verdict: answer } : answer;
    last = { ...made, plugin: one.name };
    const { verdict } = made;
    if (verdict?.code !== "Unschedulable") return last;
    reasons.push(...verdict.reasons);
    nominatedNodeName = made.nominatedNodeName ?? nominatedNodeName;
  }
  return { ...last, nominatedNodeName, verdict: { code: "Unschedulable", reasons } };
}
