/**
 * The binder of volumes: each claim gets a volume that is there, or somebody is asked to make one.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import { Recorder } from "../toolkit/events/recorder.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import { binderMetrics } from "./persistentvolume_binder/binder_metrics.ts";
import { binderNames } from "./persistentvolume_binder/binder_names.ts";
import { claimTurn, type TurnParts } from "./persistentvolume_binder/claim_turn.ts";
import { KnownVolumes, workKey } from "./persistentvolume_binder/known_volumes.ts";
import { Operations } from "./persistentvolume_binder/operations.ts";
import { volumeTurn } from "./persistentvolume_binder/volume_turn.ts";
import { VolumeWrites } from "./persistentvolume_binder/volume_writes.ts";
import type { ProcessController } from "./process_controller.ts";

const WORKERS = 10;
const PERIOD_MS = 15_000;

/** How the binder works. */
export interface BinderOptions {
  /** How long claims that wait rest before they are looked at again, in milliseconds; 0: until something happens. Default 15 s. */
  readonly periodMs?: number;
  /** Whether volumes are asked for where there is none. Default true. */
  readonly provisions?: boolean;
}

/**
 * Binds claims and volumes to each other, says what has become of both, and deals with volumes whose claim is
 * gone. A claim that waits gets a volume as soon as there is one; each volume has one claim at most.
 */
export function createVolumeBinder(
  parts: LoopParts,
  { periodMs = PERIOD_MS, provisions = true }: BinderOptions = {},
): Runnable {
  const { client, clock, logger } = parts;
  const names = binderNames(client.names);
  const known = new KnownVolumes(parts, names);
  const events = new Recorder({
    client,
    component: "persistentvolume-controller",
    clock,
    logger,
  });
  const metrics = binderMetrics(parts.metrics);
  const operations = new Operations(clock, metrics);
  let turns: TurnParts;
  return keyedLoop(parts, {
    name: "persistentvolume-binder-controller",
    queue: "persistentvolume_binder",
    workers: WORKERS,
    listen(wake) {
      turns = {
        known,
        names,
        events,
        metrics,
        operations,
        provisions,
        periodMs: periodMs > 0 ? periodMs : undefined,
        wake,
      };
      return [...known.listen(wake), metrics.observe(known, names.builtIn)];
    },
    async sync(key, { doubts }) {
      const at = key.indexOf(":");
      const what = key.slice(0, at);
      const name = key.slice(at + 1);
      if (what === "class") {
        for (const claim of known.servable(name)) turns.wake(workKey("claim", claim));
        return;
      }
      const writes = new VolumeWrites(client, known, key, doubts);
      if (what === "claim") {
        const claim = known.claims.lister.get(name);
        const needs = known.needs(name);
        if (claim === undefined || needs === undefined) return operations.forget(key);
        return await claimTurn(turns, writes, claim, needs);
      }
      const volume = known.volumes.lister.get(name);
      if (volume === undefined) operations.done(key);
      else if (!known.isTaken(name)) return await volumeTurn(turns, writes, client, volume);
    },
  });
}

/** The controller of a process. */
export const volumeBinder: ProcessController = {
  name: "persistentvolume-binder-controller",
  aliases: ["persistentvolume-binder"],
  account: "persistent-volume-binder",
  flags: ["pvclaimbinder-sync-period", "enable-dynamic-provisioning"],
  make: ({ values, ...parts }) =>
    createVolumeBinder(parts, {
      periodMs: values["pvclaimbinder-sync-period"],
      provisions: values["enable-dynamic-provisioning"],
    }),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("persistentvolume_binder", [volumeBinder]));
}
