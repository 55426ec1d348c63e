/**
 * Where a service that an object names can be reached.
 *
 * @module
 */

import type { EndpointSlice } from "../../toolkit/api/discovery_v1.ts";
import type { Service } from "../../toolkit/api/core_v1.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import { type CachedObject, derivedValue } from "../storage/cache/mod.ts";
import { CalloutError } from "./callout_error.ts";

/** A service and one of its ports, as configurations name them. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

const serviceOf = derivedValue((entry: CachedObject) => objectOf(entry) as unknown as Service);
const sliceOf = derivedValue((entry: CachedObject) => objectOf(entry) as unknown as EndpointSlice);

/** What is looked at. */
export interface ServiceResolverOptions {
  readonly services: () => ResourceStorage | undefined;
  readonly slices: () => ResourceStorage | undefined;
  /** `--enable-aggregator-routing`: to an address behind the service, not to the service's own. */
  readonly toEndpoints: boolean;
  /** The label by which slices name their service. */
  readonly serviceLabel: string;
  random(): number;
}

/** What a service lacks to be asked. */
export interface ServiceGap {
  readonly reason: string;
  readonly message: string;
}

/** Says what the objects of a service show that it lacks; undefined: nothing, or what they can't show. */
export function serviceGap(
  options: Pick<ServiceResolverOptions, "services" | "slices" | "serviceLabel">,
) {
  return ({ namespace, name, port }: ServiceReference): ServiceGap | undefined => {
    const place = `service/${name} in "${namespace}"`;
    const service = serviceAt(options, namespace, name);
    if (service === undefined) {
      return { reason: "ServiceNotFound", message: `${place} is not present` };
    }
    const { type = "ClusterIP", ports } = service.spec ?? {};
    if (type !== "ClusterIP") return undefined;
    const declared = ports?.find((one) => one.port === port);
    if (declared === undefined) {
      return { reason: "ServicePortError", message: `${place} is not listening on port ${port}` };
    }
    const slices = [...slicesOf(options, namespace, name)];
    if (slices.length === 0) {
      return { reason: "EndpointsNotFound", message: `cannot find endpointslices for ${place}` };
    }
    const portName = declared.name ?? "";
    if (slices.some((slice) => readyPlaces(slice, portName).length > 0)) return undefined;
    const message = `endpointslices for ${place} have no addresses with port name "${portName}"`;
    return { reason: "MissingEndpoints", message };
  };
}

/** Finds the host and port of a service. Throws CalloutError saying what is missing. */
export function serviceResolver(options: ServiceResolverOptions) {
  return ({ namespace, name, port }: ServiceReference): { host: string; port: number } => {
    const service = findService(options, namespace, name);
    const { type = "ClusterIP", clusterIP = "", externalName = "", ports, ipFamilies } =
      service.spec ?? {};
    if (type === "ExternalName") return { host: externalName, port };
    const declared = ports?.find((one) => one.port === port);
    if (declared === undefined) {
      throw new CalloutError(`no service port ${port} found for service "${name}"`);
    }
    if (options.toEndpoints || clusterIP === "None") {
      return endpointOf(options, { namespace, name }, declared.name ?? "", ipFamilies?.[0]);
    }
    if (clusterIP === "") throw new CalloutError(`service "${name}" has no address yet`);
    return { host: clusterIP, port };
  };
}

function findService(
  options: Pick<ServiceResolverOptions, "services">,
  namespace: string,
  name: string,
): Service {
  const service = serviceAt(options, namespace, name);
  if (service === undefined) throw new CalloutError(`service "${name}" not found`);
  return service;
}

function serviceAt(
  { services }: Pick<ServiceResolverOptions, "services">,
  namespace: string,
  name: string,
): Service | undefined {
  const storage = services();
  const entry = storage?.cache.get(storage.key(namespace, name));
  return entry && serviceOf(entry);
}

/**
 * One of the addresses behind a service that are ready: of `family`, the first that the service has, as long as there is
 * any of it. The others are for those that can reach no other.
 */
function endpointOf(
  options: ServiceResolverOptions,
  { namespace, name }: Pick<ServiceReference, "namespace" | "name">,
  portName: string,
  family: string | undefined,
): { host: string; port: number } {
  const slices = [...slicesOf(options, namespace, name)];
  const placesIn = (some: readonly EndpointSlice[]) =>
    some.flatMap((slice) => readyPlaces(slice, portName));
  const preferred = placesIn(slices.filter(({ addressType }) => addressType === family));
  const places = preferred.length > 0 ? preferred : placesIn(slices);
  const chosen = places[Math.floor(options.random() * places.length)];
  if (chosen === undefined) throw new CalloutError(`no endpoints available for service "${name}"`);
  return chosen;
}

function* slicesOf(
  { slices, serviceLabel }: Pick<ServiceResolverOptions, "slices" | "serviceLabel">,
  namespace: string,
  name: string,
): Generator<EndpointSlice> {
  const storage = slices();
  const prefix = storage?.namespacePrefix(namespace) ?? "";
  for (const entry of storage?.cache.entries() ?? []) {
    if (entry.key.startsWith(prefix) && entry.labels[serviceLabel] === name) yield sliceOf(entry);
  }
}

/** The places of a slice that are ready, with its port of a name: each has one address that counts. */
function readyPlaces(
  { ports, endpoints }: EndpointSlice,
  portName: string,
): { host: string; port: number }[] {
  const port = ports?.find((one) => (one.name ?? "") === portName)?.port;
  if (typeof port !== "number") return [];
  return (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false)
    .flatMap(({ addresses }) => (addresses ?? []).slice(0, 1).map((host) => ({ host, port })));
}
