/**
 * What tells a server to ask an operator's webhooks.
 *
 * @module
 */

import type { admissionregistrationV1, apiextensionsV1 } from "../kinds/built_in.ts";
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "../kinds/built_in.ts";
import { type AnyKind, groupOnServer } from "../kinds/mod.ts";
import type { Dialect } from "../names.ts";
import type { Step } from "./admission_review.ts";
import type { ErasedWebhook } from "./webhook.ts";

/** Where a server reaches the webhooks: by a service of its cluster, or by an address. */
export type WebhookAddress =
  | {
    readonly service: { readonly name: string; readonly namespace: string };
    readonly port: number;
  }
  | { readonly url: string };

/** Where webhooks listen. */
export const WEBHOOK_PORT = 9443;
/** The port of the service in front of them. */
export const SERVICE_PORT = 443;
/** Where conversions are asked for. */
export const CONVERSION_PATH = "/convert";

/** Where a webhook is asked. */
export function webhookPath(step: Step, webhook: ErasedWebhook): string {
  return `/${step}/${webhook.name}`;
}

/** What a server needs to call: an address, and whom it trusts there. */
export function clientConfigOf(
  address: WebhookAddress,
  path: string,
  authority: string,
): apiextensionsV1.WebhookClientConfig & admissionregistrationV1.WebhookClientConfig {
  const caBundle = new TextEncoder().encode(authority).toBase64();
  if ("url" in address) return { url: address.url.replace(/\/+$/, "") + path, caBundle };
  return { service: { ...address.service, path, port: address.port }, caBundle };
}

/** The configurations of an operator's webhooks: none, one or two. */
export function configurationsOf(
  name: string,
  webhooks: readonly ErasedWebhook[],
  options: {
    readonly address: WebhookAddress;
    readonly authority: string;
    readonly dialect: Dialect;
  },
): { readonly kind: AnyKind; readonly object: { metadata: { name: string } } }[] {
  const entries = (step: Step) =>
    webhooks.flatMap((webhook) => {
      const entry = entryOf(webhook, step, options);
      return entry === undefined ? [] : [entry];
    });
  const found = [
    { kind: MutatingWebhookConfiguration, webhooks: entries("mutate") },
    { kind: ValidatingWebhookConfiguration, webhooks: entries("validate") },
  ];
  return found.filter(({ webhooks }) => webhooks.length > 0)
    .map(({ kind, webhooks }) => ({ kind, object: { metadata: { name }, webhooks } }));
}

function entryOf(
  webhook: ErasedWebhook,
  step: Step,
  { address, authority, dialect }: Parameters<typeof configurationsOf>[2],
) {
  const operations = operationsOf(webhook, step);
  if (operations.length === 0) return undefined;
  const { for: kind, objectSelector, namespaceSelector, matchConditions } = webhook;
  const group = groupOnServer(kind.group, dialect);
  return {
    // Names of webhooks have three parts at least.
    name: `${webhook.name}.${kind.plural}.${group === "" ? "core.api" : dotted(group)}`,
    clientConfig: clientConfigOf(address, webhookPath(step, webhook), authority),
    rules: [{
      apiGroups: [group],
      apiVersions: [kind.version],
      operations,
      resources: [kind.plural, ...webhook.subresources.map((name) => `${kind.plural}/${name}`)],
      scope: kind.namespaced ? "Namespaced" : "Cluster",
    }],
    admissionReviewVersions: ["v1"],
    // Dry runs are told to webhooks, which are asked to have no side effects then.
    sideEffects: "NoneOnDryRun",
    failurePolicy: webhook.failurePolicy,
    timeoutSeconds: webhook.timeoutSeconds,
    ...(step === "mutate" && { reinvocationPolicy: "IfNeeded" }),
    ...(objectSelector && { objectSelector }),
    ...(namespaceSelector && { namespaceSelector }),
    ...(matchConditions.length > 0 && { matchConditions: [...matchConditions] }),
  };
}

function operationsOf({ mutate, validate, validateDelete, operations }: ErasedWebhook, step: Step) {
  if (step === "mutate") return mutate === undefined ? [] : [...operations];
  return [
    ...(validate === undefined ? [] : operations),
    ...(validateDelete === undefined ? [] : ["DELETE"]),
  ];
}

function dotted(group: string): string {
  return group.includes(".") ? group : `${group}.api`;
}
