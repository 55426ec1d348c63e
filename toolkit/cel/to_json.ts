/**
 * Values as JSON.
 *
 * @module
 */

import { printDurationText, printTimestamp } from "./library/time_text.ts";
import { CelError } from "./source.ts";
import {
  CelList,
  CelMap,
  CelObject,
  Duration,
  Optional,
  Timestamp,
  typeNameOf,
  Uint,
  type Value,
} from "./values.ts";

/** A value as plain JSON; integers that a number can't hold stay bigints. Throws CelError. */
export function toJson(value: Value): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "bigint":
      return plainInteger(value);
    case "number":
      if (!Number.isFinite(value)) throw new CelError("NaN and infinity can't be written as JSON");
      return value;
  }
  if (value === null) return null;
  if (value instanceof Uint) return plainInteger(value.value);
  if (value instanceof Uint8Array) return value.toBase64();
  if (value instanceof Timestamp) return printTimestamp(value);
  if (value instanceof Duration) return printDurationText(value);
  if (value instanceof CelList) return Array.from(value, toJson);
  if (value instanceof Optional) return value.value === undefined ? null : toJson(value.value);
  if (value instanceof CelMap) {
    return objectOf(value.keys(), (key) => {
      if (typeof key !== "string") {
        throw new CelError("a map whose keys are not strings can't be written as JSON");
      }
      return [key, value.get(key)];
    });
  }
  if (value instanceof CelObject) {
    return objectOf(value.fields(), (field) => [field, value.get(field)]);
  }
  throw new CelError(`${typeNameOf(value)} can't be written as JSON`);
}

function plainInteger(value: bigint): number | bigint {
  const plain = Number(value);
  return Number.isSafeInteger(plain) ? plain : value;
}

function objectOf<Key>(
  keys: Iterable<Key>,
  entry: (key: Key) => readonly [string, Value | undefined],
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const key of keys) {
    const [name, value] = entry(key);
    if (value === undefined) continue;
    Object.defineProperty(object, name, {
      value: toJson(value),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return object;
}
