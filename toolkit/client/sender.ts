/**
 * What sends requests to one server as one client.
 *
 * @module
 */

import type { TransportRequest, TransportResponse } from "../transport/exchange.ts";

/** Sends requests with the credentials of one client. */
export interface RequestSender {
  /** Settles with the head of the answer; rejects with the signal's reason, or why there is none. */
  send(request: TransportRequest): Promise<TransportResponse>;
}
