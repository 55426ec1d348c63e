/**
 * Finds the flow schema that a request belongs to.
 *
 * @module
 */

import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
} from "../../toolkit/api/flowcontrol_v1.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import type { RequestInfo } from "../http/request_info.ts";

/** Whether a schema takes a request. */
export type SchemaMatch = (user: User, info: RequestInfo) => boolean;

const ALL = "*";
const ACCOUNT = "system:serviceaccount:";

/** What a schema's rules say, as a function. */
export function matchOf({ rules = [] }: Pick<FlowSchemaSpec, "rules">): SchemaMatch {
  const compiled = rules.map(compile);
  const [only, ...others] = compiled;
  if (only !== undefined && others.length === 0) return only;
  return (user, info) => compiled.some((rule) => rule(user, info));
}

function compile(
  { subjects, resourceRules, nonResourceRules }: PolicyRulesWithSubjects,
): SchemaMatch {
  const isSubject = subjectMatch(subjects ?? []);
  const resources = (resourceRules ?? []).map(resourceMatch);
  const paths = (nonResourceRules ?? []).map(pathMatch);
  // The paths that a schema of probes names are looked at first, as few requests are of any.
  return (user, info) =>
    (info.isResource ? resources : paths).some((rule) => rule(info)) && isSubject(user);
}

function subjectMatch(subjects: PolicyRulesWithSubjects["subjects"]): (user: User) => boolean {
  const names = new Set<string>();
  const groups = new Set<string>();
  const accountsOf: string[] = [];
  let isAnybody = false;
  for (const { kind, user, group, serviceAccount } of subjects) {
    if (kind === "User" && user !== undefined) {
      if (user.name === ALL) isAnybody = true;
      names.add(user.name);
    } else if (kind === "Group" && group !== undefined) {
      if (group.name === ALL) isAnybody = true;
      groups.add(group.name);
    } else if (kind === "ServiceAccount" && serviceAccount !== undefined) {
      const { namespace, name } = serviceAccount;
      if (name === ALL) accountsOf.push(`${ACCOUNT}${namespace}:`);
      else names.add(`${ACCOUNT}${namespace}:${name}`);
    }
  }
  if (isAnybody) return () => true;
  return ({ name, groups: its }) => {
    if (names.has(name)) return true;
    if (groups.size > 0) { for (const group of its) if (groups.has(group)) return true; }
    for (const prefix of accountsOf) if (name.startsWith(prefix)) return true;
    return false;
  };
}

function resourceMatch(rule: ResourcePolicyRule): (info: RequestInfo) => boolean {
  const verbs = oneOf(rule.verbs);
  const resources = oneOf(rule.resources);
  const groups = oneOf(rule.apiGroups);
  const namespaces = oneOf(rule.namespaces ?? []);
  const { clusterScope = false } = rule;
  return ({ verb, resource, subresource, group, namespace }) =>
    verbs(verb) && groups(group) &&
    resources(subresource === "" ? resource : `${resource}/${subresource}`) &&
    (namespace === "" ? clusterScope : namespaces(namespace));
}

function pathMatch(rule: NonResourcePolicyRule): (info: RequestInfo) => boolean {
  const verbs = oneOf(rule.verbs);
  const exact = new Set(rule.nonResourceURLs);
  const prefixes = rule.nonResourceURLs.map((url) => {
    const start = url.endsWith(ALL) ? url.slice(0, -1) : url;
    return start.endsWith("/") ? start : `${start}/`;
  });
  return ({ verb, path }) =>
    verbs(verb) &&
    (exact.has(ALL) || exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix)));
}

function oneOf(names: readonly string[]): (name: string) => boolean {
  if (names.length === 1 && names[0] === ALL) return () => true;
  const known = new Set(names);
  return (name) => known.has(name);
}

/** The place of a schema among all: those of the least precedence first, of the same by name. */
export function inMatchingOrder(
  a: { readonly name: string; readonly spec: FlowSchemaSpec },
  b: { readonly name: string; readonly spec: FlowSchemaSpec },
): number {
  const [first = 0, second = 0] = [a.spec.matchingPrecedence, b.spec.matchingPrecedence];
  return first - second || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}
