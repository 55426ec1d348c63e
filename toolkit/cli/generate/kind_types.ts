/**
 * Definitions as TypeScript: for each version of a kind the type of what is written, that of what is
 * read, and the kind as a value.
 *
 * @module
 */

import { DIALECTS, NAMES } from "../../names.ts";
import { isObject, type JsonObject, memberOf } from "../../values/json.ts";
import type { DefinedKind, DefinedVersion } from "./definitions.ts";
import { Identifiers, pascalCase } from "./identifiers.ts";
import { docComment, fieldKey, quoted } from "./source_text.ts";

/** What generated files import, where they need it. */
const IMPORTED = ["AnyObject", "JsonValue", "Kind", "LiveMeta", "metaV1"] as const;
/** Names that mean something else in the generated file. */
const RESERVED = [...IMPORTED, "Record"];

/** The text of a file with these kinds; `address` is where it imports the toolkit from. */
export function kindTypes(kinds: readonly DefinedKind[], address: string): string {
  return new Writer().file(kinds, address);
}

/** What objects are, as they are written and as they are read: defaults are there then. */
type Side = "written" | "read";

/** A type in TypeScript. */
interface TypeText {
  readonly text: string;
  /** Whether it takes parentheses in a list. */
  readonly isUnion?: boolean;
}

const JSON_VALUE: TypeText = { text: "JsonValue" };
/** Lines that are longer are broken at the members of a union. */
const WIDTH = 100;

class Writer {
  readonly #identifiers = new Identifiers(RESERVED);
  readonly #used = new Set<(typeof IMPORTED)[number]>(["Kind", "LiveMeta", "metaV1"]);
  #text = "";

  file(kinds: readonly DefinedKind[], address: string): string {
    const counts = Map.groupBy(kinds, ({ kind }) => pascalCase(kind));
    const named = kinds.flatMap((one) => {
      const own = pascalCase(one.kind);
      const isAlone = counts.get(own)!.length === 1;
      const base = isAlone ? own : own + pascalCase(one.group);
      return one.versions.map((version, index) => ({
        one,
        version,
        name: this.#take(index === 0 ? base : base + pascalCase(version.version)),
      }));
    });
    for (const { one, version, name } of named) this.#kind(one, version, name);
    const names = [...this.#used].sort().join(", ");
    return "// Made by `orch generate types`. Do not edit: make it again of the definitions.\n" +
      "// deno-fmt-ignore-file\n// deno-lint-ignore-file\n\n" +
      `import type { ${names} } from ${quoted(address)};\n${this.#text}`;
  }

  #take(name: string): string {
    return this.#identifiers.take(name, (free) => [live(free)]);
  }

  #kind(one: DefinedKind, { version, schema, deprecated }: DefinedVersion, name: string): void {
    const { group, kind, plural, namespaced } = one;
    const what = `${plural}.${group}, ${version}${namespaced ? "" : ", in no namespace"}`;
    const about = typeof schema.description === "string" ? ["", schema.description] : [];
    const fields = { ...propertiesOf(schema) };
    for (const given of ["apiVersion", "kind", "metadata"]) delete fields[given];
    const own = { ...schema, properties: fields };
    const metadata = `metaV1.${namespaced ? "ObjectMeta" : "ClusterObjectMeta"}`;
    const literal = quoted(kind);
    this.#write(
      docComment({ paragraphs: [`An object of ${what}, as it is written.`, ...about], deprecated }),
      `export interface ${name} {\n  apiVersion?: string;\n  kind?: ${literal};\n  metadata?: ${metadata};\n`,
      this.#fields(own, name, "written"),
      "}\n",
    );
    this.#write(
      docComment({ paragraphs: [`An object of ${what}, as a server returns it.`], deprecated }),
      `export interface ${live(name)} {\n  apiVersion: string;\n  kind: ${literal};\n`,
      `  metadata: LiveMeta<${name}>;\n`,
      this.#fields(own, name, "read"),
      "}\n",
    );
    this.#write(
      docComment({ paragraphs: [`The kind: ${what}.`], deprecated }),
      `export const ${name}: Kind<${name}, ${live(name)}> = {\n`,
      ...Object.entries({ group, version, kind, plural })
        .map(([field, text]) => `  ${field}: ${quoted(text)},\n`),
      `  namespaced: ${namespaced},\n};\n`,
    );
    // Each may add others behind it.
    for (let at = 0; at < this.#pending.length; at++) this.#pending[at]!();
    this.#pending.length = 0;
  }

  #write(...parts: readonly string[]): void {
    this.#text += `\n${parts.join("")}`;
  }

  /** Types of parts, which follow what they are parts of. */
  readonly #pending: (() => void)[] = [];
  /** The names of types of parts: those that are written and read alike have one. */
  readonly #named = new Map<JsonObject, string>();

  #fields(schema: JsonObject, owner: string, side: Side): string {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const lines = Object.entries(propertiesOf(schema)).map(([name, property]) => {
      const own = isObject(property) ? property : {};
      const hasDefault = own.default !== undefined;
      const isThere = side === "read"
        ? hasDefault || required.has(name)
        : required.has(name) && !hasDefault;
      const about = typeof own.description === "string"
        ? docComment({ paragraphs: [own.description], indent: "  " })
        : "";
      // The compiler takes what all objects inherit for a member of each: any type would be a wrong one.
      const type = Object.hasOwn(Object.prototype, name)
        ? { text: "unknown" }
        : this.#type(own, owner + (pascalCase(name) || "Field"), side);
      return `${about}${field(`  ${fieldKey(name)}${isThere ? "" : "?"}: `, type)}`;
    });
    const open = extension(schema, "preserve-unknown-fields") === true;
    return lines.join("") + (open ? "  [field: string]: unknown;\n" : "");
  }

  #type(schema: JsonObject, name: string, side: Side): TypeText {
    const type = this.#bare(schema, name, side);
    if (schema.nullable !== true || / \| null$|^null$/.test(type.text)) return type;
    return type === JSON_VALUE ? type : { text: `${type.text} | null`, isUnion: true };
  }

  #bare(schema: JsonObject, name: string, side: Side): TypeText {
    if (extension(schema, "int-or-string") === true) {
      return { text: "number | string", isUnion: true };
    }
    const literals = literalsOf(schema.enum);
    if (literals !== undefined) return { text: literals.join(" | "), isUnion: literals.length > 1 };
    switch (schema.type) {
      case "string":
        return { text: "string" };
      case "integer":
      case "number":
        return { text: "number" };
      case "boolean":
        return { text: "boolean" };
      case "array": {
        const { text, isUnion } = this.#type(objectIn(schema.items), name, side);
        return { text: isUnion ? `(${text})[]` : `${text}[]` };
      }
      case "object":
        return this.#object(schema, name, side);
      default:
        return this.#uses("JsonValue");
    }
  }

  #object(schema: JsonObject, name: string, side: Side): TypeText {
    if (extension(schema, "embedded-resource") === true) return this.#uses("AnyObject");
    if (Object.keys(propertiesOf(schema)).length > 0) {
      return { text: this.#part(schema, name, side) };
    }
    const { additionalProperties } = schema;
    const value = isObject(additionalProperties)
      ? this.#type(additionalProperties, `${name}Value`, side)
      : this.#uses("JsonValue");
    return { text: `Record<string, ${value.text}>` };
  }

  /** The name of the type of an object with fields of its own. */
  #part(schema: JsonObject, wanted: string, side: Side): string {
    let name = this.#named.get(schema);
    if (name === undefined) {
      name = this.#take(wanted);
      this.#named.set(schema, name);
      const own = name;
      const isTwo = hasDefaults(schema);
      this.#pending.push(() => {
        this.#write(`export interface ${own} {\n`, this.#fields(schema, own, "written"), "}\n");
        if (!isTwo) return;
        this.#write(`export interface ${live(own)} {\n`, this.#fields(schema, own, "read"), "}\n");
      });
    }
    return side === "read" && hasDefaults(schema) ? live(name) : name;
  }

  #uses(name: (typeof IMPORTED)[number]): TypeText {
    this.#used.add(name);
    return name === "JsonValue" ? JSON_VALUE : { text: name };
  }
}

/** What the type of what is read is called. */
function live(name: string): string {
  return `Live${name}`;
}

/** A field with its type, a member of a union a line where it is long. */
function field(head: string, { text, isUnion }: TypeText): string {
  if (!isUnion || head.length + text.length < WIDTH) return `${head}${text};\n`;
  return `${head.trimEnd()}\n${splitUnion(text).map((one) => `    | ${one}`).join("\n")};\n`;
}

/** The members of a union: literals may have bars in them. */
function splitUnion(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|[^"|])+/g)?.map((one) => one.trim()) ?? [text];
}

/** The values that there are, as literals; undefined: any, or some that have no literal. */
function literalsOf(values: unknown): string[] | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const literals = new Set<string>();
  for (const value of values) {
    if (typeof value === "string") literals.add(quoted(value));
    else if (value === null || ["number", "boolean"].includes(typeof value)) {
      literals.add(String(value));
    } else return undefined;
  }
  return [...literals];
}

/** Whether something in it is there when it is read although it need not be written. */
function hasDefaults(schema: JsonObject): boolean {
  const known = WITH_DEFAULTS.get(schema);
  if (known !== undefined) return known;
  const { items, additionalProperties } = schema;
  const found =
    Object.values(propertiesOf(schema)).some((one) =>
      isObject(one) && (one.default !== undefined || hasDefaults(one))
    ) || [items, additionalProperties].some((one) => isObject(one) && hasDefaults(one));
  WITH_DEFAULTS.set(schema, found);
  return found;
}

/** Asked at every level, for all that is below it. */
const WITH_DEFAULTS = new WeakMap<JsonObject, boolean>();

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** An extension of a schema, in either dialect's spelling. */
function extension(schema: JsonObject, name: string): unknown {
  for (const dialect of DIALECTS) {
    const value = memberOf(schema, NAMES[dialect].definitionExtensionPrefix + name);
    if (value !== undefined) return value;
  }
  return undefined;
}
