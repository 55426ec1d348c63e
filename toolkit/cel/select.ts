/**
 * Fields and elements of values.
 *
 * @module
 */

import { CelError } from "./source.ts";
import { keyText } from "./value_map.ts";
import { CelList, CelMap, CelObject, typeNameOf, Uint, type Value } from "./values.ts";

/** A field or an element of a value. Throws where there is none. */
export function requiredElement(value: Value, key: Value): Value {
  let found = elementOf(value, key);
  if (found === undefined && value instanceof CelObject && typeof key === "string") {
    found = value.unset(key);
  }
  return found === undefined ? missing(value, key) : found;
}

/** A field or an element of a value; undefined: there is none, as in a null or a text, which have none. */
export function elementOf(value: Value, key: Value): Value | undefined {
  if (value instanceof CelMap) return value.get(key);
  if (value instanceof CelObject) return typeof key === "string" ? value.get(key) : undefined;
  if (!(value instanceof CelList)) return undefined;
  const at = positionOf(key);
  return at < 0 || at >= value.size ? undefined : value.at(at);
}

/** The position that an index means. */
function positionOf(index: Value): number {
  if (typeof index === "bigint") return Number(index);
  if (index instanceof Uint && index.value < 2n ** 63n) return Number(index.value);
  if (typeof index === "number" && Number.isInteger(index) && Math.abs(index) < 2 ** 63) {
    return index;
  }
  if (typeof index === "number" || index instanceof Uint) {
    throw new CelError(`unsupported index value ${keyText(index)} in list`);
  }
  throw new CelError(`unsupported index type '${typeNameOf(index)}' in list`);
}

/** Throws the error of an element that isn't there. */
function missing(value: Value, index: Value): never {
  const shown = keyText(index);
  throw new CelError(
    value instanceof CelList ? `index out of bounds: ${shown}` : `no such key: ${shown}`,
  );
}
