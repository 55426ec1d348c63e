/**
 * Deployments and replica sets as their controller sees them, for tests.
 *
 * @module
 */

import {
  type DeploymentView,
  deploymentViewOf,
} from "../controllers/deployment/deployment_view.ts";
import { type SetView, setViewOf } from "../controllers/deployment/set_view.ts";

/** A replica set in a few words: what it should have, what it has, and how old it is. */
export interface SetInWords {
  readonly name: string;
  readonly replicas: number;
  /** Default: all of them. */
  readonly available?: number;
  readonly annotations?: Record<string, string>;
  /** Seconds since the first. Default 0. */
  readonly age?: number;
  readonly status?: object;
  readonly metadata?: object;
}

/** The view of a set. */
export function setInWords(
  { name, replicas, available = replicas, annotations, age = 0, status, metadata }: SetInWords,
): SetView {
  return setViewOf({
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      namespace: "default",
      name,
      uid: name,
      resourceVersion: "1",
      generation: 1,
      creationTimestamp: new Date(Date.UTC(2026, 0, 1) + age * 1000).toISOString(),
      annotations,
      ...metadata,
    },
    spec: { replicas, selector: {}, template: {} },
    status: { replicas, availableReplicas: available, observedGeneration: 1, ...status },
  } as never);
}

/** The view of a deployment with a spec and a status; one that rolls, unless the spec says otherwise. */
export function deploymentInWords(
  spec: object,
  status: object = {},
  metadata = {},
): DeploymentView {
  return deploymentViewOf({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { namespace: "default", name: "web", uid: "web", generation: 1, ...metadata },
    spec: { strategy: { type: "RollingUpdate", rollingUpdate: {} }, template: {}, ...spec },
    status,
  } as never);
}

/** How a deployment rolls. */
export function rolling(maxSurge: number | string, maxUnavailable: number | string): object {
  return { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } } };
}
