/**
 * AppArmor profiles of containers that are said by annotations, as they were before they had fields.
 *
 * @module
 */

import type { Container, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import { type FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import type { Names } from "../../../../toolkit/names.ts";
import { equalStored } from "../../../resource/equal_stored.ts";
import type { Writing } from "../../../resource/strategy.ts";
import { type Annotations, podAnnotationKeys } from "../annotations.ts";
import { CONTAINER_LISTS } from "../container_lists.ts";
import { appArmorOf, appArmorWarning } from "../old_annotations.ts";
import { validateAppArmor } from "./security.ts";

const ANNOTATIONS = FieldPath.of("metadata", "annotations");

/** Writes such profiles into the fields of a new pod, where agents read them. */
export function readAppArmor(
  spec: PodSpec,
  annotations: Annotations,
  names: Names,
  writing: Writing,
): void {
  if (spec.os?.name === "windows") return;
  const prefix = podAnnotationKeys(names).containerAppArmor;
  let containers: ReadonlyMap<string, Container[]> | undefined;
  for (const key in annotations) {
    if (!key.startsWith(prefix)) continue;
    containers ??= containersByName(spec);
    for (const container of containers.get(key.slice(prefix.length)) ?? []) {
      if (container.securityContext?.appArmorProfile) continue;
      if (isNews(container, annotations[key]!, spec)) {
        writing.warn(appArmorWarning(ANNOTATIONS, key));
      }
    }
  }
}

/** Names may still come twice: nothing was judged yet. */
function containersByName(spec: PodSpec): Map<string, Container[]> {
  const all = CONTAINER_LISTS.flatMap((list) => (spec[list] ?? []) as Container[]);
  return Map.groupBy(all, ({ name }) => name);
}

/** Sets a container's profile, unless it is the pod's. Whether people are to say it by the field. */
function isNews(container: Container, said: string, spec: PodSpec): boolean {
  const profile = appArmorOf(said);
  const errors: FieldError[] = [];
  validateAppArmor(errors, ANNOTATIONS, profile);
  if (profile === undefined || errors.length > 0) return true;
  if (equalStored(profile, spec.securityContext?.appArmorProfile)) return false;
  (container.securityContext ??= {}).appArmorProfile = profile;
  return true;
}
