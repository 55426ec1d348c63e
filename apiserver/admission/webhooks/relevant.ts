/**
 * Which of the webhooks whose rules are about a request are asked about this one.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { forbidden } from "../../../toolkit/errors/mod.ts";
import type { Authorizer } from "../../auth/authorizer.ts";
import type { AdmissionRequest } from "../admission.ts";
import { authorizerVariables, type NamespaceLabels, requestActivation } from "../matching/mod.ts";
import type { Candidate } from "./configurations.ts";
import type { Phase, WebhookMetrics } from "./metrics.ts";

/** The objects of a request in one version. */
export interface Objects {
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
}

/** What is needed to tell. */
export interface RelevanceOptions {
  readonly labels: NamespaceLabels;
  /** Whom conditions may ask. */
  readonly authorizer: Authorizer;
  readonly metrics: WebhookMetrics;
  readonly phase: Phase;
  seconds(): number;
}

/** Whether a webhook is asked. `objects` and `facts` are those of the candidate's version. */
export async function isRelevant(
  { webhook }: Candidate,
  request: AdmissionRequest,
  view: { objects(): Promise<Objects>; facts(): JsonObject },
  { labels, metrics, phase, seconds, authorizer }: RelevanceOptions,
): Promise<boolean> {
  const { selectors, conditions, name, failsOpen } = webhook;
  if (!selectors.selectsAll && !await selectors.select(request, labels)) return false;
  if (conditions.isEmpty) return true;
  const { object, old } = await view.objects();
  const { operation } = request;
  const started = seconds();
  const verdict = await conditions.run(requestActivation({
    object,
    old,
    facts: () => view.facts(),
    authorizer: () => authorizerVariables(request, authorizer),
  }));
  metrics.conditionsRan(name, phase, operation, seconds() - started);
  if (verdict.matches === undefined) {
    metrics.conditionsFailed(name, phase, operation, verdict.failed);
    if (failsOpen) return false;
    throw forbidden(request.resource, request.name, verdict.why);
  }
  if (!verdict.matches) metrics.excluded(name, phase, operation);
  return verdict.matches;
}
