/**
 * Writes toolkit/api/: TypeScript types of every package, for those who write objects as well as
 * for those who read them. Groups appear nowhere in them: they depend on the dialect.
 *
 * @module
 */

import { DIALECTS, NAMES, toDialect } from "../names.ts";
import {
  type FactField,
  type Facts,
  type FactType,
  type Package,
  resourceOf,
  type TypeExpression,
} from "./facts.ts";
import { isTypeMeta } from "./table.ts";

/** The first line of a generated file. */
export const GENERATED = "// Made by `deno task generate` from toolkit/facts. Do not edit.";

const HEADER = `${GENERATED}\n`;

const SCALARS: Readonly<Record<string, string>> = {
  string: "string",
  bool: "boolean",
  int32: "number",
  int64: "Int64",
  uint32: "number",
  uint64: "Int64",
  float32: "number",
  float64: "number",
  bytes: "Base64",
  any: "JsonValue",
  raw: "JsonValue",
  quantity: "Quantity",
  intOrString: "IntOrString",
  time: "Time",
  microTime: "MicroTime",
  duration: "Duration",
  durationOrNanoseconds: "Duration | Int64",
};

/** Unions of a schema with something else, all in the package that declares schemas. */
const SCHEMA_UNIONS: Readonly<Record<string, string>> = {
  schemaOrArray: "JSONSchemaProps | JSONSchemaProps[]",
  schemaOrBool: "JSONSchemaProps | boolean",
  schemaOrStrings: "JSONSchemaProps | string[]",
};

/** The files of toolkit/api, by path relative to it. */
export function apiFiles(facts: Facts): Map<string, string> {
  const files = new Map([["scalars.ts", SCALARS_TEXT]]);
  const listing = { api: [] as string[], config: [] as string[] };
  for (const pkg of facts.packages.values()) {
    const name = typeFile(pkg);
    files.set(pkg.config ? `config/${name}` : name, new PackageWriter(facts, pkg).text());
    const line = `/** The types of ${pkg.key}. */\n` +
      `export type * as ${namespaceOf(pkg)} from "./${name}";\n`;
    listing[pkg.config ? "config" : "api"].push(line);
  }
  const scalars = Object.keys(SCALARS_LIST).join(",\n  ");
  files.set(
    "mod.ts",
    `${HEADER}/**\n * The types of the API, a namespace a group version: \`coreV1.Pod\`.\n *\n * @module\n */\n` +
      `${listing.api.join("")}export type {\n  ${scalars},\n} from "./scalars.ts";\n`,
  );
  files.set(
    "config/mod.ts",
    `${HEADER}/**\n * The types of the files that the processes read, a namespace a group version.\n *\n * @module\n */\n` +
      listing.config.join(""),
  );
  return files;
}

/** The name of the file of a package's types. */
export function typeFile({ file }: Package): string {
  return `${file.replaceAll(".", "_")}.ts`;
}

/** What the types of a package are imported as: `coreV1`. */
export function namespaceOf({ file }: Package): string {
  return file.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
}

const SCALARS_LIST: Readonly<Record<string, readonly [type: string, meaning: string]>> = {
  Base64: ["string", "Bytes in base64."],
  Duration: ["string", "A length of time: `1m30s`."],
  Int64: [
    "number | bigint",
    "A 64-bit integer: a number, and only past 2^53 a bigint, so that no digit is lost. Real values are\n" +
    " * smaller, but whoever may write an object may write any: use `Number(x)` to calculate.",
  ],
  IntOrString: ["number | string", 'A number, or a name or percentage: `8080`, `"http"`, `"25%"`.'],
  JsonObject: ["{ [key: string]: JsonValue }", "A JSON object."],
  JsonValue: [
    "null | boolean | number | bigint | string | JsonValue[] | JsonObject",
    "Any JSON; integers past 2^53 are bigints.",
  ],
  MicroTime: ["string", "A time to the microsecond: `2026-01-02T03:04:05.000006Z`."],
  Quantity: ["string", "An amount: `100m`, `1536Mi`."],
  Time: ["string", "A time to the second, RFC 3339: `2026-01-02T03:04:05Z`."],
};

const SCALARS_TEXT = HEADER +
  Object.entries(SCALARS_LIST).map(([name, [type, meaning]]) =>
    `\n/** ${meaning} */\nexport type ${name} = ${type};\n`.replace(
      /\/\*\* (.*\n \*)/,
      "/**\n * $1",
    )
      .replace(/(\n \*.*) \*\/\n/, "$1\n */\n")
  ).join("");

const META = "meta/v1";

/** What is written after a declaration that the facts have: types that are made of it. */
function afterwards({ key }: Package, name: string): string {
  if (key !== META || name !== "ObjectMeta") return "";
  return [
    "",
    "/** Of objects that are in no namespace. */",
    'export interface ClusterObjectMeta extends Omit<ObjectMeta, "namespace"> {}',
    "",
    "/** Of reviews, which are answered and never stored. */",
    'export interface ReviewMeta extends Pick<ObjectMeta, "creationTimestamp" | "managedFields"> {}',
    "",
    "/** Of reviews about one namespace. */",
    'export interface LocalReviewMeta extends ReviewMeta, Pick<ObjectMeta, "namespace"> {}',
    "",
  ].join("\n");
}

/** The names of a kind in the dialects, nearly always one: it tells kinds apart for the compiler. */
function kindLiteral(kind: string): string {
  const names = new Set(DIALECTS.map((dialect) => toDialect(kind, dialect)));
  return [...names].map((name) => JSON.stringify(name)).join(" | ");
}

/** Writes one package. */
class PackageWriter {
  readonly #facts: Facts;
  readonly #pkg: Package;
  readonly #scalars = new Set<string>();
  readonly #packages = new Set<string>();

  constructor(facts: Facts, pkg: Package) {
    this.#facts = facts;
    this.#pkg = pkg;
  }

  text(): string {
    const body = this.#facts.declarations(this.#pkg)
      .map(([name, type]) => this.#declaration(name, type)).join("\n");
    return `${HEADER}${this.#imports()}\n${body}`;
  }

  #imports(): string {
    const up = this.#pkg.config ? "../" : "./";
    let text = "";
    for (const key of [...this.#packages].sort()) {
      const pkg = this.#facts.packages.get(key)!;
      const folder = pkg.config === this.#pkg.config ? "./" : pkg.config ? "./config/" : up;
      text += `import type * as ${namespaceOf(pkg)} from "${folder}${typeFile(pkg)}";\n`;
    }
    if (this.#scalars.size > 0) {
      text += `import type { ${[...this.#scalars].sort().join(", ")} } from "${up}scalars.ts";\n`;
    }
    return text;
  }

  #declaration(name: string, type: FactType): string {
    if (type.of !== undefined) return `export type ${name} = ${this.#alias(type)};\n`;
    const fields = type.fields ?? [];
    const parents = fields.filter((field) => field.inline && !isTypeMeta(field))
      .map((field) => this.#type(this.#facts.parse(field.type, this.#pkg)));
    const extending = parents.length > 0 ? ` extends ${parents.join(", ")}` : "";
    const lines = fields.flatMap((field) => this.#field(field, name));
    if (lines.length === 0 && parents.length === 0) {
      return `export type ${name} = Record<never, never>;\n`;
    }
    return `export interface ${name}${extending} {\n${lines.join("")}}\n` +
      afterwards(this.#pkg, name);
  }

  #alias(type: FactType): string {
    const values = (type.values ?? []).map((value) => JSON.stringify(value));
    if (values.length === 0) return this.#type(this.#facts.parse(type.of!, this.#pkg));
    // Later releases add to a list of values that is not declared as an enumeration.
    if (!type.markers?.includes("enum")) values.push("(string & Record<never, never>)");
    return values.join(" | ");
  }

  #field(field: FactField, owner: string): string[] {
    if (isTypeMeta(field)) return ["  apiVersion?: string;\n", `  kind?: ${kindLiteral(owner)};\n`];
    if (field.inline) return [];
    const metadata = field.name === "metadata" ? this.#metadata(owner) : undefined;
    if (metadata !== undefined) {
      this.#packages.add(META);
      return [`  metadata?: metaV1.${metadata};\n`];
    }
    const parsed = this.#facts.parse(field.type, this.#pkg);
    const pointer = parsed.is === "pointer";
    const inner = pointer ? parsed.of : parsed;
    let text = this.#type(inner);
    if (writtenAsNull(field, pointer, inner)) text += " | null";
    const optional = field.markers?.includes("optional") || field.omitempty || field.omitzero;
    const names = [field.name!];
    // Definitions are read with both spellings of their extensions.
    if (field.name!.startsWith(NAMES.kubernetes.definitionExtensionPrefix)) {
      names.push(
        field.name!.replace(
          NAMES.kubernetes.definitionExtensionPrefix,
          NAMES.orch.definitionExtensionPrefix,
        ),
      );
    }
    return names.map((name) => {
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
      return `  ${key}${optional ? "?" : ""}: ${text};\n`;
    });
  }

  /** The metadata of kinds that have less of it than others: no namespace, no name. */
  #metadata(kind: string): string | undefined {
    const resource = resourceOf(this.#facts, this.#pkg, kind);
    const type = this.#pkg.types.get(kind)!;
    const inCluster = resource?.scope === "cluster" ||
      type.markers?.includes("genclient:nonNamespaced") === true;
    // What is only created and has a status is answered, and never stored.
    const answered = resource?.verbs === "create" &&
      type.fields?.some(({ name }) => name === "status") === true;
    if (answered) return inCluster ? "ReviewMeta" : "LocalReviewMeta";
    return inCluster ? "ClusterObjectMeta" : undefined;
  }

  #type(type: TypeExpression): string {
    switch (type.is) {
      case "scalar":
        return this.#scalar(type.name);
      case "declared":
        return this.#declared(type.package, type.name);
      case "pointer":
        return `${this.#type(type.of)} | null`;
      case "list": {
        const element = this.#type(type.of);
        return / [|&] /.test(element) ? `(${element})[]` : `${element}[]`;
      }
      case "map":
        return `Record<string, ${this.#type(type.of)}>`;
    }
  }

  #scalar(name: string): string {
    const union = SCHEMA_UNIONS[name];
    if (union !== undefined) return union;
    const text = SCALARS[name];
    if (text === undefined) throw new Error(`no TypeScript type for the scalar ${name}`);
    for (const part of text.split(" | ")) {
      if (part in SCALARS_LIST) this.#scalars.add(part);
    }
    return text;
  }

  #declared(key: string, name: string): string {
    if (key === this.#pkg.key) return name;
    this.#packages.add(key);
    return `${namespaceOf(this.#facts.packages.get(key)!)}.${name}`;
  }
}

/** Whether servers write the field as null when it is unset, and operators meet that. */
function writtenAsNull(field: FactField, pointer: boolean, type: TypeExpression): boolean {
  if (pointer) return !field.omitempty;
  if (type.is === "scalar" && (type.name === "time" || type.name === "microTime")) {
    return !field.omitzero;
  }
  // A required list or map that is unset is refused by validation before anyone reads it.
  const collection = type.is === "list" || type.is === "map";
  return collection && !field.omitempty && field.markers?.includes("optional") === true;
}
