/**
 * The rules for a pod itself, which no template has to keep.
 *
 * @module
 */

import type { PodSpec } from "../../../toolkit/api/core_v1.ts";
import type { ObjectMeta } from "../../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { validateFixedAnnotations, validatePodAnnotations } from "./annotations.ts";
import { validateImageSpaces } from "./containers/containers.ts";
import { validatePodSpec } from "./spec.ts";

const SPEC = FieldPath.of("spec");
const ANNOTATIONS = FieldPath.of("metadata", "annotations");

function specOf(object: JsonObject): PodSpec {
  return (object.spec ?? { containers: [] }) as PodSpec;
}

/** The rules that a pod keeps all its life; `old`: the pod before, if it was there. */
export function validateWholePod(
  errors: FieldError[],
  object: JsonObject,
  old: JsonObject | undefined,
  names: Names,
): void {
  const spec = specOf(object);
  validatePodAnnotations(errors, ANNOTATIONS, metadataOf(object).annotations, spec, names);
  const pod = metadataOf(object) as ObjectMeta;
  validatePodSpec(errors, SPEC, spec, names, { pod, before: old && specOf(old) });
  if (!spec.serviceAccountName) validateTokens(errors, spec);
  for (const list of ["containers", "initContainers"] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      validateImageSpaces(errors, SPEC.child(list).index(index), container);
    }
  }
}

/** Of nobody there is no token. */
function validateTokens(errors: FieldError[], spec: PodSpec): void {
  for (const [index, { projected }] of (spec.volumes ?? []).entries()) {
    for (const [place, { serviceAccountToken }] of (projected?.sources ?? []).entries()) {
      if (serviceAccountToken === undefined) continue;
      const path = SPEC.child("volumes").index(index).child("projected", "sources").index(place);
      const why = "must not be specified when serviceAccountName is not set";
      errors.push(FieldError.forbidden(path.child("serviceAccountToken"), why));
    }
  }
}

/** The rules for every change of a pod, through whichever door it comes. */
export function validateChangedPod(
  errors: FieldError[],
  object: JsonObject,
  old: JsonObject,
  names: Names,
): void {
  validateWholePod(errors, object, old, names);
  const { annotations } = metadataOf(object);
  validateFixedAnnotations(errors, ANNOTATIONS, annotations, metadataOf(old).annotations, names);
  // Said for the second time, as the reference does.
  validatePodAnnotations(errors, ANNOTATIONS, annotations, specOf(object), names);
}
