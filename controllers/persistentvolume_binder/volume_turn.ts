/**
 * One turn of work on a volume.
 *
 * @module
 */

import {
  type Client,
  isNotFound,
  PersistentVolume,
  PersistentVolumeClaim,
} from "../../toolkit/mod.ts";
import type { TurnParts } from "./claim_turn.ts";
import { workKey } from "./known_volumes.ts";
import { type Claim, keyOf, type Volume } from "./needs.ts";
import { migrated } from "./provisioning.ts";
import { reclaim } from "./reclaim.ts";
import type { VolumeWrites } from "./volume_writes.ts";

/** Says what has become of a volume, and lets it go where its claim is gone. */
export async function volumeTurn(
  parts: TurnParts,
  writes: VolumeWrites,
  client: Client,
  volume: Volume,
): Promise<number | undefined> {
  const { names, events } = parts;
  volume = await kept(parts, writes, volume);
  const { annotations = {}, name } = volume.metadata;
  const claimRef = volume.spec?.claimRef;
  if (!claimRef?.uid) {
    await writes.setPhase(volume, "Available");
    return undefined;
  }
  const claim = await claimOf(parts, client, volume);
  if (claim === undefined) return await release(parts, writes, volume);
  const { volumeName, volumeMode = "Filesystem" } = claim.spec ?? {};
  if (volumeName === name) {
    await writes.setPhase(volume, "Bound");
    return undefined;
  }
  if (!volumeName) {
    if (volumeMode === (volume.spec?.volumeMode ?? "Filesystem")) {
      parts.wake(workKey("claim", keyOf(claimRef)));
      return undefined;
    }
    const why = "due to incompatible volumeMode.";
    events.warning(
      volume,
      "VolumeMismatch",
      `Cannot bind PersistentVolume to requested PersistentVolumeClaim "${claim.metadata.name}" ${why}`,
    );
    events.warning(
      claim,
      "VolumeMismatch",
      `Cannot bind PersistentVolume "${name}" to requested PersistentVolumeClaim ${why}`,
    );
    return parts.periodMs;
  }
  // The claim has got another volume.
  const isMade = Object.hasOwn(annotations, names.provisionedBy);
  if (isMade && volume.spec?.persistentVolumeReclaimPolicy === "Delete") {
    return await release(parts, writes, volume);
  }
  await unbind(parts, writes, volume);
  return undefined;
}

/** A volume with the annotation and the finalizers that follow from who has made it. */
async function kept(
  { names }: TurnParts,
  writes: VolumeWrites,
  volume: Volume,
): Promise<Volume> {
  const { annotations = {}, finalizers = [] } = volume.metadata;
  const plugin = annotations[names.provisionedBy];
  if (plugin === undefined) return volume;
  const told = migrated(annotations, plugin, names);
  const held = finalizersOf(finalizers, plugin, volume, names);
  const isHeld = held.length === finalizers.length &&
    held.every((one, at) => one === finalizers[at]);
  if (told === undefined && isHeld) return volume;
  return await writes.replace(PersistentVolume, {
    ...volume,
    metadata: { ...volume.metadata, annotations: told ?? annotations, finalizers: held },
  });
}

function finalizersOf(
  finalizers: readonly string[],
  plugin: string,
  { spec }: Volume,
  { successorOf, builtIn, finalizer, externalFinalizer }: TurnParts["names"],
): string[] {
  const others = (...gone: string[]) => finalizers.filter((one) => !gone.includes(one));
  if (successorOf(plugin) !== undefined) return others(finalizer);
  if (!plugin.startsWith(builtIn)) return [...finalizers];
  if (spec?.persistentVolumeReclaimPolicy !== "Delete") return others(finalizer, externalFinalizer);
  const rest = others(externalFinalizer);
  return rest.includes(finalizer) ? rest : [...rest, finalizer];
}

/**
 * The claim whose volume it is; undefined: it is gone. The server is asked before a volume is given up: what is
 * known of claims may be older than the volume.
 */
async function claimOf(
  { known }: TurnParts,
  client: Client,
  { spec, status }: Volume,
): Promise<Claim | undefined> {
  const { namespace = "", name = "", uid } = spec!.claimRef!;
  const seen = known.claims.lister.get({ namespace, name });
  if (seen?.metadata.uid === uid) return seen;
  const isGivenUp = status?.phase === "Released" || status?.phase === "Failed";
  if (seen === undefined && isGivenUp) return undefined;
  try {
    const found = await client.get(PersistentVolumeClaim, { namespace, name });
    return found.metadata.uid === uid ? found : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Has a volume that nobody claims any more dealt with as its policy says. */
async function release(
  parts: TurnParts,
  writes: VolumeWrites,
  volume: Volume,
): Promise<number | undefined> {
  // Who has failed stays so, for people to see.
  const released = volume.status?.phase === "Failed"
    ? volume
    : await writes.setPhase(volume, "Released");
  return await reclaim(parts, writes, released);
}

/** Takes back that a volume was given to a claim; of one that named the claim by itself only which one it is. */
async function unbind(
  { names: { boundByController } }: TurnParts,
  writes: VolumeWrites,
  volume: Volume,
): Promise<void> {
  const { [boundByController]: mark, ...annotations } = volume.metadata.annotations ?? {};
  const { claimRef, ...spec } = volume.spec ?? {};
  const { uid: _, ...named } = claimRef ?? {};
  const unbound = await writes.replace(PersistentVolume, {
    ...volume,
    metadata: { ...volume.metadata, annotations },
    spec: { ...spec, ...(mark === undefined && { claimRef: named }) },
  });
  await writes.setPhase(unbound, "Available");
}
