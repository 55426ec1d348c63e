/**
 * Metrics of issuers of tokens.
 *
 * @module
 */

import { shownDigest } from "../../../toolkit/process/shown_digest.ts";
import type { ServerContext } from "../../server_context.ts";

/** What they are declared with. */
export type IssuerMetricsContext = Pick<ServerContext, "metrics" | "clock" | "identity">;

/** What is told of issuers, each by its URL. */
export interface IssuerMeasures {
  /** One of an issuer's tokens was looked at: what it came to, after so many milliseconds. */
  judged(url: string, result: "success" | "failure", ms: number): void;
  /** An issuer was asked for its keys: their text, or undefined where it gave none. */
  fetched(url: string, keys: string | undefined): void;
  /** Nobody asks an issuer any more. */
  forgotten(url: string): void;
}

const BUCKETS = [.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10];

/** Declares them. */
export function issuerMetrics({ metrics, clock, identity }: IssuerMetricsContext): IssuerMeasures {
  const latency = metrics.histogram({
    name: "apiserver_authentication_jwt_authenticator_latency_seconds",
    help: "How long it takes to find out whose token it is that an issuer signed, in seconds, " +
      "for tokens that nobody remembers; by result, and by issuer.",
    labels: ["result", "jwt_issuer_hash"],
    buckets: BUCKETS,
  });
  const fetchedAt = metrics.gauge({
    name: "apiserver_authentication_jwt_authenticator_jwks_fetch_last_timestamp_seconds",
    help: "When an issuer was last asked for its keys, in seconds since 1970, " +
      "by whether it gave any, by issuer, and by server.",
    labels: ["result", "jwt_issuer_hash", "apiserver_id_hash"],
  });
  const keySet = metrics.gauge({
    name: "apiserver_authentication_jwt_authenticator_jwks_fetch_last_key_set_info",
    help: "1 for the keys that an issuer gave last, by issuer, by server, and by their digest.",
    labels: ["jwt_issuer_hash", "apiserver_id_hash", "hash"],
  });
  const apiserver_id_hash = shownDigest(identity);
  const placeOf = (url: string) => ({ jwt_issuer_hash: shownDigest(url), apiserver_id_hash });
  /** Digests that are shown, by the URL of their issuer. */
  const shown = new Map<string, string>();
  const hide = (url: string) => {
    const hash = shown.get(url);
    if (hash !== undefined) keySet.remove({ ...placeOf(url), hash });
    shown.delete(url);
  };
  return {
    judged(url, result, ms) {
      latency.with({ result, jwt_issuer_hash: shownDigest(url) }).observe(ms / 1000);
    },
    fetched(url, keys) {
      const result = keys === undefined ? "failure" : "success";
      fetchedAt.with({ ...placeOf(url), result }).set(clock.now() / 1000);
      if (keys === undefined) return;
      hide(url);
      const hash = shownDigest(keys);
      shown.set(url, hash);
      keySet.with({ ...placeOf(url), hash }).set(1);
    },
    forgotten(url) {
      hide(url);
      for (const result of ["success", "failure"]) fetchedAt.remove({ ...placeOf(url), result });
    },
  };
}
