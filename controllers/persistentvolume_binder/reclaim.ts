/**
 * What becomes of a volume that nobody claims any more.
 *
 * @module
 */

import type { TurnParts } from "./claim_turn.ts";
import { workKey } from "./known_volumes.ts";
import { keyOf, type Volume } from "./needs.ts";
import { livePodsOf } from "./pods_of_claim.ts";
import type { VolumeWrites } from "./volume_writes.ts";

const HOST_PATH = "host-path";
const NFS = "nfs";
/** Of volumes that nobody deletes. */
const NOBODY = "N/A";
const NOT_DELETABLE = "no deletable volume plugin matched";

/**
 * Does what the policy of a released volume says. Volumes that others have made are theirs to delete; there is
 * no plugin that deletes or empties the rest, and they are marked as failed.
 */
export async function reclaim(
  parts: TurnParts,
  writes: VolumeWrites,
  volume: Volume,
): Promise<number | undefined> {
  const { names, known, events, operations, periodMs } = parts;
  const { annotations = {} } = volume.metadata;
  if (annotations[names.migratedTo]) return undefined;
  const fail = async (reason: string, message: string) => {
    if (volume.status?.phase === "Failed") return;
    events.warning(await writes.setPhase(volume, "Failed", message), reason, message);
  };
  switch (volume.spec?.persistentVolumeReclaimPolicy) {
    case "Retain":
      return undefined;
    case "Delete": {
      const why = whyNotDeleted(volume, names);
      const work = workKey("volume", volume.metadata.name);
      const deleter = deleterOf(parts, volume, why !== undefined);
      operations.begin(work, "delete", deleter);
      if (why === undefined) return undefined;
      if (deleter !== NOBODY) operations.failed(work);
      await fail("VolumeFailedDelete", why);
      return undefined;
    }
    case "Recycle": {
      const claim = keyOf(volume.spec.claimRef!);
      const users = livePodsOf(known.pods, claim)
        .map(({ metadata: { namespace, name } }) => `${namespace}/${name}`);
      if (users.length > 0 && known.needs(claim) === undefined) {
        const why = `Volume is used by pods: ${users.join()}`;
        events.normal(volume, "VolumeFailedRecycle", why);
        return periodMs;
      }
      await fail("VolumeFailedRecycle", "No recycler plugin found for the volume!");
      return undefined;
    }
    default:
      await fail(
        "VolumeUnknownReclaimPolicy",
        "Volume has unrecognized PersistentVolumeReclaimPolicy",
      );
      return undefined;
  }
}

/** Undefined: whoever has made it deletes it. */
function whyNotDeleted(
  { metadata: { name, annotations = {} }, spec }: Volume,
  { provisionedBy, builtIn }: TurnParts["names"],
): string | undefined {
  const plugin = annotations[provisionedBy];
  if (plugin) {
    if (!plugin.startsWith(builtIn)) return undefined;
    const isKnown = [HOST_PATH, NFS].includes(plugin.slice(builtIn.length));
    return isKnown ? NOT_DELETABLE : `no volume plugin matched name: ${plugin}`;
  }
  if (spec?.csi) return undefined;
  const isKnown = spec?.hostPath !== undefined || spec?.nfs !== undefined;
  return `error getting deleter volume plugin for volume "${name}": ` +
    (isKnown ? NOT_DELETABLE : "no volume plugin matched");
}

/** Who deletes a volume: the plugin that would have to, or the provisioner of its class. */
function deleterOf(
  { known, names: { builtIn, provisionedBy, successorOf } }: TurnParts,
  { metadata: { name, annotations = {} }, spec }: Volume,
  isBuiltIn: boolean,
): string {
  if (isBuiltIn) {
    const plugin = annotations[provisionedBy] || (spec?.hostPath && `${builtIn}${HOST_PATH}`);
    return plugin === `${builtIn}${HOST_PATH}` ? plugin : NOBODY;
  }
  const className = known.gives(name)?.className ?? "";
  const provisioner = known.classes.lister.get(className)?.provisioner;
  return provisioner === undefined ? NOBODY : successorOf(provisioner) ?? provisioner;
}
