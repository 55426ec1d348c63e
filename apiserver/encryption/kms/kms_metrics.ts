/**
 * What is counted of keepers of keys.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Counter, Family, Gauge, Histogram, Registry } from "../../../toolkit/metrics/mod.ts";
import { shownDigest } from "../../../toolkit/process/shown_digest.ts";
import { type Direction, doubling, statusOf } from "../encryption_metrics.ts";

/** Keys that are shown of each sort: those that were used last. */
const KEYS = 100;

type KeyLabel = "provider_name" | "key_id_hash" | "apiserver_id_hash";

interface Families {
  readonly seconds: Family<"provider_name" | "method_name" | "grpc_status_code", Histogram>;
  readonly uses: Family<KeyLabel | "transformation_type", Counter>;
  readonly usedAt: Family<KeyLabel | "transformation_type", Gauge>;
  readonly namedAt: Family<KeyLabel, Gauge>;
  readonly badKeys: Family<"provider_name" | "error", Counter>;
  readonly secrets: Family<"provider_name", Gauge>;
  readonly unknownSecrets: Counter;
  readonly seedSeconds: Histogram;
}

/** A key as it is shown. */
interface ShownKey {
  readonly uses?: Counter;
  readonly at: Gauge;
  remove(): void;
}

/** Declares the metrics, and counts in them for all keepers. */
export class KmsMetrics {
  readonly #families: Families;
  readonly #clock: Clock;
  readonly #serverHash: string;
  /** By name, those used last at the end. */
  readonly #used = new Map<string, ShownKey>();
  readonly #named = new Map<string, ShownKey>();

  /** `serverId` tells servers apart that encrypt for one store. */
  constructor(metrics: Registry, clock: Clock, serverId: string) {
    this.#families = declare(metrics);
    this.#clock = clock;
    this.#serverHash = shownDigest(serverId);
  }

  /** A keeper was asked by a method, from `start` on, by the clock's steady time. */
  asked(provider: string, method: string, start: number, error?: unknown): void {
    const labels = {
      provider_name: provider,
      method_name: method,
      grpc_status_code: statusOf(error),
    };
    this.#families.seconds.with(labels).observe((this.#clock.monotonic() - start) / 1000);
  }

  /** A value was encrypted or decrypted with what a key encrypts. */
  keyUsed(provider: string, keyId: string, direction: Direction): void {
    const { uses, usedAt } = this.#families;
    const key = this.#shown(this.#used, `${direction} ${provider} ${keyId}`, () => {
      const labels = { transformation_type: direction, ...this.#labelsOf(provider, keyId) };
      return {
        uses: uses.with(labels),
        at: usedAt.with(labels),
        remove() {
          uses.remove(labels);
          usedAt.remove(labels);
        },
      };
    });
    key.uses?.inc();
    key.at.set(this.#clock.now() / 1000);
  }

  /** A keeper names its key. */
  keyNamed(provider: string, keyId: string): void {
    const { namedAt } = this.#families;
    const key = this.#shown(this.#named, `${provider} ${keyId}`, () => {
      const labels = this.#labelsOf(provider, keyId);
      return { at: namedAt.with(labels), remove: () => namedAt.remove(labels) };
    });
    key.at.set(this.#clock.now() / 1000);
  }

  /** A keeper names a key that can't be. */
  badKeyNamed(provider: string, keyId: string): void {
    const error = keyId === "" ? "empty" : "too_long";
    this.#families.badKeys.with({ provider_name: provider, error }).inc();
  }

  /** So many secrets of a keeper are remembered. */
  remembers(provider: string, secrets: number): void {
    this.#families.secrets.with({ provider_name: provider }).set(secrets);
  }

  /** A keeper has to be asked for a secret, as it is not remembered. */
  asksForSecret(): void {
    this.#families.unknownSecrets.inc();
  }

  /** A new seed was made, from `start` on, by the clock's steady time. */
  seedMade(start: number): void {
    this.#families.seedSeconds.observe((this.#clock.monotonic() - start) / 1000);
  }

  #labelsOf(provider: string, keyId: string) {
    return {
      provider_name: provider,
      key_id_hash: shownDigest(keyId),
      apiserver_id_hash: this.#serverHash,
    };
  }

  #shown(keys: Map<string, ShownKey>, name: string, make: () => ShownKey): ShownKey {
    const key = keys.get(name) ?? make();
    keys.delete(name);
    keys.set(name, key);
    if (keys.size > KEYS) {
      for (const [oldest, { remove }] of keys) {
        keys.delete(oldest);
        remove();
        break;
      }
    }
    return key;
  }
}

function declare(metrics: Registry): Families {
  const named = (name: string) => `apiserver_envelope_encryption_${name}`;
  const keyLabels = ["provider_name", "key_id_hash", "apiserver_id_hash"] as const;
  return {
    seconds: metrics.histogram({
      name: named("kms_operations_latency_seconds"),
      help: "How long calls of KMS providers took, in seconds, by provider, method and status.",
      labels: ["provider_name", "method_name", "grpc_status_code"],
      buckets: doubling(0.0001, 20),
    }),
    uses: metrics.counter({
      name: named("key_id_hash_total"),
      help: "Number of values that were encrypted or decrypted by a key of a KMS provider, " +
        "by direction, provider, the key's digest, and server.",
      labels: ["transformation_type", ...keyLabels],
    }),
    usedAt: metrics.gauge({
      name: named("key_id_hash_last_timestamp_seconds"),
      help: "When a value was last encrypted or decrypted by a key of a KMS provider, " +
        "in seconds since 1970.",
      labels: ["transformation_type", ...keyLabels],
    }),
    namedAt: metrics.gauge({
      name: named("key_id_hash_status_last_timestamp_seconds"),
      help: "When a KMS provider last said that it encrypts with a key, in seconds since 1970.",
      labels: keyLabels,
    }),
    badKeys: metrics.counter({
      name: named("invalid_key_id_from_status_total"),
      help: "Number of times that a KMS provider named a key that can't be, by what is wrong.",
      labels: ["provider_name", "error"],
    }),
    secrets: metrics.gauge({
      name: named("dek_source_cache_size"),
      help: "Number of secrets that a KMS provider has decrypted and that are remembered; " +
        "a server that starts will have to ask for about as many.",
      labels: ["provider_name"],
    }),
    unknownSecrets: metrics.counter({
      name: "apiserver_storage_envelope_transformation_cache_misses_total",
      help: "Number of times that a KMS provider had to be asked for a secret to read a value.",
    }).with({}),
    seedSeconds: metrics.histogram({
      name: "apiserver_storage_data_key_generation_duration_seconds",
      help: "How long it took to make a new secret that values are encrypted with, in seconds.",
      buckets: doubling(5e-6, 14),
    }).with({}),
  };
}
