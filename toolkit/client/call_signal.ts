/**
 * What ends calls before their answers.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import { msOfSpan } from "../kinds/mod.ts";
import { offAbort, onAbort } from "../on_abort.ts";
import type { CallOptions } from "./reader.ts";

/**
 * A signal that aborts with the first of several, for whoever holds it. It follows those only while somebody does: nothing
 * stays with signals that live longer than who made it. To join them anew for each call was 3 % of a manager's work.
 */
export class SharedSignal {
  readonly #sources: readonly AbortSignal[];
  readonly #own = new AbortController();
  #holders = 0;

  constructor(sources: readonly AbortSignal[]) {
    this.#sources = sources;
  }

  /** The signal, until it is released: as often as it was held. */
  hold(): AbortSignal {
    const [only] = this.#sources;
    if (this.#sources.length === 1 && only !== undefined) return only;
    if (this.#holders++ === 0) {
      for (const source of this.#sources) onAbort(source, this.#abort);
      if (this.#sources.some(({ aborted }) => aborted)) this.#abort();
    }
    return this.#own.signal;
  }

  release(): void {
    if (this.#sources.length === 1 || --this.#holders > 0) return;
    for (const source of this.#sources) offAbort(source, this.#abort);
  }

  readonly #abort = (): void => {
    this.#own.abort(this.#sources.find(({ aborted }) => aborted)?.reason);
  };
}

/** The signal of one call, which aborts when its time is over too. To be disposed of with the call. */
export class CallSignal implements Disposable {
  readonly signal: AbortSignal | undefined;
  #end: (() => void) | undefined;

  /** `outer`: what all calls of the client end with, if anything. Throws a TypeError for a timeout that is no span. */
  constructor(
    { signal, timeout }: Pick<CallOptions, "signal" | "timeout">,
    clock: Clock,
    outer?: SharedSignal,
  ) {
    const ms = timeout === undefined ? undefined : msOfSpan(timeout, "timeout");
    const held = outer?.hold();
    const sources = [signal, held].filter((one) => one !== undefined);
    if (ms === undefined && sources.length < 2) {
      this.signal = sources[0];
      this.#end = () => outer?.release();
      return;
    }
    // Not AbortSignal.any(): nothing may stay with signals that live longer than the call.
    const own = new AbortController();
    const follow = () => own.abort(sources.find(({ aborted }) => aborted)?.reason);
    const timer = ms === undefined ? undefined : clock.after(
      ms,
      () => own.abort(new DOMException(`no answer within ${timeout}`, "TimeoutError")),
    );
    for (const source of sources) onAbort(source, follow);
    if (sources.some(({ aborted }) => aborted)) follow();
    this.signal = own.signal;
    this.#end = () => {
      timer?.cancel();
      for (const source of sources) offAbort(source, follow);
      outer?.release();
    };
  }

  [Symbol.dispose](): void {
    this.#end?.();
    this.#end = undefined;
  }
}
