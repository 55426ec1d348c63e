/**
 * Asking for a volume to be made: external provisioners do that, and hear of it by an annotation.
 *
 * @module
 */

import { PersistentVolumeClaim } from "../../toolkit/mod.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import type { BinderNames } from "./binder_names.ts";
import { type KnownVolumes, workKey } from "./known_volumes.ts";
import { type Claim, keyOf } from "./needs.ts";
import type { Operations } from "./operations.ts";
import type { VolumeWrites } from "./volume_writes.ts";

/** Built-in plugins that are known by name; none of them makes volumes. */
const HOST_PATH = "host-path";
const NFS = "nfs";

const FAILED = "ProvisioningFailed";

/** Asks for a volume for a claim of a class, or tells why there will be none. */
export async function askForVolume(
  { known, names, events, operations }: {
    readonly known: KnownVolumes;
    readonly names: BinderNames;
    readonly events: Recorder;
    readonly operations: Operations;
  },
  writes: VolumeWrites,
  claim: Claim,
  className: string,
): Promise<void> {
  const provisioner = known.classes.lister.get(className)?.provisioner;
  if (provisioner === undefined) {
    events.warning(claim, FAILED, `${names.classResource} "${className}" not found`);
    return;
  }
  const external = names.successorOf(provisioner) ?? provisioner;
  const work = workKey("claim", keyOf(claim.metadata));
  if (external.startsWith(names.builtIn)) {
    const plugin = external.slice(names.builtIn.length);
    if (plugin === HOST_PATH) {
      operations.begin(work, "provision", external);
      operations.failed(work);
      await nameProvisioner(writes, names, claim, external);
    }
    events.warning(claim, FAILED, whyNot(plugin, external));
    return;
  }
  operations.begin(work, "provision", external);
  let named: Claim;
  try {
    named = await nameProvisioner(writes, names, claim, external);
  } catch (error) {
    operations.failed(work);
    const why = error instanceof Error ? error.message : String(error);
    events.warning(claim, FAILED, `Error saving claim: ${why}`);
    throw error;
  }
  events.normal(
    named,
    "ExternalProvisioning",
    `Waiting for a volume to be created either by the external provisioner '${external}' or ` +
      "manually by the system administrator. If volume creation is delayed, please verify that " +
      "the provisioner is running and correctly registered.",
  );
}

function whyNot(plugin: string, name: string): string {
  if (plugin === HOST_PATH) {
    return `Failed to create provisioner: provisioning in volume plugin "${name}" is disabled`;
  }
  if (plugin === NFS) return "no provisionable volume plugin matched";
  return `no volume plugin matched name: ${name}`;
}

async function nameProvisioner(
  writes: VolumeWrites,
  names: BinderNames,
  claim: Claim,
  provisioner: string,
): Promise<Claim> {
  const { annotations = {} } = claim.metadata;
  if (annotations[names.provisioner] === provisioner) return claim;
  const named = {
    ...annotations,
    [names.oldProvisioner]: provisioner,
    [names.provisioner]: provisioner,
  };
  return await writes.replace(PersistentVolumeClaim, {
    ...claim,
    metadata: {
      ...claim.metadata,
      annotations: migrated(named, provisioner, names) ?? named,
    },
  });
}

/**
 * The annotations of an object that a plugin has made, or is to make, with the driver that does its work now;
 * undefined where they say so already.
 */
export function migrated(
  annotations: Readonly<Record<string, string>>,
  plugin: string,
  { migratedTo, successorOf }: BinderNames,
): Record<string, string> | undefined {
  const { [migratedTo]: before, ...others } = annotations;
  const driver = successorOf(plugin);
  if (before === driver || (driver === undefined && before === "")) return undefined;
  return driver === undefined ? others : { ...others, [migratedTo]: driver };
}
