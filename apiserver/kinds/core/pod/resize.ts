/**
 * Giving the containers of a pod that runs more or less.
 *
 * @module
 */

import type {
  Container,
  Pod,
  PodSpec,
  ResourceList,
  ResourceRequirements,
} from "../../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import type { Names } from "../../../../toolkit/names.ts";
import { equalJson } from "../../../registry/equal.ts";
import { metadataOf } from "../../../registry/metadata.ts";
import type { PartRules } from "../../declaration.ts";
import { setWholePodDefaults } from "./defaults.ts";
import { grow } from "./ephemeral.ts";
import { qosClassOf } from "./qos.ts";
import { validatePodSpec } from "./spec.ts";

const SPEC = FieldPath.of("spec");
/** The reference names no field where the pod itself is what is wrong. */
const WHOLE = FieldPath.of("");

/** What can be changed while a pod runs. */
const RESIZABLE = ["cpu", "memory"];
const LISTS = ["containers", "initContainers"] as const;

/** See the module's comment. */
export function resizeRules(names: Names): PartRules {
  return {
    changes: ["spec"],
    resetFields: [],
    setDefaults: setWholePodDefaults,
    prepareForUpdate(object, old) {
      grow(object, old, object.spec as unknown as PodSpec);
    },
    validateUpdate(object, old) {
      const errors: FieldError[] = [];
      const spec = object.spec as unknown as PodSpec;
      const before = old.spec as unknown as PodSpec;
      validatePodSpec(errors, SPEC, spec, names, true);
      const why = whyNever(old, names);
      if (why !== undefined) {
        errors.push(FieldError.forbidden(WHOLE, why));
        return errors;
      }
      if (!isAgentAble(old)) {
        const why = "Pod running on node without support for resize";
        errors.push(FieldError.forbidden(SPEC, why));
      }
      if (qosClassOf(spec) !== qosClassOf(before)) {
        const why = "Pod QOS Class may not change as a result of resizing";
        errors.push(FieldError.invalid(SPEC, qosClassOf(spec), why));
      }
      validateResized(errors, spec, before);
      return errors;
    },
  };
}

/** Why a pod keeps its size; undefined: it does not have to. */
function whyNever(object: JsonObject, { annotationMirrorPod }: Names): string | undefined {
  const { spec } = object as Pod;
  if (metadataOf(object).annotations?.[annotationMirrorPod] !== undefined) {
    return "static pods cannot be resized";
  }
  return spec?.os?.name === "windows" ? "windows pods cannot be resized" : undefined;
}

/** Whether the pod's node can change its size: an agent that can tells the size of what runs. */
function isAgentAble(object: JsonObject): boolean {
  const { containerStatuses = [] } = (object as Pod).status ?? {};
  const running = containerStatuses.find(({ state }) => state?.running !== undefined);
  return running === undefined || running.resources !== undefined;
}

function validateResized(errors: FieldError[], spec: PodSpec, old: PodSpec): void {
  for (const list of LISTS) {
    const [names, before] = [spec, old].map((one) => one[list]?.map(({ name }) => name) ?? []);
    if (equalJson(names, before)) continue;
    const why = "containers may not be renamed or reordered on resize";
    errors.push(FieldError.forbidden(SPEC.child(list), why));
    return;
  }
  validateKept(errors, SPEC.child("resources"), spec.resources, old.resources);
  for (const list of LISTS) {
    for (const [index, { resources, restartPolicy }] of (spec[list] ?? []).entries()) {
      const before = old[list]?.[index]?.resources;
      const at = SPEC.child(list).index(index).child("resources");
      if (list === "containers" || restartPolicy === "Always") {
        validateKept(errors, at, resources, before);
      } else if (!equalJson(resources, before)) {
        const why = "resources for non-sidecar init containers are immutable";
        errors.push(FieldError.forbidden(at, why));
      }
    }
  }
  if (equalJson(withoutSizes(spec), withoutSizes(old))) return;
  errors.push(FieldError.forbidden(SPEC, "only cpu and memory resources are mutable"));
}

/** What was asked for may become more or less, not nothing. */
function validateKept(
  errors: FieldError[],
  path: FieldPath,
  { requests = {}, limits = {} }: ResourceRequirements = {},
  { requests: requested = {}, limits: limited = {} }: ResourceRequirements = {},
): void {
  const lost = (now: ResourceList, before: ResourceList) =>
    Object.keys(before).some((name) => now[name] === undefined);
  if (lost(requests, requested)) {
    errors.push(
      FieldError.forbidden(path.child("requests"), "resource requests cannot be removed"),
    );
  }
  if (lost(limits, limited)) {
    errors.push(FieldError.forbidden(path.child("limits"), "resource limits cannot be removed"));
  }
}

/** A specification with all left out that a resize may change. */
function withoutSizes(spec: PodSpec): object {
  const { containers, initContainers, resources, ...others } = spec;
  const strip = (all: readonly Container[] | undefined) =>
    all?.map(({ resources, ...rest }) => ({ ...rest, resources: withoutSize(resources) })) ?? [];
  return {
    ...others,
    containers: strip(containers),
    initContainers: strip(initContainers),
    resources: withoutSize(resources),
  };
}

function withoutSize({ requests, limits, ...others }: ResourceRequirements = {}): object {
  const rest = (amounts: ResourceList = {}) =>
    Object.fromEntries(Object.entries(amounts).filter(([name]) => !RESIZABLE.includes(name)));
  return { ...others, requests: rest(requests), limits: rest(limits) };
}
