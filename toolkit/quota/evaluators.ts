/**
 * Who measures the objects of a resource for quotas.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import type { GroupResource } from "../errors/mod.ts";
import type { Names } from "../names.ts";
import type { QuotaEvaluator } from "./evaluator.ts";
import { persistentVolumeClaims } from "./persistent_volume_claims.ts";
import { pods } from "./pods.ts";
import { type Devices, resourceClaims } from "./resource_claims.ts";
import { services } from "./services.ts";

/** What evaluators are made of. */
export interface EvaluatorOptions {
  readonly clock: Pick<Clock, "now">;
  readonly names: Names;
  readonly devices: Devices;
}

/** Those that look into objects; of all else `objectCounts()` counts the objects. */
export function quotaEvaluators(
  { clock, names, devices }: EvaluatorOptions,
): readonly QuotaEvaluator[] {
  return [
    pods(clock, names),
    services,
    persistentVolumeClaims(names),
    resourceClaims(devices, names),
  ];
}

/** Whether quotas have nothing to do with a resource: events come and go. */
export function isUncounted({ group, resource }: GroupResource, names: Names): boolean {
  return resource === "events" && (group === "" || group === names.group("events"));
}
