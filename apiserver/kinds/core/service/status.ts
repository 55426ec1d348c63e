/**
 * The rules for a service's status: what its balancer says of itself.
 *
 * @module
 */

import type { LoadBalancerIngress } from "../../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Subdomain,
  checkLegacyIp,
  parseIpSloppy,
} from "../../../../toolkit/validation/mod.ts";
import type { SubresourceRules } from "../../declaration.ts";
import { balancerWarnings } from "../../validation/address_warnings.ts";
import { requireChoice } from "../../validation/choices.ts";
import { setStatusDefaults } from "./defaults.ts";
import { isLoadBalancer, serviceOf, specOf } from "./view.ts";

const INGRESS = FieldPath.of("status", "loadBalancer", "ingress");
const MODES = ["Proxy", "VIP"];

function validateUpdate(object: JsonObject, old: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const ingresses = ingressesOf(object);
  if (ingresses.length > 0 && !isLoadBalancer(specOf(object))) {
    const why = "may only be used when `spec.type` is 'LoadBalancer'";
    errors.push(FieldError.forbidden(INGRESS, why));
  } else {
    const known = new Set(ingressesOf(old).map(({ ip }) => ip));
    for (const [index, ingress] of ingresses.entries()) {
      validateIngress(errors, INGRESS.index(index), ingress, known);
    }
  }
  return errors;
}

function ingressesOf(object: JsonObject): readonly LoadBalancerIngress[] {
  return serviceOf(object).status?.loadBalancer?.ingress ?? [];
}

function validateIngress(
  errors: FieldError[],
  path: FieldPath,
  { ip, ipMode, hostname }: LoadBalancerIngress,
  known: ReadonlySet<string | undefined>,
): void {
  if (ip && !known.has(ip)) addInvalid(errors, path.child("ip"), ip, checkLegacyIp(ip));
  const mode = path.child("ipMode");
  if (ip && ipMode === undefined) {
    errors.push(FieldError.required(mode, "must be specified when `ip` is set"));
  } else if (ipMode !== undefined && !ip) {
    errors.push(FieldError.forbidden(mode, "may not be specified when `ip` is not set"));
  } else if (ipMode !== undefined) requireChoice(errors, mode, ipMode, MODES);
  if (hostname) {
    const name = path.child("hostname");
    addInvalid(errors, name, hostname, checkDns1123Subdomain(hostname));
    if (parseIpSloppy(hostname) !== undefined) {
      errors.push(FieldError.invalid(name, hostname, "must be a DNS name, not an IP address"));
    }
  }
}

/** Writes of the status. */
export const statusRules: SubresourceRules = {
  setDefaults: setStatusDefaults,
  validateUpdate,
  warnings: (object) => balancerWarnings(ingressesOf(object)),
};
