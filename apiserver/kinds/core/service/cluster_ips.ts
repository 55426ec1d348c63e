/**
 * The rules for a service's own addresses and their families, which belong together.
 *
 * @module
 */

import type { ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError } from "../../../../toolkit/errors/mod.ts";
import { addInvalid, checkLegacyIp } from "../../../../toolkit/validation/mod.ts";
import { familyOf } from "../../../addresses/address_range.ts";
import { validateChoice } from "../../validation/choices.ts";
import { isExternalName, isHeadless, NO_ADDRESS, sameList, SPEC } from "./view.ts";

const ADDRESSES = SPEC.child("clusterIPs");
const FAMILIES = SPEC.child("ipFamilies");
const POLICY = SPEC.child("ipFamilyPolicy");

const FAMILY_NAMES = ["IPv4", "IPv6"];
const POLICIES = ["PreferDualStack", "RequireDualStack", "SingleStack"];

const SET = "may not change once set";

/** The rules for addresses, families and the policy that says how many there are. */
export function validateClusterIps(errors: FieldError[], spec: ServiceSpec, old?: ServiceSpec) {
  if (isExternalName(spec)) return;
  const { clusterIP = "", clusterIPs: addresses = [], ipFamilies: families = [] } = spec;
  if (clusterIP === "") {
    if (addresses.length > 0) {
      const why = "must be empty when `clusterIP` is not specified";
      errors.push(FieldError.invalid(ADDRESSES, addresses, why));
    }
  } else if (addresses.length === 0) errors.push(FieldError.required(ADDRESSES));
  else if (addresses[0] !== clusterIP) {
    errors.push(FieldError.invalid(ADDRESSES, addresses, "first value must match `clusterIP`"));
  }
  const seen = new Set<string>();
  for (const [index, family] of families.entries()) {
    const path = FAMILIES.index(index);
    validateChoice(errors, path, family, FAMILY_NAMES);
    if (seen.has(family)) errors.push(FieldError.duplicate(path, family));
    seen.add(family);
  }
  validateChoice(errors, POLICY, spec.ipFamilyPolicy, POLICIES);
  if (!validateAddresses(errors, addresses, old?.clusterIPs ?? [])) return;
  if (addresses.length > 1) {
    if (new Set(addresses.map(familyOf)).size < FAMILY_NAMES.length) {
      const why = "may specify no more than one IP for each IP family";
      errors.push(FieldError.invalid(ADDRESSES, addresses, why));
    }
  }
  if (isHeadless(spec)) return;
  for (const [index, address] of addresses.entries()) {
    const family = families[index];
    if (family === undefined) break;
    if (!FAMILY_NAMES.includes(family) || familyOf(address) === family) continue;
    const why = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    errors.push(FieldError.invalid(ADDRESSES.index(index), address, why));
  }
}

/** False where an address is none at all. What was there before is taken as it is. */
function validateAddresses(
  errors: FieldError[],
  addresses: readonly string[],
  old: readonly string[],
): boolean {
  const known = new Set(old);
  let fine = true;
  for (const [index, address] of addresses.entries()) {
    if (index === 0 && address === NO_ADDRESS) {
      if (addresses.length > 1) {
        fine = false;
        const why = "'None' must be the first and only value";
        errors.push(FieldError.invalid(ADDRESSES, addresses, why));
      }
      continue;
    }
    if (known.has(address)) continue;
    const wrong = checkLegacyIp(address);
    if (wrong.length > 0) fine = false;
    addInvalid(errors, ADDRESSES.index(index), address, wrong);
  }
  if (addresses.length > 2) {
    errors.push(FieldError.invalid(ADDRESSES, addresses, "may only hold up to 2 values"));
  }
  return fine;
}

/** Refuses a policy that contradicts what else is said of families, as far as the service shows. */
export function validateFamilyPolicy(errors: FieldError[], spec: ServiceSpec, old?: ServiceSpec) {
  if (isExternalName(spec)) return;
  const { ipFamilyPolicy: policy, clusterIPs = [], ipFamilies = [] } = spec;
  const refuse = (why: string) => errors.push(FieldError.invalid(POLICY, policy, why));
  if (policy !== "SingleStack") {
    if (isReduced(clusterIPs, old?.clusterIPs)) {
      refuse("must be set to 'SingleStack' when releasing the secondary clusterIP");
    }
    if (isReduced(ipFamilies, old?.ipFamilies)) {
      refuse("must be set to 'SingleStack' when releasing the secondary ipFamily");
    }
    return;
  }
  const which = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
  if (clusterIPs.length === 2) refuse(`${which} cluster IPs are specified`);
  if (ipFamilies.length === 2) refuse(`${which} IP families are specified`);
}

function isReduced(now: readonly string[], before: readonly string[] = []): boolean {
  return now.length > 0 && now.length < before.length;
}

/** Refuses other addresses than the service has: a second one may come and go. */
export function validateSameAddresses(errors: FieldError[], spec: ServiceSpec, old: ServiceSpec) {
  if (isExternalName(spec) || isExternalName(old)) return;
  if (isHeadless(spec) && isHeadless(old)) return;
  const { clusterIPs: now = [] } = spec;
  const { clusterIPs: before = [] } = old;
  const refuse = (index: number, why: string) =>
    errors.push(FieldError.invalid(ADDRESSES.index(index), now, why));
  if (now.length === before.length) {
    for (const [index, address] of before.entries()) if (now[index] !== address) refuse(index, SET);
    return;
  }
  if (now.length === 0) return void refuse(0, "primary clusterIP can not be unset");
  if (before.length > 0 && now[0] !== before[0]) refuse(0, SET);
}

/** Refuses other families than the service has: a second one may come and go. */
export function validateSameFamilies(errors: FieldError[], spec: ServiceSpec, old: ServiceSpec) {
  if (isExternalName(spec) || isExternalName(old) || isHeadless(spec) || isHeadless(old)) return;
  const { ipFamilies: now = [] } = spec;
  const { ipFamilies: before = [] } = old;
  const path = FAMILIES.index(0);
  // What is left out is filled in when the service is written.
  if (now.length === 0 || sameList(now, before)) return;
  if (now.length === before.length) {
    for (const [index, family] of before.entries()) {
      if (now[index] !== family) errors.push(FieldError.invalid(path, now, SET));
    }
  } else if (before.length > 0 && now[0] !== before[0]) {
    errors.push(FieldError.invalid(path, spec.clusterIPs ?? [], SET));
  }
}
