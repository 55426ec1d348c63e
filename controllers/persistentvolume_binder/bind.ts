/**
 * A volume and a claim are made to name each other.
 *
 * @module
 */

import { PersistentVolume, PersistentVolumeClaim } from "../../toolkit/mod.ts";
import { Quantity, QuantityError } from "../../toolkit/values/quantity.ts";
import type { BinderNames } from "./binder_names.ts";
import { type Claim, isFor, sizeOf, type Volume } from "./needs.ts";
import type { VolumeWrites } from "./volume_writes.ts";

/** The annotations of an object, and one more. */
function marked({ metadata: { annotations = {} } }: Claim | Volume, mark: string) {
  return Object.hasOwn(annotations, mark) ? annotations : { ...annotations, [mark]: "yes" };
}

/**
 * In four writes, each left out where nothing would change: the volume names the claim; it is bound; the claim
 * names the volume; it is bound. Whoever is killed between them, or meets a change, finds by what the two name
 * how far that is, and goes on.
 */
export async function bind(
  writes: VolumeWrites,
  names: BinderNames,
  volume: Volume,
  claim: Claim,
): Promise<void> {
  volume = await nameClaim(writes, names, volume, claim);
  volume = await writes.setPhase(volume, "Bound");
  claim = await nameVolume(writes, names, claim, volume);
  await writes.setClaimStatus(claim, boundStatus(claim, volume, names));
}

async function nameClaim(
  writes: VolumeWrites,
  { boundByController }: BinderNames,
  volume: Volume,
  { metadata: { namespace = "", name, uid, resourceVersion } }: Claim,
): Promise<Volume> {
  const before = volume.spec?.claimRef ?? undefined;
  const isIts = before !== undefined && isFor(before, { key: `${namespace}/${name}`, uid });
  const isNamed = isIts && before.uid === uid;
  // What somebody else has named the claim in is not ours to undo.
  const annotations = isIts ? volume.metadata.annotations : marked(volume, boundByController);
  if (isNamed) return volume;
  return await writes.replace(PersistentVolume, {
    ...volume,
    metadata: { ...volume.metadata, ...(annotations && { annotations }) },
    spec: {
      ...volume.spec,
      claimRef: {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        namespace,
        name,
        uid,
        resourceVersion,
      },
    },
  });
}

async function nameVolume(
  writes: VolumeWrites,
  { boundByController, bindCompleted }: BinderNames,
  claim: Claim,
  { metadata: { name: volumeName } }: Volume,
): Promise<Claim> {
  const { annotations = {} } = claim.metadata;
  const isNamed = claim.spec?.volumeName === volumeName;
  if (isNamed && Object.hasOwn(annotations, bindCompleted)) return claim;
  const chosen = isNamed ? annotations : marked(claim, boundByController);
  return await writes.replace(PersistentVolumeClaim, {
    ...claim,
    metadata: { ...claim.metadata, annotations: { [bindCompleted]: "yes", ...chosen } },
    spec: { ...claim.spec, volumeName },
  });
}

/** The status of a claim that is bound. What it says of its size stays while it is: a driver may know better. */
function boundStatus({ status }: Claim, volume: Volume, names: BinderNames): Claim["status"] {
  const { currentVolumeAttributesClassName: _, ...others } = status ?? {};
  const attributesClass = status?.phase === "Pending"
    ? volume.spec?.volumeAttributesClassName
    : status?.currentVolumeAttributesClassName;
  return {
    ...others,
    ...(attributesClass !== undefined && { currentVolumeAttributesClassName: attributesClass }),
    ...(volume.spec?.accessModes && { accessModes: volume.spec.accessModes }),
    ...(status?.phase !== "Bound" && { capacity: capacityOf(status?.capacity, volume, names) }),
    phase: "Bound",
  };
}

function capacityOf(
  before: Record<string, string> | undefined,
  { metadata: { name, annotations = {} }, spec }: Volume,
  { sizeBefore }: BinderNames,
): Record<string, string> {
  const { capacity } = spec ?? {};
  if (capacity?.storage === undefined) {
    throw new Error(`PersistentVolume "${name}" is without a storage capacity`);
  }
  if (Object.hasOwn(annotations, sizeBefore)) {
    return { ...before, storage: readable(annotations[sizeBefore]!) ?? capacity.storage };
  }
  const isSame = before?.storage !== undefined && sizeOf(before).equals(sizeOf(capacity));
  return isSame ? before : capacity;
}

function readable(text: string): string | undefined {
  try {
    return Quantity.parse(text).toString();
  } catch (error) {
    if (error instanceof QuantityError) return undefined;
    throw error;
  }
}
