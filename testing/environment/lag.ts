/**
 * A stream that comes later than it was sent.
 *
 * @module
 */

import { type Clock, sleep } from "../../toolkit/clock.ts";

/**
 * The pieces of a stream, each so long after it came; then its end, or what it failed with. Rejects with the
 * signal's reason as soon as that aborts.
 */
export async function* lagging<T>(
  pieces: AsyncIterable<T>,
  { lagMs, clock, signal }: {
    readonly lagMs: number;
    readonly clock: Clock;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<T, void> {
  const waiting: { readonly at: number; readonly piece: T }[] = [];
  let end: { readonly error?: unknown } | undefined;
  let changed = Promise.withResolvers<void>();
  const note = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const read = async () => {
    try {
      for await (const piece of pieces) {
        waiting.push({ at: clock.monotonic() + lagMs, piece });
        note();
      }
      end = {};
    } catch (error) {
      end = { error };
    }
    note();
  };
  const reading = read();
  signal.addEventListener("abort", note, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = waiting.shift();
      if (next !== undefined) {
        const ms = next.at - clock.monotonic();
        if (ms > 0) await sleep(clock, ms, signal);
        yield next.piece;
      } else if (end === undefined) await changed.promise;
      else if ("error" in end) throw end.error;
      else return;
    }
  } finally {
    signal.removeEventListener("abort", note);
    // Its maker was told to stop, and does.
    reading.catch(() => {});
  }
}
