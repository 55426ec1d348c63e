/**
 * One request to a server, and what it answers.
 *
 * @module
 */

import { ERROR, type ErrorCode } from "./frame.ts";
import type { ResponseHead } from "./message_head.ts";
import { Http2Stream, type StreamCarrier, type StreamStart } from "./stream.ts";

/** Heads that say only that there will be an answer. */
const MOST_INTERIM_HEADS = 16;
const NOTHING = new Uint8Array();
const OF_ANOTHER_LENGTH = "a body of another length than its head says";

/** An answer, half of it what came and half of it the request that goes. */
export class ClientStream extends Http2Stream {
  /** Called once, with the head of the answer. */
  onHead: ((head: ResponseHead) => void) | undefined;
  /** Names and values, in turn, that came after the body. */
  trailers: readonly string[] = [];

  readonly #isBodyless: boolean;
  #hasHead = false;
  #interimHeads = 0;
  #isLost = false;
  #problem: string | undefined;

  /** `isBodyless`: what is asked for is a head alone. */
  constructor(carrier: StreamCarrier, start: StreamStart, isBodyless: boolean) {
    super(carrier, start);
    this.#isBodyless = isBodyless;
  }

  get hasHead(): boolean {
    return this.#hasHead;
  }

  /** Whether anything of an answer has come. */
  get isAnswered(): boolean {
    return this.#hasHead || this.#interimHeads > 0;
  }

  /** Whether the server has said that it did nothing about the request. */
  get isRefused(): boolean {
    return this.resetCode === ERROR.refusedStream;
  }

  /** Whether it ended with its connection. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** What was wrong with the answer, if this side broke it off. */
  get problem(): string | undefined {
    return this.#problem;
  }

  // What the connection calls.

  /** A head has come. Returns what is wrong with it, if anything. */
  receiveHead(head: ResponseHead, last: boolean): string | undefined {
    if (this.#hasHead) return "a second head";
    if (head.status < 200) {
      if (last) return "an end before its answer";
      if (++this.#interimHeads <= MOST_INTERIM_HEADS) return undefined;
      return `more than ${MOST_INTERIM_HEADS} interim responses`;
    }
    this.#hasHead = true;
    const hasNoBody = this.#isBodyless || head.status === 204 || head.status === 304;
    this.announced = hasNoBody ? 0 : head.length;
    this.onHead?.(head);
    if (last && this.receive(NOTHING, true) !== undefined) return OF_ANOTHER_LENGTH;
    return undefined;
  }

  /** What comes after the body has come. Returns what is wrong with it, if anything. */
  receiveTrailers(raw: readonly string[]): string | undefined {
    this.trailers = raw;
    return this.receive(NOTHING, true) === undefined ? undefined : OF_ANOTHER_LENGTH;
  }

  override receive(payload: Uint8Array, last: boolean): ErrorCode | undefined {
    const code = this.#hasHead ? super.receive(payload, last) : ERROR.protocol;
    if (code !== undefined) {
      this.#problem ??= this.#hasHead ? OF_ANOTHER_LENGTH : "a body without a head";
    }
    return code;
  }

  /** The answer is not what an answer has to be: no more of it is taken. */
  refuse(problem: string, code: ErrorCode): void {
    this.#problem ??= problem;
    this.reset(code);
  }

  /** The server did nothing about the request, and will not. */
  refused(): void {
    this.close(ERROR.refusedStream);
  }

  /** The connection is no more. */
  lose(): void {
    this.#isLost = true;
    this.close(ERROR.cancel);
  }

  protected ended(): void {
    // What has come is its reader's still.
  }

  protected saidAll(): void {
    // The answer comes when it comes.
  }
}
