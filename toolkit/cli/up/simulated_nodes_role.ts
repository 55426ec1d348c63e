/**
 * What the account of simulated nodes may do.
 *
 * @module
 */

import { NAMES } from "../../names.ts";

/** The account of all simulated nodes of a process: each of them is a node, and it is none alone. */
export const SIMULATED_NODES = "system:simulated-nodes";

/** Lets the account do what nodes do, by the client config of who may do everything. */
export async function bindSimulatedNodes(adminConfig: string): Promise<void> {
  // Who runs no such nodes does not wait for the client to load.
  const { ClusterRoleBinding, createClient } = await import("../../mod.ts");
  await using client = await createClient({ config: adminConfig });
  const apiGroup = NAMES[client.dialect].group("rbac.authorization");
  await client.apply(ClusterRoleBinding, {
    metadata: { name: SIMULATED_NODES },
    roleRef: { apiGroup, kind: "ClusterRole", name: "system:node" },
    subjects: [{ apiGroup, kind: "User", name: SIMULATED_NODES }],
  }, { fieldManager: "orch-up", force: true });
}
