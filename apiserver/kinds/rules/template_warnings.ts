/**
 * Warnings about the template of an object.
 *
 * @module
 */

import type { PodTemplateSpec } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldPath } from "../../../toolkit/errors/mod.ts";
import { hostNameWarnings, podSpecWarnings } from "../core/pod/warnings.ts";
import { equalJson } from "../../registry/equal.ts";

const TEMPLATE = FieldPath.of("spec", "template");

/**
 * What people are told of the pods that will be made of a template; `old` is the template that it
 * replaces, and nothing is said anew of the same.
 */
export function templateWarnings(
  template: PodTemplateSpec | undefined,
  old: PodTemplateSpec | undefined,
  path: FieldPath = TEMPLATE,
): string[] {
  if (template?.spec === undefined || (old !== undefined && equalJson(template, old))) return [];
  return podSpecWarnings(template.spec, path.child("spec"));
}

/** What people are told of the name of something new that names its pods after itself. */
export function podNameWarnings(object: JsonObject, old: JsonObject | undefined): string[] {
  return old === undefined ? hostNameWarnings(object, "Pod names and hostnames") : [];
}
