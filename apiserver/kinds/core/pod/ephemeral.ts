/**
 * Adding containers to a pod that runs, to look into it.
 *
 * @module
 */

import type { EphemeralContainer, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import type { Names } from "../../../../toolkit/names.ts";
import { equalJson } from "../../../registry/equal.ts";
import type { PartRules } from "../../declaration.ts";
import { setWholePodDefaults } from "./defaults.ts";
import { validatePodSpec } from "./spec.ts";

const SPEC = FieldPath.of("spec");
const ALL = SPEC.child("ephemeralContainers");

/** See the module's comment. */
export function ephemeralContainersRules(names: Names): PartRules {
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
      grow(object, old, spec);
    },
    validateUpdate(object, old) {
      const errors: FieldError[] = [];
      const spec = object.spec as unknown as PodSpec;
      validatePodSpec(errors, SPEC, spec, names, true);
      const now = new Map((spec.ephemeralContainers ?? []).map((one) => [one.name, one]));
      const before = (old.spec as unknown as PodSpec).ephemeralContainers ?? [];
      const gone = before.filter(({ name }) => !now.has(name));
      if (gone.length > 0) {
        const list = gone.map(({ name }) => JSON.stringify(name)).join(", ");
        const why = `existing ephemeral containers [${list}] may not be removed\n`;
        errors.push(FieldError.forbidden(ALL, why));
      }
      for (const one of before) validateSame(errors, spec, one, now.get(one.name));
      return errors;
    },
  };
}

function validateSame(
  errors: FieldError[],
  { ephemeralContainers = [] }: PodSpec,
  old: EphemeralContainer,
  now: EphemeralContainer | undefined,
): void {
  if (now === undefined || equalJson(now, old)) return;
  const path = ALL.index(ephemeralContainers.indexOf(now));
  const why = `existing ephemeral containers ${JSON.stringify(old.name)} may not be changed\n`;
  errors.push(FieldError.forbidden(path, why));
}

/** A change of what the pod is to be counts, through whichever door it came. */
export function grow(
  object: { metadata?: unknown },
  old: { metadata?: unknown; spec?: unknown },
  spec: PodSpec,
): void {
  if (equalJson(spec, old.spec)) return;
  const metadata = object.metadata as { generation?: number };
  const { generation } = old.metadata as { generation?: number };
  metadata.generation = Number(generation ?? 0) + 1;
}
