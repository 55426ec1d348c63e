/**
 * Admission webhooks: servers that objects name are asked whether a write may be, and what to change
 * of it.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logging/logger.ts";
import type { Registry } from "../../../toolkit/metrics/mod.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import type { Authorizer } from "../../auth/authorizer.ts";
import type { Transport } from "../../../toolkit/transport/mod.ts";
import type { Locate } from "../../callout/mod.ts";
import type { ResourceSource } from "../../registry/resource_source.ts";
import type { Admission } from "../admission.ts";
import { conditionMetrics } from "../expressions/mod.ts";
import { isStored, NamespaceLabels } from "../matching/mod.ts";
import type { Asking } from "./asked.ts";
import { webhookCandidates } from "./configurations.ts";
import { declareWebhookMetrics, type Phase } from "./metrics.ts";
import { mutatingWebhooks } from "./mutating.ts";
import { validatingWebhooks } from "./validating.ts";

/** What webhooks work with. */
export interface WebhooksOptions {
  readonly dialect: Dialect;
  readonly source: ResourceSource;
  /** Whom conditions may ask. */
  readonly authorizer: Authorizer;
  /** Asks; its identity is what webhooks know this server by. */
  readonly client: Transport;
  /** Where a service is. */
  readonly locate: Locate;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
  uid(): string;
}

/** The plugins that ask webhooks: the last ones in their phases. */
export function webhookAdmission(options: WebhooksOptions): Admission[] {
  const { dialect, source, client, locate, clock, logger, uid, authorizer } = options;
  const names = NAMES[dialect];
  const configurationGroup = names.group("admissionregistration");
  const metrics = declareWebhookMetrics(options.metrics);
  const caller = { client, locate, clock, uid, group: names.groupAdmissionReview };
  const labels = new NamespaceLabels(source);
  const askingIn = (phase: Phase): Asking => ({
    caller,
    logger,
    optionsGroup: names.group("meta"),
    labels,
    authorizer,
    metrics,
    conditionMetrics: conditionMetrics(options.metrics),
    phase,
    clock,
  });
  const configurationsOf = (resource: string) => {
    const configurations = source.find(configurationGroup, "v1", resource);
    return isStored(configurations) ? webhookCandidates(source, configurations) : undefined;
  };
  const mutating = configurationsOf("mutatingwebhookconfigurations");
  const validating = configurationsOf("validatingwebhookconfigurations");
  return [
    ...(mutating === undefined ? [] : [mutatingWebhooks(mutating, askingIn("admit"))]),
    ...(validating === undefined ? [] : [validatingWebhooks(validating, askingIn("validating"))]),
  ];
}
