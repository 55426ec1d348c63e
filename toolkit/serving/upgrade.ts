/**
 * Connections that change their protocol, of HTTP/1.1 only.
 *
 * @module
 */

import type { HttpResponse } from "./http.ts";

/** Bytes both ways, after an upgrade. */
export interface ByteStream {
  /**
   * What the client sends, no faster than it is read. Ends when the client ends its side; over TLS
   * the runtime then ends the other side as well.
   */
  readonly incoming: AsyncIterable<Uint8Array>;
  /** Settles when there is room for more; rejects when the client is gone. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends this side; the client may still send. */
  closeWrite(): void;
  /** Ends both sides at once. */
  close(): void;
}

/** A message of a WebSocket. */
export interface WebSocketMessage {
  readonly binary: boolean;
  readonly data: Uint8Array;
}

/** A WebSocket connection of a client. */
export interface WebSocketConnection {
  /** The subprotocol that was agreed on; empty for none. */
  readonly subprotocol: string;
  /** Read once. Ends when the client closes; throws when the connection breaks. */
  readonly messages: AsyncIterable<WebSocketMessage>;
  /** Text as a text message, bytes as a binary one. Settles when it is on its way. */
  send(data: Uint8Array | string): Promise<void>;
  close(code?: number, reason?: string): void;
}

/** What a WebSocket may do, and how. */
export interface WebSocketOptions {
  /** One of those that the client offered; none: no subprotocol. */
  readonly subprotocol?: string;
  /** Bytes of a message; a longer one closes the connection with 1009. Default 1 MiB. */
  readonly messageLimitBytes?: number;
  /** How often to ask whether the client is there; after an unanswered ping it is gone. Default 30 s. */
  readonly pingIntervalMs?: number;
}

/** How a connection goes on. The connection ends when `run` settles. */
export type Upgrade =
  & {
    /** Called instead of `run` where the connection is gone already. Must not throw. */
    readonly abandoned?: () => void;
  }
  & (
    | { readonly kind: "raw"; readonly run: (stream: ByteStream) => Promise<void> }
    | {
      readonly kind: "webSocket";
      readonly options: WebSocketOptions;
      readonly run: (socket: WebSocketConnection) => Promise<void>;
    }
  );

/** The response that makes a WebSocket of the connection. */
export function webSocket(
  options: WebSocketOptions,
  run: (socket: WebSocketConnection) => Promise<void>,
): HttpResponse {
  return { status: 101, upgrade: { kind: "webSocket", options, run } };
}

/** The response that leaves the connection's bytes to `run`, as `protocol`. */
export function rawUpgrade(
  protocol: string,
  run: (stream: ByteStream) => Promise<void>,
  headers: HttpResponse["headers"] = {},
): HttpResponse {
  return { status: 101, headers: { ...headers, upgrade: protocol }, upgrade: { kind: "raw", run } };
}

/** The WebSocket subprotocols that a client offers, in its order of preference. */
export function offeredSubprotocols(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): string[] {
  const value = headers["sec-websocket-protocol"];
  if (value === undefined) return [];
  return (typeof value === "string" ? value : value.join(",")).split(",")
    .map((one) => one.trim()).filter((one) => one !== "");
}
