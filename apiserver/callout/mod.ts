/** Where the servers are that objects name. */
export { CalloutError } from "./callout_error.ts";
export { bundleOf, type Locate, placeOfWebhook, type WebhookPlace } from "./client_config.ts";
export {
  type ServiceReference,
  serviceResolver,
  type ServiceResolverOptions,
} from "./service_resolver.ts";
