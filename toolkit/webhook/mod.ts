/** Webhooks: functions that servers ask before they write, and for other versions. */
export {
  defineWebhook,
  type ErasedWebhook,
  type FieldProblem,
  type Pending,
  type Review,
  type Verdict,
  type Webhook,
  type WebhookDefinition,
} from "./webhook.ts";
export type { WebhookServerOptions } from "./webhook_server.ts";
