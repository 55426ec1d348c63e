/**
 * What keeps a schema from being structural: from saying of each field, without a look at a value,
 * what it is.
 *
 * @module
 */

import { regexOf } from "../../../toolkit/cel/regex.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { validateCompleteness } from "./completeness.ts";
import { extensionKey, type ExtensionName, extensionOf } from "./extension.ts";
import { type IntOrStringForm, intOrStringForm } from "./int_or_string.ts";
import { isObject, memberOf } from "../../../toolkit/values/json.ts";
import {
  entriesOf,
  isLeaf,
  isPresent,
  nestedOf,
  NOWHERE,
  type PathBuilder,
  VIOLATIONS_LIMIT,
} from "./subschemas.ts";

/** Where a schema stands: the whole, an element's, or a field's. */
type Level = "root" | "item" | "field";

/** Where extensions and other words stand that only the tree itself may have. */
const TREE_EXTENSIONS: readonly (readonly [ExtensionName, string])[] = [
  ["preserve-unknown-fields", "must be false to be structural"],
  ["embedded-resource", "must be false to be structural"],
  ["int-or-string", "must be false to be structural"],
  ["list-map-keys", "must be empty to be structural"],
  ["list-type", "must be undefined to be structural"],
  ["map-type", "must be undefined to be structural"],
  ["validations", "must be empty to be structural"],
];

/** Words of JSON Schema that have no meaning here. */
const UNSUPPORTED = [
  "id",
  "$schema",
  "$ref",
  "patternProperties",
  "dependencies",
  "additionalItems",
  "definitions",
];

/** Those of them that are refused even where they say nothing. */
const REFUSED_EMPTY: ReadonlySet<string> = new Set(["$ref", "additionalItems"]);

/** The rules that a schema breaks, sorted by their texts. */
export function* validateStructural(
  schema: JsonObject,
  path: PathBuilder = NOWHERE,
): SlicedTask<FieldError[]> {
  const checker = new Checker();
  const { errors } = checker;
  yield* checker.schema(schema, "root", path);
  // Nobody looks at the parts of what is none.
  if (!checker.isTree) return checker.unsupported;
  errors.push(...checker.unsupported);
  yield* validateCompleteness(errors, schema, path);
  const texts = new Map(errors.map((error) => [error, String(error)]));
  return errors.sort((one, other) => {
    const [left = "", right = ""] = [texts.get(one), texts.get(other)];
    return left < right ? -1 : left > right ? 1 : 0;
  });
}

class Checker {
  readonly errors: FieldError[] = [];
  /** What there may not be, which mostly makes it no tree. */
  readonly unsupported: FieldError[] = [];
  isTree = true;

  #add(error: FieldError, to = this.errors): void {
    if (to.length < VIOLATIONS_LIMIT) to.push(error);
  }

  #forbid(path: FieldPath, why: string): void {
    this.#add(FieldError.forbidden(path, why));
  }

  *schema(schema: JsonObject, level: Level, path: PathBuilder): SlicedTask<void> {
    yield;
    this.#own(schema, level, path);
    const { items, properties, additionalProperties: rest } = schema;
    if (isObject(items)) yield* this.schema(items, "item", path.child("items"));
    const fields = path.child("properties");
    for (const [name, inner] of entriesOf(properties)) {
      // Nearly all schemas have no others in them: they need no steps of their own.
      if (!isLeaf(inner)) yield* this.schema(inner, "field", fields.key(name));
      else {
        yield;
        this.#own(inner, "field", fields.key(name));
      }
    }
    if (isObject(rest)) yield* this.schema(rest, "field", path.child("additionalProperties"));
    yield* this.#values(schema, level, path, intOrStringForm(schema));
  }

  /** A schema without a look at those in it. */
  #own(schema: JsonObject, level: Level, path: PathBuilder): void {
    this.#supported(schema, path);
    if (schema.type === "array" && !isObject(schema.items)) {
      this.#add(FieldError.required(path.child("items"), "must be specified"));
    }
    this.#rest(schema, level, path);
    this.#extensions(schema, path);
    this.#pattern(schema, path);
    this.#type(schema, level, path);
    this.#metadata(schema, level, path);
  }

  #supported(schema: JsonObject, path: PathBuilder): void {
    const refuse = (error: FieldError, isTree = false) => {
      this.#add(error, this.unsupported);
      this.isTree &&= isTree;
    };
    for (const word of UNSUPPORTED) {
      const { [word]: value } = schema;
      if (!isPresent(value) && (!REFUSED_EMPTY.has(word) || value === undefined)) continue;
      // A reference to nothing is no reason not to look at the rest.
      const isTree = word === "$ref" && value === "";
      refuse(FieldError.forbidden(path.child(word), `${word} is not supported`), isTree);
    }
    if (Array.isArray(schema.items)) {
      const why = "items must be a schema object and not an array";
      refuse(FieldError.forbidden(path.child("items"), why));
    }
    if (extensionOf(schema, "preserve-unknown-fields") === false) {
      const key = extensionKey(schema, "preserve-unknown-fields");
      refuse(FieldError.invalid(path.child(key), false, "must be true or undefined"));
    }
  }

  #rest(schema: JsonObject, level: Level, path: PathBuilder): void {
    const { additionalProperties: rest } = schema;
    if (rest === undefined || rest === null) return;
    const at = path.child("additionalProperties");
    if (level === "root") this.#forbid(at, "must not be used at the root");
    if (extensionOf(schema, "embedded-resource") === true) {
      const key = extensionKey(schema, "embedded-resource");
      this.#forbid(at, `must not be used if ${key} is set`);
    }
  }

  #extensions(schema: JsonObject, path: PathBuilder): void {
    if (extensionOf(schema, "int-or-string") !== true) return;
    const why = `must be false if ${extensionKey(schema, "int-or-string")} is true`;
    for (const name of ["preserve-unknown-fields", "embedded-resource"] as const) {
      if (extensionOf(schema, name) !== true) continue;
      this.#add(FieldError.invalid(path.child(extensionKey(schema, name)), true, why));
    }
  }

  #type(schema: JsonObject, level: Level, path: PathBuilder): void {
    const { type = "" } = schema;
    const at = path.child("type");
    if (extensionOf(schema, "embedded-resource") === true && type !== "object") {
      const key = extensionKey(schema, "embedded-resource");
      const why = `must be object if ${key} is true`;
      this.#add(type === "" ? FieldError.required(at, why) : FieldError.invalid(at, type, why));
    } else if (
      type === "" && extensionOf(schema, "int-or-string") !== true &&
      extensionOf(schema, "preserve-unknown-fields") !== true
    ) this.#add(FieldError.required(at, NO_TYPE[level]));
    if (level === "root" && type !== "" && type !== "object") {
      this.#add(FieldError.invalid(at, type, "must be object at the root"));
    }
  }

  #metadata(schema: JsonObject, level: Level, path: PathBuilder): void {
    const isEmbedded = extensionOf(schema, "embedded-resource") === true;
    // Objects of the API alone have metadata.
    if (level !== "root" && !isEmbedded) return;
    const properties = isObject(schema.properties) ? schema.properties : {};
    const fieldOf = (name: string) => {
      const field = memberOf(properties, name);
      return field === undefined ? undefined : isObject(field) ? field : {};
    };
    const at = path.child("properties");
    for (const name of ["kind", "apiVersion"]) {
      const field = fieldOf(name);
      if (field === undefined || field.type === "string") continue;
      const found = field.type ?? "";
      this.#add(FieldError.invalid(at.key(name).child("type"), found, "must be string"));
    }
    const metadata = fieldOf("metadata");
    if (metadata !== undefined) {
      if (metadata.type !== "object") {
        const found = metadata.type ?? "";
        const where = at.key("metadata").child("type");
        this.#add(FieldError.invalid(where, found, "must be object"));
      }
      if (level === "root" && !restrictsNamesOnly(metadata)) {
        const why = "must not specify anything other than name and generateName, " +
          "but metadata is implicitly specified";
        this.#forbid(at.key("metadata"), why);
      }
    }
    const preserves = extensionOf(schema, "preserve-unknown-fields") === true;
    if (isEmbedded && !preserves && !isPresent(properties)) {
      const why = `must not be empty if ${extensionKey(schema, "embedded-resource")} is true ` +
        `without ${extensionKey(schema, "preserve-unknown-fields")}`;
      this.#add(FieldError.required(at, why));
    }
  }

  /** The rules for values of a schema, in which no more is said of what they are. */
  *#values(
    schema: JsonObject,
    level: Level,
    path: PathBuilder,
    form: IntOrStringForm,
  ): SlicedTask<void> {
    for (const [word, nested, at] of nestedOf(schema, path)) {
      if (word === "anyOf" && form === "anyOf") continue;
      const isFirst = word === "allOf" && nested === (schema.allOf as unknown[])[0];
      yield* this.#nested(nested, level, at, form === "allOf" && isFirst ? "anyOf" : undefined);
    }
  }

  #pattern({ pattern }: JsonObject, path: PathBuilder): void {
    if (typeof pattern !== "string" || pattern === "") return;
    try {
      regexOf(pattern);
    } catch (error) {
      const why = "must be a valid regular expression, but isn't: " + (error as Error).message;
      this.#add(FieldError.invalid(path.child("pattern"), pattern, why));
    }
  }

  *#nested(
    schema: JsonObject,
    level: Level,
    path: FieldPath,
    form: IntOrStringForm,
  ): SlicedTask<void> {
    yield;
    this.#supported(schema, path);
    this.#pattern(schema, path);
    yield* this.#values(schema, level, path, form);
    if (isObject(schema.items)) {
      yield* this.#nested(schema.items, level, path.child("items"), undefined);
    }
    const fields = path.child("properties");
    for (const [name, inner] of entriesOf(schema.properties)) {
      yield* this.#nested(inner, "field", fields.key(name), undefined);
    }
    const forbid = (word: string, why: string) => this.#forbid(path.child(word), why);
    if (isPresent(schema.type)) forbid("type", "must be empty to be structural");
    const { additionalProperties: rest } = schema;
    if (isObject(rest) || rest === true) {
      forbid("additionalProperties", "must be undefined to be structural");
    }
    if (isPresent(schema.default)) forbid("default", "must be undefined to be structural");
    if (isPresent(schema.title)) forbid("title", "must be empty to be structural");
    if (isPresent(schema.description)) forbid("description", "must be empty to be structural");
    if (schema.nullable === true) forbid("nullable", "must be false to be structural");
    for (const [name, why] of TREE_EXTENSIONS) {
      const value = extensionOf(schema, name);
      const isSaid = Array.isArray(value) ? value.length > 0 : value !== undefined;
      if (isSaid && value !== false) forbid(extensionKey(schema, name), why);
    }
    if (isObject(schema.properties) && Object.hasOwn(schema.properties, "metadata")) {
      const at = path.child("properties").key("metadata");
      this.#forbid(at, "must not be specified in a nested context");
    }
  }
}

const NO_TYPE: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

/** Of the metadata of the whole object a schema says the form of names, and nothing else. */
function restrictsNamesOnly({ properties, ...metadata }: JsonObject): boolean {
  for (const [name] of entriesOf(properties)) {
    if (name !== "name" && name !== "generateName") return false;
  }
  return Object.entries(metadata).every(([word, value]) =>
    word === "type" || word === "default" || !isPresent(value)
  );
}
