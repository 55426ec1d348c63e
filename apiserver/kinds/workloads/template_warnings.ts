/**
 * Warnings about the template of an object.
 *
 * @module
 */

import type { PodTemplateSpec } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldPath } from "../../../toolkit/errors/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import {
  hostNameWarnings,
  type PodPlace,
  podWarnings,
  templateAt,
} from "../pod/warnings/warnings.ts";

const TEMPLATE = templateAt(FieldPath.of("spec", "template"));

/**
 * What people are told of the pods that will be made of a new object's template, or of one that is
 * other than `old` was in what people want of it.
 */
export function templateWarnings(
  object: JsonObject,
  old: JsonObject | undefined,
  template: PodTemplateSpec | undefined,
  place: PodPlace = TEMPLATE,
): string[] {
  return template !== undefined && isOfNote(object, old) ? podWarnings(template, place) : [];
}

/** Whether an object is new, or wanted otherwise than before. */
export function isOfNote(object: JsonObject, old: JsonObject | undefined): boolean {
  return old === undefined || metadataOf(object).generation !== metadataOf(old).generation;
}

/** What people are told of the name of something new that names its pods after itself. */
export function podNameWarnings(object: JsonObject, old: JsonObject | undefined): string[] {
  return old === undefined ? hostNameWarnings(object, "Pod names and hostnames") : [];
}
