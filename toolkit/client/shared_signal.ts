/**
 * One signal for what many calls end with.
 *
 * @module
 */

import { offAbort, onAbort } from "../on_abort.ts";

/**
 * A signal that aborts with the first of several, for whoever holds it. It follows those only while somebody does: nothing
 * stays with signals that live longer than who made it. To join them for each call would cost as much as a header.
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
