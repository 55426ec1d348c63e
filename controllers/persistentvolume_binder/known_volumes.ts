/**
 * Volumes, claims and classes as they are known, and who is about to get which volume.
 *
 * @module
 */

import {
  defineIndex,
  type DerivedValues,
  type ObjectOf,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from "../../toolkit/mod.ts";
import type { LoopParts, SharedInformer, Wake } from "../loop/mod.ts";
import { podsByClaim } from "../pods/pods_by_claim.ts";
import type { BinderNames } from "./binder_names.ts";
import { FreeVolumes } from "./free_volumes.ts";
import {
  canServe,
  type Claim,
  type ClaimNeeds,
  givenBy,
  isFor,
  keyOf,
  needsOf,
  type Volume,
  type VolumeGives,
} from "./needs.ts";

/** A class of volumes. */
export type Class = ObjectOf<typeof StorageClass>;

/** What is worked on. */
export type Work = "claim" | "volume" | "class";

/** Volumes that become free within this time are given to those who wait together. */
const GATHER_MS = 250;

/** No class has this name: for claims that say none. */
const NO_CLASS = " none";

/** The key by which something is worked on. */
export function workKey(work: Work, key: string): string {
  return `${work}:${key}`;
}

/** See the module. Informers are asked for when it is made, and read later. */
export class KnownVolumes {
  readonly volumes: SharedInformer<Volume>;
  readonly claims: SharedInformer<Claim>;
  readonly classes: SharedInformer<Class>;
  readonly pods: SharedInformer<ObjectOf<typeof Pod>>;
  readonly #names: BinderNames;
  readonly #free = new FreeVolumes();
  /** Volumes that are being bound, by their names; whose claim it is. */
  readonly #taken = new Map<string, string>();
  readonly #volumesByClaim;
  readonly #claimsByVolume;
  readonly #waitingByClass;
  #needs!: DerivedValues<Claim, ClaimNeeds>;
  #gives!: DerivedValues<Volume, VolumeGives>;

  constructor({ informers }: LoopParts, names: BinderNames) {
    this.#names = names;
    this.#volumesByClaim = defineIndex(
      PersistentVolume,
      "claim",
      ({ spec }) => spec?.claimRef ? keyOf(spec.claimRef) : undefined,
    );
    this.#claimsByVolume = defineIndex(
      PersistentVolumeClaim,
      "volume",
      ({ spec }) => spec?.volumeName || undefined,
    );
    this.#waitingByClass = defineIndex(PersistentVolumeClaim, "waiting by class", (claim) => {
      const isBound = Object.hasOwn(claim.metadata.annotations ?? {}, names.bindCompleted);
      if (isBound || claim.spec?.volumeName) return undefined;
      const { hasClass, className } = needsOf(claim, names);
      return hasClass ? className : ["", NO_CLASS];
    });
    this.volumes = informers.of(PersistentVolume, [this.#volumesByClaim]);
    this.claims = informers.of(PersistentVolumeClaim, [this.#claimsByVolume, this.#waitingByClass]);
    this.classes = informers.of(StorageClass);
    this.pods = informers.of(Pod, [podsByClaim]);
  }

  /** Begins to listen. */
  listen(wake: Wake): Disposable[] {
    this.#needs = this.claims.lister.derive((claim) => needsOf(claim, this.#names));
    this.#gives = this.volumes.lister.derive((volume) => givenBy(volume, this.#names));
    const wakeClaim = (key: string) => wake(workKey("claim", key));
    const wakeVolumes = (claim: string) => {
      for (const { name } of this.#gives.by(this.#volumesByClaim, claim)) {
        wake(workKey("volume", name));
      }
    };
    return [
      this.volumes.subscribe(({ type, key, object, previous }) => {
        wake(workKey("volume", key));
        for (const claim of [object.spec?.claimRef, previous?.spec?.claimRef]) {
          if (claim) wakeClaim(keyOf(claim));
        }
        for (const claim of this.#needs.by(this.#claimsByVolume, key)) wakeClaim(claim.key);
        const volume = type === "Deleted" ? undefined : this.#gives.get(key);
        if (volume === undefined || !volume.isFree) {
          this.#free.remove(key);
          return;
        }
        this.#free.put(volume);
        wake(workKey("class", volume.className), GATHER_MS);
      }),
      this.claims.subscribe(({ key, object, previous }) => {
        wakeClaim(key);
        wakeVolumes(key);
        const names = [object.spec?.volumeName, previous?.spec?.volumeName];
        for (const name of names) if (name) wake(workKey("volume", name));
      }),
      this.classes.subscribe(({ type, key, object, initial }) => {
        if (type === "Deleted" || initial) return;
        for (const claim of this.#needs.by(this.#waitingByClass, key)) wakeClaim(claim.key);
        if (!this.isDefault(object)) return;
        for (const claim of this.#needs.by(this.#waitingByClass, NO_CLASS)) wakeClaim(claim.key);
      }),
    ];
  }

  needs(claim: string): ClaimNeeds | undefined {
    return this.#needs.get(claim);
  }

  gives(volume: string): VolumeGives | undefined {
    return this.#gives.get(volume);
  }

  /**
   * The name of the volume for a claim: one that names it already before all others. `isLate`: only such a one,
   * as the scheduler chooses among the others. `without`: names of volumes that it can't have.
   */
  volumeFor(
    claim: ClaimNeeds,
    isLate: boolean,
    without: ReadonlySet<string> = new Set(),
  ): string | undefined {
    const own = this.#gives.by(this.#volumesByClaim, claim.key)
      .filter((volume) => isFor(volume.claim!, claim) && canServe(volume, claim))
      // One that says which claim of the name it means has been given to it.
      .sort((one, other) =>
        Number(!one.claim!.uid) - Number(!other.claim!.uid) || (one.name < other.name ? -1 : 1)
      );
    if (own[0] !== undefined) return own[0].name;
    if (isLate) return undefined;
    return this.#free.find(
      claim,
      (name) =>
        !this.#taken.has(name) && !without.has(name) && this.#gives.get(name)?.isFree === true,
    );
  }

  /** Claims of a class that could have a volume now, the oldest first, each another one. */
  servable(className: string): string[] {
    if (this.#free.size === 0) return [];
    const waiting = this.#needs.by(this.#waitingByClass, className)
      .sort((one, other) =>
        one.created === other.created
          ? (one.key < other.key ? -1 : 1)
          : (one.created < other.created ? -1 : 1)
      );
    const isLate = this.isLate(className);
    const promised = new Set<string>();
    return waiting.flatMap((claim) => {
      const name = this.volumeFor(claim, isLate, promised);
      if (name === undefined) return [];
      promised.add(name);
      return [claim.key];
    });
  }

  /** Whether a volume is being bound; whoever does it wakes the volume when it is done. */
  isTaken(volume: string): boolean {
    return this.#taken.has(volume);
  }

  /** Keeps a volume for a claim until what it returns is disposed of; undefined: another has it. */
  take(volume: string, claim: string): Disposable | undefined {
    if (this.#taken.has(volume)) return undefined;
    this.#taken.set(volume, claim);
    return { [Symbol.dispose]: () => void this.#taken.delete(volume) };
  }

  /** Whether claims of a class get their volume when the scheduler has chosen a node. */
  isLate(className: string): boolean {
    const known = className === "" ? undefined : this.classes.lister.get(className);
    return known?.volumeBindingMode === "WaitForFirstConsumer";
  }

  isDefault({ metadata: { annotations = {} } }: Class): boolean {
    return this.#names.defaultClass.some((name) => annotations[name] === "true");
  }

  /** The class of those who say none: of several the newest. */
  defaultClass(): string | undefined {
    const all = this.classes.lister.list().filter((one) => this.isDefault(one)).map((
      { metadata: { name, creationTimestamp = "" } },
    ) => ({ name, creationTimestamp }));
    all.sort((one, other) =>
      one.creationTimestamp === other.creationTimestamp
        ? (one.name < other.name ? -1 : 1)
        : (one.creationTimestamp > other.creationTimestamp ? -1 : 1)
    );
    return all[0]?.name;
  }
}
