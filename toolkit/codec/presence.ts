/**
 * When a field is there: which ones JSON always writes, what an unset one is then, and which
 * values it leaves out. All four codecs go by these rules.
 *
 * @module
 */

import type { Field, StructType, Type } from "../schema/type.ts";

/** A field of a struct as JSON sees it: those of inline structs stand in their place. */
export function* jsonFields(struct: StructType): Generator<Field> {
  for (const field of struct.fields) {
    if (!field.inline || field.type.kind !== "struct") {
      if (struct.properties.get(field.name) === field) yield field;
      continue;
    }
    for (const inner of jsonFields(field.type)) {
      if (struct.properties.get(inner.name) === inner) yield inner;
    }
  }
}

/** Whether JSON writes the field even when it is unset. */
export function isAlwaysWritten(field: Field): boolean {
  if (field.pointer) return !field.omitEmpty;
  if (field.omitZero) return false;
  return !field.omitEmpty || !canBeEmpty(field.type);
}

/** Whether `omitempty` means anything for a type: structs of Go are never empty. */
function canBeEmpty(type: Type): boolean {
  switch (type.kind) {
    case "string":
    case "bool":
    case "int32":
    case "int64":
    case "uint32":
    case "uint64":
    case "float32":
    case "float64":
    case "bytes":
    case "list":
    case "map":
    case "any":
      return true;
    default:
      return false;
  }
}

/** What a text, a boolean or a number is that nobody has set; undefined: it is none of these. */
export function plainZero({ kind }: Type): string | number | boolean | undefined {
  switch (kind) {
    case "string":
      return "";
    case "bool":
      return false;
    case "int32":
    case "int64":
    case "uint32":
    case "uint64":
    case "float32":
    case "float64":
      return 0;
    default:
      return undefined;
  }
}

/** What an unset field that is always written holds, apart from structs. */
export function zeroOf(type: Type, pointer: boolean): string | number | boolean | null {
  if (pointer) return null;
  switch (type.kind) {
    case "intOrString":
      return 0;
    case "duration":
    case "durationOrNanoseconds":
      return "0s";
    case "quantity":
      return "0";
    default:
      return plainZero(type) ?? null;
  }
}

/**
 * An expression in `x`, a value in canonical form that is not undefined: whether JSON leaves it out.
 * Undefined where it never does.
 */
export function emptyExpression(field: Field): string | undefined {
  if (field.pointer) return field.omitEmpty ? "x === null" : undefined;
  if (field.omitZero) return omittedZero(field.type);
  if (!field.omitEmpty || !canBeEmpty(field.type)) return undefined;
  switch (field.type.kind) {
    case "string":
      return 'x === ""';
    case "bool":
      return "x === false";
    case "bytes":
      return 'x === null || x === ""';
    case "list":
      return "x === null || x.length === 0";
    case "map":
      return "x === null || isEmptyObject(x)";
    case "any":
      return "x === null";
    default:
      return "x === 0";
  }
}

/**
 * An expression in `x`, as above: whether it is empty where JSON would write that and Protobuf has nothing to tell it
 * from unset. Undefined where there is no such value.
 */
export function lostExpression(field: Field): string | undefined {
  const { type } = field;
  if (field.pointer || !isAlwaysWritten(field)) return undefined;
  if (type.kind === "map") return "x !== null && isEmptyObject(x)";
  return type.kind === "list" && !type.wrapped ? "x !== null && x.length === 0" : undefined;
}

function omittedZero(type: Type): string {
  return type.kind === "struct" ? "isEmptyObject(x)" : "x === null";
}

/** Whether an object has no members. */
export function isEmptyObject(object: object): boolean {
  for (const name in object) {
    if (Object.hasOwn(object, name)) return false;
  }
  return true;
}
