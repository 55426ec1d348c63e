/**
 * Names and addresses inside a pod: its DNS configuration, its host name, aliases of hosts.
 *
 * @module
 */

import type { HostAlias, PodDNSConfig, PodSpec } from "../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkDns1123SubdomainWithUnderscore,
  checkLegacyIp,
} from "../../../toolkit/validation/mod.ts";

const NAMESERVERS_LIMIT = 3;
const SEARCHES_LIMIT = 32;
const SEARCHES_LIMIT_CHARS = 2048;

/** The rules for how a pod resolves names. */
export function validateDnsConfig(
  errors: FieldError[],
  path: FieldPath,
  { dnsConfig, dnsPolicy }: PodSpec,
): void {
  if (dnsPolicy === "None") {
    if (dnsConfig === undefined) {
      const why = "must provide `dnsConfig` when `dnsPolicy` is None";
      errors.push(FieldError.required(path, why));
      return;
    }
    if (!dnsConfig.nameservers?.length) {
      const why = "must provide at least one DNS nameserver when `dnsPolicy` is None";
      errors.push(FieldError.required(path.child("nameservers"), why));
      return;
    }
  }
  if (dnsConfig === undefined) return;
  const { nameservers = [], options = [] } = dnsConfig;
  if (nameservers.length > NAMESERVERS_LIMIT) {
    const why = `must not have more than ${NAMESERVERS_LIMIT} nameservers`;
    errors.push(FieldError.invalid(path.child("nameservers"), nameservers, why));
  }
  for (const [index, address] of nameservers.entries()) {
    addInvalid(errors, path.child("nameservers").index(index), address, checkLegacyIp(address));
  }
  validateSearches(errors, path.child("searches"), dnsConfig);
  for (const [index, { name }] of options.entries()) {
    if (name) continue;
    errors.push(FieldError.required(path.child("options").index(index), "must not be empty"));
  }
}

function validateSearches(
  errors: FieldError[],
  path: FieldPath,
  { searches = [] }: PodDNSConfig,
): void {
  if (searches.length > SEARCHES_LIMIT) {
    const why = `must not have more than ${SEARCHES_LIMIT} search paths`;
    errors.push(FieldError.invalid(path, searches, why));
  }
  if (searches.join(" ").length > SEARCHES_LIMIT_CHARS) {
    const why = `must not have more than ${SEARCHES_LIMIT_CHARS} characters ` +
      "(including spaces) in the search list";
    errors.push(FieldError.invalid(path, searches, why));
  }
  for (const [index, search] of searches.entries()) {
    // The root alone, and a dot at the end, are what resolvers take.
    const name = search.endsWith(".") ? search.slice(0, -1) : search;
    if (search === ".") continue;
    addInvalid(errors, path.index(index), name, checkDns1123SubdomainWithUnderscore(name));
  }
}

/** The rules for a pod's own name. */
export function validateHostName(errors: FieldError[], path: FieldPath, spec: PodSpec): void {
  const { hostname, subdomain } = spec;
  if (hostname) addInvalid(errors, path.child("hostname"), hostname, checkDns1123Label(hostname));
  if (subdomain) {
    addInvalid(errors, path.child("subdomain"), subdomain, checkDns1123Label(subdomain));
  }
}

/** The rules for a name of a pod that is its host's, whatever else is said. */
export function validateHostNameOverride(
  errors: FieldError[],
  path: FieldPath,
  spec: PodSpec,
): void {
  const { hostnameOverride } = spec;
  if (hostnameOverride === undefined) return;
  const at = path.child("hostnameOverride");
  if (spec.setHostnameAsFQDN) {
    const why = "may not be specified when setHostnameAsFQDN is true";
    errors.push(FieldError.forbidden(at, why));
  }
  if (spec.hostNetwork) {
    const why = "may not be specified when hostNetwork is true";
    errors.push(FieldError.forbidden(at, why));
  }
  if (hostnameOverride.length > 64) errors.push(FieldError.tooLong(at, 64));
  addInvalid(errors, at, hostnameOverride, checkDns1123Subdomain(hostnameOverride));
}

/** The rules for what a pod calls other hosts. */
export function validateHostAliases(
  errors: FieldError[],
  path: FieldPath,
  aliases: readonly HostAlias[],
): void {
  for (const [index, { ip, hostnames }] of aliases.entries()) {
    const at = path.index(index);
    addInvalid(errors, at.child("ip"), ip ?? "", checkLegacyIp(ip ?? ""));
    for (const [place, name] of (hostnames ?? []).entries()) {
      addInvalid(errors, at.child("hostnames").index(place), name, checkDns1123Subdomain(name));
    }
  }
}
