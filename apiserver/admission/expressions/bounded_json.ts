/**
 * Values as JSON, as far as anybody could store them. A value is cheap to make that holds another
 * one twice, which holds another one twice, and so on: written out it has no end.
 *
 * @module
 */

import {
  CelError,
  CelList,
  CelMap,
  CelObject,
  Optional,
  toJson,
  type Value,
} from "../../../toolkit/cel/mod.ts";
import { DEPTH_LIMIT } from "../../../toolkit/codec/mod.ts";

/** A value that takes too much. */
export class TooLarge extends CelError {}

/** How much JSON may still be made. */
export class JsonAllowance {
  #left: number;

  constructor(readonly bytes: number) {
    this.#left = bytes;
  }

  /** A value as JSON. Throws TooLarge, or a CelError where it has no form in JSON. */
  json(value: Value): unknown {
    this.#count(value, 0);
    return toJson(value);
  }

  #take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new TooLarge(`it is larger than ${this.bytes} bytes`);
  }

  #count(value: Value, depth: number): void {
    if (depth > DEPTH_LIMIT) throw new TooLarge(`it is more than ${DEPTH_LIMIT} levels deep`);
    // A comma goes with each.
    this.#take(2);
    if (typeof value === "string") this.#take(value.length);
    else if (value instanceof Uint8Array) this.#take(value.length);
    else if (value instanceof Optional) {
      if (value.value !== undefined) this.#count(value.value, depth + 1);
    } else if (value instanceof CelList) {
      for (const one of value) this.#count(one, depth + 1);
    } else if (value instanceof CelMap) {
      for (const key of value.keys()) this.#entry(String(key), value.get(key), depth);
    } else if (value instanceof CelObject) {
      for (const field of value.fields()) this.#entry(field, value.get(field), depth);
    }
  }

  #entry(name: string, value: Value | undefined, depth: number): void {
    if (value === undefined) return;
    this.#take(name.length + 3);
    this.#count(value, depth + 1);
  }
}
