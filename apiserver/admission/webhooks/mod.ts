/**
 * Admission webhooks: servers that objects name are asked whether a write may be, and what to change
 * of it.
 *
 * @module
 */

import { NAMES } from "../../../toolkit/names.ts";
import type { Callouts } from "../../callout/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import type { AdmissionPlugin } from "../admission.ts";
import { conditionMetrics } from "../expressions/mod.ts";
import { isStored, NamespaceLabels } from "../matching/mod.ts";
import type { Asking } from "./call_webhook.ts";
import { type WebhookCandidates, webhookCandidates } from "./configurations.ts";
import { declareWebhookMetrics, type Phase } from "./metrics.ts";
import { mutatingWebhooks } from "./mutating.ts";
import { validatingWebhooks } from "./validating.ts";
import type { Webhook } from "./webhook.ts";

export { withWebhookCredentials } from "./credentials.ts";
export { type Webhook, webhooksOf } from "./webhook.ts";

/** The plugin that asks webhooks for changes; undefined where there never are any. */
export function mutatingWebhookPlugin(
  context: ServerContext,
  own: readonly Webhook[] = [],
  callouts: Callouts = context.callouts,
): AdmissionPlugin | undefined {
  const webhooks = candidatesIn(context, own, "mutatingwebhookconfigurations");
  return webhooks && mutatingWebhooks(webhooks, askingIn("admit", context, callouts));
}

/** The plugin that asks webhooks for their consent; undefined where there never are any. */
export function validatingWebhookPlugin(
  context: ServerContext,
  own: readonly Webhook[] = [],
  callouts: Callouts = context.callouts,
): AdmissionPlugin | undefined {
  const webhooks = candidatesIn(context, own, "validatingwebhookconfigurations");
  return webhooks && validatingWebhooks(webhooks, askingIn("validating", context, callouts));
}

function candidatesIn(
  { source, dialect }: ServerContext,
  own: readonly Webhook[],
  resource: string,
): WebhookCandidates | undefined {
  const group = NAMES[dialect].group("admissionregistration");
  const found = source.find(group, "v1", resource);
  const configurations = isStored(found) ? found : undefined;
  if (configurations === undefined && own.length === 0) return undefined;
  return webhookCandidates(source, { own, configurations, group });
}

function askingIn(
  phase: Phase,
  { dialect, source, authorizer, clock, logger, metrics, uid }: ServerContext,
  callouts: Callouts,
): Asking {
  const names = NAMES[dialect];
  return {
    caller: { ...callouts, clock, uid, group: names.groupAdmissionReview },
    logger,
    optionsGroup: names.group("meta"),
    labels: new NamespaceLabels(source),
    authorizer,
    metrics: declareWebhookMetrics(metrics),
    conditionMetrics: conditionMetrics(metrics),
    phase,
    clock,
  };
}
