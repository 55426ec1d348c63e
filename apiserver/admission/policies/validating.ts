/**
 * Policies that only judge, and what becomes of requests that they are against.
 *
 * @module
 */

import { StatusError } from "../../../toolkit/errors/mod.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { annotate } from "../../http/annotations.ts";
import type { Versions } from "../objects/mod.ts";
import { validatingPlugin } from "../candidate_plugins.ts";
import { refused } from "../refusal.ts";
import { type Asking, failedCheck, Shared } from "./asking.ts";
import { type Invocation, invocationsOf, type Misconfiguration } from "./invocations.ts";
import type { Binding, Candidate, PolicyCandidates } from "./policies.ts";
import type { Annotation, Decision, ValidatingPolicy } from "./validating_policy.ts";

/** Characters of what a policy tells the audit log under one key, for one binding. */
const ANNOTATION_LIMIT_CHARS = 10 * 1024;

const CODES: Readonly<Record<string, number>> = {
  Unauthorized: 401,
  Forbidden: 403,
  RequestEntityTooLarge: 413,
};
const CODE_INVALID = 422;

/** The plugin of policies that validate. */
export function validatingPolicies(
  policies: PolicyCandidates<ValidatingPolicy>,
  asking: Asking,
): AdmissionPlugin {
  return validatingPlugin(policies, (request, candidates) => validate(request, candidates, asking));
}

/** A policy that is against a request. */
interface Denial {
  readonly policy: ValidatingPolicy;
  readonly binding: Binding | undefined;
  readonly message: string;
  readonly reason: string;
}

async function validate(
  request: AdmissionRequest,
  candidates: readonly Candidate<ValidatingPolicy>[],
  asking: Asking,
): Promise<void> {
  const judging = new Judging(request, asking);
  for (const one of await invocationsOf(candidates, request, asking.labels, judging.versions)) {
    if ("param" in one) await judging.ask(one);
    else judging.fail(one);
  }
  judging.publish();
  const [first] = judging.denials;
  if (first !== undefined) throw refusal(first, request);
}

/** All policies about one request. */
class Judging {
  readonly denials: Denial[] = [];
  readonly #request: AdmissionRequest;
  readonly #asking: Asking;
  readonly #shared: Shared;
  /** What is told of a policy, by its key, once for each value. */
  readonly #told = new Map<string, Set<string>>();

  constructor(request: AdmissionRequest, asking: Asking) {
    this.#request = request;
    this.#asking = asking;
    this.#shared = new Shared(request, asking);
  }

  get versions(): Versions {
    return this.#shared.versions;
  }

  /** A policy that should be asked can't be. */
  fail(misconfiguration: Misconfiguration<ValidatingPolicy>): void {
    const { policy, binding, why } = misconfiguration;
    const check = failedCheck(misconfiguration, this.#asking.logger);
    this.#asking.metrics.validated(check, policy.failsOpen ? "allow" : "deny");
    if (!policy.failsOpen) this.denials.push({ policy, binding, message: why, reason: "" });
  }

  async ask(invocation: Invocation<ValidatingPolicy>): Promise<void> {
    const { policy } = invocation;
    const verdict = await this.#shared.conditionsHold(invocation);
    if (verdict.matches === undefined && !policy.failsOpen) {
      const { why: message, kind: failure } = verdict;
      this.#act(invocation, { denies: true, message, reason: "", failure, seconds: 0 }, 0);
    }
    if (verdict.matches !== true) return;
    const evaluation = await this.#shared.evaluation(invocation);
    const seconds = () => this.#shared.seconds();
    const { decisions, annotations } = await policy.judge(evaluation, seconds);
    for (const [index, decision] of decisions.entries()) this.#act(invocation, decision, index);
    for (const annotation of annotations) this.#note(invocation, annotation);
  }

  #act(
    { policy, binding }: Invocation<ValidatingPolicy>,
    decision: Decision,
    index: number,
  ): void {
    const { metrics } = this.#asking;
    const { message, reason, failure, seconds } = decision;
    const check = { policy: policy.name, binding: binding.name, failure, seconds };
    if (!decision.denies) {
      if (failure !== undefined) metrics.validated(check, "allow");
      return;
    }
    for (const action of binding.actions) {
      switch (action) {
        case "Deny":
          this.denials.push({ policy, binding, message, reason });
          metrics.validated(check, "deny");
          break;
        case "Audit":
          this.#audit(policy, binding, message, index);
          metrics.validated(check, "audit");
          break;
        case "Warn":
          this.#request.warnings.push(
            `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding ` +
              `'${binding.name}': ${message}`,
          );
          metrics.validated(check, "warn");
      }
    }
  }

  #audit(policy: ValidatingPolicy, binding: Binding, message: string, index: number): void {
    this.#annotate(
      `validation.policy.${this.#asking.annotationSuffix}/validation_failure`,
      JSON.stringify([{
        message,
        policy: policy.name,
        binding: binding.name,
        expressionIndex: index,
        validationActions: binding.actions,
      }]),
    );
  }

  #note({ policy, binding }: Invocation<ValidatingPolicy>, annotation: Annotation): void {
    if ("failure" in annotation) {
      const { message, kind: failure } = annotation.failure;
      this.denials.push({ policy, binding, message, reason: "" });
      const check = { policy: policy.name, binding: binding.name, failure, seconds: 0 };
      this.#asking.metrics.validated(check, "deny");
      return;
    }
    const key = `${policy.name}/${annotation.key}`;
    const values = this.#told.get(key) ?? new Set();
    values.add(annotation.value.slice(0, ANNOTATION_LIMIT_CHARS));
    this.#told.set(key, values);
  }

  /** Tells the audit log what all bindings together have to say. */
  publish(): void {
    for (const [key, values] of this.#told) this.#annotate(key, [...values].join(", "));
  }

  #annotate(key: string, value: string): void {
    const why = annotate(this.#request.annotations, key, value);
    if (why !== undefined) {
      this.#asking.logger.warning("An audit annotation of a policy is not recorded", { key, why });
    }
  }
}

function refusal(
  { policy, binding, message, reason }: Denial,
  request: AdmissionRequest,
): StatusError {
  const through = binding === undefined ? "" : ` with binding '${binding.name}'`;
  const why = `ValidatingAdmissionPolicy '${policy.name}'${through} denied request: ${message}`;
  const { message: whole, status: { details } } = refused(request, why);
  return new StatusError({
    code: CODES[reason] ?? CODE_INVALID,
    reason: reason || "Invalid",
    message: whole,
    details: { ...details, causes: [{ message: why }] },
  });
}
