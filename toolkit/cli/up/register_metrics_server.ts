/**
 * What the cluster has to know of the metrics server.
 *
 * @module
 */

import { NAMES } from "../../names.ts";
import { managedPart } from "../../controller/managed_part.ts";
import { METRICS_API_VERSION, registeredObjects } from "../../registration/metrics_server.ts";
import { isObject } from "../../values/json.ts";

/** Who the metrics server is to the API server. */
export const METRICS_SERVER_USER = "system:metrics-server";

/** Services can't name addresses of the loopback, but names that lead there. */
const HOST = "localhost";

/** Who says what of these objects is ours. */
const MANAGER = "orch-up";

/**
 * Makes its roles, its service and its APIService what they have to be, by the client config of who may do
 * everything. `authorities`: those of its certificate, in PEM. Where somebody leads the metrics API to a server of
 * their own, all is left as they have it: it may have the same names.
 */
export async function registerMetricsServer(
  adminConfig: string,
  port: number,
  authorities: string,
): Promise<void> {
  // Who runs no such server does not wait for the client to load.
  const { APIService, createClient } = await import("../../mod.ts");
  await using client = await createClient({ config: adminConfig });
  const names = NAMES[client.dialect];
  const found = await client.find(APIService, `${METRICS_API_VERSION}.${names.groupMetrics}`);
  if (found !== undefined && !isOurs(found)) return;
  const objects = registeredObjects(names, {
    user: METRICS_SERVER_USER,
    host: HOST,
    port,
    authorities,
  });
  await client.applyManifests(objects, { fieldManager: MANAGER, force: true });
}

/** Whether an APIService leads where it was led from here. */
function isOurs(service: object): boolean {
  const spec = managedPart(service, MANAGER)?.spec;
  const place = isObject(spec) ? spec.service : undefined;
  return isObject(place) && place.port !== undefined;
}
