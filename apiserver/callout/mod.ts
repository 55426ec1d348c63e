/** Requests of this server to others that objects name. */
export type { Callouts } from "./callouts.ts";
export { type Locate, placeOfWebhook, type WebhookPlace } from "./client_config.ts";
export {
  CalloutError,
  type ClientIdentity,
  type Endpoint,
  HttpsClient,
  type IncomingAnswer,
  type OutgoingRequest,
} from "./https_client.ts";
export {
  type ServiceReference,
  serviceResolver,
  type ServiceResolverOptions,
} from "./service_resolver.ts";
