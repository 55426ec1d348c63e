/**
 * What a check is: a rule for pods of a level, as it changed from release to release.
 *
 * @module
 */

import type { Container, EphemeralContainer, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import type { Names } from "../../../../toolkit/names.ts";
import { type PodAnnotationKeys, podAnnotationKeys } from "../../../kinds/pod/annotations.ts";
import { CONTAINER_LISTS } from "../../../kinds/pod/container_lists.ts";
import type { Level } from "../level.ts";

/** A pod, or a template of pods, as checks look at it. */
export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
  /** Of all lists: initial ones first, ephemeral ones last. */
  readonly containers: readonly (Container | EphemeralContainer)[];
  /** What annotations that mean something are called. */
  readonly keys: PodAnnotationKeys;
}

/** A pod as checks look at it. */
export function checkedPod(
  { metadata, spec = { containers: [] } }: {
    readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
    readonly spec?: PodSpec;
  },
  names: Names,
): CheckedPod {
  return {
    annotations: metadata?.annotations ?? {},
    spec,
    containers: CONTAINER_LISTS.flatMap((list) => [...spec[list] ?? []]),
    keys: podAnnotationKeys(names),
  };
}

/** How a pod is beyond what a check allows. */
export interface Violation {
  /** In a few words: all that is said of pods that are there already. */
  readonly reason: string;
  /** Who has which value. */
  readonly detail: string;
}

/** Looks for a violation. */
export type CheckPod = (pod: CheckedPod) => Violation | undefined;

/** A check as it was from one release on. */
export interface CheckRevision {
  /** The first release, by what follows `v1.`. */
  readonly since: number;
  readonly check: CheckPod;
}

/** A rule of a level. */
export interface Check {
  /** Checks of a level are made in the order of their ids. */
  readonly id: string;
  /** What is of `baseline` holds at `restricted` too. */
  readonly level: Exclude<Level, "privileged">;
  /** From the oldest to the newest. */
  readonly revisions: readonly CheckRevision[];
  /** Ids of `baseline` checks that are not made where this one is. */
  readonly overrides?: readonly string[];
}

/** The rule, but not for pods of Windows nodes, where the fields that it is about may not be set. */
export function exceptOnWindows(check: CheckPod): CheckPod {
  return (pod) => pod.spec.os?.name === "windows" ? undefined : check(pod);
}

/** The rule, but not for pods whose users are not those of their node. */
export function exceptInUserNamespaces(check: CheckPod): CheckPod {
  return (pod) => pod.spec.hostUsers === false ? undefined : check(pod);
}
