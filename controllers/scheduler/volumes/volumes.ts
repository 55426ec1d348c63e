/**
 * Volumes, claims and classes, as they are known, with what pods are about to get.
 *
 * @module
 */

import {
  defineIndex,
  type DerivedValues,
  type ObjectOf,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
} from "../../../toolkit/mod.ts";
import type { SchedulerHandle } from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { type ClaimView, claimViewOf, type VolumeView, volumeViewOf } from "./volume_views.ts";

/** A class of volumes. */
export type ClassView = Pick<
  ObjectOf<typeof StorageClass>,
  "provisioner" | "volumeBindingMode" | "allowedTopologies"
>;

/** Finds volumes by their class. */
const byClass = defineIndex(
  PersistentVolume,
  "storage-class",
  ({ spec }) => spec?.storageClassName ?? "",
);

/** A claim that a pod names. */
export interface NamedClaim {
  readonly name: string;
  /** Whether it is made for the pod, and goes with it. */
  readonly isEphemeral: boolean;
}

interface Views {
  readonly claims: DerivedValues<unknown, ClaimView>;
  readonly volumes: DerivedValues<ObjectOf<typeof PersistentVolume>, VolumeView>;
  readonly classes: DerivedValues<unknown, ClassView>;
}

/** Finds them, and remembers which volumes pods are about to get. */
export class Volumes {
  readonly #handle: SchedulerHandle;
  /** Names of volumes, by the uid of the pod whose claim is to get them. */
  readonly #taken = new Map<string, readonly string[]>();
  #views: Views | undefined;

  /** Informers are asked for now, and read later. */
  constructor(handle: SchedulerHandle) {
    this.#handle = handle;
    const { informers } = handle;
    informers.of(PersistentVolumeClaim);
    informers.of(PersistentVolume, [byClass]);
    informers.of(StorageClass);
  }

  claim(namespace: string, name: string): ClaimView | undefined {
    return this.#all().claims.get({ namespace, name });
  }

  volume(name: string): VolumeView | undefined {
    return this.#all().volumes.get(name);
  }

  class(name: string): ClassView | undefined {
    return name === "" ? undefined : this.#all().classes.get(name);
  }

  ofClass(name: string): VolumeView[] {
    return this.#all().volumes.by(byClass, name);
  }

  /** The volumes that pods are about to get. */
  taken(): Set<string> {
    return new Set([...this.#taken.values()].flat());
  }

  /** A pod's claims are about to get volumes. */
  take(podUid: string, names: readonly string[]): void {
    if (names.length > 0) this.#taken.set(podUid, names);
  }

  /** A pod's claims have got them, or do not. */
  release(podUid: string): void {
    this.#taken.delete(podUid);
  }

  #all(): Views {
    const { informers, client: { names } } = this.#handle;
    return this.#views ??= {
      claims: informers.of(PersistentVolumeClaim).lister.derive((one) => claimViewOf(one, names)),
      volumes: informers.of(PersistentVolume).lister.derive(volumeViewOf),
      classes: informers.of(StorageClass).lister
        .derive(({ provisioner, volumeBindingMode, allowedTopologies }) => ({
          provisioner,
          ...(volumeBindingMode && { volumeBindingMode }),
          ...(allowedTopologies && { allowedTopologies }),
        })),
    };
  }
}

const made = new WeakMap<SchedulerHandle, Volumes>();

/** One for all plugins of a scheduler. */
export function volumesOf(handle: SchedulerHandle): Volumes {
  let volumes = made.get(handle);
  if (volumes === undefined) made.set(handle, volumes = new Volumes(handle));
  return volumes;
}

/** The claims that a pod names. */
export function claimsOf(
  { name: pod, volumes }: Pick<PendingPod, "name" | "volumes">,
): NamedClaim[] {
  return volumes.flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim) return { name: persistentVolumeClaim.claimName, isEphemeral: false };
    return ephemeral ? { name: `${pod}-${name}`, isEphemeral: true } : [];
  });
}
