/**
 * A client of HTTP/2 by hand: frames as bytes, and a socket that is none.
 *
 * @module
 */

import type { Socket } from "node:net";
import { joinedBytes } from "../../joined_bytes.ts";
import { FLAG, FRAME, frameOfBytes, frameOfNumbers, PREFACE, settingsFrame } from "../frame.ts";
import type { Frame } from "../frame_reader.ts";
import { HeaderEncoder } from "../hpack/encoder.ts";
import { ServerConnection, type ServerConnectionOptions } from "../server_connection.ts";
import type { ServerStream } from "../server_stream.ts";
import { FakeSocket } from "./fake_socket.ts";

/** The head of a GET. */
export const GET = { ":method": "GET", ":scheme": "https", ":path": "/", ":authority": "x" };
/** The head of a POST. */
export const POST = { ...GET, ":method": "POST" };

/** A frame of header fields. */
export function headers(
  stream: number,
  head: Readonly<Record<string, string>>,
  flags: number = FLAG.endHeaders | FLAG.endStream,
): Uint8Array {
  return frameOfBytes(FRAME.headers, flags, stream, new HeaderEncoder().encode(head));
}

/** A frame of a body. */
export function data(stream: number, bytes: Uint8Array | string, flags = 0): Uint8Array {
  const payload = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  return frameOfBytes(FRAME.data, flags, stream, payload);
}

/** A client, and the server's side of its connection. */
export class Peer {
  readonly socket = new FakeSocket();
  readonly connection: ServerConnection;
  readonly streams: ServerStream[] = [];
  now = 0;

  constructor(
    options: Partial<ServerConnectionOptions> = {},
    settings: readonly (readonly [number, number])[] = [],
  ) {
    this.connection = new ServerConnection(this.socket as unknown as Socket, {
      streams: 10,
      headerBytes: 10_000,
      headerCount: 100,
      now: () => this.now,
      onStream: (stream) => void this.streams.push(stream),
      ...options,
    });
    this.send(PREFACE, settingsFrame(settings));
  }

  send(...frames: readonly Uint8Array[]): void {
    this.socket.emit("data", joinedBytes(frames));
  }

  /** Allows more to be sent: of a stream, or of all with 0. */
  widen(stream: number, bytes: number): void {
    this.send(frameOfNumbers(FRAME.windowUpdate, stream, [bytes]));
  }

  /** What has come since the last call, once all that waits was sent. */
  async received(): Promise<Frame[]> {
    await Promise.resolve();
    return this.socket.taken();
  }
}
