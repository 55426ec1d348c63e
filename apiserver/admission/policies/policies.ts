/**
 * Which policies there are and how they are bound, as the caches of both show it. A request costs one
 * look at whether anything has changed, and one for the policies that are about its like.
 *
 * @module
 */

import type {
  MatchResources,
  ParamKind,
  ParamRef,
  ValidationAction,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import { objectOf } from "../../registry/object_coder.ts";
import type { ResourceSource } from "../../registry/resource_source.ts";
import type { ResourceStorage } from "../../registry/resource_storage.ts";
import type { ServedResource } from "../../registry/served_resource.ts";
import { type Entry, formOf } from "../../storage/cache/mod.ts";
import { equivalentsOf, type ResourceRequest } from "../matching/mod.ts";
import { Criteria, type Equivalents } from "./criteria.ts";
import type { ExpressionContext } from "./expressions.ts";
import { Params, resourceOfKind } from "./params.ts";

/** What policies of either kind say. */
export interface PolicySpec extends ExpressionContext {
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
  readonly policies: ResourceStorage;
  readonly bindings: ResourceStorage;
  compile(name: string, spec: PolicySpec): P;
}

interface Hook<P extends Policy> {
  readonly policy: P;
  readonly bindings: Binding[];
}

/** See the module's comment. */
export class Policies<P extends Policy> {
  readonly #options: PoliciesOptions<P>;
  #policiesAt = -1;
  #bindingsAt = -1;
  #generation = -1;
  #hooks: readonly Hook<P>[] = [];
  /** By resource, and then by operation and subresource. */
  #candidates = new WeakMap<ServedResource, Map<string, readonly Candidate<P>[]>>();

  constructor(options: PoliciesOptions<P>) {
    this.#options = options;
  }

  /** The policies that may be about a request, by their names. */
  candidates(request: ResourceRequest): readonly Candidate<P>[] {
    this.#refresh();
    if (this.#hooks.length === 0) return [];
    const { resource, operation, subresource } = request;
    let known = this.#candidates.get(resource);
    if (known === undefined) this.#candidates.set(resource, known = new Map());
    const key = `${operation}/${subresource}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, found = this.#find(request));
    return found;
  }

  #refresh(): void {
    const { policies, bindings, source } = this.#options;
    const [policiesAt, bindingsAt] = [policies.cache.changedAt, bindings.cache.changedAt];
    if (policiesAt !== this.#policiesAt || bindingsAt !== this.#bindingsAt) {
      this.#policiesAt = policiesAt;
      this.#bindingsAt = bindingsAt;
      this.#hooks = this.#bound();
      this.#candidates = new WeakMap();
    }
    if (this.#hooks.length === 0) return;
    // Other resources may have become equivalent, or kinds of parameters have come or gone.
    const { generation } = source;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#candidates = new WeakMap();
  }

  /** The policies that are bound at all. */
  #bound(): Hook<P>[] {
    const { policies, bindings } = this.#options;
    const all = Map.groupBy(bindings.cache.entries().map(bindingOf), (one) => one.policyName);
    if (all.size === 0) return [];
    return policies.cache.entries().flatMap((entry) => {
      const bound = all.get(entry.key.slice(policies.prefix.length));
      return bound === undefined ? [] : [{ policy: this.#compiled(entry), bindings: bound }];
    });
  }

  /** What was compiled of a policy is kept with the state that it was compiled of. */
  #compiled(entry: Entry): P {
    return formOf(entry, "policy", () => {
      const { metadata, spec } = objectOf(entry) as unknown as Stored<PolicySpec>;
      return this.#options.compile(metadata.name, spec);
    });
  }

  #find(request: ResourceRequest): readonly Candidate<P>[] {
    const { source } = this.#options;
    const { resource, subresource } = request;
    let others: readonly ServedResource[] | undefined;
    const equivalents = () => others ??= equivalentsOf(source, resource, subresource);
    const found: Candidate<P>[] = [];
    for (const { policy, bindings } of this.#hooks) {
      if (!policy.criteria.mayMatch(request, equivalents)) continue;
      const meant = bindings.filter(({ criteria }) =>
        criteria === undefined || criteria.mayMatch(request, equivalents)
      );
      if (meant.length === 0) continue;
      const { paramKind } = policy;
      const paramResource = paramKind && resourceOfKind(source, paramKind);
      found.push({ policy, bindings: meant, equivalents, paramResource });
    }
    return found;
  }
}

/** Objects of all four kinds. */
interface Stored<S> {
  readonly metadata: { readonly name: string };
  readonly spec: S;
}

interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  readonly validationActions?: readonly ValidationAction[];
}

function bindingOf(entry: Entry): Binding {
  return formOf(entry, "binding", () => {
    const { metadata, spec } = objectOf(entry) as Partial<Stored<BindingSpec>>;
    const { policyName = "", paramRef, matchResources, validationActions = [] } = spec ?? {};
    return {
      name: metadata?.name ?? "",
      policyName,
      criteria: matchResources && new Criteria(matchResources),
      params: paramRef && new Params(paramRef),
      actions: validationActions,
    };
  });
}
