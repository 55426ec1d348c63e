/**
 * What claims need and what volumes have, made once for each of their states.
 *
 * @module
 */

import type { ObjectOf, PersistentVolume, PersistentVolumeClaim } from "../../toolkit/mod.ts";
import { Selector, SelectorError, selectorOf } from "../../toolkit/selectors/mod.ts";
import { Quantity, QuantityError } from "../../toolkit/values/quantity.ts";
import type { BinderNames } from "./binder_names.ts";

/** A claim as it is known. */
export type Claim = ObjectOf<typeof PersistentVolumeClaim>;
/** A volume as it is known. */
export type Volume = ObjectOf<typeof PersistentVolume>;
type ClaimRef = NonNullable<NonNullable<Volume["spec"]>["claimRef"]>;

/** What a claim and its volume agree in, and how much there is. */
interface Properties {
  readonly className: string;
  readonly volumeMode: string;
  readonly attributesClass: string;
  readonly modes: readonly string[];
  readonly size: Quantity;
}

/** What a claim needs. It is shared: do not change it. */
export interface ClaimNeeds extends Properties {
  /** Namespace and name. */
  readonly key: string;
  readonly uid: string;
  /** Whether it says which class; one that does not may be given the default. */
  readonly hasClass: boolean;
  readonly selector: Selector | undefined;
  readonly created: string;
}

/** What a volume has. It is shared: do not change it. */
export interface VolumeGives extends Properties {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly isDeleting: boolean;
  readonly claim: ClaimRef | undefined;
  /** Whether any claim may get it. */
  readonly isFree: boolean;
}

/** The needs of a claim. */
export function needsOf({ metadata, spec }: Claim, { oldClass }: BinderNames): ClaimNeeds {
  const { namespace = "", name, uid, annotations = {}, creationTimestamp = "" } = metadata;
  const className = annotations[oldClass] ?? spec?.storageClassName;
  return {
    key: `${namespace}/${name}`,
    uid,
    hasClass: className !== undefined,
    className: className ?? "",
    volumeMode: spec?.volumeMode ?? "Filesystem",
    attributesClass: spec?.volumeAttributesClassName ?? "",
    modes: spec?.accessModes ?? [],
    size: sizeOf(spec?.resources?.requests),
    selector: spec?.selector ? compiled(spec.selector) : undefined,
    created: creationTimestamp,
  };
}

/** What a volume gives. */
export function givenBy(
  { metadata, spec, status }: Volume,
  { oldClass }: BinderNames,
): VolumeGives {
  const { name, labels = {}, annotations = {}, deletionTimestamp } = metadata;
  const isDeleting = deletionTimestamp !== undefined;
  const claim = spec?.claimRef ?? undefined;
  return {
    name,
    labels,
    isDeleting,
    claim,
    isFree: claim === undefined && !isDeleting && status?.phase === "Available",
    className: annotations[oldClass] ?? spec?.storageClassName ?? "",
    volumeMode: spec?.volumeMode ?? "Filesystem",
    attributesClass: spec?.volumeAttributesClassName ?? "",
    modes: spec?.accessModes ?? [],
    size: sizeOf(spec?.capacity),
  };
}

/** Whether a volume names a claim; where it says no uid, whatever claim has the name. */
export function isFor(claim: ClaimRef, { key, uid }: Pick<ClaimNeeds, "key" | "uid">): boolean {
  return keyOf(claim) === key && (!claim.uid || claim.uid === uid);
}

/** Namespace and name of the claim that a volume names. */
export function keyOf({ namespace = "", name = "" }: ClaimRef): string {
  return `${namespace}/${name}`;
}

/** Why a volume is not what a claim needs, of one that it asks for by name; undefined: it is. */
export function mismatchOf(volume: VolumeGives, claim: ClaimNeeds): string | undefined {
  if (volume.isDeleting) return `the volume is marked for deletion "${volume.name}"`;
  if (volume.size.value() < claim.size.value()) return "requested PV is too small";
  if (volume.className !== claim.className) return "storageClassName does not match";
  if (volume.attributesClass !== claim.attributesClass) {
    return "volumeAttributesClassName does not match";
  }
  if (volume.volumeMode !== claim.volumeMode) return "incompatible volumeMode";
  if (!hasModes(volume, claim)) return "incompatible accessMode";
  return undefined;
}

/** Whether a volume that names a claim can be its volume: in whatever class it is. */
export function canServe(volume: VolumeGives, claim: ClaimNeeds): boolean {
  return !volume.isDeleting && volume.size.compare(claim.size) >= 0 &&
    volume.volumeMode === claim.volumeMode && volume.attributesClass === claim.attributesClass &&
    hasModes(volume, claim);
}

function hasModes(volume: VolumeGives, claim: ClaimNeeds): boolean {
  return claim.modes.every((mode) => volume.modes.includes(mode));
}

/** What can't be read is nothing: a claim is not served worse for it, and a volume holds nothing. */
export function sizeOf(list: Readonly<Record<string, string>> | undefined): Quantity {
  try {
    return Quantity.parse(list?.storage ?? "0");
  } catch (error) {
    if (error instanceof QuantityError) return Quantity.zero;
    throw error;
  }
}

/** What can't be read matches nothing. */
function compiled(selector: Parameters<typeof selectorOf>[0]): Selector {
  try {
    return selectorOf(selector);
  } catch (error) {
    if (error instanceof SelectorError) return Selector.nothing;
    throw error;
  }
}
