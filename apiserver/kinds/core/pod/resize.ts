/**
 * Giving the containers of a pod that runs more or less.
 *
 * @module
 */

import type { Container, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import type { Names } from "../../../../toolkit/names.ts";
import { equalJson } from "../../../registry/equal.ts";
import type { PartRules } from "../../declaration.ts";
import { setPodDefaults, setPodSpecDefaults } from "./defaults.ts";
import { grow } from "./ephemeral.ts";
import { qosClassOf } from "./qos.ts";
import { validatePodSpec } from "./spec.ts";

const SPEC = FieldPath.of("spec");

/** What can be changed of a container while it runs. */
const RESIZABLE = new Set(["cpu", "memory"]);

/** See the module's comment. */
export function resizeRules(names: Names): PartRules {
  return {
    changes: ["spec"],
    resetFields: [],
    setDefaults(object) {
      const spec = object.spec as PodSpec | undefined;
      if (spec === undefined) return;
      setPodSpecDefaults(spec);
      setPodDefaults(spec);
    },
    prepareForUpdate(object, old) {
      grow(object, old, object.spec as unknown as PodSpec);
    },
    validateUpdate(object, old) {
      const errors: FieldError[] = [];
      const spec = object.spec as unknown as PodSpec;
      const before = old.spec as unknown as PodSpec;
      validatePodSpec(errors, SPEC, spec, names, true);
      if (spec.os?.name === "windows") {
        errors.push(FieldError.forbidden(SPEC, "windows pods cannot be resized"));
      }
      for (const list of ["containers", "initContainers"] as const) {
        validateResized(errors, SPEC.child(list), spec, before, list);
      }
      if (!equalJson(withoutResources(spec), withoutResources(before))) {
        const why = "only cpu and memory resources are mutable";
        errors.push(FieldError.forbidden(SPEC, why));
      }
      if (qosClassOf(spec) !== qosClassOf(before)) {
        const why = "Pod QOS Class may not change as a result of resizing";
        errors.push(FieldError.invalid(FieldPath.of("spec"), qosClassOf(spec), why));
      }
      return errors;
    },
  };
}

function withoutResources(spec: PodSpec): PodSpec {
  const strip = (containers: Container[] | undefined) =>
    containers?.map(({ resources: _, ...others }) => others);
  const { containers, initContainers, ...others } = spec;
  const stripped = strip(initContainers);
  return {
    ...others,
    containers: strip(containers) ?? [],
    ...(stripped !== undefined && { initContainers: stripped }),
  };
}

function validateResized(
  errors: FieldError[],
  path: FieldPath,
  spec: PodSpec,
  old: PodSpec,
  list: "containers" | "initContainers",
): void {
  for (const [index, { resources = {}, restartPolicy }] of (spec[list] ?? []).entries()) {
    const before = old[list]?.[index]?.resources ?? {};
    if (equalJson(resources, before)) continue;
    const at = path.index(index).child("resources");
    if (list === "initContainers" && restartPolicy !== "Always") {
      const why = "resources for non-sidecar init containers are immutable";
      errors.push(FieldError.forbidden(at, why));
      continue;
    }
    if (!equalJson(resources.claims, before.claims)) {
      errors.push(FieldError.forbidden(at.child("claims"), "claims are immutable"));
    }
    for (const side of ["limits", "requests"] as const) {
      const now = resources[side] ?? {};
      const then = before[side] ?? {};
      for (const name of new Set([...Object.keys(now), ...Object.keys(then)])) {
        if (now[name] === then[name]) continue;
        const where = at.child(side);
        if (!RESIZABLE.has(name)) {
          errors.push(FieldError.forbidden(where, "only cpu and memory resources are mutable"));
        } else if (now[name] === undefined) {
          errors.push(FieldError.forbidden(where, `resource ${side} cannot be removed`));
        }
      }
    }
  }
}
