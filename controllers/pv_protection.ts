/**
 * The protection of volumes: one that is bound to a claim stays.
 *
 * @module
 */

import { PersistentVolume } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { addFinalizer, protectionOf, removeFinalizer } from "./protection/finalizers.ts";

/** Sets the finalizer of volumes that have none, and takes it off one that is being deleted and not bound. */
export function createVolumeProtection(parts: LoopParts): Runnable {
  const { client, informers } = parts;
  const finalizer = NAMES[client.dialect].finalizerVolumeProtection;
  const volumes = informers.of(PersistentVolume);
  return keyedLoop(parts, {
    name: "pv-protection-controller",
    queue: "pvprotection",
    workers: 1,
    listen: (wake) => [
      volumes.subscribe(({ type, key, object }) => {
        if (type !== "Deleted" && protectionOf(object, finalizer) !== undefined) wake(key);
      }),
    ],
    async sync(name) {
      const volume = volumes.lister.get(name);
      const protection = volume && protectionOf(volume, finalizer);
      if (volume === undefined || protection === undefined) return;
      if (protection === "missing") {
        return await addFinalizer(client, PersistentVolume, volume, finalizer);
      }
      if (volume.status?.phase === "Bound") return;
      await removeFinalizer(client, PersistentVolume, volume, finalizer);
    },
  });
}

/** The controller of a process. */
export const volumeProtection: ProcessController = {
  name: "persistentvolume-protection-controller",
  aliases: ["pv-protection"],
  account: "pv-protection-controller",
  flags: [],
  make: createVolumeProtection,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("pv_protection", [volumeProtection]));
}
