/**
 * Schemas as the API's descriptions publish them.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { DescribeOptions, OpenApiSchema } from "../../openapi/described.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { extensionOf } from "./extension.ts";
import { isObject, setMember } from "../../../toolkit/values/json.ts";
import { withTypes } from "./int_or_string.ts";
import { SchemaNode } from "./node.ts";
import type { Structural } from "./structural.ts";

const API_VERSION = {
  type: "string",
  description: "The version of the schema of this object: its group and the version in it.",
};
const KIND = { type: "string", description: "The kind of this object." };

/** Words of values; those that the older version doesn't know are left out of it. */
const VALUE_WORDS = [
  "format",
  "title",
  "description",
  "externalDocs",
  "example",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "multipleOf",
  "enum",
  "maxProperties",
  "minProperties",
];
const ALTERNATIVES = ["allOf", "anyOf", "oneOf", "not"];
const EXTENSIONS = [
  "preserve-unknown-fields",
  "embedded-resource",
  "int-or-string",
  "list-map-keys",
  "list-type",
  "map-type",
  "validations",
] as const;

/** The schema of whole objects, without `apiVersion`, `kind` and `metadata`. Undefined: they may have any field. */
export function* describeStructural(
  structural: Structural,
  options: DescribeOptions,
): SlicedTask<OpenApiSchema | undefined> {
  const node = yield* structural.readNode();
  // Clients of the older version would refuse every field that is not told.
  if (options.version === 2 && node.preserves) return undefined;
  return yield* new Describer(options).schema(node);
}

/** The schemas in a schema, as they are published. */
interface Inner {
  readonly items?: JsonObject | undefined;
  readonly properties?: JsonObject | undefined;
  readonly rest?: JsonObject | boolean | undefined;
}

class Describer {
  readonly #options: DescribeOptions;

  constructor(options: DescribeOptions) {
    this.#options = options;
  }

  get #isOld(): boolean {
    return this.#options.version === 2;
  }

  *schema(node: SchemaNode): SlicedTask<JsonObject> {
    yield;
    const { items, rest } = node;
    return this.#described(node, {
      items: items && (yield* this.schema(items)),
      properties: node.properties.size > 0 ? yield* this.#properties(node) : undefined,
      rest: rest instanceof SchemaNode ? yield* this.schema(rest) : rest,
    });
  }

  /** With the schemas that are in it. */
  #described(node: SchemaNode, { items, properties, rest }: Inner): JsonObject {
    const described: JsonObject = {};
    const { schema } = node;
    const isOpaque = this.#isOld && (node.nullable || node.preserves);
    const type = this.#typeOf(node, isOpaque);
    if (type !== "") described.type = type;
    for (const word of VALUE_WORDS) copyWord(described, schema, word);
    if (!this.#isOld) {
      // Of a value nothing is left out, whatever it is.
      if (node.default !== undefined) described.default = node.default;
      if (node.nullable) described.nullable = true;
      const alternatives = node.isIntOrString ? { ...schema, ...withTypes(schema) } : schema;
      for (const word of ALTERNATIVES) copyWord(described, alternatives, word);
    }
    this.#required(described, node);
    if (!isOpaque) {
      if (items !== undefined) described.items = items;
      if (properties !== undefined) described.properties = properties;
    }
    if (rest !== undefined) described.additionalProperties = rest;
    for (const name of EXTENSIONS) {
      const value = extensionOf(schema, name);
      if (value !== undefined && value !== false && !isEmptyList(value)) {
        described[this.#options.extensionPrefix + name] = value;
      }
    }
    if (node.isEmbedded && !(this.#isOld && node.preserves)) this.#addObjectFields(described);
    return described;
  }

  #typeOf({ type, items, nullable, preserves }: SchemaNode, isOpaque: boolean): string {
    if (!this.#isOld || type === "") return type;
    // Old clients take a list without elements, or an object that may have any field, for broken.
    const isBroken = type === "array" && (isOpaque || items === undefined);
    const isFree = type === "object" && preserves;
    return isBroken || isFree || nullable ? "" : type;
  }

  *#properties(node: SchemaNode): SlicedTask<JsonObject> {
    const described: JsonObject = {};
    for (const [name, property] of node.properties) {
      yield;
      // Nearly all have nothing in them, and there may be very many.
      const shown = property.isLeaf ? this.#described(property, {}) : yield* this.schema(property);
      setMember(described, name, shown);
    }
    return described;
  }

  /** A field that may be null may be left out for all that the older version can say. */
  #required(described: JsonObject, node: SchemaNode): void {
    const { required } = node.schema;
    if (!Array.isArray(required) || required.length === 0) return;
    if (!this.#isOld) {
      described.required = required;
      return;
    }
    if (node.rest instanceof SchemaNode && node.rest.nullable) return;
    const left = required.filter((name) => node.properties.get(String(name))?.nullable !== true);
    if (left.length > 0) described.required = left;
  }

  #addObjectFields(described: JsonObject): void {
    const properties = isObject(described.properties) ? described.properties : {};
    const { metadata } = this.#options;
    described.properties = { ...properties, apiVersion: API_VERSION, kind: KIND, metadata };
    const required = Array.isArray(described.required) ? described.required : [];
    described.required = [...new Set([...required, "kind", "apiVersion"])];
  }
}

function copyWord(to: JsonObject, from: JsonObject, word: string): void {
  const value = from[word];
  if (value === undefined || value === null || value === "" || isEmptyList(value)) return;
  // What a value is like is said by false too.
  if (value !== false || word === "example") to[word] = value;
}

/** A list of nothing is no word: it would say that nothing is valid. */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
