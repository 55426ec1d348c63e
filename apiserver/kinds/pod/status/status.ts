/**
 * The status of a pod, which its node agent and the scheduler write.
 *
 * @module
 */

import type { ContainerStatus, Pod, PodStatus } from "../../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { FieldPath } from "../../../../toolkit/errors/mod.ts";
import { warnOfIp } from "../../validation/address_warnings.ts";
import { roundUp } from "../../validation/resources.ts";

const STATUS = FieldPath.of("status");

/**
 * Tells the first of the addresses twice, under its name of now and of old; the old one counts. Amounts are told to
 * the thousandth.
 */
export function setPodStatusDefaults(object: JsonObject): void {
  const { status } = object as Pod;
  if (status === undefined) return;
  const { podIP, podIPs } = status;
  if (podIP && podIPs?.[0]?.ip !== podIP) status.podIPs = [{ ip: podIP }];
  else if (!podIP && podIPs?.[0]?.ip) status.podIP = podIPs[0].ip;
  roundAmounts(status);
  for (const field of STATUSES) status[field]?.forEach(roundAmounts);
}

const STATUSES = [
  "initContainerStatuses",
  "containerStatuses",
  "ephemeralContainerStatuses",
] as const;

function roundAmounts({ allocatedResources, resources }: PodStatus | ContainerStatus): void {
  roundUp(allocatedResources);
  roundUp(resources?.limits);
  roundUp(resources?.requests);
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
  const known = Map.groupBy(before.conditions ?? [], ({ type }) => type);
  const passed = new Map<string, number>();
  for (const condition of status.conditions ?? []) {
    // A type that comes several times is told apart by its place among its like.
    const place = passed.get(condition.type) ?? 0;
    passed.set(condition.type, place + 1);
    const generation = known.get(condition.type)?.[place]?.observedGeneration;
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
