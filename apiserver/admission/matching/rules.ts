/**
 * Rules of webhooks and policies: which requests they are about.
 *
 * @module
 */

import type { RuleWithOperations } from "../../../toolkit/api/admissionregistration_v1.ts";
import type { Operation } from "../admission.ts";

/** What of a request rules look at. */
export interface RequestPlace {
  readonly operation: Operation;
  /** "" for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** "" for the object itself. */
  readonly subresource: string;
  /** False for what is in no namespace; a namespace is in none. */
  readonly namespaced: boolean;
}

const ALL = "*";

/** Whether a rule is about a request. */
export function matchesRule(rule: RuleWithOperations, place: RequestPlace): boolean {
  return matchesScope(rule.scope, place.namespaced) &&
    isAmong(rule.operations, place.operation) &&
    isAmong(rule.apiGroups, place.group) &&
    isAmong(rule.apiVersions, place.version) &&
    (rule.resources ?? []).some((one) => matchesResource(one, place));
}

/** Whether names that a rule may have besides let an object's name pass; none let all pass. */
export function matchesName(names: readonly string[] | undefined, name: string): boolean {
  return !names?.length || names.includes(name);
}

function isAmong(items: readonly string[] | null | undefined, asked: string): boolean {
  return (items ?? []).some((item) => item === ALL || item === asked);
}

function matchesScope(scope: RuleWithOperations["scope"], namespaced: boolean): boolean {
  switch (scope) {
    case undefined:
    case ALL:
      return true;
    case "Namespaced":
      return namespaced;
    case "Cluster":
      return !namespaced;
    default:
      return false;
  }
}

/** `pods` is no part of pods, `pods/*` is pods and their parts, and `*` no part of anything. */
function matchesResource(pattern: string, { resource, subresource }: RequestPlace): boolean {
  const slash = pattern.indexOf("/");
  const whole = slash < 0 ? pattern : pattern.slice(0, slash);
  const part = slash < 0 ? "" : pattern.slice(slash + 1);
  return (whole === ALL || whole === resource) && (part === ALL || part === subresource);
}
