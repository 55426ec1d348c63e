/**
 * Volumes, claims and classes, as they are known, with what pods are about to get.
 *
 * @module
 */

import {
  type coreV1,
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

/** What the claims of a pod are about to get. */
export interface Expected {
  readonly nodeName: string;
  readonly bindings: readonly (readonly [ClaimView, VolumeView])[];
  /** Those whose volumes are to be made for the node. */
  readonly provisions: readonly ClaimView[];
}

/** Finds them, and remembers what the claims of pods are about to get. */
export class Volumes {
  readonly #handle: SchedulerHandle;
  /** By the uid of the pod. */
  readonly #expected = new Map<string, Expected>();
  /** Claims that are about to get a volume, by its name. */
  #claims: ReadonlyMap<string, coreV1.ObjectReference> = new Map();
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

  /** A claim as it will be: on the node of the pod for which its volume is to be made. */
  claimToBe(claim: ClaimView): ClaimView {
    for (const { provisions, nodeName } of this.#expected.values()) {
      if (provisions.some(({ uid }) => uid === claim.uid)) {
        return { ...claim, selectedNode: nodeName };
      }
    }
    return claim;
  }

  /** The volumes of a class as they will be: with the claims that are about to get them. */
  ofClass(name: string): VolumeView[] {
    const volumes = this.#all().volumes.by(byClass, name);
    if (this.#claims.size === 0) return volumes;
    return volumes.map((volume) => {
      const claim = this.#claims.get(volume.name);
      return claim === undefined ? volume : { ...volume, claim };
    });
  }

  /** What a pod's claims are about to get. */
  expect(podUid: string, expected: Expected): void {
    if (expected.bindings.length + expected.provisions.length === 0) return;
    this.#expected.set(podUid, expected);
    this.#claims = claimsIn(this.#expected.values());
  }

  /** A pod's claims have got it, or do not; what others expect that share them stays. */
  release(podUid: string): void {
    if (!this.#expected.delete(podUid)) return;
    this.#claims = claimsIn(this.#expected.values());
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

function claimsIn(all: Iterable<Expected>): Map<string, coreV1.ObjectReference> {
  const claims = new Map<string, coreV1.ObjectReference>();
  for (const { bindings } of all) {
    for (const [{ namespace, name, uid }, volume] of bindings) {
      claims.set(volume.name, { namespace, name, uid });
    }
  }
  return claims;
}
