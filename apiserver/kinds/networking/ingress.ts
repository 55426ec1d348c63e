/**
 * Ingresses.
 *
 * @module
 */

import type {
  HTTPIngressPath,
  Ingress,
  IngressLoadBalancerIngress,
  IngressRule,
  IngressSpec,
  IngressTLS,
} from "../../../toolkit/api/networking_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import {
  addInvalid,
  checkDns1123Subdomain,
  checkLegacyIp,
  checkWildcardDns1123Subdomain,
  parseIpSloppy,
} from "../../../toolkit/validation/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { balancerWarnings } from "../validation/address_warnings.ts";
import { validateBackend } from "./ingress_backend.ts";
import { ingressColumns } from "./ingress_columns.ts";

const SPEC = FieldPath.of("spec");
const ADDRESSES = FieldPath.of("status", "loadBalancer", "ingress");
const NO_IP = "must be a DNS name, not an IP address";

const EXACT_TYPES = ["Exact", "Prefix"];
const PATH_TYPES = ["Exact", "ImplementationSpecific", "Prefix"];

function specOf(object: JsonObject): IngressSpec {
  return (object as Ingress).spec ?? {};
}

/**
 * The rules for ingresses. Updates may keep values that today's rules would refuse in a new
 * ingress.
 */
export function ingressRules(names: Names): KindRules {
  // How the class was named before it had a field.
  const annotation = `${names.domain}/ingress.class`;
  const annotated = (object: JsonObject) => metadataOf(object).annotations?.[annotation];
  return {
    hasGeneration: true,
    columns: ingressColumns,
    validate(object) {
      const errors = validateSpec(specOf(object), STRICT);
      const { ingressClassName } = specOf(object);
      const old = annotated(object);
      if (old !== undefined && ingressClassName !== undefined && old !== ingressClassName) {
        const path = FieldPath.of("annotations", annotation);
        const why = "must match `ingressClassName` when both are specified";
        errors.push(FieldError.invalid(path, old, why));
      }
      return errors;
    },
    validateUpdate: (object, old) => validateSpec(specOf(object), leniencyFor(specOf(old))),
    warnings(object, old) {
      if (old !== undefined || annotated(object) === undefined) return [];
      if (specOf(object).ingressClassName !== undefined) return [];
      return [
        `annotation ${quoteText(annotation)} is deprecated, ` +
        "please use 'spec.ingressClassName' instead",
      ];
    },
    subresources: {
      status: {
        validateUpdate: validateStatus,
        warnings: (object) => balancerWarnings(addressesOf(object)),
      },
    },
  };
}

/** What an update may leave as older rules took it. */
interface Leniency {
  readonly anySecrets: boolean;
  readonly anyWildcardRules: boolean;
}

const STRICT: Leniency = { anySecrets: false, anyWildcardRules: false };

function leniencyFor({ rules = [], tls = [] }: IngressSpec): Leniency {
  return {
    anySecrets: tls.some(({ secretName: name }) => name && checkDns1123Subdomain(name).length > 0),
    anyWildcardRules: rules.some(({ host, http }) => {
      if (!host?.includes("*")) return false;
      const errors: FieldError[] = [];
      validatePaths(errors, SPEC, http);
      return errors.length > 0;
    }),
  };
}

function validateSpec(spec: IngressSpec, leniency: Leniency): FieldError[] {
  const errors: FieldError[] = [];
  const { defaultBackend, rules = [], tls = [], ingressClassName: name } = spec;
  if (rules.length === 0 && defaultBackend === undefined) {
    const why = "either `defaultBackend` or `rules` must be specified";
    errors.push(FieldError.invalid(SPEC, spec.rules ?? null, why));
  }
  if (defaultBackend !== undefined) {
    validateBackend(errors, SPEC.child("defaultBackend"), defaultBackend);
  }
  for (const [index, rule] of rules.entries()) {
    const path = SPEC.child("rules").index(index);
    if (rule.host) validateHost(errors, path.child("host"), rule.host);
    if (rule.host?.includes("*") && leniency.anyWildcardRules) continue;
    validatePaths(errors, path, rule.http);
  }
  for (const [index, one] of tls.entries()) {
    validateTls(errors, SPEC.child("tls").index(index), one, leniency);
  }
  if (name !== undefined) {
    addInvalid(errors, SPEC.child("ingressClassName"), name, checkDns1123Subdomain(name));
  }
  return errors;
}

function checkHost(host: string) {
  return host.includes("*") ? checkWildcardDns1123Subdomain(host) : checkDns1123Subdomain(host);
}

function validateHost(errors: FieldError[], path: FieldPath, host: string): void {
  if (isIp(host)) errors.push(FieldError.invalid(path, host, NO_IP));
  addInvalid(errors, path, host, checkHost(host));
}

function validatePaths(errors: FieldError[], path: FieldPath, http: IngressRule["http"]): void {
  if (http === undefined) return;
  const at = path.child("http", "paths");
  const { paths = [] } = http;
  if (!paths?.length) errors.push(FieldError.required(at));
  for (const [index, one] of (paths ?? []).entries()) validatePath(errors, at.index(index), one);
}

function isIp(text: string): boolean {
  return parseIpSloppy(text) !== undefined;
}

/** What a path that is compared step by step may not have in it. */
const BAD_PARTS = ["//", "/./", "/../", "%2f", "%2F"];
const BAD_ENDS = ["/..", "/."];

function validatePath(errors: FieldError[], path: FieldPath, rule: HTTPIngressPath): void {
  const { path: text = "", pathType } = rule;
  if (pathType === null || pathType === undefined) {
    errors.push(FieldError.required(path.child("pathType"), "pathType must be specified"));
    return;
  }
  const at = path.child("path");
  const isExact = EXACT_TYPES.includes(pathType);
  if (!PATH_TYPES.includes(pathType)) {
    errors.push(FieldError.notSupported(path.child("pathType"), pathType, PATH_TYPES));
  } else if (!text.startsWith("/") && (isExact || text !== "")) {
    errors.push(FieldError.invalid(at, text, "must be an absolute path"));
  }
  if (isExact) {
    for (const part of BAD_PARTS) {
      if (!text.includes(part)) continue;
      errors.push(FieldError.invalid(at, text, `must not contain '${part}'`));
    }
    for (const end of BAD_ENDS) {
      if (text.endsWith(end)) {
        errors.push(FieldError.invalid(at, text, `cannot end with '${end}'`));
      }
    }
  }
  validateBackend(errors, path.child("backend"), rule.backend);
}

function validateTls(
  errors: FieldError[],
  path: FieldPath,
  tls: IngressTLS,
  { anySecrets }: Leniency,
): void {
  const { hosts = [], secretName } = tls;
  for (const [index, host] of hosts.entries()) {
    addInvalid(errors, path.child("hosts").index(index), host, checkHost(host));
  }
  if (secretName && !anySecrets) {
    addInvalid(errors, path.child("secretName"), secretName, checkDns1123Subdomain(secretName));
  }
}

function addressesOf(object: JsonObject): readonly IngressLoadBalancerIngress[] {
  return (object as Ingress).status?.loadBalancer?.ingress ?? [];
}

function validateStatus(object: JsonObject, old: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  // Addresses that were taken by older rules stay.
  const known = new Set(addressesOf(old).map(({ ip }) => ip));
  for (const [index, { ip, hostname }] of addressesOf(object).entries()) {
    const at = ADDRESSES.index(index);
    if (ip && !known.has(ip)) addInvalid(errors, at.child("ip"), ip, checkLegacyIp(ip));
    if (!hostname) continue;
    addInvalid(errors, at.child("hostname"), hostname, checkDns1123Subdomain(hostname));
    if (isIp(hostname)) errors.push(FieldError.invalid(at.child("hostname"), hostname, NO_IP));
  }
  return errors;
}
