/**
 * Webhooks, compiled from their configurations.
 *
 * @module
 */

import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import { MatchConditions } from "../expressions/mod.ts";
import { type Rules, Selectors } from "../matching/mod.ts";

/** What a configuration says of a webhook; reinvocation is of those that mutate. */
export type WebhookSpec = MutatingWebhook;

const DEFAULT_TIMEOUT_SECONDS = 10;

/**
 * A webhook of a configuration as it is called: rules, selectors and conditions compiled once for
 * each state of the configuration, with the defaults of its failure policy and timeout.
 */
export class Webhook {
  /** Tells it apart from all others, also from those of the same name. */
  readonly id: string;
  readonly configuration: string;
  readonly spec: WebhookSpec;
  readonly rules: Rules;
  readonly selectors: Selectors;
  readonly conditions: MatchConditions;
  readonly timeoutMs: number;

  constructor(id: string, configuration: string, spec: WebhookSpec) {
    this.id = id;
    this.configuration = configuration;
    this.spec = spec;
    const { rules, matchPolicy = "Equivalent", timeoutSeconds } = spec;
    this.rules = { rules: rules ?? [], matchPolicy };
    this.selectors = new Selectors(spec.namespaceSelector, spec.objectSelector);
    this.conditions = new MatchConditions(spec.matchConditions);
    this.timeoutMs = (timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
  }

  get name(): string {
    return this.spec.name;
  }

  /** Whether requests go on that it can't be asked about. */
  get failsOpen(): boolean {
    return this.spec.failurePolicy === "Ignore";
  }

  /** Whether it does nothing but answer, when asked about a dry run. */
  get allowsDryRun(): boolean {
    const { sideEffects } = this.spec;
    return sideEffects === "None" || sideEffects === "NoneOnDryRun";
  }
}

/** The webhooks of a configuration, in its order. */
export function webhooksOf(
  configuration: MutatingWebhookConfiguration | ValidatingWebhookConfiguration,
): Webhook[] {
  const { name = "" } = configuration.metadata ?? {};
  const counts = new Map<string, number>();
  return (configuration.webhooks ?? []).map((spec) => {
    // Configurations of old may have a name twice.
    const count = counts.get(spec.name) ?? 0;
    counts.set(spec.name, count + 1);
    return new Webhook(`${name}/${spec.name}/${count}`, name, spec as WebhookSpec);
  });
}
