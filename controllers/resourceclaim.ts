/**
 * The controller of claims on devices: it makes those of pods, and frees what no pod needs.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import { Recorder } from "../toolkit/events/recorder.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { claimMetrics } from "./resourceclaim/claim_metrics.ts";
import { claimNames } from "./resourceclaim/claim_names.ts";
import { claimTurn } from "./resourceclaim/claim_turn.ts";
import { KnownClaims } from "./resourceclaim/known_claims.ts";
import { podTurn } from "./resourceclaim/pod_turn.ts";

const WORKERS = 50;

/**
 * Makes a claim for each template that a pod names, owned by the pod, and names it in the pod's status. Pods that
 * are over, gone, or go before they had a node are taken out of claims; what nobody has reserved is free again.
 */
export function createResourceClaimController(parts: LoopParts, workers = WORKERS): Runnable {
  const { client, clock, logger } = parts;
  const names = claimNames(client.names);
  const known = new KnownClaims(parts);
  const metrics = claimMetrics(parts.metrics);
  const events = new Recorder({ client, component: "resource_claim", clock, logger });
  const turns = { client, known, names, events, metrics, random: () => parts.random() };
  return keyedLoop(parts, {
    name: "resourceclaim-controller",
    queue: "resource_claim",
    workers,
    listen: (wake) => [...known.listen(wake), metrics.observe(known, names)],
    async sync(key, { doubts }) {
      const at = key.indexOf(":");
      const place = key.slice(at + 1);
      if (key.slice(0, at) === "pod") {
        const pod = known.pods.lister.get(place);
        if (pod !== undefined) await podTurn(turns, pod, doubts);
      } else {
        const claim = known.claims.lister.get(place);
        if (claim !== undefined) await claimTurn(turns, claim, doubts);
      }
    },
  });
}

/** The controller of a process. */
export const resourceClaimController: ProcessController = {
  name: "resourceclaim-controller",
  aliases: ["resource-claim-controller"],
  account: "resource-claim-controller",
  flags: [],
  make: (parts) => createResourceClaimController(parts),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("resourceclaim", [resourceClaimController]));
}
