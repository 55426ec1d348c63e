/**
 * Roles and bindings without a server, for who decides by them.
 *
 * @module
 */

import { PolicyIndex } from "../apiserver/authorization/rbac/mod.ts";
import type { ObjectFollower, ServerContext } from "../apiserver/server_context.ts";
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  Subject,
} from "../toolkit/api/rbac_v1.ts";
import type { KubeObject } from "../toolkit/kinds/mod.ts";

/** A role or a binding of any kind. */
export type PolicyObject = (ClusterRole | ClusterRoleBinding | Role | RoleBinding) & {
  readonly kind: string;
};

/** Keeps an index of objects that a test puts in and takes out. */
export class RolesInMemory {
  readonly index: PolicyIndex;
  readonly #followers = new Map<string, ObjectFollower<KubeObject>>();

  /** `objects` are there before the index is made. */
  constructor(objects: readonly PolicyObject[] = []) {
    const follow = ((kind: { kind: string }, follower: ObjectFollower<KubeObject>) => {
      this.#followers.set(kind.kind, follower);
      for (const object of objects) if (object.kind === kind.kind) follower.put(object);
      return true;
    }) as ServerContext["follow"];
    this.index = PolicyIndex.open({ follow });
  }

  put(...objects: readonly PolicyObject[]): void {
    for (const object of objects) this.#followers.get(object.kind)?.put(object);
  }

  delete(...objects: readonly PolicyObject[]): void {
    for (const { kind, metadata } of objects) {
      const { name = "", namespace = "" } = (metadata ?? {}) as {
        name?: string;
        namespace?: string;
      };
      this.#followers.get(kind)?.delete({ namespace, name });
    }
  }
}

/** A role: of the cluster where the namespace is "". */
export function roleOf(namespace: string, name: string, rules: PolicyRule[]): PolicyObject {
  return namespace === ""
    ? { kind: "ClusterRole", metadata: { name }, rules }
    : { kind: "Role", metadata: { namespace, name }, rules };
}

/** A binding: in the whole cluster where the namespace is "". `role` is `KIND/NAME`. */
export function bindingOf(
  namespace: string,
  name: string,
  role: string,
  subjects: Subject[],
): PolicyObject {
  const [kind = "", roleName = ""] = role.split("/");
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind, name: roleName };
  return namespace === ""
    ? { kind: "ClusterRoleBinding", metadata: { name }, roleRef, subjects }
    : { kind: "RoleBinding", metadata: { namespace, name }, roleRef, subjects };
}
