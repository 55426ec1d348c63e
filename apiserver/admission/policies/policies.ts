/**
 * Policies and their bindings, by request.
 *
 * @module
 */

import type {
  MatchCondition,
  MatchResources,
  ParamKind,
  ParamRef,
  ValidationAction,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import type { Names } from "../../../toolkit/names.ts";
import type { PolicyWords } from "../../../toolkit/policies/mod.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { ResourceSource } from "../../resource/resource_source.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { type CachedObject, derivedValue } from "../../storage/cache/mod.ts";
import {
  Candidates,
  type Equivalents,
  isExemptFromPolicies,
  type Stored,
} from "../matching/mod.ts";
import { Criteria } from "./criteria.ts";
import { Params, resourceOfKind } from "./params.ts";

/** What policies of either kind say. */
export interface PolicySpec extends PolicyWords {
  readonly matchConditions?: readonly MatchCondition[];
  readonly failurePolicy?: string;
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchResources;
}

/** A policy as the plugins use it. */
export interface Policy {
  readonly name: string;
  readonly failsOpen: boolean;
  readonly criteria: Criteria;
  readonly paramKind: ParamKind | undefined;
}

/** A place where a policy holds. */
export interface Binding {
  readonly name: string;
  readonly policyName: string;
  /** Undefined: wherever the policy does. */
  readonly criteria: Criteria | undefined;
  readonly params: Params | undefined;
  readonly actions: readonly ValidationAction[];
}

/** A policy that may be about a request, with the bindings that may be. */
export interface Candidate<P extends Policy> {
  readonly policy: P;
  readonly bindings: readonly Binding[];
  readonly equivalents: Equivalents;
  /** The resource of its parameters; undefined where there is none (any more). */
  readonly paramResource: ServedResource | undefined;
}

/** Where policies of one kind are, and how one is compiled. */
export interface PoliciesOptions<P extends Policy> {
  readonly source: ResourceSource;
  readonly names: Names;
  readonly policies: Stored;
  readonly bindings: Stored;
  compile(name: string, spec: PolicySpec): P;
}

/** The policies that may be about a request, by their names. */
export type PolicyCandidates<P extends Policy> = Candidates<Hook<P>, Candidate<P>>;

/** A policy that is bound. */
interface Hook<P extends Policy> {
  readonly policy: P;
  readonly bindings: readonly Binding[];
}

/**
 * The policies that may apply to a request, each with those of its bindings that may too, as the
 * caches of both show them. A policy is compiled once for each state of its object; one without a
 * binding is never asked.
 */
export function policyCandidates<P extends Policy>(
  options: PoliciesOptions<P>,
): PolicyCandidates<P> {
  const { source, names, policies, bindings, compile } = options;
  // What was compiled of a policy is kept with the state that it was compiled of.
  const compiled = derivedValue((entry: CachedObject) => {
    // Whatever somebody wrote into the store: it can be mended.
    const { metadata, spec = {} } = objectOf(entry) as unknown as Configuration<PolicySpec>;
    return compile(metadata.name, spec);
  });
  return new Candidates<Hook<P>, Candidate<P>>({
    source,
    resources: [policies, bindings],
    read: () => boundPolicies(options, compiled),
    isExempt: (resource) => isExemptFromPolicies(resource, names),
    match({ policy, bindings }, request, equivalents) {
      if (!policy.criteria.mayMatch(request, equivalents)) return undefined;
      const meant = bindings.filter(({ criteria }) =>
        criteria === undefined || criteria.mayMatch(request, equivalents)
      );
      if (meant.length === 0) return undefined;
      const { paramKind } = policy;
      const paramResource = paramKind && resourceOfKind(source, paramKind);
      return { policy, bindings: meant, equivalents, paramResource };
    },
  });
}

function boundPolicies<P extends Policy>(
  { policies, bindings }: PoliciesOptions<P>,
  compiled: (entry: CachedObject) => P,
): Hook<P>[] {
  const all = Map.groupBy(
    bindings.storage.cache.entries().map((entry) => bindingOf(entry)),
    (one) => one.policyName,
  );
  if (all.size === 0) return [];
  const { cache, prefix } = policies.storage;
  return cache.entries().flatMap((entry) => {
    const bound = all.get(entry.key.slice(prefix.length));
    return bound === undefined ? [] : [{ policy: compiled(entry), bindings: bound }];
  });
}

/** Objects of all four kinds. */
interface Configuration<S> {
  readonly metadata: { readonly name: string };
  readonly spec?: S;
}

interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  readonly validationActions?: readonly ValidationAction[];
}

const bindingOf = derivedValue((entry: CachedObject): Binding => {
  const { metadata, spec } = objectOf(entry) as Partial<Configuration<BindingSpec>>;
  const { policyName = "", paramRef, matchResources, validationActions = [] } = spec ?? {};
  return {
    name: metadata?.name ?? "",
    policyName,
    criteria: matchResources && new Criteria(matchResources),
    params: paramRef && new Params(paramRef),
    actions: validationActions,
  };
});
