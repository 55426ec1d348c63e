/**
 * The rules of a policy, made ready to be asked for each request.
 *
 * @module
 */

import { type Dialect, groupInDialect } from "../../toolkit/names.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import type { RequestInfo } from "../http/request_info.ts";
import type { Recording, Stage } from "./level.ts";
import type { Policy, PolicyRule } from "./policy.ts";

/** What a rule looks at. */
export type RuleSubject = Omit<RequestInfo, "rest" | "prefix" | "version">;

/** Says what is recorded of a request; `user` is undefined where nobody knows who sent it. */
export type Judge = (user: User | undefined, subject: RuleSubject) => Recording;

/** A condition of a rule. */
type Condition = (user: User | undefined, subject: RuleSubject) => boolean;

/** The first rule that a request meets says what is recorded of it; where none does, nothing is. */
export function judgeOf(policy: Policy, dialect: Dialect): Judge {
  const { omitManagedFields = false } = policy;
  const omitted = (policy.omitStages ?? []) as Stage[];
  const rules = (policy.rules ?? []).map((rule) => ({
    matches: conditionOf(rule, dialect),
    recording: {
      level: rule.level as Recording["level"],
      omitStages: new Set([...omitted, ...(rule.omitStages ?? []) as Stage[]]),
      omitManagedFields: rule.omitManagedFields ?? omitManagedFields,
    },
  }));
  const none: Recording = { level: "None", omitStages: new Set(omitted), omitManagedFields };
  return (user, subject) => {
    for (const { matches, recording } of rules) {
      if (matches(user, subject)) return recording;
    }
    return none;
  };
}

/** Those conditions only that the rule has, the cheapest first. */
function conditionOf(rule: PolicyRule, dialect: Dialect): Condition {
  const { users = [], userGroups = [], verbs = [], namespaces = [] } = rule;
  const { resources = [], nonResourceURLs = [] } = rule;
  const conditions: Condition[] = [];
  if (verbs.length > 0) {
    const wanted = new Set(verbs);
    conditions.push((_user, { verb }) => wanted.has(verb));
  }
  if (namespaces.length > 0 || resources.length > 0) {
    conditions.push((_user, { isResource }) => isResource);
  } else if (nonResourceURLs.length > 0) {
    conditions.push(pathCondition(nonResourceURLs));
  }
  if (namespaces.length > 0) {
    const wanted = new Set(namespaces);
    conditions.push((_user, { namespace }) => wanted.has(namespace));
  }
  if (resources.length > 0) conditions.push(resourceCondition(resources, dialect));
  if (users.length > 0) {
    const wanted = new Set(users);
    conditions.push((user) => user !== undefined && wanted.has(user.name));
  }
  if (userGroups.length > 0) {
    const wanted = new Set(userGroups);
    conditions.push((user) => user !== undefined && user.groups.some((one) => wanted.has(one)));
  }
  return (user, subject) => {
    for (const condition of conditions) {
      if (!condition(user, subject)) return false;
    }
    return true;
  };
}

/** A path as it stands, or all that begin with what stands before a `*`. */
function pathCondition(urls: readonly string[]): Condition {
  const exact = new Set(urls);
  const beginnings = urls.filter((url) => url.endsWith("*")).map((url) => url.replace(/\*+$/, ""));
  return (_user, { isResource, path }) =>
    !isResource && (exact.has(path) || beginnings.some((beginning) => path.startsWith(beginning)));
}

function resourceCondition(
  choices: NonNullable<PolicyRule["resources"]>,
  dialect: Dialect,
): Condition {
  const ready = choices.map(({ group = "", resources = [], resourceNames = [] }) => ({
    // What is served has its dialect's names, whichever the file has.
    group: groupInDialect(group, dialect),
    resources: resources.length === 0 ? undefined : new Set(resources),
    names: resourceNames.length === 0 ? undefined : new Set(resourceNames),
  }));
  return (_user, { group, resource, subresource, name }) =>
    ready.some((choice) => {
      if (choice.group !== group && choice.group !== "*") return false;
      if (choice.resources === undefined) return true;
      if (choice.names !== undefined && !choice.names.has(name)) return false;
      return hasResource(choice.resources, resource, subresource);
    });
}

/** `*`, `pods`, `pods/log`, `*\/log`, or `pods/*`, which is pods and all their parts. */
function hasResource(wanted: ReadonlySet<string>, resource: string, subresource: string): boolean {
  if (wanted.has("*") || wanted.has(`${resource}/*`)) return true;
  if (subresource === "") return wanted.has(resource);
  return wanted.has(`${resource}/${subresource}`) || wanted.has(`*/${subresource}`);
}
