/**
 * What makes pods, and where it says what they are like.
 *
 * @module
 */

import type { PodTemplateSpec } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { type About, about, anyOf } from "../about.ts";

const IN_SPEC = ["spec", "template"];

const PLACES: ReadonlyMap<string, readonly string[]> = new Map([
  ["replicationcontrollers", IN_SPEC],
  ["podtemplates", ["template"]],
  ["daemonsets", IN_SPEC],
  ["deployments", IN_SPEC],
  ["replicasets", IN_SPEC],
  ["statefulsets", IN_SPEC],
  ["jobs", IN_SPEC],
  ["cronjobs", ["spec", "jobTemplate", ...IN_SPEC]],
]);

/** What makes pods; pods that it makes are judged when they are made. */
export const WITH_TEMPLATES: About = anyOf(
  about("", "podtemplates", "replicationcontrollers"),
  about("apps", "daemonsets", "deployments", "replicasets", "statefulsets"),
  about("batch", "cronjobs", "jobs"),
);

/** The template of an object; undefined where it has none. */
export function templateOf(object: JsonObject, resource: string): PodTemplateSpec | undefined {
  let found: unknown = object;
  for (const field of PLACES.get(resource) ?? []) {
    found = (found as JsonObject | undefined)?.[field];
  }
  return found as PodTemplateSpec | undefined;
}
