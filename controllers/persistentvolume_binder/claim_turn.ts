/**
 * One turn of work on a claim.
 *
 * @module
 */

import { PersistentVolumeClaim } from "../../toolkit/mod.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import { bind } from "./bind.ts";
import type { BinderMetrics } from "./binder_metrics.ts";
import type { BinderNames } from "./binder_names.ts";
import { type KnownVolumes, workKey } from "./known_volumes.ts";
import { type Claim, type ClaimNeeds, isFor, mismatchOf } from "./needs.ts";
import { livePodsOf } from "./pods_of_claim.ts";
import type { Operations } from "./operations.ts";
import { askForVolume, migrated } from "./provisioning.ts";
import type { VolumeWrites } from "./volume_writes.ts";

/** What turns are made with. */
export interface TurnParts {
  readonly known: KnownVolumes;
  readonly names: BinderNames;
  readonly events: Recorder;
  readonly metrics: BinderMetrics;
  readonly operations: Operations;
  /** Whether volumes may be asked for. */
  readonly provisions: boolean;
  /** How long whoever waits rests before it is looked at again; undefined: until something happens. */
  readonly periodMs: number | undefined;
  wake(key: string, afterMs?: number): void;
}

/** Brings a claim forward; in how many milliseconds it wants to be looked at again, if it does. */
export async function claimTurn(
  parts: TurnParts,
  writes: VolumeWrites,
  claim: Claim,
  needs: ClaimNeeds,
): Promise<number | undefined> {
  const { names } = parts;
  const { annotations = {} } = claim.metadata;
  const plugin = annotations[names.provisioner] ?? annotations[names.oldProvisioner];
  const told = plugin === undefined ? undefined : migrated(annotations, plugin, names);
  if (told !== undefined) {
    const metadata = { ...claim.metadata, annotations: told };
    claim = await writes.replace(PersistentVolumeClaim, { ...claim, metadata });
  }
  if (Object.hasOwn(annotations, names.bindCompleted)) {
    await boundTurn(parts, writes, claim, needs);
    return undefined;
  }
  const { volumeName } = claim.spec ?? {};
  return volumeName
    ? await askingTurn(parts, writes, claim, needs, volumeName)
    : await waitingTurn(parts, writes, claim, needs);
}

/** Of a claim that was bound once. */
async function boundTurn(
  parts: TurnParts,
  writes: VolumeWrites,
  claim: Claim,
  needs: ClaimNeeds,
): Promise<void> {
  const lose = async (reason: string, message: string) => {
    if (claim.status?.phase === "Lost") return;
    parts.events.warning(await writes.setUnbound(claim, "Lost"), reason, message);
  };
  const { volumeName } = claim.spec ?? {};
  if (!volumeName) {
    await lose(
      "ClaimLost",
      "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!",
    );
    return;
  }
  const volume = parts.known.gives(volumeName);
  if (volume === undefined) {
    await lose(
      "ClaimLost",
      "Bound claim has lost its PersistentVolume. Data on the volume is lost!",
    );
  } else if (volume.claim === undefined || volume.claim.uid === needs.uid) {
    await bindTo(parts, writes, claim, needs, volumeName);
  } else {
    await lose(
      "ClaimMisbound",
      "Two claims are bound to the same volume, this one is bound incorrectly",
    );
  }
}

/** Of a claim that asks for a volume by name. */
async function askingTurn(
  parts: TurnParts,
  writes: VolumeWrites,
  claim: Claim,
  needs: ClaimNeeds,
  volumeName: string,
): Promise<number | undefined> {
  const { known, names, events, periodMs } = parts;
  const volume = known.gives(volumeName);
  if (volume === undefined) {
    await writes.setUnbound(claim, "Pending");
    return undefined;
  }
  if (volume.claim !== undefined && !isFor(volume.claim, needs)) {
    events.warning(
      claim,
      "FailedBinding",
      `volume "${volumeName}" already bound to a different claim.`,
    );
    const isOurs = Object.hasOwn(claim.metadata.annotations ?? {}, names.boundByController);
    // Ours name only volumes that name them: somebody has taken a mark away, and may know why.
    if (!isOurs) await writes.setUnbound(claim, "Pending");
    return periodMs;
  }
  const mismatch = volume.claim === undefined ? mismatchOf(volume, needs) : undefined;
  if (mismatch === undefined) {
    await bindTo(parts, writes, claim, needs, volumeName);
    return undefined;
  }
  events.warning(
    claim,
    "VolumeMismatch",
    `Cannot bind to requested volume "${volumeName}": ${mismatch}`,
  );
  await writes.setUnbound(claim, "Pending");
  return periodMs;
}

/** Of a claim that any volume will do for. */
async function waitingTurn(
  parts: TurnParts,
  writes: VolumeWrites,
  claim: Claim,
  needs: ClaimNeeds,
): Promise<number | undefined> {
  const { known, names, events, metrics, operations, periodMs } = parts;
  const work = workKey("claim", needs.key);
  const isLate = known.isLate(needs.className);
  const volumeName = known.volumeFor(needs, isLate);
  if (volumeName !== undefined) {
    try {
      await bindTo(parts, writes, claim, needs, volumeName);
    } catch (error) {
      operations.failed(work);
      throw error;
    }
    operations.done(work);
    return undefined;
  }
  const className = needs.hasClass ? undefined : known.defaultClass();
  if (className !== undefined) {
    try {
      const spec = { ...claim.spec, storageClassName: className };
      await writes.replace(PersistentVolumeClaim, { ...claim, spec });
    } catch (error) {
      metrics.classed(false);
      throw error;
    }
    metrics.classed(true);
    return undefined;
  }
  if (isLate && !Object.hasOwn(claim.metadata.annotations ?? {}, names.selectedNode)) {
    const pods = livePodsOf(known.pods, needs.key).filter(({ spec }) => !spec.nodeName)
      .map(({ metadata: { name } }) => name);
    if (pods.length === 0) {
      const why = "waiting for first consumer to be created before binding";
      events.normal(claim, "WaitForFirstConsumer", why);
    } else {
      const why = `waiting for pod${pods.length > 1 ? "s" : ""} ${pods.join()} to be scheduled`;
      events.normal(claim, "WaitForPodScheduled", why);
    }
  } else if (needs.className !== "") {
    if (parts.provisions) await askForVolume(parts, writes, claim, needs.className);
    return periodMs;
  } else {
    events.normal(
      claim,
      "FailedBinding",
      "no persistent volumes available for this claim and no storage class is set",
    );
  }
  await writes.setUnbound(claim, "Pending");
  return periodMs;
}

/** Binds a claim and a volume, unless another claim is about to get the volume: then it is looked at again. */
async function bindTo(
  { known, names, wake }: TurnParts,
  writes: VolumeWrites,
  claim: Claim,
  { key }: ClaimNeeds,
  volumeName: string,
): Promise<void> {
  const volume = known.volumes.lister.get(volumeName);
  using taken = known.take(volumeName, key);
  if (volume === undefined || taken === undefined) {
    throw new Error(`binding the claim ${key}: the volume ${volumeName} is being bound`);
  }
  // The volume was left alone meanwhile. It wakes a claim that it waits for, which has to rest after a failure.
  let afterMs = FAILED_MS;
  try {
    await bind(writes, names, volume, claim);
    afterMs = 0;
  } finally {
    taken[Symbol.dispose]();
    wake(workKey("volume", volumeName), afterMs);
  }
}

/** How long a volume rests that could not be bound. */
const FAILED_MS = 1000;
