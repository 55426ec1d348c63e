/**
 * The rules for services.
 *
 * @module
 */

import { addAll } from "../../../../toolkit/add_all.ts";
import type { Service, ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import type { Names } from "../../../../toolkit/names.ts";
import {
  addInvalid,
  checkDns1123Subdomain,
  checkLegacyIp,
  validateLabels,
} from "../../../../toolkit/validation/mod.ts";
import { requireChoice } from "../../validation/choices.ts";
import { validateEndpointIp } from "../../validation/endpoint_ip.ts";
import {
  validateClusterIps,
  validateFamilyPolicy,
  validateSameAddresses,
  validateSameFamilies,
} from "./cluster_ips.ts";
import { validateDistinctPorts, validatePorts } from "./ports.ts";
import {
  validateAffinity,
  validateBalancer,
  validateSameBalancer,
  validateSourceRanges,
  validateTraffic,
} from "./traffic.ts";
import { hasNodePorts, isExternalName, isHeadless, SPEC } from "./view.ts";

const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];

/** What breaks rules in a service; `old` is what it was before. */
export function validateService(service: Service, names: Names, old?: Service): FieldError[] {
  const spec = service.spec ?? {};
  const before = old?.spec;
  // What says which addresses it gets is judged alone: all else may follow from it.
  const first: FieldError[] = [];
  validateClusterIps(first, spec, before);
  if (first.length === 0) validateFamilyPolicy(first, spec, before);
  if (first.length > 0) return first;
  const errors: FieldError[] = [];
  if (before !== undefined) {
    validateSameAddresses(errors, spec, before);
    validateSameFamilies(errors, spec, before);
    validateSameBalancer(errors, spec, before);
  }
  validateTopology(errors, service, names);
  validateType(errors, spec);
  validatePorts(errors, spec.ports ?? []);
  addAll(errors, validateLabels(spec.selector, SPEC.child("selector")));
  validateAffinity(errors, spec);
  const known = new Set(before?.externalIPs);
  for (const [index, ip] of (spec.externalIPs ?? []).entries()) {
    const path = SPEC.child("externalIPs").index(index);
    const wrong = known.has(ip) ? [] : checkLegacyIp(ip);
    if (wrong.length > 0) addInvalid(errors, path, ip, wrong);
    else validateEndpointIp(errors, path, ip);
  }
  requireChoice(errors, SPEC.child("type"), spec.type, TYPES);
  validateDistinctPorts(errors, spec);
  validateSourceRanges(errors, service, old, names);
  validateBalancer(errors, spec);
  validateTraffic(errors, spec);
  return errors;
}

function validateTopology(errors: FieldError[], { metadata }: Service, names: Names): void {
  const annotations = metadata?.annotations ?? {};
  const { annotationTopologyHints: old, annotationTopologyMode: now } = names;
  const [hints, mode] = [annotations[old], annotations[now]];
  if (hints === undefined || mode === undefined || hints === mode) return;
  const path = FieldPath.of("metadata", "annotations").key(now);
  const why = `must match annotations[${old}] when both are specified`;
  errors.push(FieldError.invalid(path, mode, why));
}

/** What each type demands and forbids. */
function validateType(errors: FieldError[], spec: ServiceSpec): void {
  const { type, ports = [], clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = spec;
  if (ports.length === 0 && !isHeadless(spec) && !isExternalName(spec)) {
    errors.push(FieldError.required(SPEC.child("ports")));
  }
  if (hasNodePorts(spec) && isHeadless(spec)) {
    const path = SPEC.child("clusterIPs").index(0);
    errors.push(FieldError.invalid(path, "None", `may not be set to 'None' for ${type} services`));
  }
  if (!isExternalName(spec)) return;
  const forbid = (field: string) =>
    errors.push(
      FieldError.forbidden(SPEC.child(field), "may not be set for ExternalName services"),
    );
  if (clusterIPs.length > 0) forbid("clusterIPs");
  if (ipFamilies.length > 0) forbid("ipFamilies");
  if (ipFamilyPolicy !== undefined) forbid("ipFamilyPolicy");
  const path = SPEC.child("externalName");
  const name = (spec.externalName ?? "").replace(/\.$/, "");
  if (name === "") errors.push(FieldError.required(path));
  else addInvalid(errors, path, name, checkDns1123Subdomain(name));
}
