/**
 * A keeper of keys (KMS version 2) of a test, behind a unix socket.
 *
 * @module
 */

import { createServer, type ServerHttp2Stream } from "node:http2";
import { ProtobufInput } from "../toolkit/codec/protobuf_input.ts";
import { ProtobufOutput } from "../toolkit/codec/protobuf_output.ts";
import { readFields } from "../toolkit/codec/message_fields.ts";
import { joinedBytes } from "../toolkit/joined_bytes.ts";
import { listenUnix, type UnixListener } from "../toolkit/unix_socket.ts";

/** Encrypts by turning bits around: what it gets back it can read, whichever key it is of. */
export class KeyKeeper implements Disposable {
  readonly socket: string;
  /** The calls that came, by their methods' names. */
  readonly calls: string[] = [];
  keyId = "key-1";
  version = "v2";
  healthz = "ok";
  /** What it encrypts with, where that is not the key of its status. */
  encryptsWith: string | undefined;
  /** Whether it does not answer at all. */
  isSilent = false;
  /** Annotations with each secret, by name. */
  annotations: Readonly<Record<string, Uint8Array>> = {};
  /** Keys that it has forgotten. */
  readonly forgotten = new Set<string>();
  readonly #listener: UnixListener;
  readonly #sessions = new Set<{ destroy(): void }>();
  #isGone = false;

  /** Listens at the path of a socket. */
  constructor(socket: string) {
    this.socket = socket;
    const server = createServer();
    server.on("session", (session) => {
      this.#sessions.add(session);
      session.on("error", () => {});
    });
    server.on("stream", (stream, headers) => this.#answer(stream, String(headers[":path"])));
    this.#listener = listenUnix(socket, (connection) => {
      connection.on("error", () => {});
      server.emit("connection", connection);
    });
  }

  /** It is there no more. */
  [Symbol.dispose](): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#listener.close();
    for (const session of this.#sessions) session.destroy();
  }

  #answer(stream: ServerHttp2Stream, path: string): void {
    const pieces: Uint8Array[] = [];
    stream.on("error", () => {});
    stream.on("data", (piece: Uint8Array) => pieces.push(piece));
    stream.on("end", () => {
      const method = path.slice(path.lastIndexOf("/") + 1);
      this.calls.push(method);
      if (this.isSilent) return;
      const message = joinedBytes(pieces).subarray(5);
      let answer: Uint8Array;
      try {
        answer = this.#say(method, message);
      } catch (error) {
        const trailers = { "grpc-status": "13", "grpc-message": (error as Error).message };
        stream.respond({ ":status": 200, ...trailers }, { endStream: true });
        return;
      }
      stream.respond({ ":status": 200, "content-type": "application/grpc" }, {
        waitForTrailers: true,
      });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      const head = new Uint8Array(5);
      new DataView(head.buffer).setUint32(1, answer.length);
      stream.end(joinedBytes([head, answer]));
    });
  }

  #say(method: string, message: Uint8Array): Uint8Array {
    const { version, healthz, keyId } = this;
    if (method === "Status") return fields([1, version], [2, healthz], [3, keyId]);
    const asked = textsOf(message);
    const turned = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0xff);
    if (method === "Encrypt") {
      const notes = Object.entries(this.annotations).map(([name, value]) =>
        [3, fields([1, name], [2, value])] as const
      );
      return fields([1, turned(asked.get(1)!)], [2, this.encryptsWith ?? keyId], ...notes);
    }
    const of = new TextDecoder().decode(asked.get(3));
    if (this.forgotten.has(of)) throw new Error(`no key ${of}`);
    return fields([1, turned(asked.get(1)!)]);
  }
}

function fields(...all: (readonly [number, string | Uint8Array])[]): Uint8Array {
  const output = new ProtobufOutput();
  for (const [number, value] of all.reverse()) {
    output.lengthDelimited(typeof value === "string" ? new TextEncoder().encode(value) : value);
    output.varint(number * 8 + 2);
  }
  return output.finish();
}

function textsOf(message: Uint8Array): Map<number, Uint8Array> {
  const input = new ProtobufInput(message);
  const found = new Map<number, Uint8Array>();
  readFields(input, new Set(), (tag) => {
    found.set(tag >> 3, input.delimited().slice());
    return true;
  });
  return found;
}
