/**
 * The protection of classes of volume attributes: one that a volume or a claim names stays.
 *
 * @module
 */

import {
  defineIndex,
  type ObjectOf,
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeAttributesClass,
} from "../toolkit/mod.ts";
import type { Delta } from "../toolkit/informer/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import { attributesClassesOf } from "../toolkit/quota/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { keyedLoop, type LoopParts, type Wake } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { addFinalizer, protectionOf, removeFinalizer } from "./protection/finalizers.ts";

const NAME = "volumeattributesclass-protection-controller";

function classesOfVolume({ spec }: ObjectOf<typeof PersistentVolume>): string[] {
  const name = spec?.volumeAttributesClassName;
  return name ? [name] : [];
}

const claimsByClass = defineIndex(PersistentVolumeClaim, "attributes class", attributesClassesOf);
const volumesByClass = defineIndex(PersistentVolume, "attributes class", classesOfVolume);

/**
 * Sets the finalizer of classes that have none, and takes it off one that is being deleted when nobody names it. As the
 * reference's it goes by what is known: a claim that is made in the same moment may find the class gone.
 */
export function createAttributesClassProtection(parts: LoopParts): Runnable {
  const { client, informers } = parts;
  const finalizer = `${NAMES[client.dialect].domain}/vac-protection`;
  const classes = informers.of(VolumeAttributesClass);
  const claims = informers.of(PersistentVolumeClaim, [claimsByClass]);
  const volumes = informers.of(PersistentVolume, [volumesByClass]);
  return keyedLoop(parts, {
    name: NAME,
    queue: "vacprotection",
    workers: 1,
    listen: (wake) => [
      classes.subscribe(({ type, key, object }) => {
        if (type !== "Deleted" && protectionOf(object, finalizer) !== undefined) wake(key);
      }),
      claims.subscribe((delta) => wakeLeft(delta, attributesClassesOf, wake)),
      volumes.subscribe((delta) => wakeLeft(delta, classesOfVolume, wake)),
    ],
    async sync(name) {
      const found = classes.lister.get(name);
      const protection = found && protectionOf(found, finalizer);
      if (found === undefined || protection === undefined) return;
      if (protection === "missing") {
        return await addFinalizer(client, VolumeAttributesClass, found, finalizer);
      }
      const users = [
        ...claims.lister.by(claimsByClass, name),
        ...volumes.lister.by(volumesByClass, name),
      ];
      if (users.length > 0) return;
      await removeFinalizer(client, VolumeAttributesClass, found, finalizer);
    },
  });
}

/** Wakes the classes that an object names no more. */
function wakeLeft<T>(
  { type, object, previous }: Delta<T>,
  classesOf: (object: T) => readonly string[],
  wake: Wake,
): void {
  const left = type === "Deleted" ? [...classesOf(object)] : [];
  const named = type === "Deleted" ? [] : classesOf(object);
  if (previous !== undefined) {
    left.push(...classesOf(previous).filter((name) => !named.includes(name)));
  }
  for (const name of left) wake(name);
}

/** The controller of a process. */
export const attributesClassProtection: ProcessController = {
  name: NAME,
  account: NAME,
  flags: [],
  make: createAttributesClassProtection,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("vac_protection", [attributesClassProtection]));
}
