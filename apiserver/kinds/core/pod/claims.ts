/**
 * Claims of devices that a pod makes for its containers.
 *
 * @module
 */

import type { PodResourceClaim, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkNameIsSubdomain,
} from "../../../../toolkit/validation/mod.ts";

const SOURCES = ["resourceClaimName", "resourceClaimTemplateName"] as const;

/** The rules for claims. Returns their names, by which containers ask for them. */
export function validateClaims(errors: FieldError[], path: FieldPath, spec: PodSpec): Set<string> {
  const names = new Set<string>();
  for (const [index, claim] of (spec.resourceClaims ?? []).entries()) {
    const at = path.child("resourceClaims").index(index);
    const { name } = claim;
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

/** A claim that is made of a template is named after the pod and the claim: that has to be a name. */
export function validateClaimNames(
  errors: FieldError[],
  path: FieldPath,
  { resourceClaims = [] }: PodSpec,
  pod: string,
): void {
  for (const [index, { name, resourceClaimTemplateName }] of resourceClaims.entries()) {
    if (resourceClaimTemplateName === undefined || checkDns1123Label(name).length > 0) continue;
    const at = path.child("resourceClaims").index(index).child("name");
    const whole = `${pod}-${name}`;
    const wrong = checkNameIsSubdomain(whole).map((why) => `final ResourceClaim name: ${why}`);
    addInvalid(errors, at, whole, wrong);
  }
}
