import type { Locate } from "./client_config.ts";
import type { Transport } from "../../toolkit/transport/mod.ts";

/** How this server asks others: the client that does, and where services are. */
export interface Callouts {
  readonly client: Transport;
  readonly locate: Locate;
}
