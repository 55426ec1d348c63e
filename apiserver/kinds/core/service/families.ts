/**
 * Which families of addresses a service gets: what it asks for, of what the cluster has.
 *
 * @module
 */

import type { ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError } from "../../../../toolkit/errors/mod.ts";
import { type Family, familyOf, otherFamily } from "../../../addresses/address_range.ts";
import { isExternalName, isHeadless, NO_ADDRESS, sameList, SPEC } from "./view.ts";

/**
 * Fills in the families of a valid service. `cluster` has those of the cluster's ranges, the first
 * one first. A service that prefers two and has one stays as it is, whatever the cluster has since.
 */
export function settleFamilies(
  errors: FieldError[],
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
  cluster: readonly Family[],
): void {
  if (isExternalName(spec) || (old !== undefined && prefersAsBefore(spec, old))) return;
  const families = inferred(errors, spec, cluster);
  if (errors.length > 0) return;
  const [first = "IPv4"] = cluster;
  const policy = spec.ipFamilyPolicy ?? "SingleStack";
  const needsNone = isHeadless(spec) && Object.keys(spec.selector ?? {}).length === 0;
  if (!needsNone) {
    const has = (family: Family) => cluster.includes(family);
    if (policy === "RequireDualStack" && cluster.length < 2) {
      const why = "this cluster is not configured for dual-stack services";
      errors.push(FieldError.invalid(SPEC.child("ipFamilyPolicy"), policy, why));
    }
    for (const [index, family] of families.entries()) {
      if (has(family)) continue;
      const path = SPEC.child("ipFamilies").index(index);
      errors.push(FieldError.invalid(path, family, "not configured on this cluster"));
    }
    if (errors.length > 0) return;
  }
  if (families.length === 0) families.push(first);
  // Whoever finds the pods of such a one by itself may have any family.
  const mayHaveTwo = needsNone || cluster.length === 2;
  if (policy !== "SingleStack" && families.length === 1 && mayHaveTwo) {
    families.push(otherFamily(families[0]!));
  }
  if (!sameList(families, spec.ipFamilies)) spec.ipFamilies = families;
}

/** The families that are named, and those of the addresses that are. */
function inferred(errors: FieldError[], spec: ServiceSpec, cluster: readonly Family[]): Family[] {
  const families = [...spec.ipFamilies ?? []] as Family[];
  const { clusterIPs = [] } = spec;
  for (const [index, address] of clusterIPs.entries()) {
    if (address === NO_ADDRESS) break;
    if (index < families.length) continue;
    const family = familyOf(address);
    if (cluster.includes(family)) families.push(family);
    else {
      const path = SPEC.child("clusterIPs").index(index);
      errors.push(
        FieldError.invalid(path, clusterIPs, `${family} is not configured on this cluster`),
      );
    }
  }
  return families;
}

function prefersAsBefore(spec: ServiceSpec, old: ServiceSpec): boolean {
  return spec.type === old.type && spec.ipFamilyPolicy === "PreferDualStack" &&
    (old.ipFamilyPolicy ?? "PreferDualStack") === "PreferDualStack" &&
    sameList(spec.clusterIPs, old.clusterIPs) && sameList(spec.ipFamilies, old.ipFamilies);
}
