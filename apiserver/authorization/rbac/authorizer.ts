/**
 * Authorization by the mode `RBAC`.
 *
 * @module
 */

import type { Names } from "../../../toolkit/names.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import { aggregate } from "../aggregate.ts";
import type { AllowedRules, Authorizer } from "../authorizer.ts";
import type { Verdict } from "../../../toolkit/authorization/verdict.ts";
import { wantedOf } from "./allowances.ts";
import { type Binding, subjectFor } from "./bindings.ts";
import type { PolicyIndex } from "./policy_index.ts";
import type { RoleEntry } from "./roles.ts";

const NOTHING: Verdict = { decision: "no opinion", reason: "" };

/**
 * Allows what a role allows that somebody is bound to, and has no opinion on anything else. A binding whose
 * role is not there allows nothing, and takes nothing away from the others. It goes by no selectors.
 */
export function rbacAuthorizer(
  index: Pick<PolicyIndex, "find" | "missingRoles" | "rulesOf">,
  names: Names,
): Authorizer {
  const errorsOf = (missing: readonly RoleEntry[]) =>
    missing.map((role) => missingRoleText(role, names));
  return {
    authorize(attributes) {
      const found = index.find(wantedOf(attributes));
      if (found !== undefined) return verdictOf(found.binding, attributes.user);
      const missing = index.missingRoles(attributes.user, attributes.namespace);
      if (missing.length === 0) return NOTHING;
      return { decision: "no opinion", reason: `RBAC: ${aggregate(errorsOf(missing))}` };
    },
    rulesOf(user, namespace): AllowedRules {
      const { rules, missing } = index.rulesOf(user, namespace);
      return {
        resourceRules: rules.filter(({ resources }) => resources?.length).map(
          ({ verbs, apiGroups, resources, resourceNames }) => ({
            verbs,
            ...(apiGroups?.length && { apiGroups }),
            ...(resources?.length && { resources }),
            ...(resourceNames?.length && { resourceNames }),
          }),
        ),
        nonResourceRules: rules.filter(({ nonResourceURLs }) => nonResourceURLs?.length).map(
          ({ verbs, nonResourceURLs = [] }) => ({ verbs, nonResourceURLs }),
        ),
        incomplete: false,
        ...(missing.length > 0 && { evaluationError: aggregate(errorsOf(missing)) }),
      };
    },
  };
}

/** Verdicts of bindings of one subject, which are the same for all that they are given to. */
const verdicts = new WeakMap<Binding, Verdict>();

function verdictOf(binding: Binding, user: User): Verdict {
  const known = verdicts.get(binding);
  if (known !== undefined) return known;
  const verdict: Verdict = { decision: "allow", reason: reasonOf(binding, user) };
  if (binding.subjects.length === 1) verdicts.set(binding, verdict);
  return verdict;
}

/** The reference names a binding in a namespace, and an account, before their namespace. */
function reasonOf(binding: Binding, user: User): string {
  const { name, namespace, role } = binding;
  const cluster = namespace === "";
  const what = cluster
    ? `ClusterRoleBinding ${JSON.stringify(name)}`
    : `RoleBinding ${JSON.stringify(`${name}/${namespace}`)}`;
  const { kind = "", name: subject = "", namespace: home } = subjectFor(binding, user) ?? {};
  const who = kind === "ServiceAccount" ? `${subject}/${home || namespace}` : subject;
  return `RBAC: allowed by ${what} of ${role.kind} ${JSON.stringify(role.name)} to ${kind} ${
    JSON.stringify(who)
  }`;
}

function missingRoleText({ kind, name }: RoleEntry, names: Names): string {
  if (kind !== "Role" && kind !== "ClusterRole") {
    return `unsupported role reference kind: ${JSON.stringify(kind)}`;
  }
  const group = names.group("rbac.authorization");
  return `${kind.toLowerCase()}.${group} ${JSON.stringify(name)} not found`;
}
