/**
 * The service through which pods reach the API, as an object.
 *
 * @module
 */

import type { ServiceSpec } from "../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { parseCidrSloppy, parseIpSloppy } from "../../toolkit/validation/mod.ts";
import { AddressRange } from "../addresses/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";

/** What the service looks like. */
export interface ApiServiceOptions {
  readonly name: string;
  /** The ranges of service addresses, the first family first, as {@link checkServiceRanges} has them. */
  readonly ranges: readonly string[];
  /** The port of the server behind it. */
  readonly targetPort: number;
  /** A port on every node, or 0. */
  readonly nodePort: number;
}

/** The service's own port. */
const PORT = 443;

/**
 * The service. Its address is the first of the first range; what follows from that, as its family, is filled in
 * as of any service.
 */
export function apiService(options: ApiServiceOptions): JsonObject {
  const { name, ranges, targetPort, nodePort } = options;
  const [range = ""] = ranges;
  const address = firstAddress(range);
  return {
    kind: "Service",
    apiVersion: "v1",
    metadata: { name, labels: { component: "apiserver", provider: name } },
    spec: {
      ports: [{
        name: "https",
        protocol: "TCP",
        port: PORT,
        targetPort,
        ...(nodePort !== 0 && { nodePort }),
      }],
      clusterIP: address,
      type: nodePort === 0 ? "ClusterIP" : "NodePort",
      sessionAffinity: "None",
      ...(nodePort !== 0 && { externalTrafficPolicy: "Cluster" }),
      ipFamilyPolicy: "SingleStack",
      internalTrafficPolicy: "Cluster",
    },
  };
}

/** The service as it is, with the type and the ports that it should have. */
export function withPortsOf(service: JsonObject, current: JsonObject): JsonObject {
  const { type, ports } = service.spec as ServiceSpec;
  const spec = current.spec as ServiceSpec;
  if (spec.type === type && equalJson(spec.ports, ports)) return current;
  return { ...current, spec: { ...spec, type, ports } };
}

/** The fewest addresses that a range of services may have. */
const LEAST_ADDRESSES = 8;

/** The shortest prefix of a range of IPv4 addresses: what is larger the reference counts as none. */
const LEAST_BITS = 2;

/** Throws unless there are one or two ranges, of two families, with room for services. */
export function checkServiceRanges(ranges: readonly string[]): void {
  const invalid = (why: string) => {
    return new Error(
      `invalid --service-cluster-ip-range ${JSON.stringify(ranges.join(","))}: ${why}`,
    );
  };
  const families = ranges.map((text) => {
    const range = parseCidrSloppy(text);
    if (range === undefined) throw invalid(`${JSON.stringify(text)} is not a CIDR range`);
    if (AddressRange.parse(text) === undefined) {
      throw invalid(
        `${text} has too many addresses: an IPv6 range has a prefix of at least 64 bits`,
      );
    }
    const width = range.first.bytes.length * 8;
    if (width === 32 && range.bits < LEAST_BITS) throw invalid(`${text} has too many addresses`);
    if (2 ** (width - range.bits) < LEAST_ADDRESSES) {
      throw invalid(`${text} has fewer than ${LEAST_ADDRESSES} addresses`);
    }
    return width;
  });
  const [first, second] = families;
  if (first === undefined || families.length > 2 || first === second) {
    throw invalid("expected one range, or one of each family");
  }
}

/**
 * Throws unless the server's address is of the family of the first range: its service has an address of that one, and
 * leads to the server.
 */
export function checkServiceFamily([range = ""]: readonly string[], address: string): void {
  if (parseCidrSloppy(range)?.first.family === parseIpSloppy(address)?.family) return;
  throw new Error(
    `--service-cluster-ip-range ${range} and the address ${address} of --advertise-address must be of the same ` +
      "IP family, unless --endpoint-reconciler-type is none",
  );
}

/** The service's own address: the first that a service can have of the first range, after the range's own. */
export function firstServiceAddress([range = ""]: readonly string[]): string {
  return firstAddress(range);
}

function firstAddress(text: string): string {
  const range = AddressRange.parse(text);
  if (range === undefined) throw new Error(`${text} is not a CIDR range`);
  return range.at(0);
}
