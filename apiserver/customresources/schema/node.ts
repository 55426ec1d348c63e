/**
 * A schema as a tree of what decides how values are read: fields, elements, defaults, extensions.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { extensionOf } from "./extension.ts";
import { isObject } from "./json.ts";

const NO_PROPERTIES: ReadonlyMap<string, SchemaNode> = new Map();
const NO_KEYS: readonly string[] = [];

/** See the module's comment. It never changes; rules for values are read from `schema`. */
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
  /** Whether there are lists in it or below it whose elements must differ. */
  readonly hasUniqueLists: boolean;
  /** Whether there are rules in it or below it. */
  readonly hasRules: boolean;

  constructor(schema: JsonObject) {
    this.schema = schema;
    this.type = typeof schema.type === "string" ? schema.type : "";
    this.nullable = schema.nullable === true;
    this.properties = propertiesOf(schema);
    this.items = isObject(schema.items) ? new SchemaNode(schema.items) : undefined;
    this.rest = restOf(schema);
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
    let hasUniqueLists = this.listType === "set" || this.listType === "map";
    let hasRules = Array.isArray(rules) && rules.length > 0;
    for (const child of this.children()) {
      hasDefaults ||= child.hasDefaults;
      hasEmbedded ||= child.hasEmbedded;
      hasUniqueLists ||= child.hasUniqueLists;
      hasRules ||= child.hasRules;
    }
    this.hasDefaults = hasDefaults;
    this.hasEmbedded = hasEmbedded;
    this.hasUniqueLists = hasUniqueLists;
    this.hasRules = hasRules;
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

function propertiesOf({ properties }: JsonObject): ReadonlyMap<string, SchemaNode> {
  if (!isObject(properties)) return NO_PROPERTIES;
  const entries = Object.entries(properties);
  if (entries.length === 0) return NO_PROPERTIES;
  return new Map(entries.map(([name, schema]) => {
    return [name, new SchemaNode(isObject(schema) ? schema : {})];
  }));
}

function restOf({ additionalProperties: rest }: JsonObject): SchemaNode | boolean | undefined {
  if (isObject(rest)) return new SchemaNode(rest);
  return typeof rest === "boolean" ? rest : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
