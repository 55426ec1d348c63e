/**
 * What the rules of a pod's parts know of the whole pod.
 *
 * @module
 */

import type { PodSpec, Volume } from "../../../toolkit/api/core_v1.ts";
import type { Names } from "../../../toolkit/names.ts";

/**
 * What validation of a pod's parts (containers, probes, mounts) needs to know of the whole pod.
 * Made once for each pod or template.
 */
export interface PodContext {
  readonly names: Names;
  readonly spec: PodSpec;
  /** What it is to replace: what older rules took there stays. Undefined for a new one. */
  readonly before: PodSpec | undefined;
  /** The volumes whose own rules are kept, by name. */
  readonly volumes: ReadonlyMap<string, Volume>;
  /** The names of the claims of devices. */
  readonly claims: ReadonlySet<string>;
  readonly graceSeconds: number;
}
