/**
 * Webhooks that only judge: asked all at once about the object as it will be stored.
 *
 * @module
 */

import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { annotate } from "../../http/annotations.ts";
import { Subject } from "../expressions/mod.ts";
import { Versions } from "../objects/mod.ts";
import { validatingPlugin } from "../candidate_plugins.ts";
import { type Asking, callWebhook, note, waiting } from "./call_webhook.ts";
import type { Candidate, WebhookCandidates } from "./configurations.ts";
import { isRelevant } from "./relevant.ts";
import type { Verdict } from "./review.ts";

/** The plugin of webhooks that validate. */
export function validatingWebhooks(webhooks: WebhookCandidates, asking: Asking): AdmissionPlugin {
  return validatingPlugin(webhooks, (request, candidates) => validate(request, candidates, asking));
}

async function validate(
  request: AdmissionRequest,
  candidates: readonly Candidate[],
  asking: Asking,
): Promise<void> {
  const versions = new Versions(request, asking.optionsGroup);
  const subject = new Subject(request, versions, asking);
  const relevant: Candidate[] = [];
  for (const candidate of candidates) {
    if (await isRelevant(candidate, request, subject, asking)) relevant.push(candidate);
  }
  const judgements = await waiting(
    request,
    asking,
    () => Promise.all(relevant.map((one) => judge(one, request, versions, asking))),
  );
  // What they say is passed on in their order, however fast each was.
  for (const [index, { webhook }] of relevant.entries()) {
    const { verdict, failedOpen } = judgements[index] ?? NOTHING;
    if (verdict !== undefined) note(verdict, webhook, request, asking);
    if (!failedOpen) continue;
    const key = `failed-open.validating.webhook.${asking.caller.group}/round_0_index_${index}`;
    annotate(request.annotations, key, webhook.name);
  }
  for (const { refusal } of judgements) if (refusal !== undefined) throw refusal;
}

/** What a webhook said. Kept until all have answered: they wait for nobody else's answer. */
interface Judgement {
  readonly verdict: Verdict | undefined;
  readonly failedOpen: boolean;
  /** What ends the request. */
  readonly refusal: unknown;
}

const NOTHING: Judgement = { verdict: undefined, failedOpen: false, refusal: undefined };

async function judge(
  { webhook, resource }: Candidate,
  request: AdmissionRequest,
  versions: Versions,
  asking: Asking,
): Promise<Judgement> {
  let verdict: Verdict | undefined;
  try {
    const outcome = await callWebhook(webhook, request, asking, async (ask) => {
      const objects = await versions.in(resource);
      return verdict = await ask({ ...objects, facts: versions.facts(resource) });
    });
    return { verdict, failedOpen: outcome === "failed open", refusal: undefined };
  } catch (refusal) {
    return { verdict, failedOpen: false, refusal };
  }
}
