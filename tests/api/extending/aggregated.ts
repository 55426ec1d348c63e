/**
 * A version of a group that another server has, for tests.
 *
 * @module
 */

import type { AnyObject, ApiClient } from "../../../testing/api_client.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { ExtensionServer } from "./extension_server.ts";

/** Where APIServices are. */
export const API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
/** The one of the version. */
export const NAME = "v1beta1.metrics.k8s.io";
/** A resource of it. */
export const NODES = "/apis/metrics.k8s.io/v1beta1/nodes";

/** What asks for discovery of all groups at once. */
export const EVERYTHING = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** The service that leads to the server. */
export function serviceOf(): AnyObject {
  return {
    kind: "Service",
    apiVersion: "v1",
    metadata: { name: "metrics", namespace: "default" },
    spec: { type: "ExternalName", externalName: "localhost" },
  };
}

/** The APIService that leads to a server. */
export function apiServiceOf({ port, caBundle }: ExtensionServer, more: AnyObject = {}): AnyObject {
  return {
    kind: "APIService",
    apiVersion: "apiregistration.k8s.io/v1",
    metadata: { name: NAME },
    spec: {
      group: "metrics.k8s.io",
      version: "v1beta1",
      groupPriorityMinimum: 100,
      versionPriority: 100,
      service: { name: "metrics", namespace: "default", port },
      caBundle,
      ...more,
    },
  };
}

/** Watches an APIService until its condition says so; gives the condition. */
export async function available(client: ApiClient, status: string): Promise<AnyObject> {
  const watch = await client.watch(
    `${API_SERVICES}?watch=true&fieldSelector=metadata.name=${NAME}`,
  );
  for (let event = await watch.next(); event !== undefined; event = await watch.next()) {
    const conditions: AnyObject[] = event.object.status?.conditions ?? [];
    const condition = conditions.find(({ type }) => type === "Available");
    if (condition?.status === status) {
      watch.close();
      return condition;
    }
  }
  throw new Error("the watch ended");
}

/** Runs beside a server that has such a service, and one that it leads to. */
export async function withExtension(
  run: (client: ApiClient, extension: ExtensionServer) => Promise<void>,
): Promise<void> {
  await using extension = await ExtensionServer.start("metrics", "default");
  await using server = await startTestServer();
  assertEquals(
    (await server.client.post("/api/v1/namespaces/default/services", serviceOf())).status,
    201,
  );
  await run(server.client, extension);
}

/** Connections outlive a step. */
export const LOOSE = { sanitizeOps: false, sanitizeResources: false };
