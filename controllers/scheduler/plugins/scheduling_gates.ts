/**
 * Pods with gates are not tried until somebody has taken them all away.
 *
 * @module
 */

import { ACTION, type Plugin, unresolvable } from "../framework/mod.ts";
import type { PodInfo } from "../pod/pod_info.ts";

/** Makes the plugin. */
export function schedulingGates(): Plugin {
  return {
    name: "SchedulingGates",
    events: [{
      resource: "Pod",
      action: ACTION.podGatesGone,
      hint: (pod, _, after) => (after as PodInfo | undefined)?.uid === pod.uid ? "Queue" : "Skip",
    }],
    preEnqueue({ gates }) {
      if (gates.length === 0) return undefined;
      return unresolvable(`waiting for scheduling gates: [${gates.join(" ")}]`);
    },
  };
}
