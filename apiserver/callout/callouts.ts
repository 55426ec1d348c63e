import type { Locate } from "./client_config.ts";
import type { HttpsClient } from "./https_client.ts";

/** How this server asks others: the client that does, and where services are. */
export interface Callouts {
  readonly client: HttpsClient;
  readonly locate: Locate;
}
