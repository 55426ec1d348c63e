/**
 * The types that resources are declared by. They have the form of TypeBox's, whose compiler types they
 * are given; its code is not loaded.
 *
 * @module
 */

import type { JsonObject } from "../api/mod.ts";
import type {
  Static,
  TArray,
  TBoolean,
  TEnum,
  TInteger,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TRecord,
  TSchema,
  TString,
  TUnsafe,
} from "../deps/typebox.ts";
import { EXTENSIONS } from "./schema.ts";
import type { Defaulted, OneOf } from "./static_write.ts";
import type {
  ArrayOptions,
  BooleanOptions,
  IntOrStringOptions,
  NumberOptions,
  ObjectOptions,
  RecordOptions,
  StringOptions,
  TextOptions,
  TypeOptions,
} from "./type_options.ts";

/**
 * No options at all, which is what the compiler infers a default's absence from.
 *
 * @internal
 */
// deno-lint-ignore ban-types -- as said
type None = {};

/** The types that {@link Type} makes. */
export interface TypeBuilders {
  /** An object of these properties. Fields that it does not name are dropped by the server. */
  Object<P extends TProperties, const O extends ObjectOptions = None>(
    properties: P,
    options?: O,
  ): Defaulted<TObject<P>, O>;
  /** A list. Appliers replace it as a whole. */
  Array<I extends TSchema, const O extends ArrayOptions = None>(
    items: I,
    options?: O,
  ): Defaulted<TArray<I>, O>;
  /** A list of elements that differ; each is applied and owned by itself. */
  ListSet<I extends TSchema, const O extends ArrayOptions = None>(
    items: I,
    options?: O,
  ): Defaulted<TArray<I>, O>;
  /** A list of objects that differ in these properties; each is applied and owned by itself. */
  ListMap<P extends TProperties, const O extends ArrayOptions = None>(
    element: TObject<P>,
    keys: readonly (keyof P & string)[],
    options?: O,
  ): Defaulted<TArray<TObject<P>>, O>;
  /** An object of any names. */
  Record<I extends TSchema, const O extends RecordOptions = None>(
    values: I,
    options?: O,
  ): Defaulted<TRecord<"^.*$", I>, O>;
  /** A text. */
  String<const O extends StringOptions = None>(options?: O): Defaulted<TString, O>;
  /** A whole number. */
  Integer<const O extends NumberOptions = None>(options?: O): Defaulted<TInteger, O>;
  /** A number, whole or not. */
  Number<const O extends NumberOptions = None>(options?: O): Defaulted<TNumber, O>;
  /** True or false. */
  Boolean<const O extends BooleanOptions = None>(options?: O): Defaulted<TBoolean, O>;
  /** One of these texts. */
  Enum<const E extends string, const O extends TypeOptions & { default?: NoInfer<E> } = None>(
    values: readonly E[],
    options?: O,
  ): Defaulted<TEnum<E[]>, O>;
  /** A property that may not be there, when it is read as well. */
  Optional<S extends TSchema>(schema: S): TOptional<S>;
  /** An amount: `500m`, `2Gi`. `Quantity.parse()` reads it. */
  Quantity<const O extends TextOptions = None>(options?: O): Defaulted<TString, O>;
  /** A number or a text: `3`, `50%`. */
  IntOrString<const O extends IntOrStringOptions = None>(
    options?: O,
  ): Defaulted<TUnsafe<number | string>, O>;
  /** A point in time: `2026-01-02T03:04:05Z`. `parseTime()` reads it. */
  Time<const O extends TextOptions = None>(options?: O): Defaulted<TString, O>;
  /** A span of time, not negative: `1h30m`. `parseDurationMs()` reads it. */
  Duration<const O extends TextOptions = None>(options?: O): Defaulted<TString, O>;
  /** An object that has exactly one of these members. */
  OneOf<P extends TProperties>(
    members: P,
    options?: TypeOptions,
  ): TUnsafe<OneOf<{ [K in keyof P]: Static<P[K]> }>> & { "~oneOf": P };
  /** An object of which nothing is known; all of it is stored. */
  Preserve(options?: TypeOptions): TUnsafe<JsonObject>;
}

/** What `Quantity.parse()` takes. */
const QUANTITY =
  "^[+-]?([0-9]+|[0-9]+\\.[0-9]*|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$";
/** What `parseDurationMs()` takes, without a sign. */
const DURATION = "^(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$";
/** As TypeBox says that names are any texts. */
const ANY_NAME = "^.*$";

/**
 * The types of what is in a resource: TypeBox's builders, cut down to what the schema of a definition
 * can say. A property with a `default` may be left out when it is written, and is there when it is read.
 *
 * ```ts
 * import { Type } from "../../mod.ts";
 *
 * const spec = Type.Object({
 *   image: Type.String({ description: "What runs.", minLength: 1 }),
 *   replicas: Type.Integer({ default: 1, minimum: 0 }),
 *   mode: Type.Enum(["fast", "safe"], { default: "safe" }),
 *   ports: Type.ListMap(Type.Object({ name: Type.String(), port: Type.Integer() }), ["name"]),
 *   target: Type.OneOf({
 *     s3: Type.Object({ bucket: Type.String() }),
 *     gcs: Type.Object({ project: Type.String() }),
 *   }),
 *   region: Type.String({ rules: [{ rule: "self == oldSelf", message: "a region is for ever" }] }),
 * });
 * ```
 */
export const Type: TypeBuilders = {
  Object: (properties, options) =>
    made("Object", { type: "object", ...requiredIn(properties), properties }, options),
  Array: (items, options) => made("Array", { type: "array", items }, options),
  ListSet: (items, options) =>
    made("Array", { type: "array", items, [EXTENSIONS.listType]: "set" }, options),
  ListMap: (items, keys, options) =>
    made("Array", {
      type: "array",
      items,
      [EXTENSIONS.listType]: "map",
      [EXTENSIONS.listMapKeys]: [...keys],
    }, options),
  Record: (values, options) =>
    made("Record", { type: "object", patternProperties: { [ANY_NAME]: values } }, options),
  String: (options) => made("String", { type: "string" }, options),
  Integer: (options) => made("Integer", { type: "integer" }, options),
  Number: (options) => made("Number", { type: "number" }, options),
  Boolean: (options) => made("Boolean", { type: "boolean" }, options),
  Enum: (values, options) => made("Enum", { type: "string", enum: [...values] }, options),
  Optional: (schema) =>
    Object.defineProperties({}, {
      ...Object.getOwnPropertyDescriptors(schema),
      "~optional": { value: true },
    }) as never,
  Quantity: (options) => made("String", { type: "string", pattern: QUANTITY }, options),
  IntOrString: (options) =>
    made("Unsafe", {
      anyOf: [{ type: "integer" }, { type: "string" }],
      [EXTENSIONS.isIntOrString]: true,
    }, options),
  Time: (options) => made("String", { type: "string", format: "date-time" }, options),
  Duration: (options) => made("String", { type: "string", pattern: DURATION }, options),
  OneOf: (members, options) => {
    const oneOf = Object.keys(members).map((name) => ({ required: [name] }));
    const schema = { type: "object", properties: members, oneOf };
    return made("Unsafe", schema, options, { "~oneOf": members });
  },
  Preserve: (options) => made("Unsafe", { type: "object", [EXTENSIONS.preserves]: true }, options),
};

/** A schema; what only compiler and TypeBox look for is no part of its JSON. */
function made(
  kind: string,
  words: Record<string, unknown>,
  options: TypeOptions & { readonly default?: unknown } = {},
  marks: Record<string, unknown> = {},
): never {
  const { rules, ...others } = options;
  const schema: Record<string, unknown> = { ...words, ...others };
  if (rules !== undefined) schema[EXTENSIONS.rules] = rules;
  const all = {
    ...(kind === "Unsafe" ? { "~unsafe": null } : { "~kind": kind }),
    ...(options.default !== undefined && { "~default": true }),
    ...marks,
  };
  for (const [name, value] of Object.entries(all)) Object.defineProperty(schema, name, { value });
  return schema as never;
}

/** All properties but those that may not be there when they are read. */
function requiredIn(properties: TProperties): { readonly required?: readonly string[] } {
  const required = Object.entries(properties)
    .filter(([, schema]) => !Object.hasOwn(schema, "~optional"))
    .map(([name]) => name);
  return required.length === 0 ? {} : { required };
}
