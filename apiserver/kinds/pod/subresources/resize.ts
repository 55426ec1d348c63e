/**
 * The subresource `resize` of pods.
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
import { equalStored } from "../../../resource/equal_stored.ts";
import { metadataOf } from "../../../resource/metadata.ts";
import type { SubresourceRules } from "../../declaration.ts";
import { setWholePodDefaults } from "../defaults.ts";
import { WHOLE } from "../volumes/claims.ts";
import { grow, keepMetadata } from "./kept_fields.ts";
import { qosClassOf } from "../status/qos.ts";
import { validateWholePod } from "../whole.ts";

const SPEC = FieldPath.of("spec");
/** What can be changed while a pod runs. */
const RESIZABLE = ["cpu", "memory"];
const LISTS = ["containers", "initContainers"] as const;
const ONLY_SIZES = "only cpu and memory resources are mutable";

/**
 * The rules of `pods/resize`: a write changes CPU and memory of containers, and their resize
 * policies, and nothing else. The QoS class must stay, and requests and limits can't be removed;
 * static and Windows pods can't be resized.
 */
export function resizeRules(names: Names): SubresourceRules {
  return {
    changes: ["spec"],
    resetFields: [],
    setDefaults: setWholePodDefaults,
    prepareForUpdate(object, old) {
      if (hasSameContainers(object.spec as unknown as PodSpec, old.spec as unknown as PodSpec)) {
        keepMetadata(object, old);
      }
      object.spec = resizedOnly(
        object.spec as unknown as PodSpec,
        old.spec as unknown as PodSpec,
      ) as unknown as JsonObject;
      grow(object, old, object.spec as unknown as PodSpec);
    },
    validateUpdate(object, old) {
      const errors: FieldError[] = [];
      const spec = object.spec as unknown as PodSpec;
      const before = old.spec as unknown as PodSpec;
      validateWholePod(errors, object, old, names);
      const why = whyNever(old, names);
      if (why !== undefined) return [FieldError.forbidden(WHOLE, why)];
      const { qosClass } = (old as Pod).status ?? {};
      if (qosClassOf(spec) !== (qosClass || qosClassOf(before))) {
        const why = "Pod QOS Class may not change as a result of resizing";
        errors.push(FieldError.invalid(SPEC, qosClass ?? "", why));
      }
      if (!isAgentAble(old)) {
        const why = "Pod running on node without support for resize";
        errors.push(FieldError.forbidden(SPEC, why));
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

/** Whether there are as many containers as before. */
function hasSameContainers(spec: PodSpec, old: PodSpec): boolean {
  return LISTS.every((list) => (spec[list]?.length ?? 0) === (old[list]?.length ?? 0));
}

/**
 * The old specification with the new sizes: a resize changes nothing else. Where containers came,
 * went or changed places, the new one as it is, which is refused then.
 */
function resizedOnly(spec: PodSpec, old: PodSpec): PodSpec {
  if (!hasSameContainers(spec, old)) return spec;
  const resized = withOwn(old, spec, ["resources"]);
  for (const list of LISTS) {
    const before = old[list] ?? [];
    const now = spec[list] ?? [];
    if (now.length === 0) continue;
    resized[list] = now.some(({ name }, index) => name !== before[index]!.name)
      ? now
      : now.map((one, index) => withOwn(before[index]!, one, ["resources", "resizePolicy"]));
  }
  return resized;
}

/** A copy of `base` with these fields as they are in `own`. */
function withOwn<T extends object>(base: T, own: T, fields: readonly (keyof T)[]): T {
  const copy: Partial<T> = { ...base };
  for (const field of fields) {
    if (own[field] === undefined) delete copy[field];
    else copy[field] = own[field];
  }
  return copy as T;
}

function validateResized(errors: FieldError[], spec: PodSpec, old: PodSpec): void {
  validateWholeSize(errors, spec.resources, old.resources);
  const before = errors.length;
  for (const list of LISTS) validateSameNames(errors, list, spec[list] ?? [], old[list] ?? []);
  if (errors.length > before) return;
  for (const list of ["initContainers", "containers"] as const) {
    for (const [index, { resources }] of (spec[list] ?? []).entries()) {
      const at = SPEC.child(list).index(index).child("resources");
      validateKept(errors, at, resources, old[list]![index]!.resources);
    }
  }
  for (const [index, container] of (spec.containers ?? []).entries()) {
    if (isResizedOnly(container, old.containers[index]!)) continue;
    errors.push(FieldError.forbidden(SPEC, ONLY_SIZES));
  }
  for (const [index, container] of (spec.initContainers ?? []).entries()) {
    validateInitContainer(errors, index, container, old.initContainers![index]!);
  }
  if (errors.length > 0 || hasSameRest(spec, old)) return;
  errors.push(FieldError.forbidden(SPEC, ONLY_SIZES));
}

/** Whether all but sizes is as it was. Resources of the whole that say nothing are not the same as none. */
function hasSameRest(spec: PodSpec, old: PodSpec): boolean {
  const areSizes = asksForAny(spec.resources ?? {}) || asksForAny(old.resources ?? {});
  const are = (one: PodSpec) => one.resources !== undefined;
  return (areSizes || are(spec) === are(old)) && equalStored(withoutSizes(spec), withoutSizes(old));
}

/** The rules for what the pod gets as a whole. */
function validateWholeSize(
  errors: FieldError[],
  resources: ResourceRequirements | undefined,
  old: ResourceRequirements | undefined,
): void {
  const path = SPEC.child("resources");
  if (!asksForAny(resources ?? {}) && !asksForAny(old ?? {})) return;
  if (resources === undefined && old !== undefined && asksForAny(old)) {
    errors.push(FieldError.forbidden(path, "pod-level resources cannot be removed"));
    return;
  }
  validateKept(errors, path, resources, old, "pod-level ");
  if (equalStored(withoutSize(resources), withoutSize(old))) return;
  errors.push(FieldError.forbidden(SPEC, `${ONLY_SIZES} at pod-level`));
}

function asksForAny({ requests, limits }: ResourceRequirements): boolean {
  return Object.keys({ ...requests, ...limits }).length > 0;
}

/** Containers neither come nor go, and keep their places. */
function validateSameNames(
  errors: FieldError[],
  list: typeof LISTS[number],
  containers: readonly Container[],
  old: readonly Container[],
): void {
  const path = SPEC.child(list);
  if (containers.length !== old.length) {
    errors.push(FieldError.forbidden(path, `${list} may not be added or removed on resize`));
    return;
  }
  for (const [index, { name }] of containers.entries()) {
    if (name === old[index]!.name) continue;
    const why = `${list} may not be renamed or reordered on resize`;
    errors.push(FieldError.forbidden(path.index(index).child("name"), why));
  }
}

function validateInitContainer(
  errors: FieldError[],
  index: number,
  container: Container,
  old: Container,
): void {
  const path = SPEC.child("initContainers").index(index);
  if (!isResizedOnly(container, old)) {
    const why = "only cpu and memory resources for init or sidecar containers are mutable";
    errors.push(FieldError.forbidden(path, why));
  }
  // What ends by itself can't be started anew for its size.
  if (container.restartPolicy === "Always" || equalStored(container, old)) return;
  for (const { restartPolicy } of container.resizePolicy ?? []) {
    if (restartPolicy !== "RestartContainer") continue;
    const why =
      "non-sidecar init containers with a resize policy of RestartContainer cannot be resized";
    errors.push(FieldError.forbidden(path, why));
  }
}

/** What was asked for may become more or less, not nothing; `whose` resources they are said to be. */
function validateKept(
  errors: FieldError[],
  path: FieldPath,
  { requests = {}, limits = {} }: ResourceRequirements = {},
  { requests: requested = {}, limits: limited = {} }: ResourceRequirements = {},
  whose = "",
): void {
  const lost = (now: ResourceList, before: ResourceList) =>
    Object.keys(before).some((name) => now[name] === undefined);
  if (lost(requests, requested)) {
    const why = `${whose}resource requests cannot be removed`;
    errors.push(FieldError.forbidden(path.child("requests"), why));
  }
  if (lost(limits, limited)) {
    const why = `${whose}resource limits cannot be removed`;
    errors.push(FieldError.forbidden(path.child("limits"), why));
  }
}

/** Whether a container has no more than another size. One with claims has none but the size that it has. */
function isResizedOnly({ resources, ...container }: Container, old: Container): boolean {
  const { claims: _, ...amounts } = resources ?? {};
  return equalStored(
    withoutSizeOf({ ...container, resources: amounts }),
    withoutSizeOf(old),
  );
}

/** A specification without its containers, and with all left out that a resize may change. */
function withoutSizes(spec: PodSpec): object {
  const { containers: _, initContainers: __, resources, ...others } = spec;
  return { ...others, resources: withoutSize(resources) };
}

function withoutSizeOf({ resources, ...rest }: Container): object {
  return { ...rest, resources: withoutSize(resources) };
}

function withoutSize({ requests, limits, ...others }: ResourceRequirements = {}): object {
  const rest = (amounts: ResourceList = {}) =>
    Object.fromEntries(Object.entries(amounts).filter(([name]) => !RESIZABLE.includes(name)));
  return { ...others, requests: rest(requests), limits: rest(limits) };
}
