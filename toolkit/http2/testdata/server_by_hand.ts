/**
 * A server of HTTP/2 by hand: what it sends is frames as bytes.
 *
 * @module
 */

import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { FakeClock } from "../../clock.ts";
import { joinedBytes } from "../../joined_bytes.ts";
import { ClientConnection, type ClientConnectionOptions } from "../client_connection.ts";
import type { ClientStream } from "../client_stream.ts";
import { PREFACE, settingsFrame } from "../frame.ts";
import type { Frame } from "../frame_reader.ts";
import { FakeSocket } from "./fake_socket.ts";
import { GET, POST } from "./peer.ts";

/** A server, and the client's side of its connection. */
export class ServerByHand {
  readonly socket = new FakeSocket();
  readonly clock = new FakeClock();
  readonly connection: ClientConnection;
  changes = 0;
  isClosed = false;
  #begun = false;

  constructor(
    options: Partial<ClientConnectionOptions> = {},
    settings: readonly (readonly [number, number])[] = [],
  ) {
    this.connection = new ClientConnection(this.socket as unknown as Socket, {
      heads: { bytes: 1000, fields: 20 },
      streams: 10,
      clock: this.clock,
      onChange: () => this.changes++,
      onClose: () => this.isClosed = true,
      ...options,
    });
    this.send(settingsFrame(settings));
  }

  send(...frames: readonly Uint8Array[]): void {
    this.socket.emit("data", joinedBytes(frames));
  }

  /** Opens a stream: without a body to come, unless told so. */
  ask(body?: "with a body"): ClientStream {
    const stream = this.connection.open(body ? POST : GET, { last: !body, isBodyless: false });
    if (stream === undefined) throw new Error("no stream can be opened");
    return stream;
  }

  /** What has come since the last call, once all that waits was sent. */
  async received(): Promise<Frame[]> {
    await setImmediate();
    const preface = this.#begun ? 0 : PREFACE.length;
    this.#begun = true;
    return this.socket.taken(preface);
  }
}

/** All of a body that has come, as text. */
export function bodyOf(stream: ClientStream): string {
  let text = "";
  for (let piece = stream.take(); piece !== undefined; piece = stream.take()) {
    text += new TextDecoder().decode(piece);
  }
  return text;
}
