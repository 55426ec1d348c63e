/**
 * What policies are asked with, and what their expressions see.
 *
 * @module
 */

import { ofJson, type Value } from "../../../toolkit/cel/mod.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { Authorizer } from "../../authorization/authorizer.ts";
import type { ResourceSource } from "../../resource/resource_source.ts";
import type { AdmissionRequest } from "../admission.ts";
import {
  type ConditionMetrics,
  Evaluation,
  type Expression,
  type MatchConditions,
  Subject,
  type Verdict,
} from "../expressions/mod.ts";
import type { NamespaceLabels } from "../matching/mod.ts";
import { Versions } from "../objects/mod.ts";
import type { Invocation, Misconfiguration } from "./invocations.ts";
import type { Check, PolicyMetrics } from "./metrics.ts";
import { namespaceValue } from "./namespaces.ts";
import type { Policy } from "./policies.ts";

/** What asking takes. */
export interface Asking {
  readonly source: ResourceSource;
  readonly labels: NamespaceLabels;
  /** Whom expressions may ask. */
  readonly authorizer: Authorizer;
  readonly logger: Logger;
  readonly metrics: PolicyMetrics;
  readonly conditionMetrics: ConditionMetrics;
  /** The group of kinds of options. */
  readonly optionsGroup: string;
  /** What audit annotations of the server itself end in. */
  readonly annotationSuffix: string;
  readonly clock: Clock;
}

/** A policy whose expressions can be run. */
export interface CompiledPolicy extends Policy {
  readonly conditions: MatchConditions;
  readonly variables: ReadonlyMap<string, Expression>;
}

/** What all policies that are asked about a request share. */
export class Shared {
  /** The request's objects as they are now. */
  readonly versions: Versions;
  readonly #request: AdmissionRequest;
  readonly #asking: Asking;
  readonly #subject: Subject;
  #namespace: Promise<Value> | undefined;

  constructor(request: AdmissionRequest, asking: Asking) {
    this.#request = request;
    this.#asking = asking;
    this.versions = new Versions(request, asking.optionsGroup);
    this.#subject = new Subject(request, this.versions, asking);
  }

  /** Whether the conditions of an invocation hold. */
  async conditionsHold({ policy, resource, param }: Invocation<CompiledPolicy>): Promise<Verdict> {
    const { name, conditions } = policy;
    if (conditions.isEmpty) return HOLDS;
    const { clock, conditionMetrics } = this.#asking;
    const { operation } = this.#request;
    // So the reference counts them, those of policies that mutate too.
    const labels = { name, kind: "policy", type: "validate", operation } as const;
    return await conditionMetrics.measure(labels, clock, async () =>
      await conditions.run(
        new Evaluation({
          base: await this.#subject.on(resource),
          params: ofJson(param ?? null),
          // They are judged before anybody looks at the namespace.
          namespace: null,
          slice: this.#subject.slice,
        }),
      ));
  }

  /** What the other expressions of an invocation see. Throws a 404 where the namespace is not there. */
  async evaluation({ policy, resource, param }: Invocation<CompiledPolicy>): Promise<Evaluation> {
    const { source } = this.#asking;
    return new Evaluation({
      base: await this.#subject.on(resource),
      params: ofJson(param ?? null),
      namespace: await (this.#namespace ??= namespaceValue(this.#request, source)),
      slice: this.#subject.slice,
    }, policy.variables);
  }

  /** Seconds on a scale that only measures spans. */
  seconds(): number {
    return this.#asking.clock.monotonic() / 1000;
  }
}

/** Tells the log of a policy that can't be asked; returns what to count. */
export function failedCheck(
  { policy: { name: policy, failsOpen }, binding, why, cause }: Misconfiguration<Policy>,
  logger: Logger,
): Check {
  const told = { policy, ...(binding !== undefined && { binding: binding.name }), failsOpen, why };
  const because = cause instanceof Error ? { cause: cause.message } : {};
  logger.warning("A policy could not be evaluated", { ...told, ...because });
  return { policy, binding: binding?.name ?? "", failure: "invalid_error", seconds: 0 };
}

const HOLDS: Verdict = { matches: true, failed: 0 };
