/**
 * Endpoints: the addresses behind a service, in one list.
 *
 * @module
 */

import type {
  EndpointAddress,
  EndpointPort,
  Endpoints,
  EndpointSubset,
} from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelKey,
  checkLegacyIp,
  checkPortNumber,
} from "../../../toolkit/validation/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import type { KindRules } from "../declaration.ts";
import { warnOfIp } from "../validation/address_warnings.ts";
import { requireChoice } from "../validation/choices.ts";
import { AGE_COLUMN, columnsOf, firstOf, NAME_COLUMN } from "../columns/column.ts";
import { validateEndpointIp } from "../validation/endpoint_ip.ts";

const SUBSETS = FieldPath.of("subsets");
const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const SHOWN = 3;

function subsetsOf(object: JsonObject): readonly EndpointSubset[] {
  return (object as Endpoints).subsets ?? [];
}

/**
 * The rules for endpoints. Each request is warned that the kind is deprecated in favour of endpoint
 * slices.
 */
export function endpointsRules(names: Names): KindRules {
  const deprecation = "v1 Endpoints is deprecated in v1.33+; " +
    `use ${names.group("discovery")}/v1 EndpointSlice`;
  const managed = `endpoints.${names.domain}/managed-by`;
  return {
    createsOnUpdate: true,
    deprecation,
    columns: columnsOf(
      NAME_COLUMN,
      {
        name: "Endpoints",
        description: "The addresses and ports of ready endpoints",
        cell: (object) => endpointsText(subsetsOf(object)),
      },
      AGE_COLUMN,
    ),
    setDefaults(object) {
      for (const { ports = [] } of subsetsOf(object)) {
        for (const port of ports) port.protocol ||= "TCP";
      }
    },
    validate,
    validateUpdate(object, old) {
      const errors = validate(object);
      // What older rules took stays.
      return errors.length > 0 && equalStored(subsetsOf(object), subsetsOf(old)) ? [] : errors;
    },
    warnings(object) {
      const { metadata } = object as Endpoints;
      const isManaged = metadata?.labels?.[managed] === "endpoint-controller";
      return isManaged ? [] : addressWarnings(subsetsOf(object));
    },
  };
}

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, subset] of subsetsOf(object).entries()) {
    const at = SUBSETS.index(index);
    const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
    if (addresses.length + notReadyAddresses.length === 0) {
      errors.push(FieldError.required(at, "must specify `addresses` or `notReadyAddresses`"));
    }
    validateAddresses(errors, at.child("addresses"), addresses);
    validateAddresses(errors, at.child("notReadyAddresses"), notReadyAddresses);
    for (const [place, port] of ports.entries()) {
      validatePort(errors, at.child("ports").index(place), port, ports.length > 1);
    }
  }
  return errors;
}

function addressWarnings(subsets: readonly EndpointSubset[]): string[] {
  const warnings: string[] = [];
  for (const [index, subset] of subsets.entries()) {
    for (const field of ["addresses", "notReadyAddresses"] as const) {
      const path = SUBSETS.index(index).child(field);
      for (const [place, { ip }] of (subset[field] ?? []).entries()) {
        warnOfIp(warnings, path.index(place).child("ip"), ip);
      }
    }
  }
  return warnings;
}

function validateAddresses(
  errors: FieldError[],
  path: FieldPath,
  addresses: readonly EndpointAddress[],
): void {
  for (const [index, { ip, hostname, nodeName }] of addresses.entries()) {
    const at = path.index(index);
    addInvalid(errors, at.child("ip"), ip, checkLegacyIp(ip));
    if (hostname) addInvalid(errors, at.child("hostname"), hostname, checkDns1123Label(hostname));
    if (nodeName !== undefined) {
      addInvalid(errors, at.child("nodeName"), nodeName, checkDns1123Subdomain(nodeName));
    }
    validateEndpointIp(errors, at.child("ip"), ip);
  }
}

function validatePort(
  errors: FieldError[],
  path: FieldPath,
  { name, port, protocol, appProtocol }: EndpointPort,
  needsName: boolean,
): void {
  if (name) addInvalid(errors, path.child("name"), name, checkDns1123Label(name));
  else if (needsName) errors.push(FieldError.required(path.child("name")));
  addInvalid(errors, path.child("port"), port, checkPortNumber(port));
  requireChoice(errors, path.child("protocol"), protocol, PROTOCOLS);
  if (appProtocol !== undefined) {
    addInvalid(errors, path.child("appProtocol"), appProtocol, checkLabelKey(appProtocol));
  }
}

function endpointsText(subsets: readonly EndpointSubset[]): string {
  if (subsets.length === 0) return "<none>";
  const first: string[] = [];
  let total = 0;
  for (const { addresses = [], ports = [] } of subsets) {
    // A service without an address of its own may have no ports.
    const ways = ports.length === 0 ? [undefined] : ports.map(({ port }) => port);
    total += addresses.length * ways.length;
    // One more than is shown tells that there are more.
    for (const port of ways.slice(0, SHOWN + 1)) {
      for (const { ip } of addresses.slice(0, SHOWN + 1)) first.push(endpointText(ip, port));
    }
  }
  return firstOf(first, SHOWN, total);
}

function endpointText(ip: string, port: number | undefined): string {
  if (port === undefined) return ip;
  return ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`;
}
