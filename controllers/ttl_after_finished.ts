/**
 * The controller that deletes jobs some time after they have finished.
 *
 * @module
 */

import type { Histogram } from "../toolkit/metrics/mod.ts";
import { Job, type ObjectOf } from "../toolkit/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

/** How many jobs are looked at at once. */
const WORKERS = 5;

/** Deletes jobs with all that is theirs, once `ttlSecondsAfterFinished` have passed since they finished. */
export function createTtlAfterFinished(parts: LoopParts, workers = WORKERS): Runnable {
  const { client, informers, clock } = parts;
  const lateness = declareLateness(parts);
  const jobs = informers.of(Job);
  return keyedLoop(parts, {
    name: "ttl-after-finished-controller",
    queue: "ttl_jobs_to_delete",
    workers,
    listen: (wake) => [
      jobs.subscribe(({ type, key, object }) => {
        if (type !== "Deleted" && expiresAt(object) !== undefined) wake(key);
      }),
    ],
    async sync(key, { signal }) {
      const job = jobs.lister.get(key);
      const wait = job && leftMs(job, clock.now());
      if (wait === undefined || wait > 0) return wait;
      const { namespace = "", name } = job!.metadata;
      // Somebody may have given it more time.
      const live = await client.find(Job, { namespace, name }, { signal });
      const left = live && leftMs(live, clock.now());
      if (left === undefined || left > 0) return left;
      await client.delete(Job, { namespace, name }, {
        propagation: "Foreground",
        uid: live!.metadata.uid,
        ignoreNotFound: true,
        signal,
      });
      lateness.observe((clock.now() - expiresAt(live!)!) / 1000);
    },
  });
}

function declareLateness({ metrics }: LoopParts): Histogram {
  return metrics.histogram({
    name: "ttl_after_finished_controller_job_deletion_duration_seconds",
    help: "From when jobs were to go until they were deleted.",
    buckets: Array.from({ length: 14 }, (_, power) => 0.1 * 2 ** power),
    stability: "ALPHA",
  }).with({});
}

/** In how many milliseconds a job is to go; undefined: it is not. */
function leftMs(job: ObjectOf<typeof Job>, nowMs: number): number | undefined {
  const at = expiresAt(job);
  return at === undefined ? undefined : Math.max(0, at - nowMs);
}

/** When a job is to go, in milliseconds since 1970; undefined: it is not. */
function expiresAt({ metadata, spec, status }: ObjectOf<typeof Job>): number | undefined {
  const seconds = spec?.ttlSecondsAfterFinished;
  if (seconds === undefined || metadata.deletionTimestamp !== undefined) return undefined;
  const finished = status?.conditions?.find((one) =>
    (one.type === "Complete" || one.type === "Failed") && one.status === "True"
  );
  const at = Date.parse(finished?.lastTransitionTime ?? "");
  return Number.isNaN(at) ? undefined : at + seconds * 1000;
}

/** The controller of a process. */
export const ttlAfterFinished: ProcessController = {
  name: "ttl-after-finished-controller",
  aliases: ["ttl-after-finished"],
  account: "ttl-after-finished-controller",
  flags: ["concurrent-ttl-after-finished-syncs"],
  make: (parts) =>
    createTtlAfterFinished(parts, parts.values["concurrent-ttl-after-finished-syncs"]),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("ttl_after_finished", [ttlAfterFinished]));
}
