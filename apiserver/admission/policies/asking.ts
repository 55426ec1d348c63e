/**
 * What policies are asked with, and what their expressions see.
 *
 * @module
 */

import { ofJson, type Value } from "../../../toolkit/cel/mod.ts";
import type { Logger } from "../../../toolkit/logging/logger.ts";
import type { Authorizer } from "../../auth/authorizer.ts";
import type { ResourceSource } from "../../registry/resource_source.ts";
import type { AdmissionRequest } from "../admission.ts";
import { authorizerVariables, type NamespaceLabels, requestActivation } from "../matching/mod.ts";
import type { Versions } from "../webhooks/versions.ts";
import { Evaluation } from "./evaluation.ts";
import type { Expression } from "./expressions.ts";
import type { Invocation } from "./invocations.ts";
import type { PolicyMetrics } from "./metrics.ts";
import type { Policy } from "./policies.ts";

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
  seconds(): number;
}

/** Questions to the authorizer are asked once for a request, whoever asks. */
export function authorizerOnce(request: AdmissionRequest, { authorizer }: Asking) {
  let made: ReturnType<typeof authorizerVariables> | undefined;
  return () => made ??= authorizerVariables(request, authorizer);
}

/** A policy whose expressions can be run. */
export interface Runnable extends Policy {
  readonly variables: ReadonlyMap<string, Expression>;
}

/** What the expressions of an invocation see of a request as it is now. */
export async function evaluationsOf(
  { policy, resource, param }: Pick<Invocation<Runnable>, "policy" | "resource" | "param">,
  versions: Versions,
  authorizer: ReturnType<typeof authorizerOnce>,
  namespace: Value,
): Promise<{ readonly early: Evaluation; readonly evaluation: Evaluation }> {
  const base = requestActivation({
    ...await versions.in(resource),
    facts: () => versions.facts(resource),
    authorizer,
  });
  const params = ofJson(param ?? null);
  return {
    // Conditions are judged before anybody looks at the namespace, and have no variables.
    early: new Evaluation(NONE, { base, params, namespace: null }),
    evaluation: new Evaluation(policy.variables, { base, params, namespace }),
  };
}

const NONE: ReadonlyMap<string, Expression> = new Map();
