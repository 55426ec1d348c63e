/**
 * A signal that follows several.
 *
 * @module
 */

/**
 * Aborts with the first of these that does, until it is disposed of. Unlike one of `AbortSignal.any()`, which follows
 * another such one only for as long as the runtime has not collected what is between them.
 */
export class FirstOf implements Disposable {
  readonly #own = new AbortController();
  readonly #sources: readonly AbortSignal[];
  readonly #follow = () => this.#own.abort(this.#sources.find(({ aborted }) => aborted)?.reason);

  constructor(...sources: readonly AbortSignal[]) {
    this.#sources = sources;
    for (const source of sources) source.addEventListener("abort", this.#follow, { once: true });
    if (sources.some(({ aborted }) => aborted)) this.#follow();
  }

  get signal(): AbortSignal {
    return this.#own.signal;
  }

  [Symbol.dispose](): void {
    for (const source of this.#sources) source.removeEventListener("abort", this.#follow);
  }
}
