/**
 * The client's side of one connection of HTTP/2: opens streams as far as the server lets it, and
 * notices when the server is no longer there.
 *
 * @module
 */

import type { Socket } from "node:net";
import { setImmediate } from "node:timers";
import type { Clock } from "../clock.ts";
import { ClientStream } from "./client_stream.ts";
import {
  ConnectionError,
  DEFAULT_WINDOW_BYTES,
  ERROR,
  type ErrorCode,
  FRAME,
  frameOfBytes,
  frameOfNumbers,
  MAX_STREAM,
  PREFACE,
  readUint32,
  SETTING,
  settingsFrame,
} from "./frame.ts";
import { FrameConnection } from "./frame_connection.ts";
import type { Frame } from "./frame_reader.ts";
import type { Fields } from "./head_reader.ts";
import { DEFAULT_TABLE_BYTES, type HeadLimits } from "./hpack/decoder.ts";
import { HeaderEncoder } from "./hpack/encoder.ts";
import { Liveness } from "./liveness.ts";
import { Output } from "./output.ts";
import { areTrailers } from "./message_head.ts";
import { responseHead } from "./message_head.ts";
import type { Head } from "./stream.ts";

/** What a connection is made with. */
export interface ClientConnectionOptions {
  /** Bytes and number of the fields of an answer's head. */
  readonly heads: HeadLimits;
  /** Streams at a time, if the server allows more, or while it has not said how many. */
  readonly streams: number;
  readonly clock: Clock;
  /** More or fewer streams may be open than before. */
  onChange(): void;
  /** It is over. Once. */
  onClose(): void;
}

/** Options of one stream. */
export interface OpenOptions {
  /** Whether nothing comes after the head. */
  readonly last: boolean;
  /** Whether what is asked for is a head alone. */
  readonly isBodyless: boolean;
}

/**
 * Bytes that may come of one answer before they are read, and of all on their way: an answer that
 * nobody reads has its server wait, and does not hold up the others.
 */
const WINDOWS = { stream: 4 * 1024 * 1024, connection: 64 * 1024 * 1024 };
const PING = Uint8Array.from([0x6f, 0x72, 0x63, 0x68, 0, 0, 0, 1]);

export class ClientConnection extends FrameConnection<ClientStream> {
  readonly #options: ClientConnectionOptions;
  readonly #liveness: Liveness;
  #mostStreams: number;
  #nextStream = 1;
  #problem: string | undefined;

  /** Takes over `socket`, which has agreed on HTTP/2. */
  constructor(socket: Socket, options: ClientConnectionOptions) {
    const { heads, clock, streams } = options;
    super(socket, {
      // What the requests of one turn have to send goes out together.
      output: new Output(socket, setImmediate),
      encoder: new HeaderEncoder(DEFAULT_TABLE_BYTES),
      heads,
      windows: WINDOWS,
      holdsUp: false,
      now: () => clock.monotonic(),
    });
    this.#options = options;
    this.#mostStreams = streams;
    this.#liveness = new Liveness(clock, {
      isWaiting: () => this.streams.size > 0,
      ask: () => this.output.send(frameOfBytes(FRAME.ping, 0, 0, PING)),
      lost: (silentMs) => {
        this.#problem ??= `the server has been silent for ${silentMs / 1000} s`;
        this.destroy();
      },
    });
    socket.on("data", () => this.#liveness.heard());
    socket.on("error", (error: Error) => this.#problem ??= error.message);
    // The server ends what it has not answered yet as well.
    socket.on("end", () => this.destroy());
    this.output.send(PREFACE);
    this.output.send(settingsFrame([
      [SETTING.enablePush, 0],
      [SETTING.initialWindowBytes, WINDOWS.stream],
      [SETTING.maxHeaderListBytes, heads.bytes],
    ]));
    const more = WINDOWS.connection - DEFAULT_WINDOW_BYTES;
    this.output.send(frameOfNumbers(FRAME.windowUpdate, 0, [more]));
    if (socket.destroyed) this.destroy();
  }

  /** How many streams may be open at a time; none once it is over or the server goes away. */
  get mostStreams(): number {
    return this.isClosing ? 0 : this.#mostStreams;
  }

  /** Whether it takes no stream any more: the server goes away, numbers have run out, or it is over. */
  get isLeaving(): boolean {
    return this.isClosing;
  }

  get openStreams(): number {
    return this.streams.size;
  }

  get closed(): boolean {
    return this.isOver;
  }

  /** Why it is over, or soon will be, where that is known. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Opens a stream and sends its head; undefined: it can't be. */
  open(head: Head, { last, isBodyless }: OpenOptions): ClientStream | undefined {
    if (this.isClosing) return undefined;
    const id = this.#nextStream;
    this.#nextStream += 2;
    this.lastStream = id;
    // Numbers are not used again.
    if (this.#nextStream > MAX_STREAM) this.isClosing = true;
    const stream = new ClientStream(this, { id, windows: this.windows }, isBodyless);
    this.streams.set(id, stream);
    this.#liveness.watch();
    this.sendHead(stream, head, last);
    if (last) stream.sentEnd();
    return stream;
  }

  override destroy(): void {
    this.#liveness.stop();
    super.destroy();
  }

  protected takePreface(): boolean {
    return true;
  }

  protected takeFields({ stream: id, raw, last }: Fields): void {
    this.checkOpened(id, "a head");
    const stream = this.streams.get(id);
    // Of what was given up the answer comes all the same.
    if (stream === undefined) return;
    if (stream.remoteEnded) return this.takeLate(id, stream);
    const problem = raw[0] === ":status"
      ? this.#takeHead(stream, raw, last)
      : stream.isAnswered && last && areTrailers(raw)
      ? stream.receiveTrailers(raw)
      : "malformed trailers";
    if (problem !== undefined) stream.refuse(problem, ERROR.protocol);
  }

  #takeHead(stream: ClientStream, raw: readonly string[], last: boolean): string | undefined {
    const { bytes, fields } = this.#options.heads;
    if (raw.length > 2 * fields || lengthOf(raw) > bytes) {
      return `a head of more than ${bytes} bytes or ${fields} fields`;
    }
    const head = responseHead(raw);
    return head === undefined ? "a malformed head" : stream.receiveHead(head, last);
  }

  protected takeLate(_id: number, stream: ClientStream | undefined): void {
    stream?.refuse("more after its end", ERROR.streamClosed);
  }

  protected takeReset(stream: ClientStream | undefined, code: ErrorCode): void {
    if (stream === undefined) this.spend(1);
    else stream.close(code);
  }

  protected takeGoAway({ payload }: Frame): void {
    if (payload.length < 8) throw new ConnectionError(ERROR.frameSize, "a farewell cut off");
    const last = readUint32(payload, 0) & 0x7fffffff;
    this.isClosing = true;
    for (const stream of this.streams.all()) if (stream.id > last) stream.refused();
    this.#options.onChange();
    this.streamOver();
  }

  protected takePong(): void {
    // That something came is all there is to know.
  }

  protected override takeSetting(setting: number, value: number): void {
    super.takeSetting(setting, value);
    if (setting !== SETTING.maxConcurrentStreams) return;
    this.#mostStreams = Math.min(value, this.#options.streams);
    this.#options.onChange();
  }

  protected refuseStream(stream: ClientStream, code: ErrorCode): void {
    stream.refuse("an answer that breaks the protocol", code);
  }

  protected streamOver(): void {
    if (this.isClosing && !this.isOver && this.streams.size === 0) this.destroy();
  }

  protected lose(stream: ClientStream): void {
    stream.lose();
  }

  protected connectionOver(why: string | undefined): void {
    if (why !== undefined) this.#problem ??= `the server broke the protocol: ${why}`;
    this.#liveness.stop();
    this.#options.onClose();
  }

  protected get lastStreamOfPeer(): number {
    return 0;
  }
}

function lengthOf(raw: readonly string[]): number {
  let length = 0;
  for (const text of raw) length += text.length;
  return length;
}
