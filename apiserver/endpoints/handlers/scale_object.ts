/**
 * A scale as an object: how many replicas another object is to have, whatever else there is to it.
 *
 * @module
 */

import type { Scale } from "../../../toolkit/api/autoscaling_v1.ts";
import { canonicalObject, CodecError, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { badRequest, FieldError, FieldPath, invalid } from "../../../toolkit/errors/mod.ts";
import { formatApiVersion, schemaOf, type StructType } from "../../../toolkit/schema/mod.ts";
import { NOT_NEGATIVE } from "../../kinds/validation/numbers.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { ScalePlace } from "../../resource/scale.ts";
import type { SubresourceObject } from "../../resource/served_resource.ts";

/** What kind a scale is. */
export const SCALE = { group: "autoscaling", version: "v1", kind: "Scale" } as const;
/** Its version. */
export const SCALE_VERSION: string = formatApiVersion(SCALE.group, SCALE.version);
/** Its type, the same in both dialects. */
export const SCALE_TYPE: StructType = schemaOf("kubernetes").struct("autoscaling/v1", "Scale");

/** The scale of an object that wants so many replicas. */
export function scaleWith({ read }: ScalePlace, object: JsonObject, wanted: number): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadataOf(object);
  const { there, selector } = read(object);
  return canonicalObject(SCALE_TYPE, {
    kind: SCALE.kind,
    apiVersion: SCALE_VERSION,
    metadata: without({ name, namespace, uid, resourceVersion, creationTimestamp }),
    spec: without({ replicas: wanted || undefined }),
    status: without({ replicas: there, selector: selector || undefined }),
  } as JsonObject);
}

/** The scale of an object; without any number of replicas it is one of none. */
export function scaleOf(place: ScalePlace, object: JsonObject): JsonObject {
  return scaleWith(place, object, place.read(object).wanted ?? 0);
}

function without(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A scale in canonical form; throws a 400. */
export function canonicalScale(object: JsonObject): JsonObject {
  try {
    return canonicalObject(SCALE_TYPE, object);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw badRequest(error.message);
  }
}

/** Throws unless an object may have so many replicas. */
export function validateReplicas(name: string, replicas: number): void {
  if (replicas >= 0) return;
  const error = FieldError.invalid(FieldPath.of("spec", "replicas"), replicas, NOT_NEGATIVE);
  throw invalid(SCALE, name, [error]);
}

const KIND = { ...SCALE, type: SCALE_TYPE };

/** The scale as admission is shown it. */
export function scaleForAdmission(place: ScalePlace): SubresourceObject {
  return {
    kind: KIND,
    show: (object) => scaleOf(place, object),
    put(object, scale) {
      const wanted = (scale as Scale).spec?.replicas ?? 0;
      if (wanted !== place.read(object).wanted) Object.assign(object, place.write(object, wanted));
    },
  };
}
