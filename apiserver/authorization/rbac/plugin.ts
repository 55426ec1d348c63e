/**
 * RBAC as a part of a server.
 *
 * @module
 */

import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import type { Authorizer } from "../authorizer.ts";
import { rbacAuthorizer } from "./authorizer.ts";
import { keepPolicy } from "./keep_policy.ts";
import { policyIndexOf } from "./policy_index.ts";

/**
 * Authorization by the server's roles and bindings, and what keeps the bootstrap policy: the server is not
 * ready until that is there. Throws where roles and bindings are not served.
 */
export function createRbac(context: ServerContext): Authorizer {
  const names = NAMES[context.dialect];
  const group = names.group("rbac.authorization");
  for (const plural of ["roles", "rolebindings", "clusterroles", "clusterrolebindings"]) {
    if (context.source.find(group, "v1", plural) !== undefined) continue;
    throw new Error(
      `authorization by RBAC needs ${plural}.${group}, which is not served: serve it (--runtime-config), ` +
        "or leave RBAC out of --authorization-mode",
    );
  }
  context.background(keepPolicy(context, context.startWork("roles")));
  return rbacAuthorizer(policyIndexOf(context), names);
}
