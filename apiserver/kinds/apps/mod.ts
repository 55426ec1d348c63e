/**
 * The kinds of the group apps.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { at } from "../fields.ts";
import { deploymentRules } from "./deployment.ts";

/** See the module's comment. */
export const appsKinds: GroupDeclarations = {
  daemonsets: { hasGeneration: true },
  deployments: deploymentRules,
  replicasets: {
    hasGeneration: true,
    fields: { "status.replicas": (object) => at(object, "status.replicas") ?? 0 },
  },
  statefulsets: { hasGeneration: true },
};
