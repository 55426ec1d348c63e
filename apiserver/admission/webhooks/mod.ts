/**
 * Admission webhooks: servers that objects name are asked whether a write may be, and what to change
 * of it.
 *
 * @module
 */

import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import type { AdmissionPlugin } from "../admission.ts";
import { conditionMetrics } from "../expressions/mod.ts";
import { isStored, NamespaceLabels } from "../matching/mod.ts";
import type { Asking } from "./call_webhook.ts";
import { webhookCandidates } from "./configurations.ts";
import { declareWebhookMetrics, type Phase } from "./metrics.ts";
import { mutatingWebhooks } from "./mutating.ts";
import { validatingWebhooks } from "./validating.ts";

/** The plugin that asks webhooks for changes; undefined where there are no such configurations. */
export function mutatingWebhookPlugin(context: ServerContext): AdmissionPlugin | undefined {
  const webhooks = webhooksOf(context, "mutatingwebhookconfigurations");
  return webhooks && mutatingWebhooks(webhooks, askingIn("admit", context));
}

/** The plugin that asks webhooks for their consent; undefined where there are no such configurations. */
export function validatingWebhookPlugin(context: ServerContext): AdmissionPlugin | undefined {
  const webhooks = webhooksOf(context, "validatingwebhookconfigurations");
  return webhooks && validatingWebhooks(webhooks, askingIn("validating", context));
}

function webhooksOf({ source, dialect }: ServerContext, resource: string) {
  const group = NAMES[dialect].group("admissionregistration");
  const configurations = source.find(group, "v1", resource);
  return isStored(configurations) ? webhookCandidates(source, configurations) : undefined;
}

function askingIn(
  phase: Phase,
  { dialect, source, callouts, authorizer, clock, logger, metrics, uid }: ServerContext,
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
