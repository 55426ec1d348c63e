/**
 * Resolves the declarations of the table into types, each struct once a dialect, when asked for.
 *
 * @module
 */

import { type Dialect, DIALECTS, NAMES } from "../names.ts";
import { type FieldDeclaration, type FindDeclarations, parseField } from "./declarations.ts";
import {
  type Field,
  type ListMerge,
  type PatchStrategy,
  type ScalarKind,
  type ScalarType,
  StructType,
  type Type,
} from "./type.ts";

const SCALARS: ReadonlySet<string> = new Set<ScalarKind>([
  "string",
  "bool",
  "int32",
  "int64",
  "uint32",
  "uint64",
  "float32",
  "float64",
  "bytes",
  "time",
  "microTime",
  "duration",
  "durationOrNanoseconds",
  "quantity",
  "intOrString",
  "raw",
  "any",
  "schemaOrArray",
  "schemaOrBool",
  "schemaOrStrings",
]);

const STRATEGIES: readonly [flag: string, strategy: PatchStrategy][] = [
  ["M", "merge"],
  ["K", "retainKeys"],
  ["R", "replace"],
];

/** The types of one dialect. */
export class Definitions {
  readonly #dialect: Dialect;
  readonly #declarationsOf: FindDeclarations;
  readonly #structs = new Map<string, StructType>();
  readonly #types = new Map<string, Type>();

  constructor(dialect: Dialect, declarationsOf: FindDeclarations) {
    this.#dialect = dialect;
    this.#declarationsOf = declarationsOf;
  }

  /** The struct that a package declares, aliases followed; throws when there is none. */
  struct(pkg: string, name: string): StructType {
    const type = this.#declared(pkg, name);
    if (type.kind !== "struct") throw new Error(`${pkg}.${name} is not a struct`);
    return type;
  }

  #declared(pkg: string, name: string): Type {
    const reference = `${pkg}.${name}`;
    const known = this.#structs.get(reference) ?? this.#types.get(reference);
    if (known !== undefined) return known;
    const declaration = this.#declarationsOf(pkg).get(name);
    if (declaration === undefined) throw new Error(`the schema table has no type ${reference}`);
    if (declaration.of === undefined) {
      const struct = new StructType(
        pkg,
        name,
        declaration.markers,
        () => declaration.fields.map((line) => this.#field(pkg, parseField(line))),
      );
      this.#structs.set(reference, struct);
      return struct;
    }
    const type = this.#aliased(
      name,
      this.#parse(pkg, declaration.of).type,
      declaration.values,
      declaration.markers,
    );
    this.#types.set(reference, type);
    return type;
  }

  #aliased(
    name: string,
    type: Type,
    values: readonly string[],
    markers: readonly string[],
  ): Type {
    switch (type.kind) {
      case "struct":
        return type;
      case "list":
        return { ...type, name, wrapped: markers.includes("protobuf.nullable=true") };
      case "map":
        return { ...type, name };
      default:
        return {
          ...type,
          name,
          values: values.length > 0 ? values : type.values,
          enumerated: type.enumerated || markers.includes("enum"),
        };
    }
  }

  /** Parses a type expression of the table. */
  #parse(pkg: string, text: string): { type: Type; pointer: boolean } {
    if (text.startsWith("*")) return { type: this.#parse(pkg, text.slice(1)).type, pointer: true };
    if (text.startsWith("[]")) {
      const { type: element, pointer } = this.#parse(pkg, text.slice(2));
      return plain({ kind: "list", name: "", element, pointers: pointer, wrapped: false });
    }
    if (text.startsWith("map[")) {
      const end = text.indexOf("]");
      const key = this.#parse(pkg, text.slice(4, end)).type as ScalarType;
      const { type: value, pointer } = this.#parse(pkg, text.slice(end + 1));
      return plain({ kind: "map", name: "", key, value, pointers: pointer });
    }
    if (SCALARS.has(text)) return plain(this.#scalar(text as ScalarKind));
    const dot = text.lastIndexOf(".");
    return plain(
      dot < 0 ? this.#declared(pkg, text) : this.#declared(text.slice(0, dot), text.slice(dot + 1)),
    );
  }

  #scalar(kind: ScalarKind): ScalarType {
    const known = this.#types.get(kind);
    if (known !== undefined) return known as ScalarType;
    const schema = kind.startsWith("schemaOr")
      ? this.struct("apiextensions/v1", "JSONSchemaProps")
      : undefined;
    const scalar: ScalarType = { kind, name: "", values: [], enumerated: false, schema };
    this.#types.set(kind, scalar);
    return scalar;
  }

  #field(pkg: string, declared: FieldDeclaration): Field {
    const { type, pointer } = this.#parse(pkg, declared.type);
    const has = (flag: string) => declared.flags.includes(flag);
    const extra = (key: string) =>
      declared.extras.filter((each) => each.startsWith(`${key}=`))
        .map((each) => each.slice(key.length + 1));
    const structAtomic = type.kind === "struct" && type.atomic;
    const text = extra("default")[0] ?? extra("kubebuilder:default")[0];
    return {
      ...this.#names(declared.name),
      type,
      pointer,
      omitEmpty: has("e"),
      omitZero: has("z"),
      inline: has("i"),
      proto: declared.proto,
      optional: has("o"),
      required: has("r"),
      nullable: has("n"),
      patchStrategies: STRATEGIES.filter(([flag]) => has(flag)).map(([, strategy]) => strategy),
      patchMergeKey: extra("mergeKey")[0],
      listMerge: listMergeOf(declared.flags),
      listMapKeys: extra("listMapKey"),
      atomic: has("A") || (structAtomic && !has("G")),
      default: text === undefined ? undefined : JSON.parse(text),
      markers: declared.extras.filter((each) => !/^(?:mergeKey|listMapKey|default)=/.test(each)),
    };
  }

  /** The extensions of definitions are the only field names that depend on the dialect. */
  #names(declared: string): Pick<Field, "name" | "aliases"> {
    const prefix = NAMES.kubernetes.definitionExtensionPrefix;
    if (!declared.startsWith(prefix)) return { name: declared, aliases: [] };
    const rest = declared.slice(prefix.length);
    return {
      name: NAMES[this.#dialect].definitionExtensionPrefix + rest,
      aliases: DIALECTS.filter((dialect) => dialect !== this.#dialect)
        .map((dialect) => NAMES[dialect].definitionExtensionPrefix + rest),
    };
  }
}

function plain(type: Type): { type: Type; pointer: boolean } {
  return { type, pointer: false };
}

function listMergeOf(flags: string): ListMerge {
  return flags.includes("m") ? "map" : flags.includes("s") ? "set" : "atomic";
}
