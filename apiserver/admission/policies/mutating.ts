/**
 * Policies that change objects: asked one after another, each about what the ones before it made.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { forbidden, StatusError } from "../../../toolkit/errors/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { equalJson } from "../../../toolkit/values/json.ts";
import {
  type AdmissionPlugin,
  type AdmissionRequest,
  become,
  calledInRefusals,
} from "../admission.ts";
import { ExpressionFailure } from "../expressions/mod.ts";
import { kindIn, type Reinvocations, resultOf, type Versions } from "../objects/mod.ts";
import { mutatingPlugin } from "../candidate_plugins.ts";
import { type Asking, failedCheck, Shared } from "./asking.ts";
import { type Invocation, invocationsOf, type Misconfiguration } from "./invocations.ts";
import { type CompiledMutation, mutated } from "./mutation.ts";
import { MutationFailure, REFUSALS } from "./mutation_failure.ts";
import type { MutatingPolicy } from "./mutating_policy.ts";
import type { Candidate, PolicyCandidates } from "./policies.ts";

/** The plugin of policies that mutate. */
export function mutatingPolicies(
  policies: PolicyCandidates<MutatingPolicy>,
  asking: Asking,
): AdmissionPlugin {
  return mutatingPlugin(
    policies,
    (request, candidates, reinvocations) => mutate(request, candidates, asking, reinvocations),
  );
}

async function mutate(
  request: AdmissionRequest,
  candidates: readonly Candidate<MutatingPolicy>[],
  asking: Asking,
  reinvocations: Reinvocations,
): Promise<void> {
  const mutating = new Mutating(request, asking, reinvocations);
  for (const one of await invocationsOf(candidates, request, asking.labels, mutating.versions)) {
    if ("param" in one) await mutating.ask(one);
    else mutating.fail(one);
  }
  if (mutating.refusals.length > 0) throw refusal(mutating.refusals, request);
  await mutating.finish();
}

/** Refusals that a status tells. */
const SHOWN_REFUSALS = 100;

/** A policy that ends a request, and the reason of the status that does so. */
interface Refusal {
  readonly message: string;
  readonly reason: string;
}

/** All policies about one request, in one round. */
class Mutating {
  readonly refusals: Refusal[] = [];
  readonly #request: AdmissionRequest;
  readonly #asking: Asking;
  readonly #reinvocations: Reinvocations;
  readonly #shared: Shared;
  readonly #before: JsonObject | undefined;

  constructor(request: AdmissionRequest, asking: Asking, reinvocations: Reinvocations) {
    this.#request = request;
    this.#asking = asking;
    this.#reinvocations = reinvocations;
    this.#shared = new Shared(request, asking);
    this.#before = this.#shared.versions.current;
  }

  get versions(): Versions {
    return this.#shared.versions;
  }

  /** A policy that should be asked can't be. */
  fail(misconfiguration: Misconfiguration<MutatingPolicy>): void {
    this.#asking.metrics.mutated(failedCheck(misconfiguration, this.#asking.logger));
    this.#refuse(misconfiguration, misconfiguration.why, "Forbidden");
  }

  async ask(invocation: Invocation<MutatingPolicy>): Promise<void> {
    const { policy } = invocation;
    if (!await this.#isMeant(invocation)) return;
    const id = idOf(invocation);
    const { reinvocation } = this.#request;
    if (reinvocation.isReinvocation && !this.#reinvocations.wants(id)) return;
    let changed = false;
    for (const mutation of policy.mutations) {
      if (await this.#mutate(invocation, mutation)) changed = true;
    }
    if (changed) {
      this.#reinvocations.changed();
      reinvocation.request();
    }
    if (policy.wantsAgain) this.#reinvocations.asked(id);
  }

  /** Puts what came of it into the request's object. */
  async finish(): Promise<void> {
    const { object, resource } = this.#request;
    const { versions } = this.#shared;
    if (object !== undefined && versions.current !== this.#before) {
      const made = (await versions.in(resource)).object;
      if (made !== undefined) become(object, made);
    }
  }

  #refuse(
    { policy, binding }: Pick<Misconfiguration<MutatingPolicy>, "policy" | "binding">,
    why: string,
    reason: string,
  ): void {
    if (policy.failsOpen) return;
    const subject = binding === undefined
      ? `policy ${quoteText(policy.name)}`
      : `policy '${policy.name}' with binding '${binding.name}'`;
    this.refusals.push({ message: `${subject} denied request: ${why}`, reason });
  }

  async #isMeant(invocation: Invocation<MutatingPolicy>): Promise<boolean> {
    const verdict = await this.#shared.conditionsHold(invocation);
    if (verdict.matches === undefined) this.#refuse(invocation, verdict.why, "Invalid");
    return verdict.matches === true;
  }

  /** Makes one mutation; true where the object is another one then. */
  async #mutate(
    invocation: Invocation<MutatingPolicy>,
    mutation: CompiledMutation,
  ): Promise<boolean> {
    const { policy, binding, resource } = invocation;
    const { versions } = this.#shared;
    const { object } = await versions.in(resource);
    // What is not there can't be changed.
    if (object === undefined) return false;
    const started = this.#shared.seconds();
    const count = (failure?: ExpressionFailure["kind"]) =>
      this.#asking.metrics.mutated({
        policy: policy.name,
        binding: binding.name,
        failure,
        seconds: this.#shared.seconds() - started,
      });
    try {
      const evaluation = await this.#shared.evaluation(invocation);
      const kind = kindIn(this.#request, resource);
      const made = await mutated(mutation, evaluation, object, kind);
      const result = made === object
        ? object
        : resultOf(made, object, this.#request, resource, REFUSALS);
      count();
      if (equalJson(object, result)) return false;
      versions.change(resource, result);
      return true;
    } catch (error) {
      const failed = error instanceof ExpressionFailure;
      if (!failed && !(error instanceof MutationFailure)) throw error;
      count(failed ? error.kind : "invalid_error");
      this.#refuse(invocation, error.message, "Invalid");
      return false;
    }
  }
}

/** Tells an invocation from the others of its request. */
function idOf({ policy, binding, param }: Invocation<MutatingPolicy>): string {
  const { name = "", namespace = "" } = (param?.metadata ?? {}) as Record<string, string>;
  return [policy.name, binding.name, namespace, name].join("/");
}

function refusal(
  refusals: readonly Refusal[],
  request: AdmissionRequest,
): StatusError {
  const { message = "", reason = "" } = refusals[0] ?? {};
  const name = calledInRefusals(request);
  const { code, status: { details } } = forbidden(request.resource, name, message);
  const causes = refusals.slice(0, SHOWN_REFUSALS).map((one) => ({ message: one.message }));
  return new StatusError({ code, reason, message, details: { ...details, causes } });
}
