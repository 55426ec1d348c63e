/**
 * What writers of services are warned of.
 *
 * @module
 */

import type { Service } from "../../../../toolkit/api/core_v1.ts";
import type { Names } from "../../../../toolkit/names.ts";
import { warnOfCidr, warnOfIp } from "../../validation/address_warnings.ts";
import { addressesOf, isExternalName, isHeadless, SPEC } from "./view.ts";

/** The warnings, in the reference's order. */
export function serviceWarnings({ metadata, spec = {} }: Service, names: Names): string[] {
  const warnings: string[] = [];
  const { annotationTopologyHints: hints, annotationTopologyMode: mode } = names;
  if (metadata?.annotations?.[hints] !== undefined) {
    warnings.push(`annotation ${hints} is deprecated, please use ${mode} instead`);
  }
  const { externalIPs = [], loadBalancerIP = "", loadBalancerSourceRanges: ranges = [] } = spec;
  for (const [index, ip] of addressesOf(spec).entries()) {
    warnOfIp(warnings, SPEC.child("clusterIPs").index(index), ip);
  }
  const headless = spec.type === "ClusterIP" && isHeadless(spec);
  if (headless) {
    const ignored = (field: string) =>
      warnings.push(`spec.${field} is ignored for headless services`);
    if (loadBalancerIP !== "") ignored("loadBalancerIP");
    if (externalIPs.length > 0) ignored("externalIPs");
    if (spec.sessionAffinity !== "None") ignored("SessionAffinity");
  }
  for (const [index, ip] of externalIPs.entries()) {
    warnOfIp(warnings, SPEC.child("externalIPs").index(index), ip);
  }
  if (externalIPs.length > 0 && !headless && !isExternalName(spec)) {
    warnings.push(
      "spec.externalIPs is deprecated and may no longer be implemented in some clusters",
    );
  }
  if (loadBalancerIP !== "") warnOfIp(warnings, SPEC.child("loadBalancerIP"), loadBalancerIP);
  for (const [index, range] of ranges.entries()) {
    warnOfCidr(warnings, SPEC.child("loadBalancerSourceRanges").index(index), range);
  }
  if (isExternalName(spec)) {
    if (externalIPs.length > 0) {
      warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
    }
  } else if (spec.externalName) {
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  }
  if (spec.trafficDistribution === "PreferClose") {
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  }
  return warnings;
}
