/**
 * Which of the webhooks whose rules are about a request are asked about this one.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import { forbidden } from "../../../toolkit/errors/mod.ts";
import type { Authorizer } from "../../authorization/authorizer.ts";
import type { AdmissionRequest } from "../admission.ts";
import { type ConditionMetrics, Evaluation, type Subject } from "../expressions/mod.ts";
import type { NamespaceLabels } from "../matching/mod.ts";
import type { Candidate } from "./configurations.ts";
import type { Phase } from "./metrics.ts";

/** What is needed to tell. */
export interface RelevanceOptions {
  readonly labels: NamespaceLabels;
  /** Whom conditions may ask. */
  readonly authorizer: Authorizer;
  readonly conditionMetrics: ConditionMetrics;
  readonly phase: Phase;
  readonly clock: Clock;
}

/** Whether a webhook is asked. `request`, and `subject` with it, is as those before it left it. */
export async function isRelevant(
  { webhook, resource }: Candidate,
  request: AdmissionRequest,
  subject: Subject,
  { labels, conditionMetrics, phase, clock }: RelevanceOptions,
): Promise<boolean> {
  const { selectors, conditions, name, failsOpen } = webhook;
  if (!selectors.selectsAll && !await selectors.select(request, labels)) return false;
  if (conditions.isEmpty) return true;
  const base = await subject.on(resource);
  const type = phase === "admit" ? "admit" : "validate";
  const about = { name, kind: "webhook", type, operation: request.operation } as const;
  const { slice } = subject;
  const evaluation = new Evaluation({ base, params: null, namespace: null, slice });
  const verdict = await conditionMetrics.measure(about, clock, () => conditions.run(evaluation));
  if (verdict.matches === undefined) {
    if (failsOpen) return false;
    throw forbidden(request.resource, request.name, verdict.why);
  }
  if (!verdict.matches) conditionMetrics.excluded(about);
  return verdict.matches;
}
