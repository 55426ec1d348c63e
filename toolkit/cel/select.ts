/**
 * Fields and elements of values.
 *
 * @module
 */

import { CelError } from "./source.ts";
import { keyText } from "./value_map.ts";
import { CelList, CelMap, CelObject, Optional, typeNameOf, Uint, type Value } from "./values.ts";

/** `value.field`. */
export function selectField(value: Value, field: string): Value {
  if (value instanceof Optional) {
    if (value.value === undefined) return value;
    return hasField(value.value, field)
      ? Optional.of(selectField(value.value, field))
      : Optional.none;
  }
  const found = fieldOf(value, field);
  if (found === undefined) throw new CelError(`no such key: ${field}`);
  return found;
}

/** `has(value.field)`. */
export function hasField(value: Value, field: string): boolean {
  if (value instanceof Optional) return value.value !== undefined && hasField(value.value, field);
  return fieldOf(value, field) !== undefined;
}

/** A field of a value; undefined: there is none, as in a null or a text, which have no fields. */
function fieldOf(value: Value, field: string): Value | undefined {
  if (value instanceof CelMap || value instanceof CelObject) return value.get(field);
  if (value instanceof CelList) throw new CelError("unsupported index type 'string' in list");
  return undefined;
}

/** `value[index]`; undefined: there is none, as in a null or a text, which have no elements. */
export function elementOf(value: Value, index: Value): Value | undefined {
  if (value instanceof CelMap) return value.get(index);
  if (value instanceof CelObject) return typeof index === "string" ? value.get(index) : undefined;
  if (!(value instanceof CelList)) return undefined;
  const at = positionOf(index);
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
export function missing(value: Value, index: Value): never {
  const shown = keyText(index);
  throw new CelError(
    value instanceof CelList ? `index out of bounds: ${shown}` : `no such key: ${shown}`,
  );
}
