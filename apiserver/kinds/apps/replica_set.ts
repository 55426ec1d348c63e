/**
 * Replica sets: as many pods as are wanted.
 *
 * @module
 */

import type { ReplicaSet, ReplicaSetSpec, ReplicaSetStatus } from "../../../toolkit/api/apps_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { type FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { gatedPodFields } from "../pod/gated.ts";
import type { KindRules } from "../declaration.ts";
import { validateCounts } from "../validation/numbers.ts";
import {
  canBeRead,
  setPodTemplateDefaults,
  validateLastingTemplate,
  validateOwnSelector,
} from "../workloads/pod_template.ts";
import { replicaColumns, validateReplicaStatus } from "../workloads/replicas.ts";
import { workloadHooks } from "./workload.ts";

const SPEC = FieldPath.of("spec");

function specOf(object: JsonObject): ReplicaSetSpec {
  return (object as unknown as Required<ReplicaSet>).spec;
}

/** The rules for replica sets, with the subresources `status` and `scale`. */
export function replicaSetRules(names: Names): KindRules {
  return {
    hasGeneration: true,
    columns: replicaColumns,
    gated: gatedPodFields("spec.template.spec"),
    setDefaults(object) {
      const spec = specOf(object);
      spec.replicas ??= 1;
      if (spec.template !== undefined) setPodTemplateDefaults(spec.template);
    },
    ...workloadHooks({
      specOf,
      validateSpec: (spec, old) => validateSpec(spec, old, names),
      namesPods: true,
    }),
    handlers: { scale: "scale" },
    subresources: {
      status: {
        validateUpdate: (object) => validateReplicaStatus(object.status as ReplicaSetStatus),
      },
    },
  };
}

function validateSpec(
  spec: ReplicaSetSpec,
  old: ReplicaSetSpec | undefined,
  names: Names,
): FieldError[] {
  const errors: FieldError[] = [];
  const { selector, template = {} } = spec;
  validateCounts(errors, SPEC, spec, ["replicas", "minReadySeconds"]);
  // The reference calls it so, too.
  validateOwnSelector(
    errors,
    SPEC.child("selector"),
    selector,
    "deployment",
    "invalid label selector",
  );
  const demands = { selector, old: old?.template, owner: "ReplicaSet" };
  // Whose pods they are can't be told without.
  if (canBeRead(selector)) {
    validateLastingTemplate(errors, SPEC.child("template"), template, demands, names);
  }
  return errors;
}
