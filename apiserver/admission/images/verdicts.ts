/**
 * Verdicts that hold for a time.
 *
 * @module
 */

import { hash } from "node:crypto";

/** How many are kept; those that were not asked for longest go. */
const LIMIT = 1024;

/** Verdicts by what they are about, of which only hashes are kept: how long that is is up to who asks. */
export class Verdicts<V> {
  readonly #nowMs: () => number;
  /** The one that was asked for last is the last. */
  readonly #kept = new Map<string, { readonly verdict: V; readonly untilMs: number }>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The verdict while it holds. */
  get(about: string): V | undefined {
    const key = hash("sha256", about, "base64");
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    if (kept.untilMs <= this.#nowMs()) return undefined;
    this.#kept.set(key, kept);
    return kept.verdict;
  }

  /** Keeps a verdict for a time. */
  put(about: string, verdict: V, holdsMs: number): void {
    if (holdsMs <= 0) return;
    const key = hash("sha256", about, "base64");
    this.#kept.delete(key);
    this.#kept.set(key, { verdict, untilMs: this.#nowMs() + holdsMs });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > LIMIT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
