/**
 * The rules for the status of a pod, in the reference's order.
 *
 * @module
 */

import type {
  Container,
  ContainerStatus,
  Pod,
  PodSpec,
  PodStatus,
  ResourceList,
} from "../../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import type { Names } from "../../../../toolkit/names.ts";
import {
  addInvalid,
  checkLabelKey,
  checkLegacyIp,
  checkNameIsSubdomain,
  checkUserId,
  isLongerThan,
  parseIpSloppy,
} from "../../../../toolkit/validation/mod.ts";
import { metadataOf } from "../../../resource/metadata.ts";
import { IMMUTABLE } from "../../validation/immutable.ts";
import { validateFixedAnnotations, validatePodAnnotations } from "../annotations.ts";
import { validateExtendedClaim } from "./extended_claim.ts";
import { type ContainerStatuses, validateNoRevival } from "./revival.ts";

const STATUS = FieldPath.of("status");
const ANNOTATIONS = FieldPath.of("metadata", "annotations");
const NOT_NEGATIVE = "must be a non-negative integer";
const MESSAGE_LIMIT_BYTES = 1024;

const CONTAINER_STATUSES: readonly ContainerStatuses[] = [
  "containerStatuses",
  "initContainerStatuses",
  "ephemeralContainerStatuses",
];

/** The rules for a changed status. */
export function validatePodStatusUpdate(
  object: JsonObject,
  old: JsonObject,
  names: Names,
): FieldError[] {
  const errors: FieldError[] = [];
  const { status = {}, spec = { containers: [] } } = object as Pod;
  const { status: before = {}, spec: specBefore } = old as Pod;
  const { annotations } = metadataOf(object);
  validateFixedAnnotations(errors, ANNOTATIONS, annotations, metadataOf(old).annotations, names);
  validatePodAnnotations(errors, ANNOTATIONS, annotations, spec, names);
  validateConditions(errors, status);
  validateNomination(errors, status, before, Boolean(specBefore?.nodeName));
  if (Number(status.observedGeneration ?? 0) < 0) {
    const at = STATUS.child("observedGeneration");
    errors.push(FieldError.invalid(at, status.observedGeneration, NOT_NEGATIVE));
  }
  if ((status.qosClass ?? "") !== (before.qosClass ?? "")) {
    errors.push(FieldError.invalid(STATUS.child("qosClass"), status.qosClass ?? "", IMMUTABLE));
  }
  for (const list of CONTAINER_STATUSES) {
    validateNoRevival(errors, STATUS, list, object as Pod, old as Pod, spec);
  }
  validateClaimStatuses(errors, status, spec);
  const { extendedResourceClaimStatus: extended } = status;
  if (extended !== undefined) {
    validateExtendedClaim(errors, STATUS.child("extendedResourceClaimStatus"), extended, spec);
  }
  validateIps(errors, "podIPs", status, before);
  const { hostIP = "", hostIPs: [first] = [] } = status;
  if (first !== undefined && first.ip !== hostIP) {
    const at = STATUS.child("hostIPs").index(0).child("ip");
    errors.push(FieldError.invalid(at, first.ip ?? "", "must be equal to `hostIP`"));
  }
  validateIps(errors, "hostIPs", status, before);
  for (const list of CONTAINER_STATUSES) validateUsers(errors, list, status[list] ?? [], spec);
  validateResources(errors, "containerStatuses", status, spec.containers);
  validateResources(errors, "initContainerStatuses", status, spec.initContainers);
  for (const [index, one] of (status.ephemeralContainerStatuses ?? []).entries()) {
    if (!one.allocatedResourcesStatus?.length) continue;
    const at = STATUS.child("ephemeralContainerStatuses").index(index);
    const why = "must not be specified in container status";
    errors.push(FieldError.forbidden(at.child("allocatedResourcesStatus"), why));
  }
  return errors;
}

const STANDARD_CONDITIONS: ReadonlySet<string> = new Set([
  "Ready",
  "PodScheduled",
  "Initialized",
]);

function validateConditions(errors: FieldError[], { conditions = [] }: PodStatus): void {
  for (const [index, { type, observedGeneration }] of conditions.entries()) {
    const at = STATUS.child("conditions").index(index);
    if (Number(observedGeneration ?? 0) < 0) {
      const place = at.child("observedGeneration");
      errors.push(FieldError.invalid(place, observedGeneration, NOT_NEGATIVE));
    }
    if (STANDARD_CONDITIONS.has(type)) continue;
    addInvalid(errors, at.child("Type"), type, checkLabelKey(type));
  }
}

/** The rules for the node that the scheduler has in mind. */
function validateNomination(
  errors: FieldError[],
  { nominatedNodeName: name }: PodStatus,
  { nominatedNodeName: before }: PodStatus,
  isBound: boolean,
): void {
  if (!name || name === before) return;
  const at = STATUS.child("nominatedNodeName");
  addInvalid(errors, at, name, checkNameIsSubdomain(name));
  if (isBound) {
    const why = "may not be set on pods that are already bound to a node";
    errors.push(FieldError.forbidden(at, why));
  }
}

/** Claims that were made for the pod belong to claims that it asks for. */
function validateClaimStatuses(
  errors: FieldError[],
  { resourceClaimStatuses = [] }: PodStatus,
  { resourceClaims = [] }: PodSpec,
): void {
  const known = new Set(resourceClaims.map(({ name }) => name));
  const seen = new Set<string>();
  for (const [index, { name, resourceClaimName }] of resourceClaimStatuses.entries()) {
    const at = STATUS.child("resourceClaimStatuses").index(index);
    if (!known.has(name)) {
      const why = "must match the name of an entry in `spec.resourceClaims`";
      errors.push(FieldError.invalid(at.child("name"), name, why));
    }
    if (seen.has(name)) errors.push(FieldError.duplicate(at.child("name"), name));
    seen.add(name);
    if (resourceClaimName === undefined) continue;
    const wrong = checkNameIsSubdomain(resourceClaimName);
    addInvalid(errors, at.child("resourceClaimName"), resourceClaimName, wrong);
  }
}

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
  const known = new Set(old);
  for (const [index, address] of addresses.entries()) {
    // Those that were taken by older rules stay.
    if (!known.has(address)) {
      addInvalid(errors, path.index(index), address, checkLegacyIp(address));
    }
  }
  if (addresses.length < 2) return;
  const families = addresses.map((address) => parseIpSloppy(address)?.family);
  const bad = families.indexOf(undefined);
  if (bad >= 0) {
    const why = `failed to check for dual stack with error:invalid IP[${bad}]: ${addresses[bad]}`;
    errors.push(FieldError.internal(path, why));
  }
  if (bad >= 0 || addresses.length > 2 || families[0] === families[1]) {
    const why = "may specify no more than one IP for each IP family";
    errors.push(FieldError.invalid(path, status[field], why));
  }
}

function validateUsers(
  errors: FieldError[],
  list: ContainerStatuses,
  statuses: readonly ContainerStatus[],
  { os }: PodSpec,
): void {
  for (const [index, { user }] of statuses.entries()) {
    const linux = user?.linux;
    if (linux === undefined) continue;
    const at = STATUS.child(list).index(index).child("user", "linux");
    if (os?.name === "windows") {
      errors.push(FieldError.forbidden(at, "cannot be set for a windows pod"));
      continue;
    }
    const { uid, gid, supplementalGroups = [] } = linux;
    addInvalid(errors, at.child("uid"), uid, checkUserId(Number(uid)));
    addInvalid(errors, at.child("gid"), gid, checkUserId(Number(gid)));
    for (const [place, group] of supplementalGroups.entries()) {
      const where = at.child("supplementalGroups").index(place);
      addInvalid(errors, where, group, checkUserId(Number(group)));
    }
  }
}

const HEALTHS = ["Healthy", "Unhealthy", "Unknown"];

/** The rules for how what a container was given is doing. */
function validateResources(
  errors: FieldError[],
  list: "containerStatuses" | "initContainerStatuses",
  status: PodStatus,
  containers: readonly Container[] | undefined,
): void {
  if (!status[list]?.some((one) => one.allocatedResourcesStatus?.length)) return;
  const given = givenTo(containers);
  for (const [index, { name, allocatedResourcesStatus }] of status[list].entries()) {
    const known = given.get(name);
    for (const [place, { name, resources }] of (allocatedResourcesStatus ?? []).entries()) {
      const at = STATUS.child(list).index(index).child("allocatedResourcesStatus").index(place);
      if (known !== undefined) validateGiven(errors, at.child("name"), name, known);
      const seen = new Set<string>();
      for (const [which, { resourceID, health, message }] of (resources ?? []).entries()) {
        const one = at.child("resources").index(which);
        if (!HEALTHS.includes(health ?? "")) {
          errors.push(FieldError.notSupported(one.child("health"), health ?? "", HEALTHS));
        }
        if (message === "") {
          const why = "must be non-empty if specified";
          errors.push(FieldError.required(one.child("message"), why));
        } else if (message !== undefined && isLongerThan(message, MESSAGE_LIMIT_BYTES)) {
          errors.push(FieldError.tooLong(one.child("message"), MESSAGE_LIMIT_BYTES));
        }
        if (seen.has(resourceID)) {
          errors.push(FieldError.duplicate(one.child("resourceID"), resourceID));
        }
        seen.add(resourceID);
      }
    }
  }
}

/** What a container asks for. */
interface Given {
  /** As a status names them. */
  readonly claims: ReadonlySet<string>;
  readonly requests: ResourceList;
}

function givenTo(containers: readonly Container[] | null | undefined): Map<string, Given> {
  // Of several of one name, the first is meant.
  return new Map(
    containers?.toReversed().map(({ name, resources }) => {
      const claims = (resources?.claims ?? []).map(({ name, request }) =>
        request ? `claim:${name}/${request}` : `claim:${name}`
      );
      return [name, { claims: new Set(claims), requests: resources?.requests ?? {} }];
    }),
  );
}

function validateGiven(
  errors: FieldError[],
  path: FieldPath,
  name: string,
  { claims, requests }: Given,
): void {
  if (name.startsWith("claim:")) {
    if (claims.has(name)) return;
    const why = "must match one of the container's resource claims in a format " +
      "'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty";
    errors.push(FieldError.invalid(path, name, why));
  } else if (!Object.hasOwn(requests, name)) {
    const why = "must match one of the container's resource requests";
    errors.push(FieldError.invalid(path, name, why));
  }
}
