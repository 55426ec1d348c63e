/**
 * What objects of one's own kinds look like. Plain types, not schemas, are their parameters, so that
 * an editor shows what is in them.
 *
 * @module
 */

import type { metaV1 } from "../api/mod.ts";
import type { LiveMeta } from "../kinds/mod.ts";

/** Whether objects are in namespaces. */
export type Scope = "Namespaced" | "Cluster";

/** As a server returns it: defaults are there. */
export type CustomRead<N extends string, Spec, Status, C extends string, G extends Scope> = {
  apiVersion: string;
  kind: N;
  metadata: LiveMeta<{ metadata?: ScopedMeta<G> }>;
  spec: Spec;
  status?: CustomStatus<Status, C>;
};

/** As it is written. */
export type CustomWrite<N extends string, Spec, Status, C extends string, G extends Scope> = {
  apiVersion?: string;
  kind?: N;
  metadata?: ScopedMeta<G>;
  spec: Spec;
  status?: CustomStatus<Status, C>;
};

/** Any part of the status, with what every one has. */
export type CustomStatus<Status, C extends string> = Partial<Status> & {
  observedGeneration?: number;
  conditions?: Condition<C>[];
};

/** A condition of one of the declared types. */
export type Condition<C extends string> = metaV1.Condition & { type: C };

/** Metadata, without a namespace where objects have none. */
export type ScopedMeta<G extends Scope> = G extends "Cluster" ? metaV1.ClusterObjectMeta
  : metaV1.ObjectMeta;
