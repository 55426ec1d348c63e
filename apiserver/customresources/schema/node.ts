/**
 * A schema as a tree of nodes.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { extensionOf } from "./extension.ts";
import { isObject } from "../../../toolkit/values/json.ts";

/** The schemas in a schema that say what its values' parts are. */
type Children = Pick<SchemaNode, "properties" | "items" | "rest">;

const NO_FIELDS: Children["properties"] = new Map();
const NO_CHILDREN: Children = { properties: NO_FIELDS, items: undefined, rest: undefined };
const NO_KEYS: readonly string[] = [];

/**
 * A node of a schema's tree: whatever decides how values are read, pruned and defaulted (fields,
 * elements, defaults, extensions). Immutable; the rules for values are read from `schema`.
 */
export class SchemaNode {
  /** What the node was made from. */
  readonly schema: JsonObject;
  /** "" where none is said. */
  readonly type: string;
  readonly nullable: boolean;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly items: SchemaNode | undefined;
  /** Of a map: what its values are, or whether there may be any. */
  readonly rest: SchemaNode | boolean | undefined;
  /** Fields that no schema names stay, here and below. */
  readonly preserves: boolean;
  /** The value is an object of the API with metadata of its own. */
  readonly isEmbedded: boolean;
  readonly isIntOrString: boolean;
  readonly listType: string | undefined;
  readonly mapKeys: readonly string[];
  readonly mapType: string | undefined;
  /** Undefined: there is none. */
  readonly default: unknown;
  /** Whether there are defaults in it or below it. */
  readonly hasDefaults: boolean;
  /** Whether there are embedded objects in it or below it. */
  readonly hasEmbedded: boolean;
  /** Whether there are defaults of embedded objects, or of their metadata, in it or below it. */
  readonly fillsEmbedded: boolean;
  /** Whether there are lists in it or below it whose elements must differ. */
  readonly hasUniqueLists: boolean;
  /** Whether there are rules in it or below it. */
  readonly hasRules: boolean;

  private constructor(schema: JsonObject, { properties, items, rest }: Children) {
    this.schema = schema;
    this.type = typeof schema.type === "string" ? schema.type : "";
    this.nullable = schema.nullable === true;
    this.properties = properties;
    this.items = items;
    this.rest = rest;
    this.preserves = extensionOf(schema, "preserve-unknown-fields") === true;
    this.isEmbedded = extensionOf(schema, "embedded-resource") === true;
    this.isIntOrString = extensionOf(schema, "int-or-string") === true;
    this.listType = textOf(extensionOf(schema, "list-type"));
    const keys = extensionOf(schema, "list-map-keys");
    this.mapKeys = Array.isArray(keys) ? keys.map(String) : NO_KEYS;
    this.mapType = textOf(extensionOf(schema, "map-type"));
    this.default = schema.default ?? undefined;
    const rules = extensionOf(schema, "validations");
    let hasDefaults = this.default !== undefined;
    let hasEmbedded = this.isEmbedded;
    let fillsEmbedded = this.isEmbedded && properties.get("metadata")?.hasDefaults === true;
    let hasUniqueLists = this.listType === "set" || this.listType === "map";
    let hasRules = Array.isArray(rules) && rules.length > 0;
    for (const child of this.children()) {
      hasDefaults ||= child.hasDefaults;
      hasEmbedded ||= child.hasEmbedded;
      fillsEmbedded ||= child.fillsEmbedded;
      hasUniqueLists ||= child.hasUniqueLists;
      hasRules ||= child.hasRules;
    }
    this.hasDefaults = hasDefaults;
    this.hasEmbedded = hasEmbedded;
    this.fillsEmbedded = fillsEmbedded || hasEmbedded && this.default !== undefined;
    this.hasUniqueLists = hasUniqueLists;
    this.hasRules = hasRules;
  }

  /** The tree of a schema. */
  static *of(schema: JsonObject): SlicedTask<SchemaNode> {
    yield;
    const { items, additionalProperties: rest } = schema;
    return new SchemaNode(schema, {
      properties: isObject(schema.properties) ? yield* fieldsOf(schema.properties) : NO_FIELDS,
      items: isObject(items) ? yield* SchemaNode.of(items) : undefined,
      rest: isObject(rest)
        ? yield* SchemaNode.of(rest)
        : typeof rest === "boolean"
        ? rest
        : undefined,
    });
  }

  /** The tree of a schema in which there are no others. */
  static leaf(schema: JsonObject): SchemaNode {
    return new SchemaNode(schema, NO_CHILDREN);
  }

  /** Whether nothing is said of what is in it. */
  get isLeaf(): boolean {
    return this.properties.size === 0 && this.items === undefined && this.rest === undefined;
  }

  *children(): Iterable<SchemaNode> {
    yield* this.properties.values();
    if (this.items !== undefined) yield this.items;
    if (this.rest instanceof SchemaNode) yield this.rest;
  }

  /** What a field of this name holds; undefined: nothing is known of it. */
  field(name: string): SchemaNode | undefined {
    const own = this.properties.get(name);
    return own ?? (this.rest instanceof SchemaNode ? this.rest : undefined);
  }
}

function* fieldsOf(properties: JsonObject): SlicedTask<Children["properties"]> {
  const fields = new Map<string, SchemaNode>();
  for (const name of Object.keys(properties)) {
    const schema = properties[name];
    if (isObject(schema) && hasParts(schema)) fields.set(name, yield* SchemaNode.of(schema));
    else {
      yield;
      fields.set(name, SchemaNode.leaf(isObject(schema) ? schema : {}));
    }
  }
  return fields;
}

function hasParts({ properties, items, additionalProperties }: JsonObject): boolean {
  return properties !== undefined || items !== undefined || additionalProperties !== undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
