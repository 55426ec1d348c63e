/**
 * Metrics of the configuration files that a server follows.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import type { Registry, Stability } from "../metrics/mod.ts";
import { shownDigest } from "./shown_digest.ts";

/** Which file. */
export interface ConfigurationMetricsOptions {
  readonly metrics: Registry;
  readonly clock: Clock;
  /** What the names of the metrics begin with. */
  readonly prefix: string;
  /** What it configures, in a word. */
  readonly what: string;
  /** Of the metrics of what was read again. */
  readonly stability?: Stability;
  /** Tells servers apart that have such a file. */
  readonly serverId: string;
}

/** What is told. */
export interface ConfigurationMeasures {
  /** A changed file was read. */
  reloaded(status: "success" | "failure"): void;
  /** A file with this text is in force. */
  inForce(text: string): void;
}

/** Declares them. */
export function configurationMetrics(
  { metrics, clock, prefix, what, stability = "ALPHA", serverId }: ConfigurationMetricsOptions,
): ConfigurationMeasures {
  const apiserver_id_hash = shownDigest(serverId);
  const reloads = metrics.counter({
    name: `${prefix}_automatic_reloads_total`,
    help: `Number of times that a changed ${what} configuration was read, ` +
      "by whether it is in force, and by server.",
    stability,
    labels: ["status", "apiserver_id_hash"],
  });
  const reloadedAt = metrics.gauge({
    name: `${prefix}_automatic_reload_last_timestamp_seconds`,
    help: `When a changed ${what} configuration was last read, in seconds since 1970, ` +
      "by whether it is in force, and by server.",
    stability,
    labels: ["status", "apiserver_id_hash"],
  });
  const info = metrics.gauge({
    name: `${prefix}_last_config_info`,
    help: `1 for the ${what} configuration that is in force, by server and the file's digest.`,
    labels: ["apiserver_id_hash", "hash"],
  });
  let shown: string | undefined;
  return {
    reloaded(status) {
      reloads.with({ status, apiserver_id_hash }).inc();
      reloadedAt.with({ status, apiserver_id_hash }).set(clock.now() / 1000);
    },
    inForce(text) {
      if (shown !== undefined) info.remove({ apiserver_id_hash, hash: shown });
      shown = shownDigest(text);
      info.with({ apiserver_id_hash, hash: shown }).set(1);
    },
  };
}
