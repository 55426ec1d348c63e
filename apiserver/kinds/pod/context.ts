/**
 * What the rules of a pod's parts need to know of the whole.
 *
 * @module
 */

import type { PodSpec, Volume } from "../../../toolkit/api/core_v1.ts";
import type { Names } from "../../../toolkit/names.ts";

/** See the module's comment. */
export interface PodContext {
  readonly names: Names;
  readonly spec: PodSpec;
  /** False for the template of one: what creating a pod fills in may be missing there. */
  readonly isPod: boolean;
  /** The volumes whose own rules are kept, by name. */
  readonly volumes: ReadonlyMap<string, Volume>;
  /** The names of the claims of devices. */
  readonly claims: ReadonlySet<string>;
  readonly graceSeconds: number;
}
