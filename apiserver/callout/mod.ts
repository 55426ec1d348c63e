/** Where the servers are that objects name, and who asks them. */
export { CalloutError } from "./callout_error.ts";
export type { Callouts, WebhookCalls } from "./callouts.ts";
export { InProcessCalls, type InProcessCallsOptions } from "./in_process_calls.ts";
export { ClientIdentityFile } from "./client_identity.ts";
export {
  bundleOf,
  type Locate,
  placeOfWebhook,
  type ServicePlace,
  type WebhookPlace,
} from "./client_config.ts";
export { shortenedBy } from "./own_service.ts";
export { shortened, webhookRefusal } from "./webhook_refusal.ts";
export {
  type ServiceGap,
  serviceGap,
  type ServiceReference,
  serviceResolver,
  type ServiceResolverOptions,
} from "./service_resolver.ts";
