/**
 * The storage class that a claim names.
 *
 * @module
 */

import type { PersistentVolumeClaim } from "../../../toolkit/api/core_v1.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";

/** The annotation that named it before there was a field. */
export function classAnnotation(dialect: Dialect): string {
  return `volume.beta.${NAMES[dialect].domain}/storage-class`;
}

/** The class of a claim, by its annotation or its field; "" for none. */
export function classOfClaim(
  { metadata, spec }: PersistentVolumeClaim,
  annotation: string,
): string {
  const { annotations = {} } = metadata ?? {};
  const ofOld = Object.hasOwn(annotations, annotation) ? annotations[annotation] : undefined;
  return ofOld ?? spec?.storageClassName ?? "";
}
