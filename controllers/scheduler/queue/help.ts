/**
 * Whether what happened may help pods that were turned down, by the word of the plugins that did that.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import {
  ACTIVATED,
  type EventInterest,
  isForAll,
  isOfInterest,
} from "../framework/cluster_event.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import type { QueuedPod } from "../pod/queued_pod.ts";
import type { Happening } from "./in_flight.ts";
import type { HintOutcome, QueueMetrics } from "./queue_metrics.ts";

/** `none`: none; `rest`: once the pod has rested; `now`: at once. */
export type HelpFor = "none" | "rest" | "now";

/** Whom to ask. */
export interface HelpOptions {
  readonly plugins: {
    /** What a plugin wants to hear of, for a pod. */
    interestsOf(pod: PendingPod, plugin: string): readonly EventInterest[];
  };
  readonly clock: Clock;
  readonly metrics: QueueMetrics;
}

/** Asks plugins whether events help. */
export class Help {
  readonly #options: HelpOptions;

  constructor(options: HelpOptions) {
    this.#options = options;
  }

  /** What all that happened while a pod was tried comes to: what makes it ready at once counts most. */
  most(queued: QueuedPod, happenings: readonly Happening[]): HelpFor {
    let most: HelpFor = "none";
    for (const happening of happenings) {
      const help = this.#helpOf(queued, happening);
      if (help === "now") return help;
      if (help === "none") continue;
      if (queued.pendingBy.size === 0) return help;
      most = help;
    }
    return most;
  }

  /** Of the first of what happened that may help a pod; `event`: its label. */
  first(
    queued: QueuedPod,
    happenings: readonly Happening[],
  ): { readonly help: HelpFor; readonly event: string } {
    for (const happening of happenings) {
      const help = this.#helpOf(queued, happening);
      if (help !== "none") return { help, event: happening.event.label };
    }
    return { help: "none", event: "" };
  }

  #helpOf({ pod, rejectedBy, pendingBy }: QueuedPod, happening: Happening): HelpFor {
    const { event, after } = happening;
    if (isForAll(event)) {
      const isOthers = event === ACTIVATED && (after as { key: string }).key !== pod.key;
      return isOthers ? "none" : "rest";
    }
    let help: HelpFor = "none";
    for (const plugin of new Set([...pendingBy, ...rejectedBy])) {
      const isPending = pendingBy.has(plugin);
      if (!isPending && help === "rest") continue;
      for (const interest of this.#options.plugins.interestsOf(pod, plugin)) {
        if (!isOfInterest(interest, event)) continue;
        if (!this.#isHelp(plugin, interest, pod, happening)) continue;
        if (isPending) return "now";
        help = "rest";
        break;
      }
    }
    return help;
  }

  #isHelp(plugin: string, interest: EventInterest, pod: PendingPod, happening: Happening): boolean {
    const { clock, metrics } = this.#options;
    const beganMs = clock.monotonic();
    const hint = hintOf(interest, pod, happening);
    metrics.hinted(plugin, happening.event.label, hint, clock.monotonic() - beganMs);
    return hint !== "QueueSkip";
  }
}

/** A hint that fails is a yes, and so is none. */
function hintOf(
  { hint }: EventInterest,
  pod: PendingPod,
  { before, after }: Happening,
): HintOutcome {
  try {
    return hint === undefined || hint(pod, before, after) === "Queue" ? "Queue" : "QueueSkip";
  } catch {
    return "Error";
  }
}
