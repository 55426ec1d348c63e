/**
 * The rules for a PodSpec.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { PodSpec, Volume } from "../../../toolkit/api/core_v1.ts";
import type { ObjectMeta } from "../../../toolkit/api/meta_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import {
  addInvalid,
  checkLabelKey,
  checkNameIsSubdomain,
  checkRange,
  validateLabels,
} from "../../../toolkit/validation/mod.ts";
import { requireChoice } from "../validation/choices.ts";
import { MAX_INT32 } from "../validation/numbers.ts";
import { validateRequirements } from "../validation/resources.ts";
import { validateClaims } from "./volumes/claims.ts";
import {
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
} from "./containers/containers.ts";
import { CONTAINER_LISTS } from "./container_lists.ts";
import type { PodContext } from "./context.ts";
import { validateFileVolumes } from "./containers/env.ts";
import {
  validateDnsConfig,
  validateHostAliases,
  validateHostName,
  validateHostNameOverride,
} from "./names.ts";
import { validateOs } from "./security/os.ts";
import { validatePodResources } from "./pod_resources.ts";
import { validateHostNetwork } from "./containers/ports.ts";
import { validateAffinity, validateSpread, validateTolerations } from "./scheduling.ts";
import { validatePodSecurityContext } from "./security/security.ts";
import { validateVolumes } from "./volumes/volumes.ts";
import { validateHostProcesses } from "./security/windows.ts";

const RESTART_POLICIES = ["Always", "OnFailure", "Never"];
const DNS_POLICIES = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];
const DEFAULT_GRACE_SECONDS = 30;

/** Whose specification is judged. */
export interface PodOwner {
  /**
   * The metadata of the pod itself; undefined for a template, where what creating a pod fills in may
   * be missing.
   */
  readonly pod?: ObjectMeta;
  /** The specification that it had; undefined for a new one. */
  readonly before?: PodSpec | undefined;
}

/** Adds an error at `path` for each rule that a PodSpec breaks. */
export function validatePodSpec(
  errors: FieldError[],
  path: FieldPath,
  spec: PodSpec,
  names: Names,
  { pod, before }: PodOwner,
): void {
  const isPod = pod !== undefined;
  const volumes = new Map<string, Volume>();
  if (spec.volumes !== undefined) {
    validateVolumes(errors, path.child("volumes"), spec.volumes, volumes, {
      names,
      pod: pod?.name,
    });
  }
  const claims = validateClaims(
    errors,
    path,
    spec,
    pod?.annotations?.[names.annotationMirrorPod] !== undefined,
  );
  const graceSeconds = Number(spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS);
  const context: PodContext = { names, spec, before, volumes, claims, graceSeconds };
  validateContainers(errors, path.child("containers"), spec.containers ?? [], context);
  if (spec.initContainers !== undefined) {
    validateInitContainers(errors, path.child("initContainers"), spec.initContainers, context);
  }
  if (spec.ephemeralContainers !== undefined) {
    const at = path.child("ephemeralContainers");
    validateEphemeralContainers(errors, at, spec.ephemeralContainers, context);
  }
  validatePodResources(errors, path, spec, names, claims);
  validateHostNetwork(errors, path, spec, isPod);
  requireChoice(errors, path.child("restartPolicy"), spec.restartPolicy, RESTART_POLICIES);
  requireChoice(errors, path.child("dnsPolicy"), spec.dnsPolicy, DNS_POLICIES);
  if (spec.nodeSelector !== undefined) {
    addAll(errors, validateLabels(spec.nodeSelector, path.child("nodeSelector")));
  }
  if (spec.securityContext !== undefined) {
    const at = path.child("securityContext");
    validatePodSecurityContext(errors, at, spec.securityContext, spec);
  }
  validatePlacement(errors, path, spec);
  validateHostProcesses(errors, path, spec);
  if (spec.hostUsers === false) validateOwnUsers(errors, path, spec);
  validateNames(errors, path, spec);
  if (spec.overhead !== undefined) {
    validateRequirements(errors, path.child("overhead"), { limits: spec.overhead }, names);
  }
  if (spec.os !== undefined) validateOs(errors, path, spec);
  validateFileVolumes(errors, path, spec);
}

/** Where and when the pod may run. */
function validatePlacement(errors: FieldError[], path: FieldPath, spec: PodSpec): void {
  if (spec.affinity !== undefined) {
    validateAffinity(errors, path.child("affinity"), spec.affinity);
  }
  validateDnsConfig(errors, path.child("dnsConfig"), spec);
  for (const [index, { conditionType }] of (spec.readinessGates ?? []).entries()) {
    const at = path.child("readinessGates").index(index).child("conditionType");
    addInvalid(errors, at, conditionType, checkLabelKey(conditionType));
  }
  const gates = new Set<string>();
  for (const [index, { name }] of (spec.schedulingGates ?? []).entries()) {
    const at = path.child("schedulingGates").index(index);
    addInvalid(errors, at, name, checkLabelKey(name));
    if (gates.has(name)) errors.push(FieldError.duplicate(at, name));
    gates.add(name);
  }
  if (spec.topologySpreadConstraints !== undefined) {
    const at = path.child("topologySpreadConstraints");
    validateSpread(errors, at, spec.topologySpreadConstraints);
  }
}

/** What a pod with users of its own can't share with its node. */
function validateOwnUsers(errors: FieldError[], path: FieldPath, spec: PodSpec): void {
  const why = "when `hostUsers` is false";
  const shared = [["hostNetwork", "hostNetwork"], ["hostPID", "HostPID"], ["hostIPC", "HostIPC"]];
  for (const [field, shown] of shared as [keyof PodSpec, string][]) {
    if (spec[field]) errors.push(FieldError.forbidden(path.child(shown), why));
  }
  for (const list of CONTAINER_LISTS) {
    for (const [index, { volumeDevices }] of (spec[list] ?? []).entries()) {
      if (!volumeDevices?.length) continue;
      const at = path.child(list).index(index).child("volumeDevices");
      errors.push(FieldError.forbidden(at, why));
    }
  }
}

function validateNames(errors: FieldError[], path: FieldPath, spec: PodSpec): void {
  const validateName = (field: "serviceAccountName" | "nodeName" | "priorityClassName") => {
    const name = spec[field];
    if (name) addInvalid(errors, path.child(field), name, checkNameIsSubdomain(name));
  };
  validateHostNameOverride(errors, path, spec);
  validateName("serviceAccountName");
  validateName("nodeName");
  const { activeDeadlineSeconds: deadline } = spec;
  if (deadline !== undefined) {
    const wrong = checkRange(Number(deadline), 1, MAX_INT32);
    addInvalid(errors, path.child("activeDeadlineSeconds"), deadline, wrong);
  }
  validateHostName(errors, path, spec);
  if (spec.tolerations !== undefined) {
    validateTolerations(errors, path.child("tolerations"), spec.tolerations);
  }
  if (spec.hostAliases !== undefined) {
    validateHostAliases(errors, path.child("hostAliases"), spec.hostAliases);
  }
  validateName("priorityClassName");
  if (spec.runtimeClassName !== undefined) {
    const wrong = checkNameIsSubdomain(spec.runtimeClassName);
    addInvalid(errors, path.child("runtimeClassName"), spec.runtimeClassName, wrong);
  }
  const preemption = path.child("preemptionPolicy");
  if (spec.preemptionPolicy !== undefined) {
    requireChoice(errors, preemption, spec.preemptionPolicy, ["PreemptLowerPriority", "Never"]);
  }
}
