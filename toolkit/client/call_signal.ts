/**
 * What ends a call before its answer.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import { msOfSpan } from "../kinds/mod.ts";
import type { CallOptions } from "./reader.ts";

/** The signal of one call, which aborts when its time is over too. To be disposed of with the call. */
export class CallSignal implements Disposable {
  readonly signal: AbortSignal | undefined;
  readonly #end: (() => void) | undefined;

  /** `outer`: signals of the client's. Throws a TypeError for a timeout that is no span. */
  constructor(
    { signal, timeout }: Pick<CallOptions, "signal" | "timeout">,
    clock: Clock,
    outer: readonly AbortSignal[] = [],
  ) {
    const sources = signal === undefined ? outer : [signal, ...outer];
    if (timeout === undefined && sources.length < 2) {
      this.signal = sources[0];
      return;
    }
    // Not AbortSignal.any(): nothing may stay with signals that live longer than the call.
    const own = new AbortController();
    const follow = () => own.abort(sources.find(({ aborted }) => aborted)?.reason);
    const timer = timeout === undefined ? undefined : clock.after(
      msOfSpan(timeout, "timeout"),
      () => own.abort(new DOMException(`no answer within ${timeout}`, "TimeoutError")),
    );
    for (const source of sources) source.addEventListener("abort", follow, { once: true });
    if (sources.some(({ aborted }) => aborted)) follow();
    this.signal = own.signal;
    this.#end = () => {
      timer?.cancel();
      for (const source of sources) source.removeEventListener("abort", follow);
    };
  }

  [Symbol.dispose](): void {
    this.#end?.();
  }
}
