/**
 * What a stateful set asks for, made once for each of its states.
 *
 * @module
 */

import type { appsV1, coreV1, ObjectOf, StatefulSet } from "../../toolkit/mod.ts";
import { type Selector, selectorOf } from "../../toolkit/selectors/mod.ts";
import { scaledIntOrPercent } from "../../toolkit/values/mod.ts";
import { type RevisionData, revisionDataOf } from "../revisions/mod.ts";

/** A stateful set as informers have it. */
export type LiveStatefulSet = ObjectOf<typeof StatefulSet>;

/** When claims go with what they were made for. */
export interface Retention {
  readonly whenDeleted: "Retain" | "Delete";
  readonly whenScaled: "Retain" | "Delete";
}

/** A stateful set, and what its fields come to. It is shared: do not change it. */
export interface StatefulSetView extends RevisionData {
  readonly object: LiveStatefulSet;
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly isDeleting: boolean;
  readonly selector: Selector;
  readonly template: coreV1.PodTemplateSpec;
  readonly replicas: number;
  /** The ordinal of its first pod. */
  readonly start: number;
  /** Whether pods are made and deleted without waiting for one another. */
  readonly isParallel: boolean;
  readonly isRolling: boolean;
  /** Whether pods that have another template stay until somebody deletes them. */
  readonly isOnDelete: boolean;
  /** So many pods, from the first, keep the current revision; undefined: the set does not say. */
  readonly partition: number | undefined;
  /** So many pods may be missing while it rolls; undefined: the set does not say. */
  readonly maxUnavailable: number | undefined;
  readonly minReadySeconds: number;
  /** So many revisions are kept that nothing uses; undefined: all. */
  readonly historyLimit: number | undefined;
  readonly claims: readonly coreV1.PersistentVolumeClaim[];
  readonly retention: Retention;
  readonly status: appsV1.StatefulSetStatus | undefined;
}

/** The view of a stateful set. Throws for a selector or a number of pods that means nothing. */
export function statefulSetViewOf(object: LiveStatefulSet): StatefulSetView {
  const { metadata, spec, status } = object;
  const { namespace = "", name, uid } = metadata;
  const { updateStrategy: { type, rollingUpdate } = {}, revisionHistoryLimit = 10 } = spec;
  const { whenDeleted, whenScaled } = spec.persistentVolumeClaimRetentionPolicy ?? {};
  const replicas = spec.replicas ?? 1;
  const isRolling = type === "RollingUpdate";
  return {
    ...revisionDataOf(spec.template),
    object,
    key: `${namespace}/${name}`,
    namespace,
    name,
    uid,
    isDeleting: metadata.deletionTimestamp !== undefined,
    selector: selectorOf(spec.selector ?? undefined),
    template: spec.template,
    replicas,
    start: spec.ordinals?.start ?? 0,
    isParallel: spec.podManagementPolicy === "Parallel",
    isRolling,
    isOnDelete: type === "OnDelete",
    partition: rollingUpdate && (rollingUpdate.partition ?? 0),
    maxUnavailable: rollingUpdate?.maxUnavailable === undefined ? undefined : Math.max(
      1,
      scaledIntOrPercent(rollingUpdate.maxUnavailable, replicas, { round: "down" }),
    ),
    minReadySeconds: spec.minReadySeconds ?? 0,
    historyLimit: revisionHistoryLimit < 0 ? undefined : revisionHistoryLimit,
    claims: spec.volumeClaimTemplates ?? [],
    retention: {
      whenDeleted: whenDeleted === "Delete" ? "Delete" : "Retain",
      whenScaled: whenScaled === "Delete" ? "Delete" : "Retain",
    },
    status,
  };
}

/** Whether an ordinal is one of those that the set should have. */
export function isInRange({ start, replicas }: StatefulSetView, ordinal: number): boolean {
  return ordinal >= start && ordinal < start + replicas;
}
