/**
 * What becomes of a role or a binding that is there already when the policy has one of its name: what is
 * missing is added, what is there besides stays.
 *
 * @module
 */

import type {
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
  Subject,
} from "../../../toolkit/api/rbac_v1.ts";
import { runToEnd } from "../../../toolkit/time_slice.ts";
import { equalJson } from "../../../toolkit/values/json.ts";
import type { Names } from "../../../toolkit/names.ts";
import { uncovered } from "./covers.ts";

/** A role of a namespace or of the cluster. */
export type AnyRole = ClusterRole | Role;
/** A binding in a namespace or in the whole cluster. */
export type AnyBinding = ClusterRoleBinding | RoleBinding;
type Metadata = NonNullable<AnyRole["metadata"]>;

/** Whether somebody wants an object left as it is. */
export function isProtected({ metadata }: AnyRole | AnyBinding, names: Names): boolean {
  return metadata?.annotations?.[names.annotationRbacAutoUpdate] === "false";
}

/**
 * The role with all that the expected one has; the same one where it has all of it. The rules of a sum are left
 * to the controller of sums; a role that is to be one, and is none yet, has those that the expected one begins with.
 */
export function reconciledRole(role: AnyRole, expected: AnyRole): AnyRole {
  const rules = rulesFor(role, expected);
  const result = {
    ...role,
    metadata: reconciledMetadata(role, expected),
    ...(rules && { rules }),
  } as ClusterRole;
  const asked = aggregationOf(expected)?.clusterRoleSelectors;
  const { aggregationRule, ...plain } = result;
  if (asked === undefined) return same<AnyRole>(role, plain);
  const selectors = aggregationRule?.clusterRoleSelectors ?? [];
  const more = asked.filter((one) => !selectors.some((known) => equalJson(known, one)));
  return same<AnyRole>(role, {
    ...plain,
    aggregationRule: { clusterRoleSelectors: [...selectors, ...more] },
  });
}

function rulesFor(role: AnyRole, expected: AnyRole): AnyRole["rules"] {
  if (aggregationOf(expected) !== undefined) {
    return aggregationOf(role) === undefined ? expected.rules : role.rules;
  }
  const held = role.rules ?? [];
  const missing = runToEnd(uncovered(held, expected.rules ?? []));
  return missing.length === 0 ? role.rules : [...held, ...missing];
}

/** Whether a binding is to another role than the expected one: then another takes its place. */
export function bindsAnotherRole({ roleRef }: AnyBinding, expected: AnyBinding): boolean {
  return !equalJson(roleRef, expected.roleRef);
}

/** The binding with all subjects that the expected one has; the same one where it has all of them. */
export function reconciledBinding(binding: AnyBinding, expected: AnyBinding): AnyBinding {
  const held = binding.subjects ?? [];
  const missing = (expected.subjects ?? []).filter((one) =>
    !held.some((known) => isSame(known, one))
  );
  return same<AnyBinding>(binding, {
    ...binding,
    metadata: reconciledMetadata(binding, expected),
    ...(missing.length > 0 && { subjects: [...held, ...missing] }),
  });
}

function aggregationOf(role: AnyRole): ClusterRole["aggregationRule"] {
  return (role as ClusterRole).aggregationRule;
}

/** What somebody else has set stands. */
function reconciledMetadata(
  { metadata = {} }: AnyRole | AnyBinding,
  expected: AnyRole | AnyBinding,
) {
  const { labels, annotations } = expected.metadata ?? {};
  return {
    ...metadata,
    labels: { ...labels, ...metadata.labels },
    annotations: { ...annotations, ...metadata.annotations },
  } as Metadata;
}

function isSame(a: Subject, b: Subject): boolean {
  return a.kind === b.kind && a.name === b.name && (a.namespace ?? "") === (b.namespace ?? "") &&
    (a.apiGroup ?? "") === (b.apiGroup ?? "");
}

function same<O extends object>(before: O, after: O): O {
  return equalJson(before, after) ? before : after;
}
