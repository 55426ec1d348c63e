/**
 * The rules for the words of a schema: which may be there, with what values, and beside which others.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { extensionKey, extensionOf } from "./extension.ts";
import { isObject, memberOf } from "../../../toolkit/values/json.ts";
import type { SchemaNode } from "./node.ts";
import { rulesOf, type RuleText } from "./rule.ts";
import { schemaPath, SchemaPathError } from "./schema_path.ts";
import { entriesOf, isPresent, nestedOf, VIOLATIONS_LIMIT } from "./subschemas.ts";

const TYPES = ["array", "boolean", "integer", "number", "object", "string"];
const LIST_TYPES = ["atomic", "set", "map"];
const MAP_TYPES = ["atomic", "granular"];
const REASONS = [
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueInvalid",
  "FieldValueRequired",
];
const OBJECT_FIELDS: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

/** What a schema around this one says of it. */
interface Around {
  readonly isRoot: boolean;
  /** It is of type or metadata of an object of the API. */
  readonly inMetadata: boolean;
  /** Why there may be no default; undefined: there may. */
  readonly noDefault: string | undefined;
}

/** What breaks rules in a schema of whole objects. `root`: its tree. */
export function* validateWords(root: SchemaNode, path: FieldPath): SlicedTask<FieldError[]> {
  const words = new Words(root);
  const around = { isRoot: true, inMetadata: false, noDefault: undefined };
  yield* words.schema(root.schema, path, around);
  return words.errors;
}

class Words {
  readonly errors: FieldError[] = [];
  readonly #root: SchemaNode;
  /** The nodes of the tree, by what they were made from; filled when one is first asked for. */
  readonly #nodes = new Map<JsonObject, SchemaNode>();

  constructor(root: SchemaNode) {
    this.#root = root;
  }

  #nodeOf(schema: JsonObject): SchemaNode | undefined {
    if (this.#nodes.size === 0) this.#learn(this.#root);
    return this.#nodes.get(schema);
  }

  #learn(node: SchemaNode): void {
    this.#nodes.set(node.schema, node);
    for (const child of node.children()) this.#learn(child);
  }

  #add(error: FieldError): void {
    if (this.errors.length < VIOLATIONS_LIMIT) this.errors.push(error);
  }

  *schema(schema: JsonObject, path: FieldPath, around: Around): SlicedTask<void> {
    yield;
    this.#plain(schema, path, around);
    yield* this.#properties(schema, path, around);
    const inner = around.isRoot ? { ...around, isRoot: false } : around;
    for (const [, nested, at] of nestedOf(schema, path)) yield* this.schema(nested, at, inner);
    if (isObject(schema.items)) yield* this.schema(schema.items, path.child("items"), inner);
    this.#mapType(schema, path);
    this.#listType(schema, path);
    for (const [index, rule] of rulesOf(schema).entries()) {
      const at = path.child(extensionKey(schema, "validations")).index(index);
      this.#rule(rule, schema, at);
      yield;
    }
  }

  #plain(schema: JsonObject, path: FieldPath, { noDefault, inMetadata }: Around): void {
    const { type = "" } = schema;
    if (type !== "" && !TYPES.includes(String(type))) {
      this.#add(FieldError.notSupported(path.child("type"), type, TYPES));
    }
    if (schema.default !== undefined && schema.default !== null && noDefault !== undefined) {
      this.#add(FieldError.forbidden(path.child("default"), `must not be set ${noDefault}`));
    }
    if (type === "null") {
      const why = "type cannot be set to null, use nullable as an alternative";
      this.#add(FieldError.forbidden(path.child("type"), why));
    }
    if (inMetadata && extensionOf(schema, "embedded-resource") === true) {
      const at = path.child(extensionKey(schema, "embedded-resource"));
      this.#add(FieldError.forbidden(at, "must not be used inside of resource meta"));
    }
    if (schema.uniqueItems === true) {
      const why =
        "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
      this.#add(FieldError.forbidden(path.child("uniqueItems"), why));
    }
  }

  *#properties(schema: JsonObject, path: FieldPath, around: Around): SlicedTask<void> {
    const { additionalProperties: rest, properties } = schema;
    if (properties === undefined && rest === undefined) return;
    const inner = { ...around, isRoot: false };
    if (isObject(properties) && isPresent(properties) && (isObject(rest) || rest === false)) {
      const why = "additionalProperties and properties are mutual exclusive";
      this.#add(FieldError.forbidden(path.child("additionalProperties"), why));
    }
    if (isObject(rest)) {
      const noDefault = around.inMetadata
        ? "inside additionalProperties applying to object metadata"
        : around.noDefault;
      yield* this.schema(rest, path.child("additionalProperties"), { ...inner, noDefault });
    }
    const isObjectOfApi = around.isRoot || extensionOf(schema, "embedded-resource") === true;
    const fields = path.child("properties");
    for (const [name, property] of entriesOf(properties)) {
      const at = fields.key(name);
      if (!isObjectOfApi || !OBJECT_FIELDS.has(name)) yield* this.schema(property, at, inner);
      else {
        const noDefault = around.isRoot ? `in top-level ${name}` : around.noDefault;
        yield* this.schema(property, at, { isRoot: false, inMetadata: true, noDefault });
      }
    }
  }

  #mapType(schema: JsonObject, path: FieldPath): void {
    const mapType = extensionOf(schema, "map-type");
    if (mapType === undefined) return;
    const key = extensionKey(schema, "map-type");
    this.#typeFor("object", key, schema, path);
    if (!MAP_TYPES.includes(String(mapType))) {
      this.#add(FieldError.notSupported(path.child(key), mapType, MAP_TYPES));
    }
  }

  /** Refuses another type than an extension is for; returns whether it did. */
  #typeFor(type: string, key: string, schema: JsonObject, path: FieldPath): boolean {
    const { type: found = "" } = schema;
    if (found === type) return false;
    const at = path.child("type");
    const why = `must be ${type} if ${key} is specified`;
    this.#add(found === "" ? FieldError.required(at, why) : FieldError.invalid(at, found, why));
    return true;
  }

  #listType(schema: JsonObject, path: FieldPath): void {
    const listType = extensionOf(schema, "list-type");
    const mapKeys = extensionOf(schema, "list-map-keys");
    const keys = Array.isArray(mapKeys) ? mapKeys.map(String) : [];
    const key = extensionKey(schema, "list-type");
    const keysKey = extensionKey(schema, "list-map-keys");
    if (keys.length > 0 && listType !== "map") {
      const why = `must be map if ${keysKey} is non-empty`;
      const at = path.child(key);
      this.#add(
        listType === undefined
          ? FieldError.required(at, why)
          : FieldError.invalid(at, listType, why),
      );
    }
    if (listType === undefined) return;
    const isWrong = this.#typeFor("array", key, schema, path);
    const items = isObject(schema.items) ? schema.items : undefined;
    if (!isWrong && listType === "set" && items !== undefined) this.#setItems(items, key, path);
    if (!LIST_TYPES.includes(String(listType))) {
      this.#add(FieldError.notSupported(path.child(key), listType, LIST_TYPES));
    }
    if (listType === "map") this.#mapList(schema, keys, path);
    if ((listType === "set" || listType === "map") && items?.nullable === true) {
      const why = `cannot be nullable when ${key} is ${listType}`;
      this.#add(FieldError.forbidden(path.child("items", "nullable"), why));
    }
  }

  #setItems(items: JsonObject, key: string, path: FieldPath): void {
    const why = `must be atomic as item of a list with ${key}=set`;
    const listType = extensionOf(items, "list-type");
    const [name, found, isFree] = items.type === "array"
      ? ["list-type", listType, true] as const
      : ["map-type", extensionOf(items, "map-type"), false] as const;
    if (items.type !== "array" && items.type !== "object") return;
    if (found === "atomic" || (isFree && found === undefined)) return;
    const at = path.child("items", extensionKey(items, name));
    // The reference shows the type of lists for that of maps, too.
    this.#add(FieldError.invalid(at, listType ?? null, why));
  }

  #mapList(schema: JsonObject, keys: readonly string[], path: FieldPath): void {
    const keysKey = extensionKey(schema, "list-map-keys");
    const key = extensionKey(schema, "list-type");
    const at = path.child(keysKey);
    if (keys.length === 0) {
      this.#add(FieldError.required(at, `must not be empty if ${key} is map`));
    }
    const { items } = schema;
    if (!isObject(items)) {
      const why = `must have a schema if ${key} is map`;
      this.#add(FieldError.required(path.child("items"), why));
      return;
    }
    if (items.type !== "object") {
      const why = `must be object if parent array's ${key} is map`;
      this.#add(FieldError.invalid(path.child("items", "type"), items.type ?? "", why));
      return;
    }
    const properties = isObject(items.properties) ? items.properties : {};
    const required = new Set<unknown>(Array.isArray(items.required) ? items.required : []);
    const seen = new Set<string>();
    for (const name of keys) {
      const property = memberOf(properties, name);
      if (seen.has(name)) {
        this.#add(FieldError.invalid(at, keys, "must not contain duplicate entries"));
      }
      seen.add(name);
      if (!isObject(property)) {
        this.#add(FieldError.invalid(at, keys, "entries must all be names of item properties"));
      } else this.#mapKey(property, required.has(name), name, schema, path);
    }
  }

  #mapKey(
    property: JsonObject,
    isRequired: boolean,
    name: string,
    list: JsonObject,
    path: FieldPath,
  ): void {
    const at = path.child("items", "properties").key(name);
    const inKeys = `this property is in ${extensionKey(list, "list-map-keys")}, so it`;
    if (property.type === "array" || property.type === "object") {
      const why = `must be a scalar type if parent array's ${
        extensionKey(list, "list-type")
      } is map`;
      // The reference names the type of the elements.
      const { type = "" } = list.items as JsonObject;
      this.#add(FieldError.invalid(at.child("type"), type, why));
    }
    const hasDefault = property.default !== undefined && property.default !== null;
    if (!isRequired && !hasDefault) {
      const why = `${inKeys} must have a default or be a required property`;
      this.#add(FieldError.required(at.child("default"), why));
    }
    if (property.nullable === true) {
      this.#add(FieldError.forbidden(at.child("nullable"), `${inKeys} cannot be nullable`));
    }
  }

  #rule(text: RuleText, schema: JsonObject, at: FieldPath): void {
    const { rule, message, messageExpression, reason, fieldPath } = text;
    const invalid = (field: string, value: string, why: string) =>
      this.#add(FieldError.invalid(at.child(field), value, why));
    const required = (field: string, why: string) =>
      this.#add(FieldError.required(at.child(field), why));
    if (rule.trim() === "") required("rule", "rule is not specified");
    else if (message !== "" && message.trim() === "") {
      invalid("message", message, "must be non-empty if specified");
    } else if (hasLines(message.trim())) {
      invalid("message", message, "must not contain line breaks");
    } else if (hasLines(rule.trim()) && message.trim() === "") {
      required("message", "message must be specified if rule contains line breaks");
    }
    if (messageExpression !== "" && messageExpression.trim() === "") {
      required("messageExpression", "messageExpression must be non-empty if specified");
    }
    if (reason !== undefined && !REASONS.includes(reason)) {
      this.#add(FieldError.notSupported(at.child("reason"), reason, REASONS));
    }
    if (fieldPath === "") return;
    if (fieldPath.trim() === "") invalid("fieldPath", fieldPath, "must be non-empty if specified");
    if (hasLines(fieldPath)) invalid("fieldPath", fieldPath, "must not contain line breaks");
    const node = this.#nodeOf(schema);
    if (node !== undefined && !leadsSomewhere(fieldPath, node)) {
      invalid("fieldPath", fieldPath, "must be a valid path");
    }
  }
}

function hasLines(text: string): boolean {
  return /[\n\r]/.test(text);
}

function leadsSomewhere(fieldPath: string, node: SchemaNode): boolean {
  try {
    schemaPath(fieldPath, node);
    return true;
  } catch (error) {
    if (error instanceof SchemaPathError) return false;
    throw error;
  }
}
