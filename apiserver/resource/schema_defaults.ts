/**
 * The defaults that the schema itself gives: server-side apply tells list elements apart by some of
 * them, such as the protocol of a port.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Field, StructType, Type } from "../../toolkit/schema/mod.ts";

/** Fills in the defaults of an object in place; it is in canonical form. */
export function setSchemaDefaults(type: StructType, object: JsonObject): void {
  fillerOf(type)?.(object);
}

const ZERO: ReadonlySet<unknown> = new Set([0, false, ""]);

type Filler = (value: JsonObject) => void;

/** What fills in a type's defaults; undefined for a type without any in it or below it. */
const fillers = new Map<StructType, Filler | undefined>();

function fillerOf(type: StructType): Filler | undefined {
  if (fillers.has(type)) return fillers.get(type);
  // A type that holds itself: by the time this runs, the rest of it is known.
  fillers.set(type, (value) => fillers.get(type)?.(value));
  const steps: Filler[] = [];
  for (const field of type.fields) {
    if (field.inline && field.type.kind === "struct") {
      const inner = fillerOf(field.type);
      if (inner !== undefined) steps.push(inner);
      continue;
    }
    const step = fieldFiller(field);
    if (step !== undefined) steps.push(step);
  }
  const filler = steps.length === 0 || !hasDefaults(type, new Set()) ? undefined : all(steps);
  fillers.set(type, filler);
  return filler;
}

function all(steps: readonly Filler[]): Filler {
  return (value) => {
    for (const step of steps) step(value);
  };
}

function fieldFiller(field: Field): Filler | undefined {
  const { name, default: standard } = field;
  // What a scalar is anyway, and what is not written then, is nothing to fill in.
  const isZero = !field.pointer && field.omitEmpty && ZERO.has(standard);
  if (isZero) return undefined;
  if (standard !== undefined && (typeof standard !== "object" || standard === null)) {
    return (value) => {
      const present = value[name];
      // A scalar that is no pointer is unset when it is zero.
      if (present === undefined || present === null || (!field.pointer && present === "")) {
        value[name] = standard;
      }
    };
  }
  const inner = valueFiller(field.type);
  return inner && ((value) => {
    const present = value[name];
    if (present !== undefined && present !== null) inner(present);
  });
}

/** What fills in the defaults below a value of a type. */
function valueFiller(type: Type): ((value: unknown) => void) | undefined {
  if (type.kind === "struct") {
    if (!hasDefaults(type, new Set())) return undefined;
    return (value) => fillerOf(type)?.(value as JsonObject);
  }
  if (type.kind === "list") {
    const inner = valueFiller(type.element);
    return inner && ((value) => (value as unknown[]).forEach((one) => one !== null && inner(one)));
  }
  if (type.kind === "map") {
    const inner = valueFiller(type.value);
    return inner && ((value) => Object.values(value as object).forEach(inner));
  }
  return undefined;
}

function hasDefaults(type: Type, seen: Set<StructType>): boolean {
  if (type.kind === "list") return hasDefaults(type.element, seen);
  if (type.kind === "map") return hasDefaults(type.value, seen);
  if (type.kind !== "struct" || seen.has(type)) return false;
  seen.add(type);
  return type.fields.some((field) => {
    const scalar = typeof field.default !== "object";
    return (field.default !== undefined && scalar) || hasDefaults(field.type, seen);
  });
}
