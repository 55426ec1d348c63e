/**
 * What a webhook answered a while ago.
 *
 * @module
 */

import { hash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Verdict } from "./verdict.ts";

/** Answers that are kept; what was used longest ago goes first. */
const MOST_VERDICTS = 8192;

interface Entry {
  readonly verdict: Verdict;
  /** On the clock's monotonic scale. */
  readonly untilMs: number;
}

/** Answers by questions. Only hashes of questions are kept: their length is up to who asks. */
export class VerdictCache {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: Clock;
  readonly #most: number;

  constructor(clock: Clock, most = MOST_VERDICTS) {
    this.#clock = clock;
    this.#most = most;
  }

  /** The key of a question. */
  static keyOf(question: string): string {
    return hash("sha256", question, "base64");
  }

  /** What was answered, while it holds. */
  get(key: string): Verdict | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (this.#clock.monotonic() >= entry.untilMs) return undefined;
    this.#entries.set(key, entry);
    return entry.verdict;
  }

  /** Remembers an answer for a while. */
  put(key: string, verdict: Verdict, forMs: number): void {
    if (forMs <= 0) return;
    this.#entries.delete(key);
    if (this.#entries.size >= this.#most) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    this.#entries.set(key, { verdict, untilMs: this.#clock.monotonic() + forMs });
  }
}
