/**
 * Pods of which it was said that they would be disrupted, and that nobody disrupted.
 *
 * @module
 */

import { isNotFound, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "../loop/mod.ts";

/** After so long nobody is going to. */
const STALE_MS = 2 * 60_000;
const CONDITION = "DisruptionTarget";

/** Takes back what was said of pods two minutes ago, and nothing came of. */
export function clearStaleConditions(parts: LoopParts): Runnable {
  const { client, informers, clock } = parts;
  const pods = informers.of(Pod);
  return keyedLoop(parts, {
    name: "stale pod disruptions",
    queue: "stale_pod_disruption",
    workers: 1,
    listen: (wake) => [
      pods.subscribe(({ type, key, object }) => {
        if (type !== "Deleted" && saidAt(object) !== undefined) wake(key);
      }),
    ],
    async sync(key) {
      const pod = pods.lister.get(key);
      const at = pod && saidAt(pod);
      if (pod === undefined || at === undefined) return;
      const left = at + STALE_MS - clock.now();
      if (left > 0) return left;
      const { namespace, name, uid, generation } = pod.metadata;
      const lastTransitionTime = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
      const condition = {
        type: CONDITION,
        status: "False",
        reason: null,
        message: null,
        lastTransitionTime,
        observedGeneration: generation,
      };
      try {
        await client.patch(Pod, { namespace: namespace ?? "", name }, {
          metadata: { uid },
          status: { conditions: [condition] },
        } as never, { subresource: "status", strategic: true });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  });
}

/** When it was said that a pod would be disrupted; undefined: it was not, or is none of our business. */
function saidAt({ metadata, status }: ObjectOf<typeof Pod>): number | undefined {
  const isOver = status?.phase === "Succeeded" || status?.phase === "Failed";
  if (metadata.deletionTimestamp !== undefined || isOver) return undefined;
  const said = status?.conditions?.find(({ type }) => type === CONDITION);
  // The agent may take as long as it likes.
  if (said?.status !== "True" || said.reason === "TerminationByKubelet") return undefined;
  return Date.parse(said.lastTransitionTime ?? "") || 0;
}
