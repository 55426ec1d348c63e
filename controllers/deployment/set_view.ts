/**
 * What the controller of deployments looks at of a replica set, made once for each of its states.
 *
 * @module
 */

import {
  type appsV1,
  type coreV1,
  type metaV1,
  type ObjectOf,
  ReplicaSet,
} from "../../toolkit/mod.ts";
import { byController, controllerOf, orphansOf } from "../loop/mod.ts";
import { canonicalJson } from "../pods/mod.ts";

/** The label that tells the sets and pods of one template from those of another. */
export const TEMPLATE_HASH_LABEL = "pod-template-hash";

/** A replica set, in short. It is shared: do not change it. */
export interface SetView {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly controller: metaV1.OwnerReference | undefined;
  readonly createdMs: number;
  readonly isDeleting: boolean;
  /** What {@link templateText} says. */
  readonly template: string;
  /** How many pods it should have. */
  readonly replicas: number;
  readonly minReadySeconds: number;
  /** Whether its controller has seen it as it is. */
  readonly isObserved: boolean;
  /** Whether its controller has ever seen it. */
  readonly wasObserved: boolean;
  /** How many pods it has, as its status says. */
  readonly counts: {
    readonly replicas: number;
    readonly ready: number;
    readonly available: number;
    /** Undefined where that is not counted. */
    readonly terminating: number | undefined;
  };
  /** What keeps it from having as many pods as it should. */
  readonly failure: appsV1.ReplicaSetCondition | undefined;
}

/** The view of a replica set. */
export function setViewOf({ metadata, spec, status }: ObjectOf<typeof ReplicaSet>): SetView {
  const { namespace = "", name, uid, generation = 0 } = metadata;
  const { observedGeneration = 0 } = status ?? {};
  return {
    key: `${namespace}/${name}`,
    namespace,
    name,
    uid,
    resourceVersion: metadata.resourceVersion,
    labels: metadata.labels ?? {},
    annotations: metadata.annotations ?? {},
    controller: controllerOf({ metadata }),
    createdMs: Date.parse(metadata.creationTimestamp ?? ""),
    isDeleting: metadata.deletionTimestamp !== undefined,
    template: templateText(spec?.template),
    replicas: spec?.replicas ?? 1,
    minReadySeconds: spec?.minReadySeconds ?? 0,
    isObserved: generation <= observedGeneration,
    wasObserved: observedGeneration > 0,
    counts: {
      replicas: status?.replicas ?? 0,
      ready: status?.readyReplicas ?? 0,
      available: status?.availableReplicas ?? 0,
      terminating: status?.terminatingReplicas,
    },
    failure: status?.conditions?.find(({ type }) => type === "ReplicaFailure"),
  };
}

/** The same text for templates that differ in nothing but the label of their hash. */
export function templateText(template: coreV1.PodTemplateSpec = {}): string {
  const { [TEMPLATE_HASH_LABEL]: _, ...labels } = template.metadata?.labels ?? {};
  const { labels: __, ...metadata } = template.metadata ?? {};
  const isLabelled = Object.keys(labels).length > 0;
  return canonicalJson({
    metadata: isLabelled ? { ...metadata, labels } : metadata,
    spec: template.spec,
  });
}

/** Whether it should have any pods. */
export function isActiveSet({ replicas }: SetView): boolean {
  return replicas > 0;
}

/** The order of their creation; of one second that of their names. */
export function byCreation(one: SetView, other: SetView): number {
  return one.createdMs - other.createdMs || (one.name < other.name ? -1 : 1);
}

/** How many of its pods are available and stay: those that it is about to delete don't count. */
export function availableToStay({ counts, replicas }: SetView): number {
  return Math.min(counts.available, replicas);
}

/** The sum of something over sets. */
export function sumOf(sets: readonly SetView[], of: (set: SetView) => number): number {
  return sets.reduce((sum, set) => sum + of(set), 0);
}

/** Finds replica sets by the uid of their controller. */
export const setsByController = byController(ReplicaSet);

/** Finds replica sets without a controller by their namespace. */
export const orphanSets = orphansOf(ReplicaSet);
