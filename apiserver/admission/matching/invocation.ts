/**
 * In which version of an object somebody is to be asked about a request, by their rules.
 *
 * @module
 */

import type {
  MatchPolicyType,
  RuleWithOperations,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import type { Operation } from "../admission.ts";
import type { Equivalents } from "./equivalents.ts";
import { matchesRule, type RequestPlace } from "./rules.ts";

/** A request on a resource, its objects aside. */
export interface ResourceRequest {
  readonly operation: Operation;
  readonly resource: ServedResource;
  readonly subresource: string;
}

/** The rules of a webhook or a policy. */
export interface Rules<R extends RuleWithOperations = RuleWithOperations> {
  readonly rules: readonly R[];
  readonly matchPolicy: MatchPolicyType;
}

/** A rule that is about a request, and the resource that it is about in its place. */
export interface Match<R extends RuleWithOperations = RuleWithOperations> {
  readonly rule: R;
  readonly resource: ServedResource;
}

/**
 * The resource in whose version to ask: that of the request, where a rule names it; else, where
 * equivalent ones count, the first that the earliest rule names. Undefined: it is none of theirs.
 * `accepts` may refuse rules for what they say besides.
 */
export function matchRules<R extends RuleWithOperations>(
  { rules, matchPolicy }: Rules<R>,
  request: ResourceRequest,
  equivalents: Equivalents,
  accepts: (rule: R) => boolean = () => true,
): Match<R> | undefined {
  const place = placeOf(request, request.resource);
  const exact = rules.find((rule) => matchesRule(rule, place) && accepts(rule));
  if (exact !== undefined) return { rule: exact, resource: request.resource };
  if (matchPolicy !== "Equivalent" || rules.length === 0) return undefined;
  const others = equivalents();
  for (const rule of rules) {
    const resource = others.find((one) => matchesRule(rule, placeOf(request, one)));
    if (resource !== undefined && accepts(rule)) return { rule, resource };
  }
  return undefined;
}

function placeOf({ operation, subresource }: ResourceRequest, at: ServedResource): RequestPlace {
  const { group, version, resource, namespaced } = at;
  return { operation, group, version, resource, subresource, namespaced };
}
