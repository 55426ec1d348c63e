/**
 * Authorization by the mode `ABAC`.
 *
 * @module
 */

import type { User } from "../../../toolkit/authentication/user.ts";
import type { AllowedRules, Attributes, Authorizer } from "../authorizer.ts";
import type { Verdict } from "../../../toolkit/authorization/verdict.ts";
import type { Policy } from "./policy.ts";

const ALLOW: Verdict = { decision: "allow", reason: "" };
const NOTHING: Verdict = { decision: "no opinion", reason: "No policy matched." };

/** Verbs that change nothing. */
const READING = new Set(["get", "list", "watch"]);

/** Allows what any policy allows, and has no opinion on anything else. */
export function abacAuthorizer(policies: readonly Policy[]): Authorizer {
  const table = new PolicyTable(policies);
  return {
    authorize: (attributes) =>
      table.of(attributes.user).some((policy) => allows(policy, attributes)) ? ALLOW : NOTHING,
    rulesOf(user, namespace): AllowedRules {
      const rules = table.of(user)
        .filter((policy) => policy.namespace === "*" || policy.namespace === namespace);
      const verbsOf = ({ readonly }: Policy) => readonly ? ["get", "list", "watch"] : ["*"];
      return {
        resourceRules: rules.filter(({ resource }) => resource !== "").map((policy) => ({
          verbs: verbsOf(policy),
          apiGroups: [policy.apiGroup],
          resources: [policy.resource],
        })),
        nonResourceRules: rules.filter(({ nonResourcePath }) => nonResourcePath !== "").map((
          policy,
        ) => ({ verbs: verbsOf(policy), nonResourceURLs: [policy.nonResourcePath] })),
        incomplete: false,
      };
    },
  };
}

/** Policies by whom they are for: a decision looks at those of one user and their groups only. */
class PolicyTable {
  readonly #byUser = new Map<string, Policy[]>();
  readonly #byGroup = new Map<string, Policy[]>();
  /** Where each stands in the file. */
  readonly #places = new Map<Policy, number>();

  constructor(policies: readonly Policy[]) {
    for (const [place, policy] of policies.entries()) {
      const { user, group } = policy;
      // One for nobody in particular is for nobody.
      if (user === "" && group === "") continue;
      this.#places.set(policy, place);
      const [all, key] = user !== "" ? [this.#byUser, user] : [this.#byGroup, group];
      const others = all.get(key);
      if (others === undefined) all.set(key, [policy]);
      else others.push(policy);
    }
  }

  /** Those for a user, in the order of the file. One that names a user and a group is for both at once. */
  of({ name, groups }: User): Policy[] {
    const own = (this.#byUser.get(name) ?? [])
      .filter(({ group }) => group === "" || groups.includes(group));
    const theirs = [...new Set(groups)].flatMap((group) => this.#byGroup.get(group) ?? []);
    if (theirs.length === 0) return own;
    return [...own, ...theirs]
      .sort((one, other) => this.#places.get(one)! - this.#places.get(other)!);
  }
}

function allows(policy: Policy, attributes: Attributes): boolean {
  const { verb, isResource, namespace, resource, group, path } = attributes;
  if (policy.readonly && !READING.has(verb)) return false;
  if (!isResource) return isPathOf(policy.nonResourcePath, path);
  return isOrAll(policy.namespace, namespace) && isOrAll(policy.resource, resource) &&
    isOrAll(policy.apiGroup, group);
}

function isOrAll(wanted: string, given: string): boolean {
  return wanted === "*" || wanted === given;
}

function isPathOf(wanted: string, path: string): boolean {
  return wanted === "*" || wanted === path ||
    wanted.endsWith("*") && path.startsWith(wanted.replace(/\*+$/, ""));
}
