/**
 * The status of a pod, which its node agent and the scheduler write.
 *
 * @module
 */

import type { ContainerStatus, Pod, PodSpec, PodStatus } from "../../../../toolkit/api/core_v1.ts";
import type { Int64 } from "../../../../toolkit/api/scalars.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkLabelKey,
  checkLegacyIp,
  checkNameIsSubdomain,
  parseIpSloppy,
} from "../../../../toolkit/validation/mod.ts";
import { warnOfIp } from "../../rules/address_warnings.ts";

const STATUS = FieldPath.of("status");

/** Tells the first of the addresses twice, under its name of now and of old; the old one counts. */
export function setPodStatusDefaults(object: JsonObject): void {
  const { status } = object as Pod;
  if (status === undefined) return;
  const { podIP, podIPs } = status;
  if (podIP && podIPs?.[0]?.ip !== podIP) status.podIPs = [{ ip: podIP }];
  else if (!podIP && podIPs?.[0]?.ip) status.podIP = podIPs[0].ip;
}

/** What no write of a status changes. */
export function keepPodStatus(object: JsonObject, old: JsonObject): void {
  const { status = {} } = object as Pod;
  const { status: before } = old as Pod;
  // It follows from what the pod asks for, and is told apart once.
  if (before?.qosClass !== undefined) status.qosClass ??= before.qosClass;
  object.status = status as JsonObject;
  const metadata = object.metadata as JsonObject;
  // Agents of old spoilt what the garbage collector goes by.
  for (const field of ["deletionTimestamp", "ownerReferences"]) {
    delete metadata[field];
    const value = (old.metadata as JsonObject)[field];
    if (value !== undefined) metadata[field] = value;
  }
  keepObservedGenerations(status, before);
}

/** Who does not know of observed generations does not clear them. */
function keepObservedGenerations(status: PodStatus, before: PodStatus = {}): void {
  if (!status.observedGeneration && before.observedGeneration) {
    status.observedGeneration = before.observedGeneration;
  }
  const known = new Map<string, (Int64 | undefined)[]>();
  for (const { type, observedGeneration } of before.conditions ?? []) {
    const ofType = known.get(type);
    if (ofType === undefined) known.set(type, [observedGeneration]);
    else ofType.push(observedGeneration);
  }
  for (const condition of status.conditions ?? []) {
    // A type that comes several times is told apart by its place among its like.
    const generation = known.get(condition.type)?.shift();
    if (!condition.observedGeneration && generation) condition.observedGeneration = generation;
  }
}

const ADDRESSES = [
  ["podIPs", STATUS.child("podIPs")],
  ["hostIPs", STATUS.child("hostIPs")],
] as const;

/** Warns of addresses that are not written as they should be. */
export function podStatusWarnings(object: JsonObject): string[] {
  const warnings: string[] = [];
  const { status } = object as Pod;
  for (const [field, path] of ADDRESSES) {
    for (const [index, { ip }] of (status?.[field] ?? []).entries()) {
      if (ip) warnOfIp(warnings, path.index(index).child("ip"), ip);
    }
  }
  return warnings;
}

/** The rules for a changed status. */
export function validatePodStatusUpdate(object: JsonObject, old: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { status = {}, spec = { containers: [] } } = object as Pod;
  const { status: before = {} } = old as Pod;
  const { nominatedNodeName, conditions = [] } = status;
  if (nominatedNodeName) {
    const path = STATUS.child("nominatedNodeName");
    addInvalid(errors, path, nominatedNodeName, checkLabelKey(nominatedNodeName));
  }
  for (const [index, { type }] of conditions.entries()) {
    if (STANDARD_CONDITIONS.has(type)) continue;
    addInvalid(
      errors,
      STATUS.child("conditions").index(index).child("Type"),
      type,
      checkLabelKey(type),
    );
  }
  if (status.qosClass !== before.qosClass && before.qosClass !== undefined) {
    errors.push(
      FieldError.invalid(STATUS.child("qosClass"), status.qosClass, "field is immutable"),
    );
  }
  validateIps(errors, "podIPs", status, before);
  const { hostIP, hostIPs: [first] = [] } = status;
  if (first !== undefined && first.ip !== hostIP) {
    const at = STATUS.child("hostIPs").index(0).child("ip");
    errors.push(FieldError.invalid(at, first.ip, "must be equal to `hostIP`"));
  }
  validateIps(errors, "hostIPs", status, before);
  for (const list of CONTAINER_STATUSES) {
    validateNoRevival(errors, list, status[list], before[list], spec);
  }
  validateClaimStatuses(errors, status, spec);
  return errors;
}

const CONTAINER_STATUSES = [
  "containerStatuses",
  "initContainerStatuses",
  "ephemeralContainerStatuses",
] as const;

/** Claims that were made for the pod belong to claims that it asks for. */
function validateClaimStatuses(
  errors: FieldError[],
  { resourceClaimStatuses = [] }: PodStatus,
  { resourceClaims = [] }: PodSpec,
): void {
  const known = new Set(resourceClaims.map(({ name }) => name));
  const seen = new Set<string>();
  for (const [index, { name, resourceClaimName }] of resourceClaimStatuses.entries()) {
    const at = STATUS.child("resourceClaimStatuses").index(index).child("name");
    if (!known.has(name)) {
      const why = "must match the name of an entry in `spec.resourceClaims`";
      errors.push(FieldError.invalid(at, name, why));
    }
    if (seen.has(name)) errors.push(FieldError.duplicate(at, name));
    seen.add(name);
    if (resourceClaimName === undefined) continue;
    addInvalid(errors, at, resourceClaimName, checkNameIsSubdomain(resourceClaimName));
  }
}

const STANDARD_CONDITIONS: ReadonlySet<string> = new Set([
  "Ready",
  "PodScheduled",
  "Initialized",
  "ContainersReady",
]);

function validateIps(
  errors: FieldError[],
  field: "podIPs" | "hostIPs",
  status: PodStatus,
  before: PodStatus,
): void {
  const path = STATUS.child(field);
  const [addresses, old] = [status, before].map((one) =>
    (one[field] ?? []).map(({ ip }) => ip ?? "")
  ) as [string[], string[]];
  for (const [index, address] of addresses.entries()) {
    // Those that were taken by older rules stay.
    if (!old.includes(address)) {
      addInvalid(errors, path.index(index), address, checkLegacyIp(address));
    }
    if (addresses.indexOf(address) < index) {
      errors.push(FieldError.duplicate(path.index(index), address));
    }
  }
  if (addresses.length < 2) return;
  const families = new Set(addresses.map((address) => parseIpSloppy(address)?.family));
  if (addresses.length > 2 || families.size < 2) {
    const why = "may specify no more than one IP for each IP family";
    errors.push(FieldError.invalid(path, status[field], why));
  }
}

/** A container that ended for good must not be said to run again. */
function validateNoRevival(
  errors: FieldError[],
  list: typeof CONTAINER_STATUSES[number],
  statuses: readonly ContainerStatus[] = [],
  old: readonly ContainerStatus[] = [],
  { restartPolicy, containers, initContainers }: PodSpec,
): void {
  const isEphemeral = list === "ephemeralContainerStatuses";
  if (restartPolicy === "Always" && !isEphemeral) return;
  const all = list === "containerStatuses" ? containers : initContainers;
  for (const { name, state } of old) {
    const ended = state?.terminated;
    if (ended === undefined) continue;
    if (restartPolicy === "OnFailure" && ended.exitCode !== 0 && !isEphemeral) continue;
    const own = isEphemeral ? undefined : all?.find((container) => container.name === name);
    if (own?.restartPolicy !== undefined || own?.restartPolicyRules !== undefined) continue;
    const index = statuses.findIndex((status) => status.name === name);
    if (index < 0 || statuses[index]!.state?.terminated !== undefined) continue;
    const path = STATUS.child(list).index(index).child("state");
    errors.push(FieldError.forbidden(path, "may not be transitioned to non-terminated state"));
  }
}
