/**
 * One request of a client, and what is sent back.
 *
 * @module
 */

import { ERROR } from "./frame.ts";
import { type Head, Http2Stream, type StreamCarrier, type StreamStart } from "./stream.ts";

/** What a request's head tells of its body. */
export interface RequestBody {
  readonly length: number | undefined;
  readonly ended: boolean;
}

/** A request, half of it what came and half of it what goes. */
export class ServerStream extends Http2Stream {
  /** Names and values of the request's head, in turn. */
  readonly raw: readonly string[];
  /** Called once, when the whole response is on its way and the request has not come whole. */
  onAnswered: (() => void) | undefined;

  #headSent = false;
  /** A head that waits until the client takes what was sent before. */
  #heldHead: { readonly head: Head; readonly last: boolean } | undefined;

  constructor(
    carrier: StreamCarrier,
    start: StreamStart,
    raw: readonly string[],
    { length, ended }: RequestBody,
  ) {
    super(carrier, start);
    this.raw = raw;
    this.announced = length;
    if (ended) this.cameWhole();
  }

  /** Whether the whole response was handed to the connection, and nobody broke off. */
  get answered(): boolean {
    return this.localEnded && (this.resetCode ?? ERROR.none) === ERROR.none;
  }

  get headSent(): boolean {
    return this.#headSent;
  }

  /** An informational head, before the real one. */
  inform(status: number): void {
    if (this.closed || this.#headSent) return;
    this.carrier.sendHead(this, { ":status": status }, false);
  }

  /**
   * Sends the head; `last`: there is no body. While the client takes nothing the head waits, and with
   * it the stream: no window bounds heads, but how many streams may be open does.
   */
  respond(head: Head, last: boolean): void {
    if (this.closed || this.#headSent) return;
    this.#headSent = true;
    this.#heldHead = { head, last };
    if (this.carrier.congested) this.carrier.pending(this);
    else this.sendHeldHead();
  }

  override sendHeldHead(): boolean {
    const held = this.#heldHead;
    if (held === undefined) return false;
    this.#heldHead = undefined;
    this.carrier.sendHead(this, held.head, held.last);
    if (held.last) this.sentEnd();
    return true;
  }

  override get sendable(): boolean {
    return this.#heldHead !== undefined || super.sendable;
  }

  protected ended(): void {
    this.#heldHead = undefined;
    while (this.take() !== undefined);
  }

  protected saidAll(): void {
    this.onAnswered?.();
  }
}
