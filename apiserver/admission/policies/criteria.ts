/**
 * Which requests a policy, or a binding of one, is about.
 *
 * @module
 */

import type {
  MatchResources,
  NamedRuleWithOperations,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import {
  type Equivalents,
  matchesName,
  matchRules,
  type NamespaceLabels,
  type ResourceRequest,
  type Rules,
  type Selected,
  Selectors,
} from "../matching/mod.ts";

type NamedRules = Rules<NamedRuleWithOperations>;

/**
 * The `matchConstraints` of a policy, or `matchResources` of a binding, compiled: whether a request
 * matches by resource rules and, where those match, by the labels of its namespace and object.
 */
export class Criteria {
  readonly #rules: NamedRules;
  readonly #excluded: NamedRules;
  readonly #selectors: Selectors;

  constructor(match: MatchResources = {}) {
    const { matchPolicy = "Equivalent", resourceRules = [], excludeResourceRules = [] } = match;
    this.#rules = { rules: resourceRules, matchPolicy };
    this.#excluded = { rules: excludeResourceRules, matchPolicy };
    this.#selectors = new Selectors(match.namespaceSelector, match.objectSelector);
  }

  /** Whether a request of this kind can be meant, whatever its object. */
  mayMatch(request: ResourceRequest, others: Equivalents): boolean {
    const isExcluded = matchRules(
      this.#excluded,
      request,
      others,
      // Those that name objects leave the others in.
      ({ resourceNames }) => !resourceNames?.length,
    );
    return isExcluded === undefined && this.#find(request, others, () => true) !== undefined;
  }

  /** The resource in whose version a request is meant, by the rules; undefined: it is not. */
  match(
    request: ResourceRequest & { readonly name: string },
    others: Equivalents,
  ): ServedResource | undefined {
    const accepts = (rule: NamedRuleWithOperations) =>
      matchesName(rule.resourceNames, request.name);
    if (matchRules(this.#excluded, request, others, accepts) !== undefined) return undefined;
    return this.#find(request, others, accepts);
  }

  /** Whether the selectors select a request. Throws a StatusError where nobody can tell. */
  async selects(request: Selected, labels: NamespaceLabels): Promise<boolean> {
    return this.#selectors.selectsAll || await this.#selectors.select(request, labels);
  }

  #find(
    request: ResourceRequest,
    others: Equivalents,
    accepts: (rule: NamedRuleWithOperations) => boolean,
  ): ServedResource | undefined {
    // Without rules it is about all that the policy is about.
    if (this.#rules.rules.length === 0) return request.resource;
    return matchRules(this.#rules, request, others, accepts)?.resource;
  }
}
