/**
 * Being told that a signal aborts, for the price of a place in a set.
 *
 * @module
 */

/** Who is to be told, by signal: those signals stay as long as somebody else holds them. */
const told = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `callback` once when `signal` aborts; not for one that has. To be taken back with {@link offAbort} by whoever
 * needs it no longer. The runtime looks through all listeners of a signal to add one or take one back, and a
 * signal that all calls of a program share has as many as there are calls: here it has one.
 */
export function onAbort(signal: AbortSignal, callback: () => void): void {
  if (signal.aborted) return;
  const known = told.get(signal);
  if (known !== undefined) return void known.add(callback);
  const callbacks = new Set([callback]);
  told.set(signal, callbacks);
  signal.addEventListener("abort", () => {
    for (const one of callbacks) call(one);
    told.delete(signal);
  }, { once: true });
}

/** Takes back what {@link onAbort} was asked for. */
export function offAbort(signal: AbortSignal, callback: () => void): void {
  told.get(signal)?.delete(callback);
}

/** As with listeners of the runtime, what one throws keeps nobody else from being told. */
function call(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    reportError(error);
  }
}
