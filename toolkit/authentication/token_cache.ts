/**
 * Tokens that were known a moment ago: most requests show one that the one before had shown too.
 *
 * @module
 */

import { hash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Registry } from "../metrics/mod.ts";
import { tokenCacheMetrics } from "./token_cache_metrics.ts";
import type { Identity } from "./authenticator.ts";
import type { TokenAuthenticator, TokenCall } from "./token_authenticator.ts";

/** How long a token is believed without asking again. */
const BELIEVED_MS = 10_000;

/** How many tokens are kept; the oldest go first. */
const MOST_TOKENS = 32 * 1024;

/** How long those who ask about one token at a time wait for one answer. */
const LOOKUP_MS = 30_000;

/** What it is made of. */
export interface TokenCacheOptions {
  readonly clock: Clock;
  readonly metrics: Registry;
  /** Default 32,768. */
  readonly mostTokens?: number;
  /** How long a token that was known is believed. Default 10 seconds. */
  readonly believedMs?: number;
  /** How long one that nobody knew, without a reason, is not asked about again. Default 0. */
  readonly unknownMs?: number;
}

interface Entry {
  readonly identity: Identity;
  /** On the clock's monotonic scale. */
  readonly until: number;
  /** Milliseconds since 1970. */
  readonly expiresMs: number;
}

/**
 * Remembers whose tokens were known for 10 seconds, never past their end; what was refused or not known is
 * asked about again. Only hashes of tokens are kept. Who asks about the same token at the same time waits for
 * one answer.
 */
export function cachedTokens(
  tokens: TokenAuthenticator,
  options: TokenCacheOptions,
): TokenAuthenticator {
  const { clock, metrics, mostTokens = MOST_TOKENS } = options;
  const { believedMs = BELIEVED_MS, unknownMs = 0 } = options;
  const entries = new Map<string, Entry>();
  const asked = new Map<string, Promise<Identity>>();
  const counts = tokenCacheMetrics(metrics);
  const keep = (key: string, identity: Identity) => {
    const keptMs = identity.is === "known" ? believedMs : identity.is === "absent" ? unknownMs : 0;
    if (keptMs === 0) return;
    entries.delete(key);
    if (entries.size >= mostTokens) {
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    }
    const { expiresMs = Infinity } = identity.is === "known" ? identity : {};
    entries.set(key, { identity, until: clock.monotonic() + keptMs, expiresMs });
  };
  const share = (key: string, token: string, call: TokenCall) => {
    const stop = new AbortController();
    const fetched = counts.fetches();
    const known = (identity: Identity) => {
      fetched(identity.is === "refused" ? "error" : "ok");
      keep(key, identity);
      return identity;
    };
    const answer = tokens.authenticateToken(token, { ...call, signal: stop.signal });
    if (!(answer instanceof Promise)) return known(answer);
    const late = new DOMException("the token was not looked up in time", "TimeoutError");
    const timer = clock.after(LOOKUP_MS, () => stop.abort(late));
    const shared = answer.then(known, (error): Identity => {
      fetched("error");
      if (!stop.signal.aborted) throw error;
      return { is: "refused", reason: late.message };
    }).finally(() => {
      timer.cancel();
      asked.delete(key);
    });
    // Each of those who wait is told; where all are gone nobody is.
    shared.catch(() => {});
    asked.set(key, shared);
    return shared;
  };
  return {
    authenticateToken(token, call) {
      const key = keyOf(token, call.audiences);
      const entry = entries.get(key);
      if (entry !== undefined) {
        if (clock.monotonic() < entry.until && clock.now() < entry.expiresMs) {
          counts.hit();
          return entry.identity;
        }
        entries.delete(key);
      }
      const beganMs = clock.monotonic();
      const missed = () => counts.missed(clock.monotonic() - beganMs);
      const answer = asked.get(key) ?? share(key, token, call);
      if (!(answer instanceof Promise)) {
        missed();
        return answer;
      }
      const waited = counts.waits();
      return unlessAborted(answer, call.signal).finally(() => {
        waited();
        missed();
      });
    },
  };
}

/** The same text for the same token and audiences, and for no others. */
function keyOf(token: string, audiences: readonly string[] | undefined): string {
  // JSON keeps the token and the audiences apart, whatever is in them.
  const text = audiences === undefined ? `t${token}` : JSON.stringify([token, ...audiences]);
  return hash("sha256", text, "base64");
}

/** The answer, or the signal's reason as soon as it aborts. */
function unlessAborted(answer: Promise<Identity>, signal: AbortSignal): Promise<Identity> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
