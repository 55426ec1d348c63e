/**
 * Mutating admission policies, compiled.
 *
 * @module
 */

import type { Mutation } from "../../../toolkit/api/admissionregistration_v1.ts";
import { PolicyExpressions } from "../../../toolkit/policies/mod.ts";
import { type Expression, MatchConditions } from "../expressions/mod.ts";
import { Criteria } from "./criteria.ts";
import { type CompiledMutation, compiledMutation } from "./mutation.ts";
import type { Policy, PolicySpec } from "./policies.ts";

/** What a mutating policy says. */
export interface MutatingSpec extends PolicySpec {
  readonly mutations?: readonly Mutation[];
  readonly reinvocationPolicy?: string;
}

/**
 * A `MutatingAdmissionPolicy`, compiled once for each state of its object. It holds the compiled
 * mutations in order; running them is its caller's part.
 */
export class MutatingPolicy implements Policy {
  readonly name: string;
  readonly failsOpen: boolean;
  readonly criteria: Criteria;
  readonly paramKind;
  /** Whether it is asked again where others changed the object after it. */
  readonly wantsAgain: boolean;
  readonly conditions: MatchConditions;
  readonly variables: ReadonlyMap<string, Expression>;
  readonly mutations: readonly CompiledMutation[];

  constructor(name: string, spec: MutatingSpec) {
    this.name = name;
    this.failsOpen = spec.failurePolicy === "Ignore";
    this.criteria = new Criteria(spec.matchConstraints);
    this.paramKind = spec.paramKind;
    this.wantsAgain = spec.reinvocationPolicy === "IfNeeded";
    const expressions = new PolicyExpressions(spec);
    this.conditions = new MatchConditions(spec.matchConditions, expressions.base());
    this.variables = expressions.variables;
    this.mutations = (spec.mutations ?? [])
      .flatMap((mutation) => compiledMutation(mutation, expressions) ?? []);
  }
}
