/**
 * Maps that expressions make, and what their keys are.
 *
 * @module
 */

import { doubleText } from "./double_text.ts";
import { CelError } from "./source.ts";
import {
  CelMap,
  Duration,
  OpaqueValue,
  Timestamp,
  typeNameOf,
  TypeValue,
  Uint,
  type Value,
} from "./values.ts";

type Entry = readonly [key: Value, value: Value];

/**
 * A map whose entries are at hand. A key is found by its type and value, a number also by one of another type that is
 * equal to it; values that have no identity but their own are found by themselves.
 */
export class ValueMap extends CelMap {
  /** Those whose keys the language tells apart by itself. */
  readonly #plain = new Map<Value, Entry>();
  /** Those whose keys are told apart by a text. */
  readonly #spelled = new Map<string, Entry>();

  override get size(): number {
    return this.#plain.size + this.#spelled.size;
  }

  override *keys(): Iterable<Value> {
    for (const [key] of this.#plain.values()) yield key;
    for (const [key] of this.#spelled.values()) yield key;
  }

  override get(key: Value): Value | undefined {
    if (this.size === 0) return undefined;
    const found = this.#entry(key);
    if (found !== undefined) return found[1];
    for (const same of equalNumbers(key)) {
      const entry = this.#entry(same);
      if (entry !== undefined) return entry[1];
    }
    return undefined;
  }

  /** Adds an entry, in place of one with the same key. */
  set(key: Value, value: Value): void {
    const spelled = spellingOf(key);
    if (spelled === undefined) this.#plain.set(key, [key, value]);
    else this.#spelled.set(spelled, [key, value]);
  }

  delete(key: Value): void {
    const spelled = spellingOf(key);
    if (spelled === undefined) this.#plain.delete(key);
    else this.#spelled.delete(spelled);
  }

  #entry(key: Value): Entry | undefined {
    // Not a number is not even itself.
    if (typeof key === "number" && Number.isNaN(key)) return undefined;
    const spelled = spellingOf(key);
    return spelled === undefined ? this.#plain.get(key) : this.#spelled.get(spelled);
  }
}

/** A text for a key that is an object of the language and still only what it says. Throws for a key of a wrong type. */
function spellingOf(key: Value): string | undefined {
  if (typeof key !== "object" || key === null) return undefined;
  if (key instanceof Uint) return `uint ${key.value}`;
  if (key instanceof Timestamp) return `timestamp ${key.nanos}`;
  if (key instanceof Duration) return `duration ${key.nanos}`;
  if (key instanceof TypeValue) return `type ${key.name}`;
  if (key instanceof OpaqueValue) return key.spelling;
  if (key instanceof Uint8Array) throw new CelError("unsupported key type");
  return undefined;
}

/** The same number in the other types that it can be told in. */
function equalNumbers(key: Value): readonly Value[] {
  if (typeof key === "bigint") return key >= 0n ? [new Uint(key)] : [];
  if (key instanceof Uint) return BigInt.asIntN(64, key.value) === key.value ? [key.value] : [];
  if (typeof key !== "number" || !Number.isInteger(key)) return [];
  const whole = BigInt(key);
  const same: Value[] = BigInt.asIntN(64, whole) === whole ? [whole] : [];
  return BigInt.asUintN(64, whole) === whole ? [...same, new Uint(whole)] : same;
}

/** A key as errors tell it. */
export function keyText(key: Value): string {
  if (key instanceof Uint) return String(key.value);
  if (typeof key === "number") return doubleText(key);
  if (key instanceof TypeValue) return key.name;
  return typeof key === "object" && key !== null ? typeNameOf(key) : String(key);
}
