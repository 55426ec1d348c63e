/**
 * A body that is made while it is read: a watch, a long list.
 *
 * @module
 */

import type { Logger } from "../../logger.ts";
import type { ResponseBody } from "../../transport/exchange.ts";
import { TransportError } from "../../transport/transport_error.ts";
import type { BodySink, PushBody } from "../http.ts";
import { isPushed } from "../push.ts";

type Piece = IteratorResult<Uint8Array, undefined>;

const END: Piece = { done: true, value: undefined };

/** Bytes that wait for their reader past which the maker of a pushed body is to wait. */
const ROOM_BYTES = 64 * 1024;

/** Who is told of a body's end. */
export interface BodyOwner {
  readonly logger: Logger;
  /** The reader has given it up before its end. */
  given(): void;
  /** Called once: nothing more is made. */
  over(): void;
}

/**
 * Read once, a piece after the other. What is pushed waits here until it is read, and its maker with it
 * as soon as 64 KiB wait; what is pulled is pulled by the reader. Giving it up in the middle (`break`,
 * `discard()`) tells its maker. Each piece is the reader's own.
 */
export class LastingBody implements ResponseBody, BodySink, AsyncIterator<Uint8Array, undefined> {
  readonly #owner: BodyOwner;
  readonly #pushed: PushBody | undefined;
  readonly #pulled: AsyncIterator<Uint8Array> | undefined;
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #drained: (() => void) | undefined;
  /** The reader, where it waits for more. */
  #reader: PromiseWithResolvers<Piece> | undefined;
  /** Set when no more is made; `error`: though it should. */
  #end: { readonly error?: unknown } | undefined;

  constructor(body: AsyncIterable<Uint8Array> | PushBody, owner: BodyOwner) {
    this.#owner = owner;
    if (isPushed(body)) this.#pushed = body;
    else this.#pulled = body[Symbol.asyncIterator]();
  }

  /** The caller has the head: more may come. */
  start(): void {
    if (this.#end === undefined) this.#pushed?.start(this);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Piece> {
    if (this.#reader !== undefined) {
      return Promise.reject(new TypeError("a piece of the answer is being waited for already"));
    }
    if (this.#waiting.length === 0 && this.#end === undefined) this.#askForMore();
    const piece = this.#waiting.shift();
    if (piece !== undefined) {
      this.#waitingBytes -= piece.length;
      return Promise.resolve(own(piece));
    }
    if (this.#end === undefined) {
      this.#reader = Promise.withResolvers();
      return this.#reader.promise;
    }
    return "error" in this.#end ? Promise.reject(this.#end.error) : Promise.resolve(END);
  }

  return(): Promise<Piece> {
    this.discard();
    return Promise.resolve(END);
  }

  discard(): void {
    this.#waiting.length = 0;
    if (!this.#stop({})) return;
    this.#owner.given();
    this.#cancel();
  }

  /** The reader is told `error` at once, and the maker that nobody reads any more. */
  cut(error: unknown): void {
    this.#waiting.length = 0;
    if (this.#stop({ error })) this.#cancel();
  }

  write(piece: Uint8Array): boolean {
    if (this.#end !== undefined || piece.length === 0) return true;
    const reader = this.#reader;
    if (reader !== undefined) {
      this.#reader = undefined;
      reader.resolve(own(piece));
      return true;
    }
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    return this.#waitingBytes < ROOM_BYTES;
  }

  onDrain(callback: () => void): void {
    this.#drained = callback;
  }

  end(): void {
    this.#stop({});
  }

  /** The maker can't go on: why is for the log alone. */
  fail(error: unknown): void {
    if (this.#end !== undefined) return;
    this.#owner.logger.error("A response broke off", error);
    this.#stop({ error: new TransportError("the answer broke off") });
  }

  #askForMore(): void {
    const drained = this.#drained;
    this.#drained = undefined;
    drained?.();
    if (this.#pulled !== undefined) this.#pull(this.#pulled);
  }

  #pull(from: AsyncIterator<Uint8Array>): void {
    from.next().then(({ done, value }) => {
      if (done) this.end();
      else if (value.length === 0) this.#pull(from);
      else this.write(value);
    }).catch((error) => this.fail(error));
  }

  /** False where it had ended before. */
  #stop(end: { readonly error?: unknown }): boolean {
    if (this.#end !== undefined) return false;
    this.#end = end;
    const reader = this.#reader;
    this.#reader = undefined;
    if ("error" in end) reader?.reject(end.error);
    else reader?.resolve(END);
    this.#owner.over();
    return true;
  }

  #cancel(): void {
    this.#pushed?.cancel();
    // A generator that is in the middle of something ends after it; nobody waits for that.
    Promise.resolve(this.#pulled?.return?.()).catch(() => {});
  }
}

/** Others may be sent the same bytes. */
function own(piece: Uint8Array): Piece {
  return { done: false, value: new Uint8Array(piece) };
}
