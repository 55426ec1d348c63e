/**
 * Which webhooks there are: those of the server's own program, and those that the cache of their
 * configurations shows.
 *
 * @module
 */

import type { ValidatingWebhookConfiguration } from "../../../toolkit/api/admissionregistration_v1.ts";
import { type CachedObject, derivedValue } from "../../storage/cache/mod.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { ResourceSource } from "../../resource/resource_source.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { Candidates, isAdmissionConfiguration, matchRules, type Stored } from "../matching/mod.ts";
import { type Webhook, webhooksOf } from "./webhook.ts";

/** A webhook whose rules are about a request, and the resource in whose version it is asked. */
export interface Candidate extends Placed {
  readonly resource: ServedResource;
}

interface Placed {
  readonly webhook: Webhook;
  /** Its place among all webhooks. */
  readonly index: number;
}

/** The webhooks whose rules are about a request, by the names of their configurations. */
export type WebhookCandidates = Candidates<Placed, Candidate>;

/** Where webhooks are configured. */
export interface WebhookSources {
  /** Of the server's own program: asked before all others, and nobody can change them. */
  readonly own: readonly Webhook[];
  /** Undefined: the server keeps no configurations. */
  readonly configurations: Stored | undefined;
  /** The group of configurations. */
  readonly group: string;
}

/** All webhooks. */
export function webhookCandidates(
  source: ResourceSource,
  { own, configurations, group }: WebhookSources,
): WebhookCandidates {
  return new Candidates({
    source,
    resources: configurations === undefined ? [] : [configurations],
    read() {
      const stored = configurations?.storage.cache.entries().flatMap(compiled) ?? [];
      return [...own, ...stored].map((webhook, index) => ({ webhook, index }));
    },
    isExempt: (resource) => isAdmissionConfiguration(resource, group),
    match(placed: Placed, request, equivalents) {
      const match = matchRules(placed.webhook.rules, request, equivalents);
      return match && { ...placed, resource: match.resource };
    },
  });
}

/** What was compiled of a configuration is kept with the state that it was compiled of. */
const compiled = derivedValue((entry: CachedObject): readonly Webhook[] =>
  webhooksOf(objectOf(entry) as ValidatingWebhookConfiguration)
);
