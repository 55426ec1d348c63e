/**
 * The types of the API as values: what JSON looks like, what Protobuf looks like, how lists and
 * maps merge. Everything that treats objects generically (codecs, patches, apply, pruning,
 * validation, OpenAPI) walks these.
 *
 * @module
 */

/** What a scalar holds, and so how JSON and Protobuf write it. */
export type ScalarKind =
  | "string"
  | "bool"
  | "int32"
  | "int64"
  | "uint32"
  | "uint64"
  | "float32"
  | "float64"
  /** Base64 in JSON. */
  | "bytes"
  /** RFC 3339 to the second, or null when zero. */
  | "time"
  /** RFC 3339 with six decimals, or null when zero. */
  | "microTime"
  | "duration"
  /** A duration, or a number of nanoseconds. */
  | "durationOrNanoseconds"
  | "quantity"
  | "intOrString"
  /** Any JSON, which Protobuf carries as JSON text. */
  | "raw"
  /** Any JSON of a type without a Protobuf form. */
  | "any"
  /** A JSONSchemaProps or a list of them. */
  | "schemaOrArray"
  /** A JSONSchemaProps or a boolean. */
  | "schemaOrBool"
  /** A JSONSchemaProps or a list of strings. */
  | "schemaOrStrings";

/** A value without fields that the table knows of. */
export interface ScalarType {
  /** What it holds. */
  readonly kind: ScalarKind;
  /** The name of the alias (`PodPhase`), or "" for a bare scalar. */
  readonly name: string;
  /** The known values of a string. */
  readonly values: readonly string[];
  /** True where no other than the known values is valid. */
  readonly enumerated: boolean;
  /** Of the unions with a schema: the JSONSchemaProps. */
  readonly schema: StructType | undefined;
}

/** A list. */
export interface ListType {
  /** Tells the types apart. */
  readonly kind: "list";
  /** The name of the alias (`Verbs`), or "". */
  readonly name: string;
  /** What its elements are. */
  readonly element: Type;
  /** True for `[]*T`: null is an element. */
  readonly pointers: boolean;
  /** True where Protobuf wraps the list in a message of its own: then empty differs from unset. */
  readonly wrapped: boolean;
}

/** A map with string keys. */
export interface MapType {
  /** Tells the types apart. */
  readonly kind: "map";
  /** The name of the alias (`ResourceList`), or "". */
  readonly name: string;
  /** A kind of string. */
  readonly key: ScalarType;
  /** What its values are. */
  readonly value: Type;
  /** True for `map[K]*V`: null is a value. */
  readonly pointers: boolean;
}

/** Any type. */
export type Type = ScalarType | ListType | MapType | StructType;

/** How a field's list merges in server-side apply; an unmarked list is atomic. */
export type ListMerge = "atomic" | "set" | "map";

/** One field of a struct. */
export interface Field {
  /** The JSON name in the dialect of the schema; "" for an inline struct. */
  readonly name: string;
  /** Further JSON names that are read as this field: the other dialect's spelling. */
  readonly aliases: readonly string[];
  /** What it holds, pointer or not. */
  readonly type: Type;
  /** Whether unset differs from zero. */
  readonly pointer: boolean;
  /** Not written when it is a zero scalar, a null pointer, or an empty list or map. */
  readonly omitEmpty: boolean;
  /** Not written when it is a zero struct. */
  readonly omitZero: boolean;
  /** Its fields belong to the parent in JSON; with a number it is still a message in Protobuf. */
  readonly inline: boolean;
  /** The Protobuf field number, or 0 where there is no Protobuf form. */
  readonly proto: number;
  /** Marked as one that may be absent. */
  readonly optional: boolean;
  /** Marked as one that must be present. */
  readonly required: boolean;
  /** Whether null is a value of its own. */
  readonly nullable: boolean;
  /** Strategic merge: `merge`, `retainKeys` and `replace`. */
  readonly patchStrategies: readonly PatchStrategy[];
  /** Strategic merge: the field by which elements of a list are told apart. */
  readonly patchMergeKey: string | undefined;
  /** Meant for lists. */
  readonly listMerge: ListMerge;
  /** The fields by which elements are told apart where `listMerge` is `map`. */
  readonly listMapKeys: readonly string[];
  /** Meant for maps and structs: true where they are replaced as a whole. */
  readonly atomic: boolean;
  /** The schema default, or undefined. */
  readonly default: unknown;
  /** Markers without a property of their own: `unionDiscriminator`, `featureGate=…`. */
  readonly markers: readonly string[];
}

/** What strategic merge patch does with a field. */
export type PatchStrategy = "merge" | "retainKeys" | "replace";

/** A struct: fields in the order in which JSON writes them. */
export class StructType {
  /** Tells the types apart. */
  readonly kind = "struct";
  /** Where it is declared: `core/v1`. */
  readonly package: string;
  /** Its name within the package. */
  readonly name: string;
  /** Markers of the type: `union`. */
  readonly markers: readonly string[];
  /** True where every value of this type is replaced as a whole in server-side apply. */
  readonly atomic: boolean;
  #fields: readonly Field[] | undefined;
  #properties: ReadonlyMap<string, Field> | undefined;
  #hasProtobuf: boolean | undefined;
  readonly #resolve: () => readonly Field[];

  /** `resolve` is called once, when the fields are first asked for: types may be recursive. */
  constructor(
    pkg: string,
    name: string,
    markers: readonly string[],
    resolve: () => readonly Field[],
  ) {
    this.package = pkg;
    this.name = name;
    this.markers = markers.filter((marker) => !marker.startsWith("structType="));
    this.atomic = markers.includes("structType=atomic");
    this.#resolve = resolve;
  }

  /** The fields in JSON order, inline structs as one field each, in their place. */
  get fields(): readonly Field[] {
    return this.#fields ??= this.#resolve();
  }

  /** The fields by JSON name, those of inline structs and other spellings included. */
  get properties(): ReadonlyMap<string, Field> {
    return this.#properties ??= propertiesOf(this);
  }

  /** Whether it has a Protobuf form (Table, and what is only read from files, have none). */
  get hasProtobuf(): boolean {
    return this.#hasProtobuf ??= this.fields.every((field) =>
      field.proto > 0 || isTypeMeta(field.type)
    );
  }

  /** `core/v1.Pod`. */
  get reference(): string {
    return `${this.package}.${this.name}`;
  }
}

function propertiesOf(struct: StructType): Map<string, Field> {
  const properties = new Map<string, Field>();
  const inline: StructType[] = [];
  for (const field of struct.fields) {
    if (field.inline && field.type.kind === "struct") inline.push(field.type);
    for (const name of field.inline ? [] : [field.name, ...field.aliases]) {
      properties.set(name, field);
    }
  }
  // The parent's own fields win, as Go's rule of embedding has it.
  for (const parent of inline) {
    for (const [name, field] of parent.properties) {
      if (!properties.has(name)) properties.set(name, field);
    }
  }
  return properties;
}

/** Whether this is the struct of `kind` and `apiVersion`, which the envelope carries in Protobuf. */
export function isTypeMeta(type: Type): boolean {
  return type.kind === "struct" && type.name === "TypeMeta" && type.package === "meta/v1";
}
