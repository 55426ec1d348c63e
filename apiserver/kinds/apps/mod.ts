/**
 * The kinds of the group apps.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { controllerRevisionRules } from "./controller_revision.ts";
import { daemonSetRules } from "./daemon_set.ts";
import { deploymentRules } from "./deployment.ts";
import { replicaSetRules } from "./replica_set.ts";
import { statefulSetRules } from "./stateful_set.ts";

/** See the module's comment. */
export const appsKinds: GroupDeclarations = {
  controllerrevisions: controllerRevisionRules,
  daemonsets: daemonSetRules,
  deployments: deploymentRules,
  replicasets: replicaSetRules,
  statefulsets: statefulSetRules,
};
