/**
 * The claim that the scheduler makes for extended resources of a pod that devices provide.
 *
 * @module
 */

import type { PodExtendedResourceClaimStatus, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkNameIsSubdomain,
} from "../../../../toolkit/validation/mod.ts";

/** The rules for what a pod's status says of that claim: each request is one of its containers'. */
export function validateExtendedClaim(
  errors: FieldError[],
  path: FieldPath,
  { requestMappings, resourceClaimName }: PodExtendedResourceClaimStatus,
  { containers, initContainers }: PodSpec,
): void {
  const known = new Map(
    [...initContainers ?? [], ...containers ?? []].map((one) => [one.name, one]),
  );
  const mappings = requestMappings ?? [];
  const list = path.child("requestMappings");
  if (mappings.length === 0) {
    errors.push(FieldError.required(list, "at least one request mapping is required"));
  }
  const seen = new Set<string>();
  for (const [index, { containerName, resourceName, requestName }] of mappings.entries()) {
    const at = list.index(index);
    const container = known.get(containerName);
    if (container === undefined) {
      const why = "must match the name of an entry in spec.initContainers.name or " +
        "spec.containers.name";
      errors.push(FieldError.invalid(at.child("containerName"), containerName, why));
    } else if (!Object.hasOwn(container.resources?.requests ?? {}, resourceName)) {
      const why = "must match the extended resource name of an entry in " +
        "spec.initContainers.resources.requests or spec.containers.resources.requests";
      errors.push(FieldError.invalid(at.child("resourceName"), resourceName, why));
    }
    // The reference names the field without its place in the list.
    addInvalid(errors, path.child("requestName"), requestName, checkDns1123Label(requestName));
    const key = JSON.stringify([containerName, resourceName, requestName]);
    if (seen.has(key)) {
      errors.push(
        FieldError.duplicate(at.child("containerName"), containerName),
        FieldError.duplicate(at.child("resourceName"), resourceName),
        FieldError.duplicate(at.child("requestName"), requestName),
      );
    }
    seen.add(key);
  }
  const name = path.child("resourceClaimName");
  if (!resourceClaimName) errors.push(FieldError.required(name));
  else addInvalid(errors, name, resourceClaimName, checkNameIsSubdomain(resourceClaimName));
}
