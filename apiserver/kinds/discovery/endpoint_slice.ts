/**
 * Endpoint slices.
 *
 * @module
 */

import type {
  Endpoint,
  EndpointHints,
  EndpointPort,
  EndpointSlice,
} from "../../../toolkit/api/discovery_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkIp,
  checkLabelKey,
  checkLabelValue,
  checkLegacyIp,
  type Messages,
  parseIpSloppy,
  validateFullyQualifiedDomainName,
} from "../../../toolkit/validation/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { warnOfIp } from "../validation/address_warnings.ts";
import { requireChoice, validateChoice } from "../validation/choices.ts";
import { AGE_COLUMN, columnsOf, firstOf, NAME_COLUMN } from "../columns/column.ts";
import { validateEndpointIp } from "../validation/endpoint_ip.ts";
import { validateUnchanged } from "../validation/immutable.ts";

const ADDRESS_TYPE = FieldPath.of("addressType");
const ENDPOINTS = FieldPath.of("endpoints");
const PORTS = FieldPath.of("ports");

const ADDRESS_TYPES = ["FQDN", "IPv4", "IPv6"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const ENDPOINTS_LIMIT = 1000;
const ADDRESSES_LIMIT = 100;
const PORTS_LIMIT = 20_000;
const HINTS_LIMIT = 8;
const SHOWN = 3;
const view = (object: JsonObject) => object as unknown as EndpointSlice;

/**
 * The rules for endpoint slices: addresses of the slice's type, bounded numbers of endpoints and
 * ports, and a type that never changes.
 */
export function endpointSliceRules(names: Names): KindRules {
  return { ...RULES, warnings: (object, old) => warningsOf(view(object), old, names) };
}

const RULES: KindRules = {
  hasGeneration: true,
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "AddressType",
      description: "The type of all addresses in the slice",
      cell: (object) => view(object).addressType,
    },
    {
      name: "Ports",
      description: "The ports that every endpoint exposes",
      cell: (object) =>
        listText((view(object).ports ?? []).map(({ port, name }) => String(port ?? name ?? "*"))),
    },
    {
      name: "Endpoints",
      description: "The addresses of the endpoints",
      cell: (object) =>
        listText((view(object).endpoints ?? []).flatMap(({ addresses }) => addresses)),
    },
    AGE_COLUMN,
  ),
  setDefaults(object) {
    for (const port of view(object).ports ?? []) {
      port.name ??= "";
      port.protocol ??= "TCP";
    }
  },
  prepareForCreate: dropTopology,
  prepareForUpdate(object, old) {
    const hadTopology = dropTopology(object);
    const metadata = metadataOf(object);
    const before = metadataOf(old);
    // Whose slice it is stands in a label.
    if (hadTopology || !equalStored(metadata.labels ?? {}, before.labels ?? {})) {
      metadata.generation = Number(before.generation ?? 0) + 1;
    }
  },
  validate: (object) => validate(view(object)),
  validateUpdate(object, old) {
    const errors = validate(view(object), view(old));
    validateUnchanged(errors, ADDRESS_TYPE, view(object).addressType, view(old).addressType);
    return errors;
  },
};

/** Controllers that make slices of what was warned of where it was written. */
const MANAGERS = ["endpointslice-controller", "endpointslicemirroring-controller"];

function warningsOf(
  { metadata, addressType, endpoints }: EndpointSlice,
  old: JsonObject | undefined,
  { groupSuffix, labelSliceManager }: Names,
): string[] {
  const warnings: string[] = [];
  if (old === undefined && addressType === "FQDN") {
    warnings.push("spec.addressType: FQDN endpoints are deprecated");
  }
  const manager = metadata?.labels?.[labelSliceManager];
  if (MANAGERS.some((name) => `${name}.${groupSuffix}` === manager)) return warnings;
  for (const [index, { addresses }] of (endpoints ?? []).entries()) {
    const path = ENDPOINTS.index(index).child("addresses");
    for (const [place, address] of (addresses ?? []).entries()) {
      warnOfIp(warnings, path.index(place), address);
    }
  }
  return warnings;
}

/** An older version told nodes and zones this way. Whether anything was told counts as a change, though it is not kept. */
function dropTopology(object: JsonObject): boolean {
  let found = false;
  for (const endpoint of view(object).endpoints ?? []) {
    found ||= endpoint.deprecatedTopology !== undefined;
    delete endpoint.deprecatedTopology;
  }
  return found;
}

function validate(slice: EndpointSlice, old?: EndpointSlice): FieldError[] {
  const errors: FieldError[] = [];
  const ports = slice.ports ?? [];
  requireChoice(errors, ADDRESS_TYPE, slice.addressType, ADDRESS_TYPES);
  if (ports.length > PORTS_LIMIT) {
    errors.push(FieldError.tooMany(PORTS, ports.length, PORTS_LIMIT));
  } else validatePorts(errors, ports);
  const wrong = validateEndpoints(slice);
  // Endpoints that older rules took stay.
  if (wrong.length > 0 && old !== undefined && equalStored(slice.endpoints, old.endpoints)) {
    return errors;
  }
  return [...errors, ...wrong];
}

function validateEndpoints({ endpoints, addressType }: EndpointSlice): FieldError[] {
  const count = endpoints?.length ?? 0;
  if (count > ENDPOINTS_LIMIT) return [FieldError.tooMany(ENDPOINTS, count, ENDPOINTS_LIMIT)];
  const errors: FieldError[] = [];
  for (const [index, endpoint] of (endpoints ?? []).entries()) {
    validateEndpoint(errors, ENDPOINTS.index(index), endpoint, addressType);
  }
  return errors;
}

function validateEndpoint(
  errors: FieldError[],
  path: FieldPath,
  { addresses, hostname, nodeName, hints }: Endpoint,
  type: string,
): void {
  const at = path.child("addresses");
  const list = addresses ?? [];
  if (list.length === 0) errors.push(FieldError.required(at, "must contain at least 1 address"));
  else if (list.length > ADDRESSES_LIMIT) {
    errors.push(FieldError.tooMany(at, list.length, ADDRESSES_LIMIT));
  }
  for (const [index, address] of list.entries()) {
    validateAddress(errors, at, index, address, type);
  }
  if (nodeName !== undefined) {
    addInvalid(errors, path.child("nodeName"), nodeName, checkDns1123Subdomain(nodeName));
  }
  if (hostname !== undefined) {
    addInvalid(errors, path.child("hostname"), hostname, checkDns1123Label(hostname));
  }
  if (hints !== undefined) validateHints(errors, path.child("hints"), hints);
}

function validateAddress(
  errors: FieldError[],
  list: FieldPath,
  index: number,
  address: string,
  type: string,
): void {
  const path = list.index(index);
  if (type === "FQDN") errors.push(...validateFullyQualifiedDomainName(address, path));
  if (type !== "IPv4" && type !== "IPv6") return;
  const wrong = type === "IPv4" ? checkLegacyIp(address) : checkIp(address);
  if (wrong.length > 0) return addInvalid(errors, path, address, wrong);
  if (`IPv${parseIpSloppy(address)?.family}` !== type) {
    const article = type === "IPv4" ? "an IPv4" : "an IPv6";
    errors.push(FieldError.invalid(list, address, `must be ${article} address`));
  }
  validateEndpointIp(errors, path, address);
}

function validateHints(
  errors: FieldError[],
  path: FieldPath,
  { forZones = [], forNodes = [] }: EndpointHints,
): void {
  validateNames(errors, path.child("forZones"), forZones, checkLabelValue);
  if (forZones.length > HINTS_LIMIT) return;
  validateNames(errors, path.child("forNodes"), forNodes, checkDns1123Subdomain);
}

function validateNames(
  errors: FieldError[],
  path: FieldPath,
  all: readonly { readonly name: string }[],
  check: (name: string) => Messages,
): void {
  if (all.length > HINTS_LIMIT) {
    errors.push(FieldError.tooMany(path, all.length, HINTS_LIMIT));
    return;
  }
  const seen = new Set<string>();
  for (const [index, { name }] of all.entries()) {
    const at = path.index(index).child("name");
    if (seen.has(name)) errors.push(FieldError.duplicate(at, name));
    seen.add(name);
    addInvalid(errors, at, name, check(name));
  }
}

function validatePorts(errors: FieldError[], ports: readonly EndpointPort[]): void {
  const seen = new Set<string>();
  for (const [index, { name = "", protocol, appProtocol }] of ports.entries()) {
    const at = PORTS.index(index);
    if (name !== "") addInvalid(errors, at.child("name"), name, checkDns1123Label(name));
    if (seen.has(name)) errors.push(FieldError.duplicate(at.child("name"), name));
    seen.add(name);
    if (protocol === undefined) errors.push(FieldError.required(at.child("protocol")));
    else validateChoice(errors, at.child("protocol"), protocol, PROTOCOLS);
    if (appProtocol !== undefined) {
      addInvalid(errors, at.child("appProtocol"), appProtocol, checkLabelKey(appProtocol));
    }
  }
}

function listText(all: readonly string[]): string {
  return firstOf(all, SHOWN) || "<unset>";
}
