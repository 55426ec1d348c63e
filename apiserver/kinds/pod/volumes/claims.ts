/**
 * Claims of devices that a pod makes for its containers.
 *
 * @module
 */

import type { PodResourceClaim, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkNameIsSubdomain,
} from "../../../../toolkit/validation/mod.ts";

/** The reference names no field where the pod itself is what is wrong. */
export const WHOLE = FieldPath.of("");

const SOURCES = ["resourceClaimName", "resourceClaimTemplateName"] as const;

/**
 * The rules for claims. Returns their names, by which containers ask for them. `isStatic`: whether
 * the pod is the server's image of one that a node runs by itself.
 */
export function validateClaims(
  errors: FieldError[],
  path: FieldPath,
  spec: PodSpec,
  isStatic: boolean,
): Set<string> {
  const names = new Set<string>();
  for (const [index, claim] of (spec.resourceClaims ?? []).entries()) {
    const at = path.child("resourceClaims").index(index);
    const { name } = claim;
    if (isStatic) {
      if (name) names.add(name);
      errors.push(FieldError.forbidden(WHOLE, "static pods do not support resource claims"));
      continue;
    }
    if (!name) errors.push(FieldError.required(at.child("name")));
    else if (names.has(name)) errors.push(FieldError.duplicate(at.child("name"), name));
    else addInvalid(errors, at.child("name"), name, checkDns1123Label(name));
    if (name) names.add(name);
    validateSource(errors, at, claim);
  }
  return names;
}

function validateSource(errors: FieldError[], path: FieldPath, claim: PodResourceClaim): void {
  const given = SOURCES.filter((source) => claim[source] !== undefined);
  if (given.length === 2) {
    const why =
      "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified";
    errors.push(FieldError.invalid(path, claim, why));
  } else if (given.length === 0) {
    const why = "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`";
    errors.push(FieldError.invalid(path, claim, why));
  }
  for (const source of given) {
    const name = claim[source] ?? "";
    addInvalid(errors, path.child(source), name, checkNameIsSubdomain(name));
  }
}
