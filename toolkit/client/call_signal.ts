/**
 * What ends a call before its answer.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import { msOfSpan } from "../kinds/mod.ts";
import { offAbort, onAbort } from "../on_abort.ts";
import type { CallOptions } from "./reader.ts";
import type { SharedSignal } from "./shared_signal.ts";

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
