/**
 * The providers of a resource: the first one writes, all of them read.
 *
 * @module
 */

import type { Decoded, ValueTransformer } from "../storage/mod.ts";
import type { Decrypted, Provider } from "./provider.ts";

interface Candidate {
  readonly provider: Provider;
  readonly prefix: Uint8Array;
}

/** Writes by the first provider. What is not as that would write it is stale. */
export class ProviderList implements ValueTransformer {
  readonly #candidates: readonly Candidate[];

  /** There is at least one. */
  constructor(providers: readonly Provider[]) {
    const encoder = new TextEncoder();
    this.#candidates = providers.map((provider) => ({
      provider,
      prefix: encoder.encode(provider.prefix),
    }));
  }

  encode(key: string, value: Uint8Array): Uint8Array | Promise<Uint8Array> {
    const { provider, prefix } = this.#candidates[0]!;
    const encrypted = provider.encrypt(key, value);
    return encrypted instanceof Promise
      ? encrypted.then((bytes) => withPrefix(prefix, bytes))
      : withPrefix(prefix, encrypted);
  }

  async decode(key: string, stored: Uint8Array): Promise<Decoded> {
    const problems: unknown[] = [];
    for (const [index, { provider, prefix }] of this.#candidates.entries()) {
      if (!prefix.every((byte, at) => stored[at] === byte)) continue;
      try {
        const asked = provider.decrypt(key, stored.subarray(prefix.length));
        const { value, stale }: Decrypted = asked instanceof Promise ? await asked : asked;
        return { value, stale: stale || index > 0 };
      } catch (error) {
        problems.push(error);
      }
    }
    if (problems.length === 0) throw new Error("no matching prefix found");
    throw new Error(problems.map((error) => (error as Error).message).join("; "));
  }
}

function withPrefix(prefix: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (prefix.length === 0) return bytes;
  const joined = new Uint8Array(prefix.length + bytes.length);
  joined.set(prefix);
  joined.set(bytes, prefix.length);
  return joined;
}
