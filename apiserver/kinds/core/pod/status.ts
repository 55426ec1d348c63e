/**
 * The status of a pod, which its node agent and the scheduler write.
 *
 * @module
 */

import type { ContainerStatus, Pod, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import { addInvalid, checkLabelKey, checkLegacyIp } from "../../../../toolkit/validation/mod.ts";
import { parseIpSloppy } from "../../../../toolkit/validation/mod.ts";

const STATUS = FieldPath.of("status");

/** What no write of a status changes. */
export function keepPodStatus(object: JsonObject, old: JsonObject): void {
  const { status = {} } = object as Pod;
  const { status: before } = old as Pod;
  // It follows from what the pod asks for, and is told apart once.
  if (before?.qosClass !== undefined) status.qosClass ??= before.qosClass;
  object.status = status as JsonObject;
  const metadata = object.metadata as JsonObject;
  delete metadata.deletionTimestamp;
  const { deletionTimestamp } = old.metadata as JsonObject;
  if (deletionTimestamp !== undefined) metadata.deletionTimestamp = deletionTimestamp;
}

/** The rules for a changed status. */
export function validatePodStatusUpdate(object: JsonObject, old: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { status = {}, spec = { containers: [] } } = object as Pod;
  const { status: before = {} } = old as Pod;
  const { nominatedNodeName, conditions = [], podIPs = [] } = status;
  if (nominatedNodeName) {
    const path = STATUS.child("nominatedNodeName");
    addInvalid(errors, path, nominatedNodeName, checkLabelKey(nominatedNodeName));
  }
  for (const [index, { type }] of conditions.entries()) {
    if (STANDARD_CONDITIONS.has(type)) continue;
    addInvalid(
      errors,
      STATUS.child("conditions").index(index).child("type"),
      type,
      checkLabelKey(type),
    );
  }
  if (status.qosClass !== before.qosClass && before.qosClass !== undefined) {
    errors.push(
      FieldError.invalid(STATUS.child("qosClass"), status.qosClass, "field is immutable"),
    );
  }
  validateIps(errors, STATUS.child("podIPs"), podIPs.map(({ ip }) => ip ?? ""));
  // A container that ended for good must not be said to run again.
  validateNoRevival(errors, status.containerStatuses, before.containerStatuses, spec);
  return errors;
}

const STANDARD_CONDITIONS: ReadonlySet<string> = new Set([
  "Ready",
  "PodScheduled",
  "Initialized",
  "ContainersReady",
]);

function validateIps(errors: FieldError[], path: FieldPath, addresses: readonly string[]): void {
  for (const [index, address] of addresses.entries()) {
    addInvalid(errors, path.index(index), address, checkLegacyIp(address));
    if (addresses.indexOf(address) < index) {
      errors.push(FieldError.duplicate(path.index(index), address));
    }
  }
  if (addresses.length < 2) return;
  const families = new Set(addresses.map((address) => parseIpSloppy(address)?.family));
  if (addresses.length > 2 || families.size < 2) {
    const why = "may specify no more than one IP for each IP family";
    errors.push(FieldError.invalid(path, addresses, why));
  }
}

function validateNoRevival(
  errors: FieldError[],
  statuses: readonly ContainerStatus[] = [],
  old: readonly ContainerStatus[] = [],
  { restartPolicy, containers }: PodSpec,
): void {
  if (restartPolicy === "Always") return;
  for (const { name, state } of old) {
    const ended = state?.terminated;
    if (ended === undefined || (restartPolicy === "OnFailure" && ended.exitCode !== 0)) continue;
    const rules = containers?.find((container) => container.name === name);
    if (rules?.restartPolicy !== undefined || rules?.restartPolicyRules !== undefined) continue;
    const index = statuses.findIndex((status) => status.name === name);
    if (index < 0 || statuses[index]!.state?.terminated !== undefined) continue;
    const path = STATUS.child("containerStatuses").index(index).child("state");
    errors.push(FieldError.forbidden(path, "may not be transitioned to non-terminated state"));
  }
}
