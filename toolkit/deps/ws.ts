/** WebSocket connections on either side. The package has no types; these are of what is used. */
import type { Buffer } from "node:buffer";
import type { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import * as ws from "npm:ws@8.23.0";

/** One connection. */
export interface WebSocket extends EventEmitter {
  readonly protocol: string;
  readonly isPaused: boolean;
  send(
    data: Uint8Array | string,
    options: { readonly binary: boolean },
    sent?: (error?: Error | null) => void,
  ): void;
  ping(): void;
  pause(): void;
  resume(): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
}

/** Options of the server's side. */
export interface WebSocketServerOptions {
  readonly noServer: true;
  readonly clientTracking: boolean;
  readonly maxPayload: number;
  readonly perMessageDeflate: boolean;
  readonly handleProtocols: (offered: ReadonlySet<string>) => string | false;
}

interface WebSocketServerType {
  new (options: WebSocketServerOptions): {
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      opened: (socket: WebSocket) => void,
    ): void;
  };
}

interface WebSocketClientType {
  new (
    url: string,
    protocols: readonly string[],
    options?: { readonly ca?: string; readonly autoPong?: boolean },
  ): WebSocket;
}

/** Answers handshakes. */
export const WebSocketServer: WebSocketServerType = ws
  .WebSocketServer as unknown as WebSocketServerType;

/** A client, for tests. */
export const WebSocketClient: WebSocketClientType = ws.WebSocket as unknown as WebSocketClientType;
