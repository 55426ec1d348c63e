/**
 * The compiled expressions of one policy.
 *
 * @module
 */

import type { ParamKind, Variable } from "../api/admissionregistration_v1.ts";
import { type CelEnvironment, type CelType, DYN } from "../cel/mod.ts";
import { policyEnvironment, withVariables } from "./environment.ts";
import { compiled, type Expression, Unusable } from "./expression.ts";

/** What of a policy its expressions depend on. */
export interface PolicyWords {
  readonly paramKind?: ParamKind;
  readonly variables?: readonly Variable[];
}

/** What an expression may name besides what all may. */
export interface ExpressionScope {
  /** Default true. */
  readonly hasAuthorizer?: boolean;
  /** Default false. */
  readonly hasPatchTypes?: boolean;
}

/**
 * The expressions of one policy, compiled once: its variables in order, and, through `compile`,
 * whatever else is written in terms of them. A variable sees only those declared before it. An
 * expression that does not compile is reported where it is used.
 */
export class PolicyExpressions {
  readonly variables: ReadonlyMap<string, Expression>;
  readonly #hasParams: boolean;
  /** What is known of `object` and its like; nothing while requests are judged. */
  readonly #known: Readonly<Record<string, CelType>>;
  /** The types of the variables so far. */
  readonly #types = new Map<string, CelType>();
  readonly #environments = new Map<string, CelEnvironment>();

  /** `known`: the types of variables that are anything otherwise. */
  constructor(context: PolicyWords, known: Readonly<Record<string, CelType>> = {}) {
    this.#hasParams = context.paramKind !== undefined;
    this.#known = known;
    const variables = new Map<string, Expression>();
    for (const { name, expression } of context.variables ?? []) {
      const variable = this.compile(expression);
      variables.set(name, variable);
      // One that can't be compiled is told of where it is used.
      const { program } = variable;
      this.#types.set(name, program instanceof Unusable ? DYN : program.type);
    }
    this.variables = variables;
  }

  /** Compiles an expression that may use all variables that are known so far. */
  compile(source: string, scope: ExpressionScope = {}): Expression {
    return compiled(source, this.#environment(scope));
  }

  #environment(scope: ExpressionScope): CelEnvironment {
    const key = JSON.stringify(scope);
    let environment = this.#environments.get(key);
    if (environment === undefined) {
      // There may be thousands of variables: one environment grows with them.
      environment = withVariables(this.base(scope), this.#types);
      this.#environments.set(key, environment);
    }
    return environment;
  }

  /** What an expression of its may name without its variables. */
  base({ hasAuthorizer = true, hasPatchTypes = false }: ExpressionScope = {}): CelEnvironment {
    const hasParams = this.#hasParams;
    const base = policyEnvironment({ hasParams, hasAuthorizer, hasPatchTypes });
    return base.extend({ variables: this.#known });
  }
}
