/**
 * The subresource `ephemeralcontainers` of pods.
 *
 * @module
 */

import type { EphemeralContainer, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import type { Names } from "../../../../toolkit/names.ts";
import { quoteText } from "../../../../toolkit/values/mod.ts";
import { equalStored } from "../../../resource/equal_stored.ts";
import { metadataOf } from "../../../resource/metadata.ts";
import type { SubresourceRules } from "../../declaration.ts";
import { setWholePodDefaults } from "../defaults.ts";
import { WHOLE } from "../volumes/claims.ts";
import { grow, keepMetadata } from "./kept_fields.ts";
import { validateChangedPod } from "../whole.ts";

const SPEC = FieldPath.of("spec");
const ALL = SPEC.child("ephemeralContainers");

/**
 * The rules of `pods/ephemeralcontainers`: a write adds ephemeral containers and changes nothing
 * else; existing ones can't be changed or removed, and static pods take none.
 */
export function ephemeralContainersRules(names: Names): SubresourceRules {
  return {
    changes: ["spec"],
    resetFields: [],
    setDefaults: setWholePodDefaults,
    prepareForUpdate(object, old) {
      const { ephemeralContainers } = (object.spec ?? {}) as Partial<PodSpec>;
      const spec = { ...old.spec as PodSpec };
      if (ephemeralContainers === undefined) delete spec.ephemeralContainers;
      else spec.ephemeralContainers = ephemeralContainers;
      object.spec = spec as unknown as typeof object.spec;
      keepMetadata(object, old);
      grow(object, old, spec);
    },
    validateUpdate(object, old) {
      const errors: FieldError[] = [];
      const spec = object.spec as unknown as PodSpec;
      validateChangedPod(errors, object, old, names);
      if (metadataOf(old).annotations?.[names.annotationMirrorPod] !== undefined) {
        return [FieldError.forbidden(WHOLE, "static pods do not support ephemeral containers")];
      }
      const now = new Map((spec.ephemeralContainers ?? []).map((one) => [one.name, one]));
      const before = (old.spec as unknown as PodSpec).ephemeralContainers ?? [];
      for (const one of before) validateSame(errors, one, now.get(one.name));
      return errors;
    },
  };
}

function validateSame(
  errors: FieldError[],
  old: EphemeralContainer,
  now: EphemeralContainer | undefined,
): void {
  if (now !== undefined && equalStored(now, old)) return;
  const how = now === undefined ? "removed" : "changed";
  const why = `existing ephemeral containers ${quoteText(old.name)} may not be ${how}\n`;
  errors.push(FieldError.forbidden(ALL, why));
}
