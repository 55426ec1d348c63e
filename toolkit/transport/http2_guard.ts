/**
 * Keeps the runtime's HTTP/2 from sending while it receives.
 *
 * Deno 2.7.14 pulls outgoing frames out of nghttp2 from callbacks that nghttp2 makes in the middle
 * of reading: streams are freed that it still reads, and the process ends with a double free or a
 * segmentation fault. A few thousand streams that are opened and reset at once do it, from any
 * client. What is sent right after each read is the same frames, so none is missing.
 *
 * It also counts what goes out of each stream: the runtime takes in all that is written to one,
 * however little its client allows to be sent, and calls it written.
 *
 * @module
 */

import type { ServerHttp2Session } from "node:http2";

/** What is used of the runtime's own object behind a session. */
interface Handle {
  receive(bytes: Uint8Array): void;
  sendPending(): void;
  getOutgoingChunk(): Uint8Array | undefined;
}

const NOTHING = new Uint8Array(0);

/** What a guarded session can do. */
export interface Guard {
  /**
   * Has what is written from here to the end of the current task go out together: streams of one
   * connection that are written to one after the other share what a write to the socket costs.
   */
  gather(): void;
  /** Follows what goes out of a stream from here on, until {@link forget}. */
  follow(stream: number): SentBytes;
  forget(stream: number): void;
}

/** What has gone out of a stream. */
export interface SentBytes {
  /** Bytes of its body that were handed to the socket. */
  readonly bytes: number;
  /** Called whenever there are more. */
  onMore: (() => void) | undefined;
}

/** Guards one session, before its first byte; undefined when the runtime is not as it was known. */
export function guardSession(session: ServerHttp2Session): Guard | undefined {
  const handle = handleOf(session);
  if (handle === undefined) return undefined;
  const receive = handle.receive.bind(handle);
  const sendPending = handle.sendPending.bind(handle);
  const getOutgoingChunk = handle.getOutgoingChunk.bind(handle);
  let receiving = false;
  let gathering = false;
  let held = false;
  const release = () => {
    if (receiving || gathering || !held) return;
    held = false;
    sendPending();
    sent.tell();
  };
  const sent = new OutgoingFrames();
  handle.receive = (bytes) => {
    receiving = true;
    try {
      receive(bytes);
    } finally {
      receiving = false;
    }
    release();
  };
  handle.sendPending = () => {
    held = true;
    release();
  };
  handle.getOutgoingChunk = () => {
    if (!receiving && !gathering) {
      const chunk = getOutgoingChunk();
      if (chunk !== undefined) sent.add(chunk);
      return chunk;
    }
    held = true;
    return NOTHING;
  };
  return {
    gather() {
      if (gathering) return;
      gathering = true;
      queueMicrotask(() => {
        gathering = false;
        if (!session.destroyed) release();
      });
    },
    follow: (stream) => sent.follow(stream),
    forget: (stream) => sent.forget(stream),
  };
}

class Sent implements SentBytes {
  bytes = 0;
  onMore: (() => void) | undefined;
  hasMore = false;
}

const FRAME_HEADER_BYTES = 9;
const DATA = 0;

/** Reads the frames that go out, wherever the pieces that they come in are cut. */
class OutgoingFrames {
  readonly #streams = new Map<number, Sent>();
  /** The beginning of a frame's header whose rest is in the next piece. */
  #header: number[] = [];
  /** Bytes of the current frame that are still to come. */
  #left = 0;
  #more: Sent[] = [];

  follow(stream: number): Sent {
    const sent = new Sent();
    this.#streams.set(stream, sent);
    return sent;
  }

  forget(stream: number): void {
    this.#streams.delete(stream);
  }

  add(piece: Uint8Array): void {
    let at = Math.min(this.#left, piece.length);
    this.#left -= at;
    while (at < piece.length) {
      const needed = FRAME_HEADER_BYTES - this.#header.length;
      for (const byte of piece.subarray(at, at + needed)) this.#header.push(byte);
      at += needed;
      if (this.#header.length < FRAME_HEADER_BYTES) return;
      const [a, b, c, type, , d, e, f, g] = this.#header as HeaderBytes;
      this.#header = [];
      const length = (a << 16) | (b << 8) | c;
      if (type === DATA) this.#count(((d & 0x7f) << 24) | (e << 16) | (f << 8) | g, length);
      const taken = Math.min(length, piece.length - at);
      this.#left = length - taken;
      at += taken;
    }
  }

  /** Tells who follows a stream of what went out of it. */
  tell(): void {
    if (this.#more.length === 0) return;
    for (const sent of this.#more.splice(0)) {
      sent.hasMore = false;
      sent.onMore?.();
    }
  }

  #count(stream: number, length: number): void {
    const sent = this.#streams.get(stream);
    if (sent === undefined) return;
    sent.bytes += length;
    if (sent.hasMore) return;
    sent.hasMore = true;
    this.#more.push(sent);
  }
}

type HeaderBytes = [number, number, number, number, number, number, number, number, number];

function handleOf(session: ServerHttp2Session): Handle | undefined {
  for (const symbol of Object.getOwnPropertySymbols(session)) {
    const value = (session as unknown as Record<symbol, unknown>)[symbol];
    if (isHandle(value)) return value;
  }
  return undefined;
}

function isHandle(value: unknown): value is Handle {
  if (typeof value !== "object" || value === null) return false;
  const { receive, sendPending, getOutgoingChunk } = value as Partial<Handle>;
  return typeof receive === "function" && typeof sendPending === "function" &&
    typeof getOutgoingChunk === "function";
}
