/**
 * Validating admission policies, compiled.
 *
 * @module
 */

import type { AuditAnnotation, Validation } from "../../../toolkit/api/admissionregistration_v1.ts";
import { PolicyExpressions } from "../../../toolkit/policies/mod.ts";
import { isLongerThan } from "../../../toolkit/validation/mod.ts";
import {
  Budget,
  type Evaluation,
  type Expression,
  ExpressionFailure,
  type FailureKind,
  MatchConditions,
  POLICY_COST_LIMIT,
} from "../expressions/mod.ts";
import { Criteria } from "./criteria.ts";
import type { Policy, PolicySpec } from "./policies.ts";

/** A message that an expression makes is not longer. */
const MESSAGE_LIMIT_BYTES = 5 * 1024;

/** What a validating policy says. */
export interface ValidatingSpec extends PolicySpec {
  readonly validations?: readonly Validation[];
  readonly auditAnnotations?: readonly AuditAnnotation[];
}

/** A validation that is met, or why it is not. */
export interface Decision {
  readonly denies: boolean;
  readonly message: string;
  /** The reason of the status; "" where an expression failed. */
  readonly reason: string;
  readonly failure: FailureKind | undefined;
  readonly seconds: number;
}

/** What to tell the audit log, or why that can't be told. */
export type Annotation =
  | { readonly key: string; readonly value: string }
  | { readonly key: string; readonly failure: ExpressionFailure };

/** What a policy says. */
export interface Judgement {
  readonly decisions: readonly Decision[];
  readonly annotations: readonly Annotation[];
}

interface CompiledValidation {
  readonly spec: Validation;
  readonly rule: Expression;
  readonly message: Expression | undefined;
}

/**
 * A `ValidatingAdmissionPolicy`, compiled once for each state of its object. `judge` says what its
 * validations and audit annotations make of one request with one parameter; a spent budget makes
 * the whole judgement a failure.
 */
export class ValidatingPolicy implements Policy {
  readonly name: string;
  readonly failsOpen: boolean;
  readonly criteria: Criteria;
  readonly paramKind;
  readonly conditions: MatchConditions;
  readonly variables: ReadonlyMap<string, Expression>;
  readonly #validations: readonly CompiledValidation[];
  readonly #annotations: readonly { readonly key: string; readonly value: Expression }[];

  constructor(name: string, spec: ValidatingSpec) {
    this.name = name;
    this.failsOpen = spec.failurePolicy === "Ignore";
    this.criteria = new Criteria(spec.matchConstraints);
    this.paramKind = spec.paramKind;
    const expressions = new PolicyExpressions(spec);
    this.conditions = new MatchConditions(spec.matchConditions, expressions.base());
    this.variables = expressions.variables;
    this.#validations = (spec.validations ?? []).map((validation) => ({
      spec: validation,
      rule: expressions.compile(validation.expression),
      message: validation.messageExpression
        ? expressions.compile(validation.messageExpression, { hasAuthorizer: false })
        : undefined,
    }));
    this.#annotations = (spec.auditAnnotations ?? []).map(({ key, valueExpression }) => ({
      key,
      value: expressions.compile(valueExpression),
    }));
  }

  /** What it says of a request that its conditions hold for. */
  async judge(evaluation: Evaluation, seconds: () => number): Promise<Judgement> {
    try {
      const decisions = await this.#decide(evaluation, seconds);
      return { decisions, annotations: await this.#annotate(evaluation) };
    } catch (error) {
      if (!(error instanceof ExpressionFailure)) throw error;
      // Nothing that comes after counts any more, nor what was before.
      return { decisions: [this.#failed(error, error.message, 0)], annotations: [] };
    }
  }

  /** Throws the ExpressionFailure of a budget that is spent. */
  async #decide(evaluation: Evaluation, seconds: () => number): Promise<Decision[]> {
    const budget = new Budget(POLICY_COST_LIMIT);
    const outcomes: { value?: unknown; failure?: ExpressionFailure; seconds: number }[] = [];
    for (const { rule } of this.#validations) {
      const started = seconds();
      const outcome = await attempt(() => evaluation.run(rule, budget));
      outcomes.push({ ...outcome, seconds: seconds() - started });
    }
    const decisions: Decision[] = [];
    for (const [index, validation] of this.#validations.entries()) {
      const { value, failure, seconds = 0 } = outcomes[index] ?? {};
      if (failure !== undefined) {
        decisions.push(this.#failed(failure, failure.message, seconds));
      } else if (value === true) {
        decisions.push({ denies: false, message: "", reason: "", failure: undefined, seconds });
      } else decisions.push(await this.#denial(validation, evaluation, budget, seconds));
    }
    return decisions;
  }

  async #denial(
    { spec, message }: CompiledValidation,
    evaluation: Evaluation,
    budget: Budget,
    seconds: number,
  ): Promise<Decision> {
    const { reason = "Invalid" } = spec;
    let text = "";
    if (message !== undefined) {
      try {
        text = usable(await evaluation.run(message, budget));
      } catch (error) {
        if (!(error instanceof ExpressionFailure)) throw error;
        if (error.kind === "out_of_budget") {
          return this.#failed(error, `failed messageExpression: ${error.message}`, seconds);
        }
      }
    }
    text ||= spec.message?.trim() || `failed expression: ${spec.expression.trim()}`;
    return { denies: true, message: text, reason, failure: undefined, seconds };
  }

  #failed({ kind }: ExpressionFailure, message: string, seconds: number): Decision {
    return { denies: !this.failsOpen, message, reason: "", failure: kind, seconds };
  }

  async #annotate(evaluation: Evaluation): Promise<Annotation[]> {
    const budget = new Budget(POLICY_COST_LIMIT);
    const annotations: Annotation[] = [];
    for (const { key, value: expression } of this.#annotations) {
      const { value, failure } = await attempt(() => evaluation.run(expression, budget));
      if (failure !== undefined) {
        if (!this.failsOpen) annotations.push({ key, failure });
      } else if (typeof value === "string" && value.trim() !== "") {
        annotations.push({ key, value: value.trim() });
      }
    }
    return annotations;
  }
}

/** What came of an expression. Throws where no other may run. */
async function attempt<T>(
  run: () => Promise<T>,
): Promise<{ readonly value?: T; readonly failure?: ExpressionFailure }> {
  try {
    return { value: await run() };
  } catch (error) {
    if (error instanceof ExpressionFailure && error.kind !== "out_of_budget") {
      return { failure: error };
    }
    throw error;
  }
}

/** The text that an expression made, if it is fit to be shown. */
function usable(value: unknown): string {
  const text = typeof value === "string" ? value.trim() : "";
  return isLongerThan(text, MESSAGE_LIMIT_BYTES) || text.includes("\n") ? "" : text;
}
