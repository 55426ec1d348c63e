/**
 * Requests that ask to change the protocol of their connection.
 *
 * @module
 */

import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { NO_PLACE } from "../slots.ts";
import type { Connection } from "./connection.ts";
import {
  bytesOf,
  discard,
  fieldsOf,
  isWhole,
  LazyAbort,
  respond,
  senderOf,
  type Serving,
} from "./exchange.ts";
import type { HttpResponse } from "./http.ts";
import { http1Request } from "./http1.ts";
import { ClientGone, type Pieces } from "./pieces.ts";
import { rawStream } from "./raw_stream.ts";
import { acceptWebSocket } from "./websocket.ts";

/** Answers a request with an Upgrade field; `head` is what came after it already. */
export function serveUpgrade(
  serving: Serving,
  connection: Connection,
  incoming: IncomingMessage,
  socket: Socket,
  head: Uint8Array,
): void {
  new Upgrading(serving, connection, incoming, socket, head).start();
}

class Upgrading {
  readonly #serving: Serving;
  readonly #connection: Connection;
  readonly #incoming: IncomingMessage;
  readonly #socket: Socket;
  readonly #head: Uint8Array;
  readonly #abort = new LazyAbort();

  constructor(
    serving: Serving,
    connection: Connection,
    incoming: IncomingMessage,
    socket: Socket,
    head: Uint8Array,
  ) {
    this.#serving = serving;
    this.#connection = connection;
    this.#incoming = incoming;
    this.#socket = socket;
    this.#head = head;
  }

  start(): void {
    this.#connection.begin({ place: NO_PLACE, gone: () => this.#abort.abort() });
    this.#socket.on("error", () => {});
    const request = http1Request(
      this.#serving,
      this.#connection,
      this.#incoming,
      this.#abort,
      nothing,
      this.#incoming.headers.upgrade ?? "",
    );
    if ("status" in request) return this.#refuse(request);
    respond(
      this.#serving,
      request,
      (response) => this.#send(response),
      () => this.#abort.gone,
    );
  }

  #send(response: HttpResponse): void {
    if (this.#abort.gone) return discard(response);
    const { upgrade } = response;
    if (upgrade === undefined) return this.#refuse(response);
    if (upgrade.kind === "webSocket") {
      acceptWebSocket(this.#serving, this.#incoming, this.#socket, this.#head, upgrade.options, {
        open: (socket) => this.#run(() => upgrade.run(socket)),
      }).catch((error) => {
        this.#serving.logger.error("A WebSocket could not be opened", error);
        this.#socket.destroy();
      });
      return;
    }
    const fields = Object.entries({ ...fieldsOf(response), connection: "Upgrade" })
      .flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
    this.#socket.write(`HTTP/1.1 101 Switching Protocols\r\n${fields.join("")}\r\n`);
    const stream = rawStream(this.#serving.connections, this.#socket, this.#head);
    this.#run(() => upgrade.run(stream));
  }

  /** The connection is the handler's, and ends with it. */
  #run(run: () => Promise<void>): void {
    this.#connection.phase = "upgraded";
    run().catch((error) => {
      // A client that says farewell is gone before its connection is.
      if (this.#abort.gone || error instanceof ClientGone) return;
      this.#serving.logger.error("An upgraded connection failed", error, {
        path: this.#incoming.url?.split("?")[0],
      });
    }).finally(() => this.#socket.destroySoon()).catch(() => this.#socket.destroy());
  }

  /** The connection stays what it was, for this one response. */
  #refuse(response: HttpResponse): void {
    const { status, body } = response;
    const outgoing = new ServerResponse(this.#incoming);
    outgoing.shouldKeepAlive = false;
    outgoing.assignSocket(this.#socket);
    outgoing.on("error", () => {});
    outgoing.on("finish", () => this.#socket.destroySoon());
    this.#socket.on("drain", () => outgoing.emit("drain"));
    const fields = { ...fieldsOf(response), connection: "close" };
    if (isWhole(body)) {
      const bytes = bytesOf(body ?? "");
      outgoing.writeHead(status, { ...fields, "content-length": bytes.length });
      outgoing.end(bytes);
      return;
    }
    outgoing.writeHead(status, fields);
    outgoing.flushHeaders();
    const pieces: Pieces = {
      write: (piece) => outgoing.write(piece),
      onDrain: (callback) => outgoing.once("drain", callback),
      end: () => void outgoing.end(),
      reset: () => void this.#socket.destroy(),
    };
    const sender = senderOf(body, pieces, this.#serving);
    this.#connection.onClose.add(() => sender.cancel());
    sender.start();
  }
}

/** A request to upgrade has no body: what follows it belongs to the other protocol. */
async function* nothing(): AsyncGenerator<Uint8Array> {}
