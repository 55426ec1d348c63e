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

/** The rules of each resource of the group apps, by its plural name. */
export const appsKinds: GroupDeclarations = {
  controllerrevisions: controllerRevisionRules,
  daemonsets: daemonSetRules,
  deployments: deploymentRules,
  replicasets: replicaSetRules,
  statefulsets: statefulSetRules,
};
