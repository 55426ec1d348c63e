/**
 * The providers of a resource: the first one writes, all of them read.
 *
 * @module
 */

import type { TransformationMeasures } from "./encryption_metrics.ts";
import type { Decoded, ValueTransformer } from "../storage/mod.ts";
import type { Decrypted, Provider } from "./provider.ts";

interface Candidate {
  readonly provider: Provider;
  readonly prefix: Uint8Array;
  readonly countedAs: readonly string[];
}

/** What values are counted under that are read as they are. */
const AS_THEY_ARE = ["identity"];

/** Writes by the first provider. What is not as that would write it is stale. */
export class ProviderList implements ValueTransformer {
  readonly #candidates: readonly Candidate[];
  readonly #measures: TransformationMeasures | undefined;

  /** There is at least one. Without `measures` nothing is counted. */
  constructor(providers: readonly Provider[], measures?: TransformationMeasures) {
    this.#measures = measures;
    const encoder = new TextEncoder();
    this.#candidates = providers.map((provider) => ({
      provider,
      prefix: encoder.encode(provider.prefix),
      countedAs: provider.countedAs ?? [provider.prefix],
    }));
  }

  encode(key: string, value: Uint8Array): Uint8Array | Promise<Uint8Array> {
    const { provider, prefix, countedAs } = this.#candidates[0]!;
    const measures = this.#measures;
    const start = measures?.start() ?? 0;
    const done = (encrypted: Uint8Array) => {
      measures?.succeeded("to_storage", countedAs, start);
      return withPrefix(prefix, encrypted);
    };
    const failed = (error: unknown) => {
      measures?.failed("to_storage", countedAs, error);
      throw error;
    };
    try {
      const encrypted = provider.encrypt(key, value);
      return encrypted instanceof Promise ? encrypted.then(done, failed) : done(encrypted);
    } catch (error) {
      return failed(error);
    }
  }

  async decode(key: string, stored: Uint8Array): Promise<Decoded> {
    const measures = this.#measures;
    const start = measures?.start() ?? 0;
    const problems: unknown[] = [];
    let isKnown = false;
    for (const [index, { provider, prefix, countedAs }] of this.#candidates.entries()) {
      if (!prefix.every((byte, at) => stored[at] === byte)) continue;
      const isPlain = prefix.length === 0;
      try {
        const asked = provider.decrypt(key, stored.subarray(prefix.length));
        const { value, stale }: Decrypted = asked instanceof Promise ? await asked : asked;
        measures?.succeeded("from_storage", isPlain ? AS_THEY_ARE : countedAs, start);
        return { value, stale: stale || index > 0 };
      } catch (error) {
        problems.push(error);
        // What is encrypted was only tried as it is.
        if (isPlain) continue;
        isKnown = true;
        measures?.failed("from_storage", countedAs, error);
      }
    }
    const error = problems.length === 0
      ? new Error("no matching prefix found")
      : new Error(problems.map((one) => (one as Error).message).join("; "));
    if (!isKnown) measures?.unknown(error);
    throw error;
  }
}

function withPrefix(prefix: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (prefix.length === 0) return bytes;
  const joined = new Uint8Array(prefix.length + bytes.length);
  joined.set(prefix);
  joined.set(bytes, prefix.length);
  return joined;
}
