import type { Locate } from "./client_config.ts";
import type { Transport } from "../../toolkit/transport/mod.ts";

/** Asks a webhook, and reads the whole answer. */
export type WebhookCalls = Pick<Transport, "call">;

/** How this server asks others: the client that does, and where services are. */
export interface Callouts {
  readonly client: WebhookCalls;
  readonly locate: Locate;
}
