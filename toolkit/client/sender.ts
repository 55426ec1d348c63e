/**
 * What sends requests to one server as one client.
 *
 * @module
 */

import type { TransportRequest, TransportResponse } from "../transport/exchange.ts";

/** A request of a client. */
export interface ClientRequest extends TransportRequest {
  /** Whether whoever sends it deals with all failures: it is never sent again by itself. */
  readonly once?: boolean | undefined;
}

/** Sends requests with the credentials of one client. */
export interface RequestSender {
  /** Settles with the head of the answer; rejects with the signal's reason, or why there is none. */
  send(request: ClientRequest): Promise<TransportResponse>;
}
