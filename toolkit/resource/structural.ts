/**
 * From a type to the structural schema of a definition.
 *
 * @module
 */

import { copyJson, isObject, type JsonObject, memberOf, setMember } from "../values/json.ts";
import { oneOfRule } from "./one_of.ts";
import { problemOf } from "./problem.ts";
import { plainJson } from "./plain_json.ts";
import { EXTENSIONS, fieldsOf, requiredOf, type Schema, wordOf } from "./schema.ts";
import { COMMON, formatsOf, insteadOf, SILENT, TYPES_INSTEAD, WORDS } from "./words.ts";

/** Types in each other. */
const LEVELS_LIMIT = 64;
/** Types in all: a definition of so many is larger than a request may be. */
const TYPES_LIMIT = 20_000;

const TYPES = ["object", "array", "string", "integer", "number", "boolean"];
const COUNTS = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
const RULE_WORDS = [
  "rule",
  "message",
  "messageExpression",
  "fieldPath",
  "reason",
  "optionalOldSelf",
];
/** How TypeBox says that names are any texts. */
const ANY_NAMES = ["^.*$", "^(.*)$"];

/**
 * The structural schema of a type, of {@link Type}, TypeBox or plain JSON Schema; it shares nothing
 * with it. `path` is where the type is, `spec`. Throws a TypeError that says which part no definition
 * can say, and what to write instead.
 */
export function structuralOf(type: unknown, path: string): Schema {
  return new Reader().schema(type, { path, level: 0, repeated: 1 });
}

/** Where a type is. */
interface Place {
  readonly path: string;
  readonly level: number;
  /** How many values there may be of it at the most. */
  readonly repeated: number;
}

class Reader {
  #count = 0;

  schema(type: unknown, place: Place): Schema {
    const { path, level } = place;
    if (!isObject(type)) {
      refuse(path, `${shown(type)} is no type`, "write Type.String() or another");
    }
    if (level > LEVELS_LIMIT) {
      const why = `there are more than ${LEVELS_LIMIT} types in each other`;
      refuse(`${path.slice(0, 60)}…`, why, "write Type.Preserve() where a type holds itself");
    }
    if (++this.#count > TYPES_LIMIT) {
      refuse(path, `there are more than ${TYPES_LIMIT} types`, "write Type.Preserve() for some");
    }
    const words = plainWords(type, path);
    const name = typeOf(words, path);
    const known = new Set([...COMMON, ...(WORDS[name] ?? [])]);
    for (const word of Object.keys(words)) {
      if (known.has(word)) continue;
      const what = name === "" ? "a type of any value" : `a type of ${name}`;
      refuse(path, `"${word}" can't be said of ${what}`, insteadOf(word));
    }
    const schema: Schema = {};
    if (name !== "") schema.type = name;
    for (const [word, value] of Object.entries(words)) {
      this.#word(schema, word, value, words, place);
    }
    if (name === "object") this.#object(schema, words, place);
    if (name === "array") this.#array(schema, words, place);
    if (words.default !== undefined) {
      const problem = problemOf(schema, words.default, "the default", () => true);
      if (problem !== undefined) refuse(path, problem, "write one that fits the type");
    }
    return schema;
  }

  /** A word that is a value; those that are schemas come after it. */
  #word(schema: Schema, word: string, value: unknown, words: JsonObject, { path }: Place): void {
    const wrong = (wanted: string) => refuse(path, `${word} is ${shown(value)}`, `write ${wanted}`);
    switch (word) {
      case "type":
      case "items":
      case "properties":
      case "required":
      case "additionalProperties":
      case "patternProperties":
      case "oneOf":
        return;
      case "description":
      case "title":
      case "pattern":
        if (typeof value !== "string") wrong("a text");
        break;
      case "minimum":
      case "maximum":
        if (typeof value !== "number") wrong("a number");
        break;
      case "multipleOf":
        // Servers drop its fraction where a value has none.
        if (!(Number.isSafeInteger(value) && Number(value) > 0)) wrong("a whole number, or a rule");
        break;
      case "exclusiveMinimum":
      case "exclusiveMaximum":
        return exclude(schema, word, value, words, wrong);
      case "format": {
        const formats = formatsOf(String(words.type));
        if (!formats.includes(value as string)) {
          wrong(`one that servers know (${formats.join(", ")}), or a pattern`);
        }
        break;
      }
      case "enum":
        if (!Array.isArray(value) || value.length === 0) wrong("a list of values");
        // No server finds null among the values, whether it is one of them or not.
        if (words.nullable === true) {
          refuse(path, "it is one of some values or null", "write Type.Optional(Type.Enum([…]))");
        }
        schema.enum = [...new Set(value as unknown[])];
        return;
      case EXTENSIONS.rules:
        if (!Array.isArray(value)) wrong("a list of { rule, message }");
        for (const rule of value as unknown[]) checkRule(rule, path);
        break;
      default:
        if (COUNTS.includes(word) && !(Number.isSafeInteger(value) && Number(value) >= 0)) {
          wrong("a number of 0 or more");
        }
    }
    schema[word] = copyJson(value);
  }

  #object(schema: Schema, words: JsonObject, place: Place): void {
    const { path, level } = place;
    const { properties, required = [], additionalProperties: rest, oneOf } = words;
    const values = valuesOf(words, path);
    const fields: JsonObject = {};
    if (properties !== undefined) {
      if (!isObject(properties)) refuse(path, "properties is no object", "write a type a name");
      for (const [name, field] of Object.entries(properties)) {
        const at = { ...place, path: `${path}.${name}`, level: level + 1 };
        setMember(fields, name, this.schema(field, at));
      }
    }
    const hasFields = Object.keys(fields).length > 0;
    if (values !== undefined && hasFields) {
      const why = "an object has either properties or values of any names";
      refuse(path, why, "write a property that is a Type.Record()");
    }
    if (rest === true && schema[EXTENSIONS.preserves] !== true) {
      refuse(path, "values of any names can be anything", "write Type.Preserve()");
    }
    if (hasFields) schema.properties = fields;
    if (values !== undefined) {
      const { maxProperties = Infinity } = words;
      const repeated = place.repeated * Number(maxProperties);
      const at = { path: `${path}.*`, level: level + 1, repeated };
      schema.additionalProperties = this.schema(values, at);
    }
    if (!Array.isArray(required)) refuse(path, "required is no list", "write a list of names");
    for (const name of required as unknown[]) {
      if (typeof name === "string" && (values !== undefined || Object.hasOwn(fields, name))) {
        continue;
      }
      refuse(path, `${shown(name)} is required and no property`, "write its type, or leave it out");
    }
    // What has a default is there, and may be left out.
    const needed = (required as string[]).filter((name) =>
      (memberOf(fields, name) as Schema | undefined)?.default === undefined
    );
    if (needed.length > 0) schema.required = [...new Set(needed)];
    if (oneOf !== undefined) setOneOf(schema, oneOf, place);
  }

  #array(schema: Schema, words: JsonObject, place: Place): void {
    const { path, level, repeated } = place;
    const { items, maxItems = Infinity } = words;
    if (items === undefined) refuse(path, "a list of nothing known", "write Type.Array(Type.…)");
    if (Array.isArray(items)) {
      refuse(path, "its elements have types of their own", insteadOf("prefixItems"));
    }
    const at = { path: `${path}[]`, level: level + 1, repeated: repeated * Number(maxItems) };
    const element = this.schema(items, at);
    schema.items = element;
    if (schema[EXTENSIONS.listType] === "set") atomicElement(element, at.path);
    if (schema[EXTENSIONS.listType] === "map") checkKeys(schema, element, path);
  }
}

/** The words of a type as a definition spells them: without silent ones, unions that are one type. */
function plainWords(type: JsonObject, path: string, isMember = false): JsonObject {
  const words: JsonObject = {};
  for (const [word, value] of Object.entries(type)) {
    if (value === undefined || SILENT.has(word) || word.startsWith("~")) continue;
    words[wordOf(word)] = plainWord(word, value, path);
  }
  const { const: only, anyOf } = words;
  if (only !== undefined && words.enum === undefined) {
    words.enum = [only];
    delete words.const;
  }
  if (Array.isArray(anyOf) && !isMember) joinUnion(words, anyOf, path);
  if (Array.isArray(words.type) && words.type.length === 2 && words.type.includes("null")) {
    words.type = words.type.find((one) => one !== "null");
    words.nullable = true;
  }
  if (words.additionalProperties === false) delete words.additionalProperties;
  return words;
}

/** Schemas in it are read by themselves; all else is JSON. */
function plainWord(word: string, value: unknown, path: string): unknown {
  const holdsSchemas = [
    "properties",
    "patternProperties",
    "items",
    "additionalProperties",
    "anyOf",
  ];
  if (holdsSchemas.includes(word)) return value;
  if (value instanceof RegExp && value.flags === "") return value.source;
  if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) return Number(value);
  const plain = plainJson(value, `${path}: ${word}`);
  try {
    JSON.stringify(plain);
  } catch {
    refuse(path, `${word} has a number of more than 53 bits`, "write a smaller one");
  }
  return plain;
}

/** A union of literals is an enumeration, one with null may be null, one of number and text is both. */
function joinUnion(words: JsonObject, anyOf: readonly unknown[], path: string): void {
  const members = anyOf.map((one) => isObject(one) ? plainWords(one, path, true) : {});
  const others = members.filter(({ type }) => type !== "null");
  const types = others.map(({ type }) => type).sort().join();
  if (words[EXTENSIONS.isIntOrString] === true || types === "integer,string") {
    const isPlain = others.every((one) => Object.keys(one).length === 1);
    if (!isPlain) return;
    words[EXTENSIONS.isIntOrString] = true;
    words.anyOf = [{ type: "integer" }, { type: "string" }];
    if (others.length < members.length) words.nullable = true;
    return;
  }
  const isEnum = others.every(({ enum: values }) => Array.isArray(values));
  if (others.length === 0 || (others.length > 1 && !isEnum)) return;
  delete words.anyOf;
  if (others.length < members.length) words.nullable = true;
  if (isEnum) words.enum = others.flatMap(({ enum: values }) => values as unknown[]);
  else {
    for (const [word, value] of Object.entries(others[0]!)) words[word] ??= value;
  }
}

/** The type of a schema, "" where that is not said. */
function typeOf(words: JsonObject, path: string): string {
  const { type, enum: values } = words;
  if (type === undefined && Array.isArray(values)) words.type = typeOfValues(values, path);
  if (words.type === undefined) {
    if (words[EXTENSIONS.isIntOrString] === true || words[EXTENSIONS.preserves] === true) return "";
    for (const word of Object.keys(words)) {
      if (!COMMON.includes(word)) {
        refuse(path, `"${word}" does not say of which type a value is`, insteadOf(word));
      }
    }
    refuse(path, "nothing says of which type a value is", "write Type.Preserve() for any object");
  }
  const name = words.type;
  if (typeof name === "string" && TYPES.includes(name)) return name;
  refuse(path, `its type is ${shown(name)}`, TYPES_INSTEAD.get(String(name)) ?? "write one type");
}

function typeOfValues(values: readonly unknown[], path: string): string {
  const types = new Set(values.map((value) => typeof value));
  const [type] = types;
  if (types.size === 1 && (type === "string" || type === "boolean")) return type;
  if (types.size === 1 && type === "number") {
    return values.every(Number.isInteger) ? "integer" : "number";
  }
  refuse(path, "it is one of values of several types", "write Type.Enum() with texts");
}

/** Newer JSON Schema has a bound there, definitions a flag beside the bound. */
function exclude(
  schema: Schema,
  word: "exclusiveMinimum" | "exclusiveMaximum",
  value: unknown,
  words: JsonObject,
  wrong: (wanted: string) => void,
): void {
  const bound = word === "exclusiveMinimum" ? "minimum" : "maximum";
  if (value === false) return;
  if (value !== true) {
    if (typeof value !== "number") wrong("a number");
    if (words[bound] !== undefined) wrong(`either ${bound} or ${word}`);
    schema[bound] = value;
  } else if (words[bound] === undefined) wrong(`the bound`);
  schema[word] = true;
}

function checkRule(rule: unknown, path: string): void {
  if (!isObject(rule) || typeof rule.rule !== "string" || rule.rule === "") {
    refuse(path, `a rule is ${shown(rule)}`, "write { rule, message }");
  }
  for (const word of Object.keys(rule as object)) {
    if (!RULE_WORDS.includes(word)) {
      refuse(path, `a rule has no "${word}"`, `write ${RULE_WORDS.join(", ")}`);
    }
  }
}

/** The type of values of any names. */
function valuesOf(words: JsonObject, path: string): unknown {
  const { additionalProperties: rest, patternProperties: byName } = words;
  if (!isObject(byName)) return isObject(rest) ? rest : undefined;
  const [[pattern, values] = [], ...more] = Object.entries(byName);
  if (pattern !== undefined && ANY_NAMES.includes(pattern) && more.length === 0) return values;
  refuse(path, "the names of a record are any texts", insteadOf("patternProperties"));
}

function setOneOf(schema: Schema, oneOf: unknown, { path, repeated }: Place): void {
  const names = Object.keys(fieldsOf(schema));
  const cases = Array.isArray(oneOf) ? oneOf : [];
  const isOneEach = cases.length === names.length && names.length > 0 &&
    cases.every((one, index) =>
      isObject(one) && Object.keys(one).length === 1 &&
      requiredOf(one).join() === names[index] && requiredOf(one).length === 1
    );
  if (!isOneEach || schema.required !== undefined) {
    refuse(path, "its cases are no members of an object", insteadOf("oneOf"));
  }
  for (const [name, member] of Object.entries(fieldsOf(schema))) {
    if ((member as Schema).default === undefined) continue;
    const why = "a member with a default is always there, and then no other may be";
    refuse(`${path}.${name}`, why, "write it without");
  }
  const rule = oneOfRule(names, repeated);
  if (rule === undefined) schema.oneOf = names.map((name) => ({ required: [name] }));
  else schema[EXTENSIONS.rules] = [rule, ...(schema[EXTENSIONS.rules] as unknown[] ?? [])];
}

/** Elements of a set are compared, and so are applied, as a whole. */
function atomicElement(element: Schema, path: string): void {
  if (element.nullable === true) refuse(path, "it may be null", "write a set of what is there");
  if (element.type === "object") element[EXTENSIONS.mapType] ??= "atomic";
  if (element.type === "array") element[EXTENSIONS.listType] ??= "atomic";
}

function checkKeys(schema: Schema, element: Schema, path: string): void {
  const keys = schema[EXTENSIONS.listMapKeys];
  if (!Array.isArray(keys) || keys.length === 0) {
    refuse(path, "a list map has no keys", 'write ["name"] or another property');
  }
  for (const key of keys as unknown[]) {
    const field = memberOf(fieldsOf(element), String(key)) as Schema | undefined;
    const at = `${path}[].${key}`;
    if (field === undefined) refuse(at, "the key is no property", "write its type");
    if (field.type === "object" || field.type === "array") {
      refuse(at, `the key is of type ${field.type}`, "write a text or a number");
    }
    if (field.nullable === true) refuse(at, "the key may be null", "write a type without null");
    if (!requiredOf(element).includes(String(key)) && field.default === undefined) {
      refuse(at, "the key may be left out", "write it without Type.Optional(), or with a default");
    }
  }
}

/** More of a value shows nobody anything. */
const SHOWN_CHARACTERS = 60;

function shown(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "function") return "a function";
  if (typeof value === "object") return Array.isArray(value) ? "a list" : "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

function refuse(path: string, why: string, instead: string): never {
  throw new TypeError(`${path}: ${why}: ${instead}`);
}
