/**
 * WebSocket connections: messages no larger and no faster than their reader can take, and an end
 * for clients that are silently gone.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Timer } from "../clock.ts";
import type { WebSocket } from "../deps/ws.ts";
import { Queue } from "../queue.ts";
import type { Serving } from "./exchange.ts";
import { WEBSOCKET_MESSAGE_BYTES, WEBSOCKET_QUEUE_BYTES } from "./limits.ts";
import { ClientGone } from "./pieces.ts";
import { offeredSubprotocols, type WebSocketConnection } from "./upgrade.ts";
import type { WebSocketMessage, WebSocketOptions } from "./upgrade.ts";

/** How often a client is asked whether it is there, unless the handler says otherwise. */
const PING_INTERVAL_MS = 30_000;

/** What a message that waits costs beside its bytes: an estimate, which bounds empty ones too. */
const MESSAGE_OVERHEAD_BYTES = 64;

/** What a connection needs of its server. */
type Parts = Pick<Serving, "clock" | "connections">;

/** Status codes of RFC 6455 that mean a proper end. */
const NORMAL = 1000;
const GOING_AWAY = 1001;
const NO_STATUS = 1005;

/**
 * Answers the handshake; a request that is none is answered with a 400. What speaks the protocol is
 * loaded with the first one. Throws at once where the handler agreed to what the client did not offer.
 */
export function acceptWebSocket(
  serving: Parts,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Uint8Array,
  options: WebSocketOptions,
  then: { open(socket: WebSocketConnection): void },
): Promise<void> {
  const { subprotocol, messageLimitBytes = WEBSOCKET_MESSAGE_BYTES } = options;
  if (
    subprotocol !== undefined && !offeredSubprotocols(incoming.headers).includes(subprotocol)
  ) {
    throw new Error(`the client did not offer the subprotocol ${subprotocol}`);
  }
  return import("../deps/ws.ts").then(({ WebSocketServer }) => {
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: messageLimitBytes,
      perMessageDeflate: false,
      handleProtocols: () => subprotocol ?? false,
    });
    server.handleUpgrade(incoming, socket, Buffer.from(head), (ws) => {
      then.open(new OpenSocket(serving, ws, options));
    });
  });
}

class OpenSocket implements WebSocketConnection {
  readonly subprotocol: string;
  readonly messages: AsyncIterable<WebSocketMessage>;
  readonly #ws: WebSocket;
  readonly #serving: Parts;
  readonly #queue = new Queue<WebSocketMessage>();
  #queuedBytes = 0;
  #wake: (() => void) | undefined;
  #ended = false;
  #failure: Error | undefined;
  #heard = true;
  #ping: Timer | undefined;

  constructor(serving: Parts, ws: WebSocket, options: WebSocketOptions) {
    this.#serving = serving;
    this.#ws = ws;
    this.subprotocol = ws.protocol;
    this.messages = this.#read();
    ws.on("message", (data: Uint8Array, binary: boolean) => this.#receive({ binary, data }));
    ws.on("pong", () => void (this.#heard = true));
    ws.on("error", (error: Error) => void (this.#failure ??= error));
    ws.on("close", (code: number) => this.#closed(code));
    this.#watch(options.pingIntervalMs ?? PING_INTERVAL_MS);
  }

  send(data: Uint8Array | string): Promise<void> {
    return new Promise((resolve, reject) => {
      // Room is made by the client; one that takes nothing for too long is gone.
      const wait = this.#serving.connections.wait(() => this.#ws.terminate());
      this.#ws.send(data, { binary: typeof data !== "string" }, (error?: Error | null) => {
        this.#serving.connections.done(wait);
        if (error === undefined || error === null) resolve();
        else reject(new ClientGone(undefined, { cause: error }));
      });
    });
  }

  close(code = NORMAL, reason = ""): void {
    this.#ws.close(code, reason);
  }

  #receive(message: WebSocketMessage): void {
    this.#heard = true;
    this.#queue.push(message);
    this.#queuedBytes += sizeOf(message);
    if (this.#queuedBytes > WEBSOCKET_QUEUE_BYTES) this.#ws.pause();
    this.#wake?.();
  }

  #closed(code: number): void {
    this.#ping?.cancel();
    this.#ended = true;
    if (code !== NORMAL && code !== GOING_AWAY && code !== NO_STATUS) {
      this.#failure ??= new ClientGone(`the client is gone: WebSocket closed with ${code}`);
    }
    this.#wake?.();
  }

  async *#read(): AsyncGenerator<WebSocketMessage> {
    for (;;) {
      const message = this.#queue.take();
      if (message !== undefined) {
        this.#queuedBytes -= sizeOf(message);
        if (this.#ws.isPaused && this.#queuedBytes <= WEBSOCKET_QUEUE_BYTES) this.#ws.resume();
        yield message;
      } else if (this.#ended) {
        if (this.#failure !== undefined) throw this.#failure;
        return;
      } else {
        await new Promise<void>((resolve) => this.#wake = resolve);
        this.#wake = undefined;
      }
    }
  }

  #watch(intervalMs: number): void {
    this.#ping = this.#serving.clock.after(intervalMs, () => {
      // A reader that lets messages pile up lets pongs pile up behind them.
      if (!this.#heard && !this.#ws.isPaused) return this.#ws.terminate();
      this.#heard = false;
      this.#ws.ping();
      this.#watch(intervalMs);
    });
  }
}

function sizeOf({ data }: WebSocketMessage): number {
  return data.length + MESSAGE_OVERHEAD_BYTES;
}
