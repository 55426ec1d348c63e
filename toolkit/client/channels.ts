/**
 * Several streams of bytes over one WebSocket: the first byte of each message is the number of its
 * channel.
 *
 * @module
 */

import { joinedBytes } from "../joined_bytes.ts";
import { Pod } from "../kinds/built_in.ts";
import { placeOf, type Ref } from "../kinds/mod.ts";
import { UpgradeRefused } from "../transport/websocket.ts";
import { failureOf, wholeBody } from "../wire/failure.ts";
import { CallSignal } from "./call_signal.ts";
import type { CallOptions } from "./reader.ts";
import { requestPath, type RequestPlace } from "./request_path.ts";
import type { MessageStream } from "./sender.ts";
import type { ServerClient } from "./server_client.ts";

/** Opens a WebSocket to a part of a pod; a refusal is the `StatusError` that it means. */
export async function openChannels(
  client: ServerClient,
  pod: Ref,
  options: CallOptions & {
    readonly subresource: string;
    readonly query: RequestPlace["query"];
    readonly protocols: readonly string[];
  },
): Promise<Channels> {
  const { subresource, query, protocols } = options;
  const { sender, clock, dialect } = client.options;
  const place = placeOf(Pod, pod, options.namespace ?? client.namespace);
  if (!place.name) throw new TypeError("a reference to a Pod needs the object's name");
  const call = new CallSignal(options, clock, client.http.ends);
  try {
    const path = requestPath(Pod, { ...place, subresource, ...(query && { query }) }, dialect);
    const stream = await sender.webSocket({ path, protocols, signal: call.signal });
    if (!protocols.includes(stream.protocol)) {
      stream.destroy();
      throw new Error(`the server speaks none of ${protocols.join(", ")}`);
    }
    return new Channels(stream, call);
  } catch (error) {
    call[Symbol.dispose]();
    if (!(error instanceof UpgradeRefused)) throw error;
    const { status, headers, body } = error.response;
    throw failureOf(await wholeBody(body), "GET", {
      code: status,
      retryAfter: headers["retry-after"],
      resource: { group: "", resource: "pods" },
      name: place.name,
    });
  }
}

/** Bytes of one channel that wait to be read; then the server waits. */
const WAITING_LIMIT_BYTES = 1024 * 1024;
/** Bytes of one message: servers take no larger ones. */
const MESSAGE_LIMIT_BYTES = 32 * 1024;

/** The channels of one connection. */
export class Channels {
  readonly protocol: string;
  readonly #stream: MessageStream;
  readonly #call: CallSignal;
  readonly #readers = new Map<number, ReadableStreamDefaultController<Uint8Array>>();
  readonly #taken = new Map<number, PromiseWithResolvers<void>>();
  #sending: Promise<void> = Promise.resolve();
  #over = false;

  constructor(stream: MessageStream, call: CallSignal) {
    this.protocol = stream.protocol;
    this.#stream = stream;
    this.#call = call;
  }

  /** What comes on a channel. To be called before {@link Channels.run}. */
  readable(channel: number): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      start: (controller) => void this.#readers.set(channel, controller),
      pull: () => this.#taken.get(channel)?.resolve(),
      cancel: () => {
        // Nobody reads it any more: what still comes is dropped.
        this.#readers.delete(channel);
        this.#taken.get(channel)?.resolve();
      },
    }, { highWaterMark: WAITING_LIMIT_BYTES, size: (piece) => piece?.length ?? 0 });
  }

  /** What is written to a channel. `closed`: what to send when it is closed. */
  writable(channel: number, closed: () => Promise<void>): WritableStream<Uint8Array> {
    return new WritableStream<Uint8Array>({
      write: async (piece) => {
        for (let at = 0; at < piece.length; at += MESSAGE_LIMIT_BYTES) {
          await this.send(channel, piece.subarray(at, at + MESSAGE_LIMIT_BYTES));
        }
      },
      close: closed,
    });
  }

  /** Sends a message; messages go in the order of their calls. */
  send(channel: number, data: Uint8Array): Promise<void> {
    const message = joinedBytes([Uint8Array.of(channel), data]);
    const sent = this.#sending.then(() => this.#stream.send(message));
    this.#sending = sent.catch(() => {});
    return sent;
  }

  /**
   * Takes in what comes, until the server ends it: then all channels end. Where it breaks off they fail.
   * `first` is handed each message before its channel, and says whether it is dealt with.
   */
  async run(first: (channel: number, data: Uint8Array) => boolean): Promise<void> {
    try {
      for (let message = await this.#stream.next(); message; message = await this.#stream.next()) {
        const [channel] = message.data;
        if (channel === undefined) continue;
        const data = message.data.subarray(1);
        if (!first(channel, data)) await this.#give(channel, data);
      }
      for (const reader of this.#readers.values()) reader.close();
    } catch (error) {
      for (const reader of this.#readers.values()) reader.error(error);
      throw error;
    } finally {
      this.#readers.clear();
      this.close();
    }
  }

  /** The channel ends; others go on. */
  end(channel: number): void {
    this.#readers.get(channel)?.close();
    this.#readers.delete(channel);
  }

  /** Ends the connection. */
  close(): void {
    if (this.#over) return;
    this.#over = true;
    for (const taken of this.#taken.values()) taken.resolve();
    this.#call[Symbol.dispose]();
    this.#stream.destroy();
  }

  async #give(channel: number, data: Uint8Array): Promise<void> {
    const reader = this.#readers.get(channel);
    if (reader === undefined || data.length === 0) return;
    reader.enqueue(data.slice());
    while (!this.#over && this.#readers.has(channel) && (reader.desiredSize ?? 0) <= 0) {
      const taken = Promise.withResolvers<void>();
      this.#taken.set(channel, taken);
      await taken.promise;
    }
  }
}
