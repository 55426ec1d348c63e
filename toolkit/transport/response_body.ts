/**
 * The body of an answer that still comes: bounded, and ended by its request's signal.
 *
 * @module
 */

import type { ResponseBody } from "./exchange.ts";
import { TransportError } from "./transport_error.ts";

/** What a body is made of. */
export interface BodySource {
  /** The next piece; undefined after the last one. Throws what ended it too early. */
  next(): Promise<Uint8Array | undefined>;
  readonly limitBytes: number;
  /** Called once: all of it was read (`whole`), or it was given up. */
  done(whole: boolean): void;
}

/** Makes a body. */
export function responseBody({ next, limitBytes, done }: BodySource): ResponseBody {
  let length = 0;
  let isDone = false;
  const finish = (whole: boolean) => {
    if (isDone) return;
    isDone = true;
    done(whole);
  };
  const pull = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    if (isDone) return { done: true, value: undefined };
    try {
      const value = await next();
      if (value === undefined) {
        finish(true);
        return { done: true, value };
      }
      length += value.length;
      if (length > limitBytes) {
        throw new TransportError(`the answer is longer than ${limitBytes} bytes`);
      }
      return { done: false, value };
    } catch (error) {
      finish(false);
      throw error;
    }
  };
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next: pull,
    return() {
      finish(false);
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return { discard: () => finish(false), [Symbol.asyncIterator]: () => iterator };
}
