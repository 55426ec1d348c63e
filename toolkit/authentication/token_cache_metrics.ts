/**
 * What is counted of a cache of tokens, under the reference's names.
 *
 * @module
 */

import type { Registry } from "../metrics/mod.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts. */
export interface TokenCacheMetrics {
  /** A token was in the cache. */
  hit(): void;
  /** One was not, and it is known by now whose it is, or that nobody knows. */
  missed(tookMs: number): void;
  /** A request begins to wait for an answer; call what is returned when it waits no more. */
  waits(): () => void;
  /** A token is asked about; call what is returned once it is known whether that went well. */
  fetches(): (went: "ok" | "error") => void;
}

/** Declares the metrics: several caches count in the same ones. */
export function tokenCacheMetrics(registry: Registry): TokenCacheMetrics {
  const name = (end: string) => `authentication_token_cache_${end}`;
  const requests = registry.counter({
    name: name("request_total"),
    help: "Number of tokens that were looked up in the cache, by whether they were there.",
    labels: ["status"],
  });
  const durations = registry.histogram({
    name: name("request_duration_seconds"),
    help:
      "How long it took until it was known whose a token is, in seconds, by whether it was in " +
      "the cache.",
    labels: ["status"],
    buckets: SECONDS,
  });
  const fetched = registry.counter({
    name: name("fetch_total"),
    help:
      "Number of tokens that were asked about, as they were not in the cache, by how that went.",
    labels: ["status"],
  });
  const active = registry.gauge({
    name: name("active_fetch_count"),
    help:
      "Number of tokens that are being asked about (in_flight), and of requests that wait for " +
      "that (blocked).",
    labels: ["status"],
  });
  const hits = requests.with({ status: "hit" });
  const hitSeconds = durations.with({ status: "hit" });
  const misses = requests.with({ status: "miss" });
  const missSeconds = durations.with({ status: "miss" });
  const blocked = active.with({ status: "blocked" });
  const inFlight = active.with({ status: "in_flight" });
  return {
    hit() {
      hits.inc();
      hitSeconds.observe(0);
    },
    missed(tookMs) {
      misses.inc();
      missSeconds.observe(tookMs / 1000);
    },
    waits() {
      blocked.inc();
      return () => blocked.dec();
    },
    fetches() {
      inFlight.inc();
      return (status) => {
        inFlight.dec();
        fetched.with({ status }).inc();
      };
    },
  };
}
