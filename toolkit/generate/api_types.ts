/**
 * Writes toolkit/api/: TypeScript types of every package, for those who write objects as well as
 * for those who read them. Groups appear nowhere in them: they depend on the dialect.
 *
 * @module
 */

import { META } from "../descriptions/meta.ts";
import { DIALECTS, NAMES, toDialect } from "../names.ts";
import { docComment, fieldWords, wordsOf } from "./doc_comments.ts";
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
  const packages = [...facts.packages.values()];
  for (const pkg of packages) {
    const name = typeFile(pkg);
    files.set(pkg.config ? `config/${name}` : name, new PackageWriter(facts, pkg).text());
  }
  const api = packages.filter(({ config }) => !config);
  files.set(
    "mod.ts",
    [
      HEADER,
      docComment(["The types of the API, a namespace a group version: `coreV1.Pod`.", "@module"]),
      ...api.map((pkg) => `import type { ${namespaceOf(pkg)} } from "./${typeFile(pkg)}";\n`),
      `\nexport type { ${api.map(namespaceOf).join(", ")} };\n`,
      `export type { ${
        [...Object.keys(SCALARS_LIST), "scalars"].join(", ")
      } } from "./scalars.ts";\n`,
      "\n",
      docComment([
        "All types of the API, by group version. They stand under shorter names too: api.coreV1.Pod is " +
        "coreV1.Pod, and as the newest stable version of its kind Pod.",
      ]),
      `export declare namespace api {\n  export type ${listed(api.map(namespaceOf), "  ")};\n}\n`,
    ].join(""),
  );
  files.set(
    "config/mod.ts",
    [
      HEADER,
      docComment([
        "The types of the files that the processes read, a namespace a group version.",
        "@module",
      ]),
      ...packages.filter(({ config }) => config).map((pkg) =>
        `export type { ${namespaceOf(pkg)} } from "./${typeFile(pkg)}";\n`
      ),
    ].join(""),
  );
  return files;
}

function listed(names: readonly string[], indent = ""): string {
  return `{\n${names.map((name) => `${indent}  ${name},\n`).join("")}${indent}}`;
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
  Duration: ["string", "A length of time as numbers with units: 300ms, 1m30s, 2h."],
  Int64: [
    "number | bigint",
    "A 64-bit integer: a number, and only past 2^53 a bigint, so that no digit is lost. Real values " +
    "are smaller, but whoever may write an object may write any: use Number(x) to calculate.",
  ],
  IntOrString: ["number | string", "A number, or a name or percentage: 8080, http, 25%."],
  JsonObject: ["{ [key: string]: JsonValue }", "A JSON object."],
  JsonValue: [
    "null | boolean | number | bigint | string | JsonValue[] | JsonObject",
    "Any JSON; integers past 2^53 are bigints.",
  ],
  MicroTime: ["string", "A time to the microsecond, RFC 3339: 2026-01-02T03:04:05.000006Z."],
  Quantity: ["string", "An amount as text: 100m, 1536Mi. The class Quantity calculates with it."],
  Time: ["string", "A time to the second, RFC 3339: 2026-01-02T03:04:05Z."],
};

const SCALARS_TEXT = `${HEADER}\n` +
  namespaceFile(
    "scalars",
    "The values that JSON has no type of its own for.",
    [
      ...Object.entries(SCALARS_LIST),
    ].map(([name, [type, meaning]]) => ({
      name,
      text: `${docComment([meaning])}type ${name} = ${type};\n`,
      words: meaning,
    })),
  );

const META_PACKAGE = "meta/v1";

/** A declaration of a namespace. */
interface Declared {
  readonly name: string;
  readonly text: string;
  /** What is said of it where it is exported by itself. */
  readonly words?: string;
}

/**
 * The declarations as a namespace, for those who import the toolkit, and each by itself for the files
 * of this project. It is a namespace of its own, and not a module that is exported as one: `deno doc`
 * takes what is in such a module for private.
 */
function namespaceFile(name: string, words: string, declared: readonly Declared[]): string {
  const inside = declared.map(({ text }) => text.replace(/^(?=.)/gm, "  ")).join("\n");
  const aliases = declared.map((one) =>
    `${docComment([one.words])}export type ${one.name} = ${name}.${one.name};\n`
  );
  return `${docComment([words])}export declare namespace ${name} {\n${inside}}\n\n${
    aliases.join("")
  }`;
}

/** Types that are made of a declaration that the facts have, to be written after it. */
function madeOf({ key }: Package, name: string): Declared[] {
  if (key !== META_PACKAGE || name !== "ObjectMeta") return [];
  const made: readonly [name: string, parents: string, words: string][] = [
    ["ClusterObjectMeta", 'Omit<ObjectMeta, "namespace">', "Metadata of objects in no namespace."],
    [
      "ReviewMeta",
      'Pick<ObjectMeta, "creationTimestamp" | "managedFields">',
      "Metadata of reviews, which are answered and never stored.",
    ],
    [
      "LocalReviewMeta",
      'ReviewMeta, Pick<ObjectMeta, "namespace">',
      "Metadata of reviews about one namespace.",
    ],
  ];
  return made.map(([name, parents, words]) => ({
    name,
    text: `${docComment([words])}interface ${name} extends ${parents} {}\n`,
  }));
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
  #scalars = false;
  readonly #packages = new Set<string>();

  constructor(facts: Facts, pkg: Package) {
    this.#facts = facts;
    this.#pkg = pkg;
  }

  text(): string {
    const declared = this.#facts.declarations(this.#pkg).flatMap(([name, type]) => {
      const text = docComment([wordsOf(this.#pkg, name, type)]) + this.#declaration(name, type);
      return [{ name, text }, ...madeOf(this.#pkg, name)];
    });
    const body = namespaceFile(namespaceOf(this.#pkg), `The types of ${this.#pkg.key}.`, declared);
    return `${HEADER}${this.#imports()}\n${body}`;
  }

  #imports(): string {
    const up = this.#pkg.config ? "../" : "./";
    let text = "";
    for (const key of [...this.#packages].sort()) {
      const pkg = this.#facts.packages.get(key)!;
      const folder = pkg.config === this.#pkg.config ? "./" : pkg.config ? "./config/" : up;
      text += `import type { ${namespaceOf(pkg)} } from "${folder}${typeFile(pkg)}";\n`;
    }
    if (this.#scalars) text += `import type { scalars } from "${up}scalars.ts";\n`;
    return text;
  }

  #declaration(name: string, type: FactType): string {
    if (type.of !== undefined) return `type ${name} = ${this.#alias(type)};\n`;
    const fields = type.fields ?? [];
    const parents = fields.filter((field) => field.inline && !isTypeMeta(field))
      .map((field) => this.#type(this.#facts.parse(field.type, this.#pkg)));
    const extending = parents.length > 0 ? ` extends ${parents.join(", ")}` : "";
    const lines = fields.flatMap((field) => this.#field(field, name));
    if (lines.length === 0 && parents.length === 0) {
      return `type ${name} = Record<never, never>;\n`;
    }
    return `interface ${name}${extending} {\n${lines.join("")}}\n`;
  }

  #alias(type: FactType): string {
    const values = (type.values ?? []).map((value) => JSON.stringify(value));
    if (values.length === 0) return this.#type(this.#facts.parse(type.of!, this.#pkg));
    // Later releases add to a list of values that is not declared as an enumeration.
    if (!type.markers?.includes("enum")) values.push("(string & Record<never, never>)");
    return values.join(" | ");
  }

  #field(field: FactField, owner: string): string[] {
    if (isTypeMeta(field)) {
      const words = META.TypeMeta?.[1];
      return [
        `${docComment([words?.apiVersion], "  ")}  apiVersion?: string;\n`,
        `${docComment([words?.kind], "  ")}  kind?: ${kindLiteral(owner)};\n`,
      ];
    }
    if (field.inline) return [];
    const comment = docComment([fieldWords(this.#facts, this.#pkg, owner, field)], "  ");
    const metadata = field.name === "metadata" ? this.#metadata(owner) : undefined;
    if (metadata !== undefined) {
      this.#packages.add(META_PACKAGE);
      return [`${comment}  metadata?: metaV1.${metadata};\n`];
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
      return `${comment}  ${key}${optional ? "?" : ""}: ${text};\n`;
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
      if (part in SCALARS_LIST) this.#scalars = true;
    }
    return text.replace(/[A-Z]\w*/g, "scalars.$&");
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
