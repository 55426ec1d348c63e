/**
 * Replica sets and replication controllers as one: a number of pods of a template.
 *
 * @module
 */

import {
  type AnyKind,
  type appsV1,
  type coreV1,
  type ObjectOf,
  ReplicaSet,
  ReplicationController,
} from "../../toolkit/mod.ts";
import { type Selector, selectorOf, selectorOfLabels } from "../../toolkit/selectors/mod.ts";

/** Either of them, by what they have in common. */
export interface ReplicaParent {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectOf<typeof ReplicaSet>["metadata"];
  readonly spec?: {
    readonly replicas?: number;
    readonly minReadySeconds?: number;
    readonly template?: coreV1.PodTemplateSpec;
  };
  readonly status?: appsV1.ReplicaSetStatus;
}

/** What one of them says, and what it is called. */
export interface ReplicaKind {
  readonly kind: AnyKind;
  /** Of the controller and of its events. */
  readonly name: string;
  /** Of its queue. */
  readonly queue: string;
  /** Whether its status counts pods that are on their way out. */
  readonly countsTerminating: boolean;
  selectorOf(parent: ReplicaParent): Selector;
}

/** Of apps/v1. */
export const REPLICA_SET: ReplicaKind = {
  kind: ReplicaSet,
  name: "replicaset-controller",
  queue: "replicaset",
  countsTerminating: true,
  selectorOf: ({ spec }) =>
    selectorOf((spec as ObjectOf<typeof ReplicaSet>["spec"]).selector ?? undefined),
};

/** Of the core API. */
export const REPLICATION_CONTROLLER: ReplicaKind = {
  kind: ReplicationController,
  name: "replication-controller",
  queue: "replicationmanager",
  countsTerminating: false,
  selectorOf: ({ spec }) =>
    selectorOfLabels((spec as ObjectOf<typeof ReplicationController>["spec"]).selector ?? {}),
};
