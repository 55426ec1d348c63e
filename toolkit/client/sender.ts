/**
 * What sends requests to one server as one client.
 *
 * @module
 */

import type { TransportRequest, TransportResponse } from "../transport/exchange.ts";
import type { WebSocketRequest } from "../transport/websocket.ts";

/** Messages both ways, taken only as they are asked for. */
export interface MessageStream {
  /** What the server chose of the protocols that were offered; empty: none. */
  readonly protocol: string;
  /** Settles when there is room for the next one. */
  send(data: Uint8Array): Promise<void>;
  /** Undefined: the server has ended it. Rejects where it broke off. */
  next(): Promise<{ readonly data: Uint8Array } | undefined>;
  /** Says that nothing more will be sent. */
  close(): Promise<void>;
  /** Ends it at once. */
  destroy(): void;
}

/** A request of a client. */
export interface ClientRequest extends TransportRequest {
  /** Whether whoever sends it deals with all failures: it is never sent again by itself. */
  readonly once?: boolean | undefined;
}

/** Sends requests with the credentials of one client. */
export interface RequestSender {
  /** Settles with the head of the answer; rejects with the signal's reason, or why there is none. */
  send(request: ClientRequest): Promise<TransportResponse>;
  /** Opens a WebSocket; rejects with an `UpgradeRefused` where the server answers otherwise. */
  webSocket(request: WebSocketRequest): Promise<MessageStream>;
}
