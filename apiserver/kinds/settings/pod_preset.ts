/**
 * Pod presets.
 *
 * @module
 */

import type { Volume } from "../../../toolkit/api/core_v1.ts";
import type { PodPreset } from "../../../toolkit/api/settings_v1alpha1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { validateLabelSelector } from "../../../toolkit/validation/mod.ts";
import { setEnvDefaults, setVolumeDefaults } from "../pod/defaults.ts";
import { validateEnv, validateEnvFrom } from "../pod/containers/env.ts";
import { validateMounts } from "../pod/containers/mounts.ts";
import { validateVolumes } from "../pod/volumes/volumes.ts";
import type { KindRules } from "../declaration.ts";

const SPEC = FieldPath.of("spec");
const PARTS = ["volumes", "env", "envFrom", "volumeMounts"] as const;

const specOf = (object: JsonObject) => (object as unknown as PodPreset).spec ?? {};

/** The rules for pod presets: a selector and at least one thing to add to the pods it matches. */
export function podPresetRules(names: Names): KindRules {
  const validate = (object: JsonObject): FieldError[] => {
    const spec = specOf(object);
    const { selector, env = [], envFrom = [], volumeMounts = [] } = spec;
    const errors = validateLabelSelector(selector, {}, SPEC.child("selector"));
    if (PARTS.every((part) => spec[part] === undefined)) {
      // The reference names all four as one path.
      errors.push(FieldError.required(SPEC.child(...PARTS), "must specify at least one"));
    }
    const volumes = new Map<string, Volume>();
    validateVolumes(errors, SPEC.child("volumes"), spec.volumes ?? [], volumes, { names });
    validateEnv(errors, SPEC.child("env"), env);
    validateEnvFrom(errors, SPEC.child("envFrom"), envFrom);
    validateMounts(errors, SPEC.child("volumeMounts"), { name: "" }, volumeMounts, {
      names,
      volumes,
      spec: { containers: [] },
      before: undefined,
      claims: new Set(),
      graceSeconds: 0,
    });
    return errors;
  };
  return {
    setDefaults(object) {
      const { env, volumes } = specOf(object);
      if (env !== undefined) setEnvDefaults(env);
      for (const volume of volumes ?? []) setVolumeDefaults(volume);
    },
    validate,
    validateUpdate: validate,
  };
}
