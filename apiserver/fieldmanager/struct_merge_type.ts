/**
 * Built-in types as {@link MergeType}s.
 *
 * @module
 */

import { canonicalObject, type JsonObject, plainZero } from "../../toolkit/codec/mod.ts";
import type { Field, ScalarKind, StructType, Type } from "../../toolkit/schema/mod.ts";
import { fieldElement } from "./element.ts";
import {
  ATOMIC,
  type FieldForm,
  listType,
  type MapForm,
  mapType,
  type MergeType,
  type ScalarForm,
  scalarType,
} from "./merge_type.ts";

/** How a struct merges, and how it does where a field says that it is one value. */
interface StructTypes {
  readonly granular: MergeType;
  readonly atomic: MergeType;
}

const structs = new WeakMap<StructType, StructTypes>();

/** How objects of a built-in type merge; the same object each time. */
export function mergeTypeOf(struct: StructType): MergeType {
  return structTypeOf(struct, struct.atomic);
}

function structTypeOf(struct: StructType, atomic: boolean): MergeType {
  let types = structs.get(struct);
  if (types === undefined) {
    types = {
      granular: { scalar: undefined, list: undefined, map: new StructForm(struct, false) },
      atomic: { scalar: undefined, list: undefined, map: new StructForm(struct, true) },
    };
    structs.set(struct, types);
  }
  return atomic ? types.atomic : types.granular;
}

/** Fields are resolved when first asked for: types may be recursive. */
class StructForm implements MapForm {
  readonly atomic: boolean;
  readonly rest = undefined;
  readonly packed = true;
  readonly #struct: StructType;
  #fields: ReadonlyMap<string, FieldForm> | undefined;
  #empty: JsonObject | undefined;

  constructor(struct: StructType, atomic: boolean) {
    this.#struct = struct;
    this.atomic = atomic;
  }

  get fields(): ReadonlyMap<string, FieldForm> {
    if (this.#fields === undefined) {
      const fields = new Map<string, FieldForm>();
      for (const [name, field] of this.#struct.properties) fields.set(name, formOfField(field));
      this.#fields = fields;
    }
    return this.#fields;
  }

  get empty(): JsonObject {
    return this.#empty ??= canonicalObject(this.#struct, {});
  }
}

function formOfField(field: Field): FieldForm {
  return {
    element: fieldElement(field.name),
    type: typeOfField(field),
    default: field.default ?? unsetValue(field),
  };
}

/** What a scalar that is never left out holds when nobody sets it. */
function unsetValue({ pointer, omitEmpty, omitZero, type }: Field): unknown {
  return pointer || omitEmpty || omitZero ? undefined : plainZero(type);
}

function typeOfField(field: Field): MergeType {
  const { type } = field;
  switch (type.kind) {
    case "struct":
      return structTypeOf(type, field.atomic);
    case "map":
      return mapType({ atomic: field.atomic, rest: typeOf(type.value) });
    case "list":
      return listType({
        atomic: field.listMerge === "atomic",
        keys: field.listMerge === "map" ? field.listMapKeys : [],
        element: typeOf(type.element),
      });
    default:
      return typeOf(type);
  }
}

function typeOf(type: Type): MergeType {
  switch (type.kind) {
    case "struct":
      return structTypeOf(type, type.atomic);
    case "map":
      return mapType({ rest: typeOf(type.value) });
    case "list":
      return listType({ atomic: true, keys: [], element: typeOf(type.element) });
    default:
      return SCALARS[type.kind];
  }
}

/** What has more than one spelling may be `any`: it is checked when the whole is decoded. */
const SCALAR_FORMS: Readonly<Record<ScalarKind, ScalarForm | undefined>> = {
  string: "string",
  bytes: "string",
  duration: "string",
  durationOrNanoseconds: "any",
  bool: "boolean",
  int32: "number",
  int64: "number",
  uint32: "number",
  uint64: "number",
  float32: "number",
  float64: "number",
  time: "any",
  microTime: "any",
  quantity: "any",
  intOrString: "any",
  raw: undefined,
  any: undefined,
  schemaOrArray: undefined,
  schemaOrBool: undefined,
  schemaOrStrings: undefined,
};

const SCALARS = Object.fromEntries(
  Object.entries(SCALAR_FORMS).map((
    [kind, form],
  ) => [kind, form === undefined ? ATOMIC : scalarType(form)]),
) as Readonly<Record<ScalarKind, MergeType>>;
