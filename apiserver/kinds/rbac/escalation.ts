/**
 * That nobody hands out more than they have: roles hold only rules, and bindings refer only to roles, that
 * whoever writes them is allowed already.
 *
 * @module
 */

import type {
  ClusterRole,
  PolicyRule,
  RoleBinding,
  RoleRef,
} from "../../../toolkit/api/rbac_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import {
  forbidden,
  type GroupResource,
  notFound,
  StatusError,
} from "../../../toolkit/errors/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { runInSlices } from "../../../toolkit/time_slice.ts";
import { GROUP_MASTERS } from "../../../toolkit/authentication/user.ts";
import {
  compacted,
  listText,
  type PolicyIndex,
  policyIndexOf,
  ruleText,
  TooManyCombinations,
  uncovered,
} from "../../authorization/rbac/mod.ts";
import { changesOnlyOwnership } from "../../resource/ownership_changes.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { GuardedWrite, WriteGuard } from "../../resource/write_guard.ts";
import type { ServerContext } from "../../server_context.ts";

/** All that there is: whoever sums roles up by their labels may get any of it. */
const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/** Lines of rules that a refusal shows. */
const SHOWN_RULES = 1000;

type Check = (
  write: GuardedWrite,
  object: JsonObject,
  old: JsonObject | undefined,
) => Promise<void>;

/** Works with the server's own roles and bindings, whichever authorizers it has. */
export function escalationGuard(context: ServerContext): WriteGuard {
  const { authorizer, dialect } = context;
  const group = NAMES[dialect].group("rbac.authorization");
  // Made when it is first asked: most servers' clients are never checked.
  let index: PolicyIndex | undefined;
  const rules = () => index ??= policyIndexOf(context);

  async function mayDo(
    verb: string,
    { user, signal }: GuardedWrite,
    what: { namespace: string; resource: string; name: string },
  ): Promise<boolean> {
    const attributes = {
      user,
      verb,
      isResource: true,
      path: "",
      group,
      version: "*",
      subresource: "",
      ...what,
    };
    return (await authorizer.authorize(attributes, { signal })).decision === "allow";
  }

  /** Throws a 403 unless who writes is allowed all of the rules where they write. */
  async function checkHeld(
    { target: { resource, namespace }, user, slice }: GuardedWrite,
    name: string,
    asked: readonly PolicyRule[],
  ): Promise<void> {
    const { rules: held, missing } = rules().rulesOf(user, namespace);
    const what = `user ${JSON.stringify(user.name)} (groups=${listText(user.groups)}) is ` +
      "attempting to grant RBAC permissions not currently held:\n";
    let lacking: string[];
    try {
      slice.restart();
      lacking = compacted(await runInSlices(uncovered(held, asked), slice)).map(ruleText);
    } catch (error) {
      if (!(error instanceof TooManyCombinations)) throw error;
      throw forbidden(resource, name, what + error.message);
    }
    if (lacking.length === 0) return;
    const lines = [...new Set(lacking)].sort();
    const more = lines.length > SHOWN_RULES ? `\n… and ${lines.length - SHOWN_RULES} more` : "";
    // The reference calls a missing role by the resource of the request.
    const unknown = missing.map((role) => notFound(resource, role.name).message);
    const errors = unknown.length === 0
      ? ""
      : `; resolution errors: [${unknown.length === 1 ? unknown[0] : `[${unknown.join(", ")}]`}]`;
    throw forbidden(resource, name, what + lines.slice(0, SHOWN_RULES).join("\n") + more + errors);
  }

  const checkRole: Check = async (write, object, old) => {
    const { resource, namespace, name } = write.target;
    if (await mayDo("escalate", write, { namespace, resource: resource.resource, name })) return;
    if (changesOnlyOwnership(object, old)) return;
    const called = metadataOf(object).name ?? "";
    await checkHeld(write, called, (object as unknown as ClusterRole).rules ?? []);
    if (!sumsUp(object) && !sumsUp(old)) return;
    try {
      await checkHeld(write, called, EVERYTHING);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      const why = "must have cluster-admin privileges to use the aggregationRule";
      throw forbidden(resource, called, why);
    }
  };

  const checkBinding: Check = async (write, object, old) => {
    if (changesOnlyOwnership(object, old)) return;
    const { namespace } = write.target;
    const { roleRef } = object as unknown as RoleBinding;
    const resource = ROLE_RESOURCES[roleRef.kind];
    if (resource !== undefined) {
      if (await mayDo("bind", write, { namespace, resource, name: roleRef.name })) return;
    }
    const asked = rules().rulesOfRole(roleRef, namespace);
    if (asked === undefined) throw missingRole(roleRef, write.target.resource);
    await checkHeld(write, metadataOf(object).name ?? "", asked);
  };

  const checks: Readonly<Record<string, Check>> = {
    roles: checkRole,
    clusterroles: checkRole,
    rolebindings: checkBinding,
    clusterrolebindings: checkBinding,
  };
  return (write, object, old) => {
    const { resource } = write.target;
    if (resource.group !== group || write.user.groups.includes(GROUP_MASTERS)) return;
    return checks[resource.resource]?.(write, object, old);
  };
}

/** The resources of the kinds that a binding may refer to. */
const ROLE_RESOURCES: Readonly<Record<string, string>> = {
  Role: "roles",
  ClusterRole: "clusterroles",
};

function sumsUp(role: JsonObject | undefined): boolean {
  const { aggregationRule } = (role ?? {}) as unknown as ClusterRole;
  return (aggregationRule?.clusterRoleSelectors?.length ?? 0) > 0;
}

function missingRole({ kind, name }: RoleRef, resource: GroupResource): StatusError {
  if (ROLE_RESOURCES[kind] !== undefined) return notFound(resource, name);
  const message = `unsupported role reference kind: ${JSON.stringify(kind)}`;
  return new StatusError({ code: 500, reason: "InternalError", message });
}
