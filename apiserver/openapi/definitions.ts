/**
 * Definitions: the types of the API as OpenAPI schemas, each made when first referred to.
 *
 * @module
 */

import { plainZero } from "../../toolkit/codec/mod.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import type {
  Field,
  GroupVersionKind,
  ListType,
  MapType,
  ScalarType,
  StructType,
  Type,
} from "../../toolkit/schema/mod.ts";
import type { OpenApiSchema } from "./described.ts";
import { describeField, describeScalar, describeStruct } from "../../toolkit/descriptions/mod.ts";
import { capitalized, definitionName, inPackage } from "./names.ts";

/** The version of OpenAPI: the two write references and unions differently. */
export type OpenApiVersion = 2 | 3;

type Draft = { [name: string]: unknown };

interface Definition {
  readonly schema: OpenApiSchema;
  /** The definitions that it refers to. */
  readonly refers: ReadonlySet<string>;
}

const META = "apimachinery.pkg.apis.meta.v1";

/** The values of enumerations of which the table says no more than that they are. */
const UNLISTED: Readonly<Record<string, readonly string[]>> = {
  AddressType: ["FQDN", "IPv4", "IPv6"],
  DeviceAllocationMode: ["All", "ExactCount"],
  PathType: ["Exact", "ImplementationSpecific", "Prefix"],
};

/** The definitions of one dialect in one version of OpenAPI. */
export class Definitions {
  readonly dialect: Dialect;
  readonly version: OpenApiVersion;
  readonly #prefix: string;
  readonly #made = new Map<string, Definition>();
  /** Types that were referred to. */
  readonly #structs = new Map<string, StructType>();
  readonly #base: Definitions | undefined;
  /** The definitions that the one being made refers to. */
  #refers = new Set<string>();

  /** `base`: those of the API's own types, where others have made them already. */
  private constructor(dialect: Dialect, version: OpenApiVersion, base?: Definitions) {
    this.dialect = dialect;
    this.version = version;
    this.#base = base;
    this.#prefix = version === 2 ? "#/definitions/" : "#/components/schemas/";
  }

  /** Those of the API's own types alone, made as they are needed, and kept. */
  static ofTypes(dialect: Dialect, version: OpenApiVersion): Definitions {
    return new Definitions(dialect, version);
  }

  /**
   * These, and besides whatever is defined in one document: what other documents define in the
   * meantime, or did before, is nothing to it, and what it defines is gone with it.
   */
  forDocument(): Definitions {
    return new Definitions(this.dialect, this.version, this.#base ?? this);
  }

  /** A reference to a definition. */
  ref(name: string): OpenApiSchema {
    this.#refers.add(name);
    return { $ref: this.#prefix + name };
  }

  /** The name under which a type is defined. */
  nameOf(struct: StructType): string {
    const name = definitionName(struct, this.dialect);
    (this.#base ?? this).#structs.set(name, struct);
    return name;
  }

  /** Defines a schema under a name, in place of an earlier one. `make` may refer to others. */
  define(name: string, make: () => OpenApiSchema): void {
    const { made: schema, refers } = this.tracked(make);
    this.#made.set(name, { schema, refers });
  }

  /** Runs `make`, and tells to which definitions it referred. */
  tracked<T>(make: () => T): { made: T; refers: ReadonlySet<string> } {
    const outer = this.#refers;
    const refers = this.#refers = new Set();
    try {
      return { made: make(), refers };
    } finally {
      this.#refers = outer;
    }
  }

  /** All that the names reach, by name in order; `kinds` says which are kinds of the API. */
  reachable(
    names: Iterable<string>,
    kinds: ReadonlyMap<string, readonly GroupVersionKind[]>,
  ): Record<string, OpenApiSchema> {
    const found = new Map<string, OpenApiSchema>();
    const pending = [...names];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (found.has(name)) continue;
      const { schema, refers } = this.#definition(name);
      const kind = kinds.get(name);
      found.set(
        name,
        kind === undefined ? schema : { ...schema, ...this.kindExtension(kind) },
      );
      pending.push(...refers);
    }
    return Object.fromEntries([...found].sort(([left], [right]) => left < right ? -1 : 1));
  }

  /** Says of which kind something is; under the reference's name too, by which its clients look. */
  kindExtension(kind: unknown): Record<string, unknown> {
    const spellings = new Set<Dialect>([this.dialect, "kubernetes"]);
    return Object.fromEntries(
      [...spellings].map((each) => [
        `${NAMES[each].definitionExtensionPrefix}group-version-kind`,
        kind,
      ]),
    );
  }

  /** The dialect's name of a definition extension. */
  extension(name: string): string {
    return NAMES[this.dialect].definitionExtensionPrefix + name;
  }

  #definition(name: string): Definition {
    const made = this.#made.get(name);
    if (made !== undefined) return made;
    if (this.#base !== undefined) return this.#base.#definition(name);
    const struct = this.#structs.get(name);
    if (struct === undefined) throw new Error(`the definition ${name} is not known`);
    const { made: schema, refers } = this.tracked(() => this.#struct(struct));
    const definition = { schema, refers };
    this.#made.set(name, definition);
    return definition;
  }

  #struct(struct: StructType): OpenApiSchema {
    const properties: Draft = {};
    const required: string[] = [];
    for (const [name, field] of struct.properties) {
      if (field.name !== name) continue;
      properties[name] = this.#field(struct, field);
      if (isRequired(field)) required.push(name);
    }
    const union = unionOf(struct);
    return {
      ...described(describeStruct(struct)),
      type: "object",
      ...(required.length > 0 && { required }),
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(struct.atomic && { [this.extension("map-type")]: "atomic" }),
      ...(union !== undefined && { [this.extension("unions")]: union }),
    };
  }

  #field(struct: StructType, field: Field): OpenApiSchema {
    const schema = this.#fieldType(struct, field);
    const more: Draft = described(describeField(struct, field));
    const known = field.default ??
      (field.pointer ? undefined : unsetValue(field.type, field.omitEmpty));
    if (this.version === 3 && known !== undefined) more.default = known;
    if (field.type.kind === "list") {
      if (field.listMapKeys.length > 0) more[this.extension("list-map-keys")] = field.listMapKeys;
      if (!isUnmarked(struct, field)) more[this.extension("list-type")] = field.listMerge;
    } else if (field.atomic && !(field.type.kind === "struct" && field.type.atomic)) {
      more[this.extension("map-type")] = "atomic";
    }
    if (field.patchMergeKey !== undefined) {
      more[this.extension("patch-merge-key")] = field.patchMergeKey;
    }
    if (field.patchStrategies.length > 0) {
      more[this.extension("patch-strategy")] = field.patchStrategies.join(",");
    }
    return Object.keys(more).length === 0 ? schema : this.withMore(schema, more);
  }

  /** A schema of which more is said. */
  withMore(schema: OpenApiSchema, more: OpenApiSchema): OpenApiSchema {
    // In version 3 whatever stands beside a reference is ignored.
    return this.version === 3 && "$ref" in schema
      ? { allOf: [schema], ...more }
      : { ...schema, ...more };
  }

  /** The schema knows all JSON that Protobuf carries as bytes as one type; the reference has three. */
  #fieldType(struct: StructType, { name, type }: Field): OpenApiSchema {
    if (struct.package.startsWith("apiextensions/")) {
      if (type.kind === "raw") return this.#anyJson("JSON");
      if (type.kind === "list" && type.element.kind === "raw") {
        return { type: "array", items: this.#anyJson("JSON") };
      }
    }
    if (type.kind === "raw" && name === "fieldsV1") {
      return this.#scalarRef(META, "FieldsV1", { type: "object" });
    }
    return this.#type(type);
  }

  /** A type of schemas of which OpenAPI says nothing but its name. */
  #anyJson(name: string): OpenApiSchema {
    return this.#scalarRef("apiextensions-apiserver.pkg.apis.apiextensions.v1", name, {});
  }

  #type(type: Type): OpenApiSchema {
    switch (type.kind) {
      case "struct":
        return this.ref(this.nameOf(type));
      case "list":
        return this.#list(type);
      case "map":
        return this.#map(type);
      default:
        return this.#scalar(type);
    }
  }

  #list({ element, pointers }: ListType): OpenApiSchema {
    return { type: "array", items: this.#element(element, pointers) };
  }

  #map({ value, pointers }: MapType): OpenApiSchema {
    return { type: "object", additionalProperties: this.#element(value, pointers) };
  }

  #element(type: Type, isPointer: boolean): OpenApiSchema {
    const schema = this.#type(type);
    const zero = this.version === 2 || isPointer ? undefined : unsetValue(type, false);
    return zero === undefined ? schema : this.withMore(schema, { default: zero });
  }

  #scalar(type: ScalarType): OpenApiSchema {
    switch (type.kind) {
      case "string": {
        const values = type.values.length > 0 ? type.values : UNLISTED[type.name] ?? [];
        const isClosed = type.enumerated && values.length > 0;
        return isClosed ? { type: "string", enum: values.toSorted() } : { type: "string" };
      }
      case "bool":
        return { type: "boolean" };
      case "int32":
        return { type: "integer", format: "int32" };
      case "int64":
      case "uint32":
      case "uint64":
        return { type: "integer", format: "int64" };
      case "float32":
        return { type: "number", format: "float" };
      case "float64":
        return { type: "number", format: "double" };
      case "bytes":
        return { type: "string", format: "byte" };
      case "time":
        return this.#scalarRef(META, "Time", { type: "string", format: "date-time" });
      case "microTime":
        return this.#scalarRef(META, "MicroTime", { type: "string", format: "date-time" });
      case "duration":
      case "durationOrNanoseconds":
        return this.#scalarRef(META, "Duration", { type: "string" });
      case "quantity":
        return this.#scalarRef("apimachinery.pkg.api.resource", "Quantity", {
          ...this.#union("string", "number"),
        });
      case "intOrString":
        return this.#scalarRef("apimachinery.pkg.util.intstr", "IntOrString", {
          ...this.#union("integer", "string"),
          format: "int-or-string",
        });
      case "raw":
        return this.#scalarRef("apimachinery.pkg.runtime", "RawExtension", { type: "object" });
      case "schemaOrArray":
        return this.#anyJson("JSONSchemaPropsOrArray");
      case "schemaOrBool":
        return this.#anyJson("JSONSchemaPropsOrBool");
      case "schemaOrStrings":
        return this.#anyJson("JSONSchemaPropsOrStringArray");
      default:
        return {};
    }
  }

  /** Version 2 has no unions: a text stands for all. */
  #union(...types: string[]): OpenApiSchema {
    return this.version === 2 ? { type: "string" } : { oneOf: types.map((type) => ({ type })) };
  }

  #scalarRef(home: string, name: string, schema: OpenApiSchema): OpenApiSchema {
    const full = inPackage(home, name, this.dialect);
    if (!this.#made.has(full)) {
      const whole = { ...described(describeScalar(name)), ...schema };
      this.#made.set(full, { schema: whole, refers: new Set() });
    }
    return this.ref(full);
  }
}

/** What a value is that nobody has set and that is written all the same; undefined: there is no such thing. */
function unsetValue(type: Type, omitEmpty: boolean): unknown {
  if (type.kind === "struct") return {};
  return omitEmpty ? undefined : plainZero(type);
}

/** Whether nothing is said of how a list merges: of the objects of a list, and of one that is a type of its own. */
function isUnmarked(struct: StructType, { name, type }: Field): boolean {
  const metadata = struct.properties.get("metadata")?.type;
  const isOfObjects = metadata?.kind === "struct" && metadata.name === "ListMeta";
  return name === "items" && isOfObjects || type.kind === "list" && type.wrapped;
}

/** Of a struct of which one field at most is set: which ones, and the field that says which. */
function unionOf({ properties, markers }: StructType): readonly OpenApiSchema[] | undefined {
  if (!markers.includes("union")) return undefined;
  const fields = [...properties];
  const isDiscriminator = ({ markers }: Field) => markers.includes("unionDiscriminator");
  const discriminator = fields.find(([, field]) => isDiscriminator(field))?.[0];
  const members = fields.filter(([name]) => name !== discriminator);
  return [{
    ...(discriminator !== undefined && { discriminator }),
    "fields-to-discriminateBy": Object.fromEntries(
      members.map(([name]) => [name, capitalized(name)]),
    ),
  }];
}

function described(description: string | undefined): Draft {
  return description === undefined ? {} : { description };
}

/** As the reference decides it: what is marked neither way is required where it is always written. */
function isRequired(field: Field): boolean {
  return field.required || !field.optional && !field.omitEmpty && !field.omitZero;
}
