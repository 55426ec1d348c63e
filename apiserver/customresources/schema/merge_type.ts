/**
 * How fields of custom resources are tracked and merged.
 *
 * @module
 */

import { schemaOf } from "../../../toolkit/schema/mod.ts";
import { fieldElement } from "../../fieldmanager/element.ts";
import {
  ATOMIC,
  type FieldForm,
  type ListForm,
  type MapForm,
  type MergeType,
  scalarType,
  UNTYPED,
} from "../../fieldmanager/merge_type.ts";
import { mergeTypeOf } from "../../fieldmanager/struct_merge_type.ts";
import { SchemaNode } from "./node.ts";
import type { Structural } from "./structural.ts";

const STRING_FORM = scalarType("string");

const EMPTY = Object.freeze({});

/** How whole objects of a schema merge. */
export function mergeTypeOfStructural({ node }: Structural): MergeType {
  return typeOf(node, { isWhole: true, preserves: false });
}

interface Context {
  /** The value has the fields of every object of the API. */
  readonly isWhole: boolean;
  /** A schema around this one lets unknown fields be. */
  readonly preserves: boolean;
}

function typeOf(node: SchemaNode, context: Context): MergeType {
  const preserves = context.preserves || node.preserves;
  const inner = { isWhole: context.isWhole, preserves };
  switch (node.type) {
    case "object":
      return new NodeType(undefined, undefined, new NodeMap(node, inner));
    case "array":
      return new NodeType(undefined, listOf(node, preserves), undefined);
    case "integer":
    case "number":
      return scalarType("number");
    case "boolean":
      return scalarType("boolean");
    case "string": {
      const { format = "" } = node.schema;
      return format === "" || format === "byte" ? STRING_FORM : scalarType("any");
    }
    default:
      return new NodeType("any", listOf(node, preserves), new NodeMap(node, inner));
  }
}

class NodeType implements MergeType {
  constructor(
    readonly scalar: "any" | undefined,
    readonly list: ListForm | undefined,
    readonly map: MapForm | undefined,
  ) {}
}

function inside(node: SchemaNode, preserves: boolean): MergeType {
  return typeOf(node, { isWhole: node.isEmbedded, preserves });
}

function listOf(node: SchemaNode, preserves: boolean): ListForm {
  const { items, listType, mapKeys } = node;
  const atomic = listType !== "set" && listType !== "map";
  let element: MergeType | undefined;
  return {
    atomic,
    keys: listType === "map" ? mapKeys : [],
    get element() {
      return element ??= items === undefined ? ATOMIC : inside(items, preserves);
    },
  };
}

/** Fields are made when somebody first asks for them. */
class NodeMap implements MapForm {
  readonly atomic: boolean;
  readonly empty = EMPTY;
  readonly #node: SchemaNode;
  readonly #context: Context;
  #fields: ReadonlyMap<string, FieldForm> | undefined;
  #rest: MergeType | undefined;

  constructor(node: SchemaNode, context: Context) {
    this.#node = node;
    this.#context = context;
    this.atomic = node.mapType === "atomic";
  }

  get fields(): ReadonlyMap<string, FieldForm> {
    return this.#fields ??= this.#makeFields();
  }

  get rest(): MergeType | undefined {
    return this.#rest ??= this.#makeRest();
  }

  #makeFields(): ReadonlyMap<string, FieldForm> {
    const { isWhole, preserves } = this.#context;
    const fields = new Map<string, FieldForm>();
    for (const [name, node] of this.#node.properties) {
      const type = inside(node, preserves);
      fields.set(name, { element: fieldElement(name), type, default: node.default });
    }
    if (!isWhole) return fields;
    for (const name of ["apiVersion", "kind"]) {
      fields.set(name, { element: fieldElement(name), type: STRING_FORM, default: undefined });
    }
    const type = mergeTypeOf(schemaOf("kubernetes").struct("meta/v1", "ObjectMeta"));
    fields.set("metadata", { element: fieldElement("metadata"), type, default: undefined });
    return fields;
  }

  #makeRest(): MergeType | undefined {
    const { rest } = this.#node;
    const { isWhole, preserves } = this.#context;
    if (rest instanceof SchemaNode) return inside(rest, preserves);
    if (rest !== undefined) return rest ? UNTYPED : undefined;
    // An object of which nothing is said may be any; a whole one has its metadata said at least.
    const isFree = !isWhole && this.#node.properties.size === 0;
    return preserves || isFree ? UNTYPED : undefined;
  }
}
