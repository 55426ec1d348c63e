/**
 * The endpoints of the API server's service: the addresses of all replicas that live.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Services } from "../endpoints/services.ts";
import { keepObject, type Place } from "./own_request.ts";

/** What the endpoints say. */
export interface EndpointFacts {
  /** The name of the service. */
  readonly name: string;
  readonly addresses: readonly string[];
  readonly port: number;
}

/** Writes both forms of the endpoints, where they differ from what is there. */
export async function writeEndpoints(
  services: Services,
  facts: EndpointFacts,
  signal: AbortSignal,
): Promise<void> {
  const { source, dialect } = services;
  const names = NAMES[dialect];
  const place = (group: string, plural: string): Place => ({
    resource: source.find(group, "v1", plural),
    namespace: "default",
    name: facts.name,
  });
  const { addresses, port } = facts;
  const ports = [{ name: "https", port, protocol: "TCP" }];
  const subsets = addresses.length === 0
    ? []
    : [{ addresses: addresses.map((ip) => ({ ip })), ports }];
  const skip = `${names.labelSliceManager.split("/")[0]}/skip-mirror`;
  await keepObject(
    services,
    place("", "endpoints"),
    (current) => ({
      ...base(current, "Endpoints", "v1", { [skip]: "true" }),
      ...(subsets.length > 0 && { subsets }),
    }),
    signal,
  );
  const discovery = names.group("discovery");
  await keepObject(
    services,
    place(discovery, "endpointslices"),
    (current) => ({
      ...base(current, "EndpointSlice", `${discovery}/v1`, {
        [names.labelSliceServiceName]: facts.name,
      }),
      addressType: addresses.some((ip) => ip.includes(":")) ? "IPv6" : "IPv4",
      endpoints: addresses.map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
      ports,
    }),
    signal,
  );
}

/** The object's metadata with these labels; nothing else of it stays. */
function base(
  current: JsonObject | undefined,
  kind: string,
  apiVersion: string,
  labels: Record<string, string>,
): JsonObject {
  const metadata = (current?.metadata ?? {}) as { labels?: Record<string, string> };
  return {
    kind,
    apiVersion,
    metadata: { ...metadata, labels: { ...metadata.labels, ...labels } },
  };
}
