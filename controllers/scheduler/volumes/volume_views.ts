/**
 * What the scheduler looks at of volumes and of claims on them, made once for each of their states.
 *
 * @module
 */

import type {
  coreV1,
  Names,
  ObjectOf,
  PersistentVolume,
  PersistentVolumeClaim,
} from "../../../toolkit/mod.ts";
import { Selector, SelectorError, selectorOf } from "../../../toolkit/selectors/mod.ts";
import { NodeTerms } from "../../../toolkit/pods/node_selection.ts";
import { wholeAmountOf } from "../../../toolkit/pods/resources.ts";

/** A claim. It is shared: do not change it. */
export interface ClaimView {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly ownerUids: readonly string[];
  readonly phase: string;
  readonly isDeleting: boolean;
  readonly volumeName: string;
  /** Whether it and its volume name each other, and whoever binds them has said so. */
  readonly isBound: boolean;
  readonly className: string;
  /** The node whose pod waits for a volume to be made; "": none. */
  readonly selectedNode: string;
  readonly bytes: number;
  readonly modes: readonly string[];
  readonly volumeMode: string;
  readonly attributesClass: string;
  readonly selector: Selector | undefined;
}

/** A volume. It is shared: do not change it. */
export interface VolumeView {
  readonly name: string;
  readonly resourceVersion: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly phase: string;
  readonly isDeleting: boolean;
  readonly className: string;
  readonly bytes: number;
  readonly modes: readonly string[];
  readonly volumeMode: string;
  readonly attributesClass: string;
  readonly claim: coreV1.ObjectReference | undefined;
  /** Where it is for its driver. */
  readonly csi: { readonly driver: string; readonly handle: string } | undefined;
  /** The nodes that it can be reached from; undefined: all. */
  readonly nodes: NodeTerms | undefined;
}

/** What marks claims, in a dialect. */
export function claimMarks({ domain }: Names) {
  return {
    bindCompleted: `pv.${domain}/bind-completed`,
    boundByController: `pv.${domain}/bound-by-controller`,
    selectedNode: `volume.${domain}/selected-node`,
    oldClass: `volume.beta.${domain}/storage-class`,
    noProvisioner: `${domain}/no-provisioner`,
  };
}

/** The view of a claim. */
export function claimViewOf(
  { metadata, spec, status }: ObjectOf<typeof PersistentVolumeClaim>,
  names: Names,
): ClaimView {
  const { namespace = "", name, uid, annotations = {}, ownerReferences = [] } = metadata;
  const marks = claimMarks(names);
  const volumeName = spec?.volumeName ?? "";
  return {
    namespace,
    name,
    uid,
    ownerUids: ownerReferences.filter(({ controller }) => controller).map(({ uid }) => uid),
    phase: status?.phase ?? "",
    isDeleting: metadata.deletionTimestamp !== undefined,
    volumeName,
    isBound: volumeName !== "" && Object.hasOwn(annotations, marks.bindCompleted),
    className: annotations[marks.oldClass] ?? spec?.storageClassName ?? "",
    selectedNode: annotations[marks.selectedNode] ?? "",
    bytes: wholeAmountOf(spec?.resources?.requests, "storage"),
    modes: spec?.accessModes ?? [],
    volumeMode: spec?.volumeMode ?? "Filesystem",
    attributesClass: spec?.volumeAttributesClassName ?? "",
    selector: spec?.selector ? compiledSelector(spec.selector) : undefined,
  };
}

/** The view of a volume. */
export function volumeViewOf(
  { metadata, spec, status }: ObjectOf<typeof PersistentVolume>,
): VolumeView {
  const { name, resourceVersion, labels = {} } = metadata;
  const required = spec?.nodeAffinity?.required;
  return {
    name,
    resourceVersion,
    labels,
    phase: status?.phase ?? "",
    isDeleting: metadata.deletionTimestamp !== undefined,
    className: spec?.storageClassName ?? "",
    bytes: wholeAmountOf(spec?.capacity, "storage"),
    modes: spec?.accessModes ?? [],
    volumeMode: spec?.volumeMode ?? "Filesystem",
    attributesClass: spec?.volumeAttributesClassName ?? "",
    claim: spec?.claimRef ?? undefined,
    csi: spec?.csi ? { driver: spec.csi.driver, handle: spec.csi.volumeHandle } : undefined,
    nodes: required ? new NodeTerms(required.nodeSelectorTerms ?? []) : undefined,
  };
}

/** A selector; what can't be read matches nothing. */
export function compiledSelector(selector: Parameters<typeof selectorOf>[0]): Selector {
  try {
    return selectorOf(selector);
  } catch (error) {
    if (error instanceof SelectorError) return Selector.nothing;
    throw error;
  }
}
