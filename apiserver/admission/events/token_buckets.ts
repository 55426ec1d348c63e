/**
 * Buckets of tokens, which fill with time: one for each key, as many as are kept.
 *
 * @module
 */

import { hash } from "node:crypto";

/** What buckets are like. */
export interface TokenBucketOptions {
  /** Tokens that come in a second. */
  readonly perSecond: number;
  /** Tokens that a full bucket has, as a new one does. */
  readonly burst: number;
  /** Buckets that are kept; those that were not asked for longest go. */
  readonly most: number;
  /** Milliseconds on a scale that never goes back. */
  nowMs(): number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** The buckets. Of keys only hashes are kept: how long they are is up to who sends events. */
export class TokenBuckets {
  readonly #options: TokenBucketOptions;
  /** The one that was asked for last is the last. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: TokenBucketOptions) {
    this.#options = options;
  }

  /** Takes a token out of a key's bucket; false where there is none. */
  take(about: string): boolean {
    const key = hash("sha256", about, "base64");
    const { burst, perSecond, most, nowMs } = this.#options;
    const now = nowMs();
    const bucket = this.#buckets.get(key) ?? { tokens: burst, atMs: now };
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.atMs) / 1000 * perSecond);
    bucket.atMs = now;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > most) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    if (bucket.tokens < 1) return false;
    bucket.tokens--;
    return true;
  }
}
