/**
 * The endpoints of the API server's service: the addresses of all replicas that live.
 *
 * @module
 */

import type { Endpoints } from "../../toolkit/api/core_v1.ts";
import type { EndpointSlice } from "../../toolkit/api/discovery_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { ServerContext } from "../server_context.ts";
import { createOrUpdateObject, type ObjectPlace } from "../resource/own_objects.ts";

/** What the endpoints say. */
export interface EndpointFacts {
  /** The name of the service. */
  readonly name: string;
  readonly port: number;
  /** Finds out which addresses to show now, where `shown` are the ones that are. */
  addresses(shown: readonly string[]): Promise<readonly string[]>;
}

/** Writes both forms of the endpoints, where they differ from what is there. */
export async function writeEndpoints(
  server: ServerContext,
  facts: EndpointFacts,
  signal: AbortSignal,
): Promise<void> {
  const { source, dialect } = server;
  const names = NAMES[dialect];
  const place = (group: string, plural: string): ObjectPlace => ({
    resource: source.find(group, "v1", plural),
    namespace: "default",
    name: facts.name,
  });
  const ports = [{ name: "https", port: facts.port, protocol: "TCP" }];
  const skip = `${names.labelSliceManager.split("/")[0]}/skip-mirror`;
  await createOrUpdateObject(
    server.client,
    place("", "endpoints"),
    async (current) => {
      const { subsets = [] } = (current ?? {}) as Endpoints;
      const shown = subsets.flatMap(({ addresses = [] }) => addresses.map(({ ip }) => ip));
      const addresses = (await facts.addresses(shown)).map((ip) => ({ ip }));
      return {
        ...base(current, "Endpoints", "v1", { [skip]: "true" }),
        ...(addresses.length > 0 && { subsets: [{ addresses, ports }] }),
      };
    },
    signal,
  );
  if (!server.features.has("EndpointSlice")) return;
  const discovery = names.group("discovery");
  await createOrUpdateObject(
    server.client,
    place(discovery, "endpointslices"),
    async (current) => {
      const { endpoints } = (current ?? {}) as Partial<EndpointSlice>;
      const shown = (endpoints ?? []).flatMap(({ addresses }) => addresses);
      const { addressType, addresses } = ofOneFamily(await facts.addresses(shown));
      return {
        ...base(current, "EndpointSlice", `${discovery}/v1`, {
          [names.labelSliceServiceName]: facts.name,
        }),
        addressType,
        endpoints: addresses.map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
        ports,
      };
    },
    signal,
  );
}

/** A slice has addresses of one family: IPv4, unless all are of the other. */
function ofOneFamily(addresses: readonly string[]) {
  const isV6 = (ip: string) => ip.includes(":");
  const addressType = addresses.length > 0 && addresses.every(isV6) ? "IPv6" : "IPv4";
  return {
    addressType,
    addresses: addresses.filter((ip) => isV6(ip) === (addressType === "IPv6")),
  };
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
