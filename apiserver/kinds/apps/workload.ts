/**
 * What kinds have in common that keep pods of a template running, and find them by a selector that
 * never changes.
 *
 * @module
 */

import type { PodTemplateSpec } from "../../../toolkit/api/core_v1.ts";
import type { LabelSelector } from "../../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { type FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { KindRules } from "../declaration.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import { podNameWarnings, templateWarnings } from "../workloads/template_warnings.ts";

const SELECTOR = FieldPath.of("spec", "selector");

interface WorkloadSpec {
  readonly selector: LabelSelector | null;
  readonly template?: PodTemplateSpec;
}

/** A kind of workloads, as far as {@link workloadHooks} goes. */
export interface Workload<S> {
  specOf(object: JsonObject): S;
  /** `old`: the one before, if there was one. */
  validateSpec(spec: S, old: S | undefined): FieldError[];
  /** Whether pods are named after it. */
  readonly namesPods: boolean;
}

/** The hooks that judge a workload. */
export function workloadHooks<S extends WorkloadSpec>(
  { specOf, validateSpec, namesPods }: Workload<S>,
): Pick<Required<KindRules>, "validate" | "validateUpdate" | "warnings"> {
  return {
    validate: (object) => validateSpec(specOf(object), undefined),
    validateUpdate(object, old) {
      const errors = validateSpec(specOf(object), specOf(old));
      validateUnchanged(errors, SELECTOR, specOf(object).selector, specOf(old).selector);
      return errors;
    },
    warnings: (object, old) => [
      ...namesPods ? podNameWarnings(object, old) : [],
      ...templateWarnings(object, old, specOf(object).template),
    ],
  };
}
