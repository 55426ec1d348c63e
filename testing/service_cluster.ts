/**
 * A whole server that gives services what they need, and what of it is taken.
 *
 * @module
 */

import { assertEquals } from "../toolkit/deps/assert.ts";
import { NAMES } from "../toolkit/names.ts";
import type { AnyObject } from "./api_client.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./api_server.ts";

/** Paths of the resources. */
export const SERVICES = "/api/v1/namespaces/default/services";
const NETWORKING = `/apis/${NAMES.kubernetes.group("networking")}/v1`;
export const ADDRESSES = `${NETWORKING}/ipaddresses`;
export const RANGES = `${NETWORKING}/servicecidrs`;

/** Ranges of either family. */
export const [V4, V6] = ["10.0.0.0/24", "fd00::/112"] as const;

/** What the server of its own service has taken. */
export const OWN: Readonly<Record<string, string>> = { "10.0.0.1": "default/kubernetes" };

/** What a server hands out. */
export interface ServiceCluster {
  /** Default: {@link V4}. */
  readonly ranges?: readonly string[];
  readonly ports?: readonly [first: number, last: number];
  readonly server?: TestServerOptions;
}

/** Starts a server, which has made its own service. */
export async function startServiceCluster(
  { ranges = [V4], ports = [30000, 32767], server }: ServiceCluster = {},
): Promise<TestServer> {
  const running = await startTestServer({
    withNamespace: false,
    ...server,
    bootstrap: {
      advertiseAddress: "192.0.2.1",
      serviceRanges: ranges,
      nodePorts: { first: ports[0], last: ports[1] },
      serviceNodePort: 0,
      endpointReconciler: "none",
    },
  });
  await running.server.ready;
  return running;
}

/** A service to be made. */
export const service = (name: string, spec: AnyObject = {}): AnyObject => ({
  kind: "Service",
  apiVersion: "v1",
  metadata: { name },
  spec: { selector: { a: "b" }, ports: [{ port: 80 }], ...spec },
});

/** Makes a service. */
export async function createService(
  server: TestServer,
  name: string,
  spec: AnyObject = {},
): Promise<AnyObject> {
  const { status, json, text } = await server.client.post(SERVICES, service(name, spec));
  assertEquals(status, 201, text);
  return json;
}

/** The addresses that are taken, by the service that has each. */
export async function takenAddresses({ client }: TestServer): Promise<Record<string, string>> {
  const { items } = (await client.get(ADDRESSES)).json;
  return Object.fromEntries(items.map(({ metadata, spec }: AnyObject) => [
    metadata.name,
    `${spec.parentRef.namespace}/${spec.parentRef.name}`,
  ]));
}

/** The ports that are taken, in the store itself. */
export async function takenPorts({ store }: TestServer): Promise<number[]> {
  const { items } = await store.range("/registry/servicenodeports/");
  return items.map(({ key }) => Number(key.split("/").at(-1)));
}
