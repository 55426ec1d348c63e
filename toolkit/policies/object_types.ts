/**
 * Types of whole objects, as far as a schema tells: to find mistakes in expressions before the first
 * request comes. Requests themselves are judged without them.
 *
 * @module
 */

import {
  BOOL,
  BYTES,
  type CelSchema,
  type CelType,
  DOUBLE,
  DYN,
  escapeField,
  INT,
  listOf,
  mapOf,
  type ObjectType,
  objectType,
  STRING,
  TIMESTAMP,
  typeOfSchema,
} from "../cel/mod.ts";
import type { Dialect } from "../names.ts";
import { type ScalarKind, schemaOf, type StructType, type Type } from "../schema/mod.ts";
/** A kind, with what is known of its objects. */
export interface DescribedKind {
  readonly kind: string;
  /** What objects of a built-in kind look like. */
  readonly type?: StructType | undefined;
  /** What a schema says of those of another, without references to other schemas. */
  readonly schema?: CelSchema | undefined;
}

/** The type of a kind's objects; undefined where nobody knows what they look like. */
export function objectTypeOf(
  { kind, type, schema }: DescribedKind,
  dialect: Dialect,
): CelType | undefined {
  if (type !== undefined) return typeOfStruct(type);
  if (schema === undefined) return undefined;
  const own = typeOfSchema(schema, kind, true);
  if (own?.kind !== "object") return undefined;
  const meta = typeOfStruct(schemaOf(dialect).struct("meta/v1", "ObjectMeta"));
  return { ...own, field: (name) => name === "metadata" ? meta : own.field(name) };
}

const SCALARS: Readonly<Record<ScalarKind, CelType>> = {
  string: STRING,
  bool: BOOL,
  int32: INT,
  int64: INT,
  uint32: INT,
  uint64: INT,
  float32: DOUBLE,
  float64: DOUBLE,
  bytes: BYTES,
  time: TIMESTAMP,
  microTime: TIMESTAMP,
  duration: STRING,
  durationOrNanoseconds: DYN,
  quantity: STRING,
  intOrString: DYN,
  raw: DYN,
  any: DYN,
  schemaOrArray: DYN,
  schemaOrBool: DYN,
  schemaOrStrings: DYN,
};

const structs = new WeakMap<StructType, ObjectType>();

/** Fields get their types when somebody asks for them: structs may hold themselves. */
function typeOfStruct(struct: StructType): ObjectType {
  const known = structs.get(struct);
  if (known !== undefined) return known;
  const fields = new Map<string, CelType>();
  let names: Map<string, string> | undefined;
  const made: ObjectType = {
    ...objectType(struct.reference, {}),
    field(name) {
      names ??= new Map([...struct.properties.keys()].map((one) => [escapeField(one) ?? one, one]));
      const property = struct.properties.get(names.get(name) ?? name);
      if (property === undefined) return undefined;
      let type = fields.get(name);
      if (type === undefined) fields.set(name, type = typeOf(property.type));
      return type;
    },
  };
  structs.set(struct, made);
  return made;
}

function typeOf(type: Type): CelType {
  switch (type.kind) {
    case "struct":
      return typeOfStruct(type);
    case "list":
      return listOf(typeOf(type.element));
    case "map":
      return mapOf(STRING, typeOf(type.value));
    default:
      return SCALARS[type.kind];
  }
}
