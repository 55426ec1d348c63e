/**
 * What policies are asked with, and what their expressions see.
 *
 * @module
 */

import { ofJson, type Value } from "../../../toolkit/cel/mod.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logging/logger.ts";
import type { Authorizer } from "../../auth/authorizer.ts";
import type { ResourceSource } from "../../registry/resource_source.ts";
import type { AdmissionRequest } from "../admission.ts";
import { authorizerVariables, type NamespaceLabels, requestActivation } from "../matching/mod.ts";
import { Versions } from "../webhooks/versions.ts";
import { Evaluation } from "./evaluation.ts";
import type { Expression } from "./expressions.ts";
import type { Invocation } from "./invocations.ts";
import type { PolicyMetrics } from "./metrics.ts";
import { namespaceValue } from "./namespaces.ts";
import type { Policy } from "./policies.ts";
import { Turns } from "./turns.ts";

/** What asking takes. */
export interface Asking {
  readonly source: ResourceSource;
  readonly labels: NamespaceLabels;
  /** Whom expressions may ask. */
  readonly authorizer: Authorizer;
  readonly logger: Logger;
  readonly metrics: PolicyMetrics;
  /** The group of policies and bindings. */
  readonly configurationGroup: string;
  /** The group of kinds of options. */
  readonly optionsGroup: string;
  /** What audit annotations of the server itself end in. */
  readonly annotationSuffix: string;
  readonly clock: Clock;
}

/** What all policies that are asked about a request share. */
export class Shared {
  /** The request's objects as they are now. */
  readonly versions: Versions;
  readonly #request: AdmissionRequest;
  readonly #asking: Asking;
  readonly #turns: Turns;
  #questions: ReturnType<typeof authorizerVariables> | undefined;
  #namespace: Promise<Value> | undefined;

  constructor(request: AdmissionRequest, asking: Asking) {
    this.#request = request;
    this.#asking = asking;
    this.versions = new Versions(request, asking.optionsGroup);
    this.#turns = new Turns(asking.clock, request.signal);
  }

  /** What the expressions of an invocation see. Throws a 404 where the namespace is not there. */
  async evaluations(
    { policy, resource, param }: Invocation<Runnable>,
  ): Promise<{ readonly early: Evaluation; readonly evaluation: Evaluation }> {
    const namespace = await this.#namespaceValue();
    const base = requestActivation({
      ...await this.versions.in(resource),
      facts: () => this.versions.facts(resource),
      // A question is asked once, whoever asks.
      authorizer: () =>
        this.#questions ??= authorizerVariables(this.#request, this.#asking.authorizer),
    });
    const params = ofJson(param ?? null);
    const turns = this.#turns;
    return {
      // Conditions are judged before anybody looks at the namespace, and have no variables.
      early: new Evaluation(NONE, { base, params, namespace: null, turns }),
      evaluation: new Evaluation(policy.variables, { base, params, namespace, turns }),
    };
  }

  #namespaceValue(): Promise<Value> {
    return this.#namespace ??= namespaceValue(this.#request, this.#asking.source);
  }

  /** Seconds on a scale that only measures spans. */
  seconds(): number {
    return this.#asking.clock.monotonic() / 1000;
  }
}

/** A policy whose expressions can be run. */
export interface Runnable extends Policy {
  readonly variables: ReadonlyMap<string, Expression>;
}

const NONE: ReadonlyMap<string, Expression> = new Map();
