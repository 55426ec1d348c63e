/**
 * The roles and bindings that a server with RBAC has from its start.
 *
 * @module
 */

import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  Subject,
} from "../../../../toolkit/api/rbac_v1.ts";
import type { Names } from "../../../../toolkit/names.ts";
import { CLUSTER_BINDINGS } from "./cluster_bindings.ts";
import { COMPONENT_ROLES } from "./component_roles.ts";
import { CONTROLLER_ROLES } from "./controller_roles.ts";
import { NAMESPACE_ROLES } from "./namespace_roles.ts";
import { nameInDialect, rulesOfRows } from "./rule_row.ts";
import { subjectsOfRows } from "./subject_row.ts";
import { USER_ROLES } from "./user_roles.ts";

/** An object of the policy, which has a name. */
type Named<T> = T & { readonly metadata: { readonly name: string; readonly namespace?: string } };

/** All objects of the policy, as they are made. */
export interface BootstrapPolicy {
  readonly clusterRoles: readonly Named<ClusterRole>[];
  readonly clusterRoleBindings: readonly Named<ClusterRoleBinding>[];
  readonly roles: readonly Named<Role>[];
  readonly roleBindings: readonly Named<RoleBinding>[];
}

/**
 * Roles whose rules are those of others, each with the one that it is taken into. They have their rules from the
 * start; a controller sees to it that they have those of roles that come later, too.
 */
const AGGREGATED = [
  { name: "admin" },
  { name: "edit", to: "admin" },
  { name: "view", to: "edit" },
] as const;

/** The rules of a role that is a sum, in the order in which the controller has them: by the names of its parts. */
function sumOf(name: string, names: Names): PolicyRule[] {
  const own = `system:aggregate-to-${name}`;
  const sums = AGGREGATED.filter((one) => "to" in one && one.to === name).map((one) => one.name);
  const rules = [own, ...sums].sort().flatMap((part) =>
    part === own ? rulesOfRows(USER_ROLES[own] ?? [], names) : sumOf(part, names)
  );
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

/** The policy in a dialect. */
export function bootstrapPolicy(names: Names): BootstrapPolicy {
  const group = names.group("rbac.authorization");
  const metadata = (name: string, labels: Record<string, string> = {}) => ({
    name,
    labels: { [names.labelBootstrapping]: "rbac-defaults", ...labels },
    annotations: { [names.annotationRbacAutoUpdate]: "true" },
  });
  const aggregates = (to: string) => ({ [aggregationLabel(to, names)]: "true" });
  const roleRef = (kind: string, name: string) => ({ apiGroup: group, kind, name });
  const clusterBinding = (name: string, subjects: Subject[]) => ({
    metadata: metadata(name),
    roleRef: roleRef("ClusterRole", name),
    ...(subjects.length > 0 && { subjects }),
  });
  return {
    clusterRoles: [
      ...AGGREGATED.map(({ name, ...more }) => ({
        metadata: metadata(name, "to" in more ? aggregates(more.to) : {}),
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: aggregates(name) }] },
        rules: sumOf(name, names),
      })),
      ...Object.entries({ ...USER_ROLES, ...COMPONENT_ROLES }).map(([spelled, rows]) => {
        const to = /^system:aggregate-to-(\w+)$/.exec(spelled)?.[1];
        return {
          metadata: metadata(nameInDialect(spelled, names), to === undefined ? {} : aggregates(to)),
          rules: rulesOfRows(rows, names),
        };
      }),
      ...Object.entries(CONTROLLER_ROLES).map(([name, rows]) => ({
        metadata: metadata(controllerRole(name)),
        rules: rulesOfRows(rows, names),
      })),
    ],
    clusterRoleBindings: [
      ...Object.entries(CLUSTER_BINDINGS).map(([spelled, rows]) =>
        clusterBinding(nameInDialect(spelled, names), subjectsOfRows(rows, names))
      ),
      ...Object.keys(CONTROLLER_ROLES).map((name) =>
        clusterBinding(controllerRole(name), subjectsOfRows([`ServiceAccount ${name}`], names))
      ),
    ],
    roles: NAMESPACE_ROLES.map(({ namespace, name, rules }) => ({
      metadata: { ...metadata(nameInDialect(name, names)), namespace: names[namespace] },
      rules: rulesOfRows(rules, names),
    })),
    roleBindings: NAMESPACE_ROLES.map(({ namespace, name, binding = name, subjects }) => ({
      metadata: { ...metadata(nameInDialect(binding, names)), namespace: names[namespace] },
      roleRef: roleRef("Role", nameInDialect(name, names)),
      subjects: subjectsOfRows(subjects, names),
    })),
  };
}

function controllerRole(name: string): string {
  return `system:controller:${name}`;
}

/** The label of cluster roles whose rules the role of that name takes in. */
function aggregationLabel(role: string, names: Names): string {
  return `${names.group("rbac.authorization")}/aggregate-to-${role}`;
}
