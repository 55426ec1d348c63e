/**
 * The rules for how a service's traffic goes: from outside, inside, through balancers.
 *
 * @module
 */

import type { Service, ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import type { Names } from "../../../../toolkit/names.ts";
import {
  addInvalid,
  checkLabelKey,
  checkLegacyCidr,
  checkPortNumber,
} from "../../../../toolkit/validation/mod.ts";
import { requireChoice, validateChoice } from "../../validation/choices.ts";
import { IMMUTABLE } from "../../validation/immutable.ts";
import { hasNodePorts, isExternal, isLoadBalancer, needsHealthPort, SPEC } from "./view.ts";

const POLICIES = ["Cluster", "Local"];
const DISTRIBUTIONS = ["PreferClose", "PreferSameZone", "PreferSameNode"];
const MAX_AFFINITY_SECONDS = 86_400;
const ONLY_BALANCERS = "may only be used when `type` is 'LoadBalancer'";

/** The rules for sending a client to the same pod again. */
export function validateAffinity(errors: FieldError[], spec: ServiceSpec): void {
  const { sessionAffinity, sessionAffinityConfig: config } = spec;
  requireChoice(errors, SPEC.child("sessionAffinity"), sessionAffinity, ["ClientIP", "None"]);
  const path = SPEC.child("sessionAffinityConfig");
  if (sessionAffinity === "None" && config !== undefined) {
    const why = "must not be set when session affinity is None";
    errors.push(FieldError.forbidden(path, why));
  }
  if (sessionAffinity !== "ClientIP") return;
  const seconds = config?.clientIP?.timeoutSeconds;
  if (seconds === undefined) {
    errors.push(FieldError.required(path, "when session affinity type is ClientIP"));
  } else if (seconds <= 0 || seconds > MAX_AFFINITY_SECONDS) {
    const why = `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`;
    errors.push(FieldError.invalid(path.child("clientIP", "timeoutSeconds"), seconds, why));
  }
}

/**
 * The rules for whom a balancer lets in, whether the field says it or an annotation; what was said before in the
 * same place stays.
 */
export function validateSourceRanges(
  errors: FieldError[],
  { metadata, spec = {} }: Service,
  old: Service | undefined,
  names: Names,
): void {
  const { loadBalancerSourceRanges: ranges = [] } = spec;
  const said = metadata?.annotations?.[names.annotationSourceRanges];
  if (ranges.length > 0) {
    // The reference writes this path with a capital letter.
    const path = SPEC.child("LoadBalancerSourceRanges");
    if (!isLoadBalancer(spec)) errors.push(FieldError.forbidden(path, ONLY_BALANCERS));
    const known = new Set(old?.spec?.loadBalancerSourceRanges?.map((text) => text.trim()));
    for (const [index, text] of ranges.entries()) {
      const range = text.trim();
      if (!known.has(range)) addInvalid(errors, path.index(index), range, checkLegacyCidr(range));
    }
  } else if (said !== undefined) {
    const path = FieldPath.of("metadata", "annotations").key(names.annotationSourceRanges);
    if (!isLoadBalancer(spec)) errors.push(FieldError.forbidden(path, ONLY_BALANCERS));
    const isOld = said === old?.metadata?.annotations?.[names.annotationSourceRanges];
    for (const text of isOld || said.trim() === "" ? [] : said.split(",")) {
      addInvalid(errors, path, text.trim(), checkLegacyCidr(text.trim()));
    }
  }
}

/** The rules for what only services with a balancer have. */
export function validateBalancer(errors: FieldError[], spec: ServiceSpec): void {
  const { allocateLoadBalancerNodePorts: wanted } = spec;
  const ports = "allocateLoadBalancerNodePorts";
  if (!isLoadBalancer(spec)) {
    if (wanted !== undefined) errors.push(FieldError.forbidden(SPEC.child(ports), ONLY_BALANCERS));
  } else if (wanted === undefined) errors.push(FieldError.required(FieldPath.of(ports)));
  validateClass(errors, spec);
}

function validateClass(errors: FieldError[], spec: ServiceSpec): void {
  const { loadBalancerClass: one } = spec;
  if (one === undefined) return;
  const path = SPEC.child("loadBalancerClass");
  if (isLoadBalancer(spec)) addInvalid(errors, path, one, checkLabelKey(one));
  else errors.push(FieldError.forbidden(path, ONLY_BALANCERS));
}

/** The rules for where traffic from outside and inside goes. */
export function validateTraffic(errors: FieldError[], spec: ServiceSpec): void {
  const { externalTrafficPolicy: outside, healthCheckNodePort: health = 0 } = spec;
  const path = SPEC.child("externalTrafficPolicy");
  if (isExternal(spec)) requireChoice(errors, path, outside, POLICIES);
  else if (outside) {
    errors.push(
      FieldError.invalid(path, outside, "may only be set for externally-accessible services"),
    );
  }
  // Where one is needed and not named, it is taken when the service is written.
  if (health !== 0) {
    const port = SPEC.child("healthCheckNodePort");
    if (needsHealthPort(spec)) addInvalid(errors, port, health, checkPortNumber(health));
    else {
      const why =
        "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
      errors.push(FieldError.invalid(port, health, why));
    }
  }
  const { internalTrafficPolicy: inside, trafficDistribution } = spec;
  const internal = SPEC.child("internalTrafficPolicy");
  const hasPods = hasNodePorts(spec) || spec.type === "ClusterIP";
  if (inside === undefined && hasPods) errors.push(FieldError.required(internal));
  validateChoice(errors, internal, inside, POLICIES);
  const distribution = SPEC.child("trafficDistribution");
  validateChoice(errors, distribution, trafficDistribution, DISTRIBUTIONS);
}

/** Refuses changes of what a balancer was made with. */
export function validateSameBalancer(errors: FieldError[], spec: ServiceSpec, old: ServiceSpec) {
  if (isLoadBalancer(spec) && isLoadBalancer(old)) {
    const { loadBalancerClass: one } = spec;
    if (one !== old.loadBalancerClass) {
      const path = SPEC.child("loadBalancerClass");
      errors.push(FieldError.invalid(path, one, "may not change once set"));
    }
  }
  // Of a change it is said here and, as of a new service, once more at the end.
  validateClass(errors, spec);
  if (!needsHealthPort(spec) || !needsHealthPort(old)) return;
  if ((spec.healthCheckNodePort ?? 0) !== (old.healthCheckNodePort ?? 0)) {
    errors.push(FieldError.forbidden(SPEC.child("healthCheckNodePort"), IMMUTABLE));
  }
}
