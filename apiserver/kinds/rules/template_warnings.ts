/**
 * Warnings about the template of an object.
 *
 * @module
 */

import type { PodTemplateSpec } from "../../../toolkit/api/core_v1.ts";
import { FieldPath } from "../../../toolkit/errors/mod.ts";
import { podSpecWarnings } from "../core/pod/warnings.ts";

const TEMPLATE = FieldPath.of("spec", "template");

/** What people are told of the pods that will be made of a template. */
export function templateWarnings(
  { spec }: PodTemplateSpec,
  path: FieldPath = TEMPLATE,
): string[] {
  return spec === undefined ? [] : podSpecWarnings(spec, path.child("spec"));
}
