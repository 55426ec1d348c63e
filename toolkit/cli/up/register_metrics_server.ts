/**
 * What the cluster has to know of the metrics server.
 *
 * @module
 */

import { NAMES } from "../../names.ts";
import { registeredObjects } from "../../registration/metrics_server.ts";

/** Who the metrics server is to the API server. */
export const METRICS_SERVER_USER = "system:metrics-server";

/** Services can't name addresses of the loopback, but names that lead there. */
const HOST = "localhost";

/**
 * Makes its roles, its service and its APIService what they have to be, by the client config of who may do
 * everything. `authorities`: those of its certificate, in PEM.
 */
export async function registerMetricsServer(
  adminConfig: string,
  port: number,
  authorities: string,
): Promise<void> {
  // Who runs no such server does not wait for the client to load.
  const { createClient } = await import("../../mod.ts");
  await using client = await createClient({ config: adminConfig });
  const objects = registeredObjects(NAMES[client.dialect], {
    user: METRICS_SERVER_USER,
    host: HOST,
    port,
    authorities,
  });
  await client.applyManifests(objects, { fieldManager: "orch-up", force: true });
}
