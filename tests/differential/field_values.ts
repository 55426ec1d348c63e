/**
 * Values for every field of a type, near those that an object has.
 *
 * @module
 */

import type { Field, ScalarType, StructType, Type } from "../../toolkit/schema/mod.ts";
import type { AnyObject } from "./session.ts";

/** One value for one field of an object. */
export interface FieldValue {
  /** Names of fields and numbers of elements. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

const LONG = "a".repeat(300);

/** What stands in many kinds: its fields are walked into as a whole in pods alone. */
const OF_PODS = "PodSpec";

/** Values for all fields of a kind besides its metadata, each of which takes the place of what an object has. */
export function* fieldValues(type: StructType, object: AnyObject): Iterable<FieldValue> {
  for (const field of visible(type)) {
    if (["metadata", "kind", "apiVersion"].includes(field.name)) continue;
    yield* ofField(field, object?.[field.name], [field.name], [type]);
  }
}

/** An object with another value at a path; what leads there is made where it is missing. */
export function withValue(object: AnyObject, { path, value }: FieldValue): AnyObject {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const copy = Array.isArray(object) ? [...object] : { ...object };
  if (rest.length === 0 && value === undefined) delete copy[first];
  else copy[first] = withValue(copy[first], { path: rest, value });
  return copy;
}

/** What an object has at a path. */
export function valueAt(object: AnyObject, path: FieldValue["path"]): unknown {
  return path.reduce((value, name) => value?.[name], object);
}

function* visible(type: StructType): Iterable<Field> {
  for (const field of type.fields) {
    if (field.inline && field.type.kind === "struct") yield* visible(field.type);
    else yield field;
  }
}

function* ofField(
  field: Field,
  value: AnyObject,
  path: readonly (string | number)[],
  within: readonly StructType[],
): Iterable<FieldValue> {
  if (value !== undefined) yield { path, value: undefined };
  yield* ofType(field.type, value, path, within, field.name);
}

function* ofType(
  type: Type,
  value: AnyObject,
  path: readonly (string | number)[],
  within: readonly StructType[],
  name: string,
): Iterable<FieldValue> {
  if (type.kind === "list") {
    yield { path, value: [] };
    const one = value?.[0] ?? sample(type.element, name, within);
    yield { path, value: [one] };
    yield { path, value: [one, one] };
    for (const inner of ofType(type.element, one, [], within, name)) {
      yield { path, value: [withValue(one, inner), ...(value ?? []).slice(1)] };
    }
  } else if (type.kind === "map") {
    const one = Object.values(value ?? {})[0] ?? sample(type.value, name, within);
    yield { path, value: {} };
    for (const key of ["a", "A b", "", "example.com/a", LONG]) {
      yield { path, value: { [key]: one } };
    }
    for (const inner of ofType(type.value, one, [], within, name)) {
      yield { path, value: { a: withValue(one, inner) } };
    }
  } else if (type.kind === "struct") {
    if (within.includes(type)) return;
    const whole = value ?? sample(type, name, within);
    yield { path, value: {} };
    if (value === undefined) yield { path, value: whole };
    if (within.some(({ name }) => name === OF_PODS) && within[0]!.name !== "Pod") return;
    for (const field of visible(type)) {
      for (const inner of ofField(field, whole[field.name], [field.name], [...within, type])) {
        yield value === undefined
          ? { path, value: withValue(whole, inner) }
          : { path: [...path, ...inner.path], value: inner.value };
      }
    }
  } else {
    for (const one of scalars(type)) if (one !== value) yield { path, value: one };
  }
}

/** A value with all that it must have. */
function sample(type: Type, name: string, within: readonly StructType[]): AnyObject {
  if (type.kind === "list") return [sample(type.element, name, within)];
  if (type.kind === "map") return { a: sample(type.value, name, within) };
  if (type.kind !== "struct") return sampleScalar(type, name);
  const whole: AnyObject = {};
  if (within.includes(type)) return whole;
  for (const field of visible(type)) {
    if (field.optional || field.omitEmpty && !field.required) continue;
    if (field.name === "metadata" || field.name === "status") continue;
    whole[field.name] = sample(field.type, field.name, [...within, type]);
  }
  return whole;
}

function sampleScalar(type: ScalarType, name: string): unknown {
  if (type.values.length > 0) return type.values[0];
  if (type.kind === "string") return /path$/i.test(name) ? "/a" : "a";
  return scalars(type).at(-1);
}

function scalars(type: ScalarType): readonly unknown[] {
  switch (type.kind) {
    case "string":
      return ["", "X_.", "-a", LONG, "a/b", "/a/../b", "1.2.3.4", ...type.values, "a"];
    case "bool":
      return [false, true];
    case "int32":
    case "int64":
    case "uint32":
    case "uint64":
      return [-1, 0, 65_536, 2_147_483_647, 1];
    case "float32":
    case "float64":
      return [-0.5, 0, 1.5];
    case "bytes":
      return ["", "YQ=="];
    case "time":
      return ["2020-01-01T00:00:00Z"];
    case "microTime":
      return ["2020-01-01T00:00:00.000000Z"];
    case "duration":
    case "durationOrNanoseconds":
      return ["-1s", "0s", "1h"];
    case "quantity":
      return ["-1", "0", "1.5", "1n", "1000Pi", "1"];
    case "intOrString":
      return [-1, 0, 70_000, "", "A_", "50%", "150%", "-5%", "a", 1];
    case "raw":
    case "any":
      return [{}, { a: 1 }];
    default:
      return [];
  }
}
