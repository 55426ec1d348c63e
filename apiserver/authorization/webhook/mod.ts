/** Authorization by asking webhooks. */
export { compileCondition, Conditions } from "./conditions.ts";
export { createWebhook, DEFAULT_WEBHOOK, openWebhookAuthorizer } from "./plugin.ts";
export { REVIEW_VERSIONS, type ReviewVersion, type WebhookSettings } from "./settings.ts";
