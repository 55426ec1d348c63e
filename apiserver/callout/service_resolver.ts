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

/** Finds the host and port of a service. Throws CalloutError saying what is missing. */
export function serviceResolver(options: ServiceResolverOptions) {
  return ({ namespace, name, port }: ServiceReference): { host: string; port: number } => {
    const service = findService(options, namespace, name);
    const { type = "ClusterIP", clusterIP = "", externalName = "", ports } = service.spec ?? {};
    if (type === "ExternalName") return { host: externalName, port };
    const declared = ports?.find((one) => one.port === port);
    if (declared === undefined) {
      throw new CalloutError(`no service port ${port} found for service "${name}"`);
    }
    if (options.toEndpoints || clusterIP === "None") {
      return endpointOf(options, namespace, name, declared.name ?? "");
    }
    if (clusterIP === "") throw new CalloutError(`service "${name}" has no address yet`);
    return { host: clusterIP, port };
  };
}

function findService(
  { services }: ServiceResolverOptions,
  namespace: string,
  name: string,
): Service {
  const storage = services();
  const entry = storage?.cache.get(storage.key(namespace, name));
  if (entry === undefined) throw new CalloutError(`service "${name}" not found`);
  return serviceOf(entry);
}

/** One of the addresses behind a service that are ready. */
function endpointOf(
  { slices, serviceLabel, random }: ServiceResolverOptions,
  namespace: string,
  name: string,
  portName: string,
): { host: string; port: number } {
  const storage = slices();
  const prefix = storage?.namespacePrefix(namespace) ?? "";
  const places: { host: string; port: number }[] = [];
  for (const entry of storage?.cache.entries() ?? []) {
    if (!entry.key.startsWith(prefix) || entry.labels[serviceLabel] !== name) continue;
    const slice = sliceOf(entry);
    const port = slice.ports?.find((one) => (one.name ?? "") === portName)?.port;
    if (typeof port !== "number") continue;
    for (const { addresses, conditions } of slice.endpoints ?? []) {
      if (conditions?.ready === false) continue;
      for (const host of addresses ?? []) places.push({ host, port });
    }
  }
  const chosen = places[Math.floor(random() * places.length)];
  if (chosen === undefined) throw new CalloutError(`no endpoints available for service "${name}"`);
  return chosen;
}
