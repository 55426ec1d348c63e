/** Authorization by asking webhooks. */
export { webhookAuthorizer } from "./authorizer.ts";
export { compileCondition, Conditions } from "./conditions.ts";
export { webhookMetrics } from "./metrics.ts";
export { createWebhook, DEFAULT_WEBHOOK, openWebhookAuthorizer } from "./plugin.ts";
export { REVIEW_VERSIONS, type ReviewVersion, type WebhookSettings } from "./settings.ts";
