/**
 * What is shown of an object besides itself: its metadata only, or a row of a table.
 *
 * @module
 */

import { encodeJson, type JsonObject } from "../../toolkit/codec/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import type { ServedResource } from "../registry/served_resource.ts";

/** How rows of a table carry their objects. */
export type IncludeObject = "None" | "Metadata" | "Object";

/** The columns of kinds that declare none. */
export const DEFAULT_COLUMNS: ServedResource["columns"] = {
  definitions: [
    {
      name: "Name",
      type: "string",
      format: "name",
      description: "The name, unique in its namespace",
      priority: 0,
    },
    {
      name: "Created At",
      type: "date",
      format: "",
      description: "When the object was made, by the server's clock",
      priority: 0,
    },
  ],
  cells({ metadata }) {
    const { name, creationTimestamp } = metadata as Record<string, unknown>;
    return [name ?? "", creationTimestamp ?? null];
  },
};

/** The types of shapes are the same in both dialects, their group's name aside. */
const schema = schemaOf("kubernetes");

/** The type of a shape's objects, where it has a Protobuf form. */
export const PARTIAL_TYPE = schema.struct("meta/v1", "PartialObjectMetadata");

/** The metadata of an object, as an object. */
export function partialOf(object: JsonObject, apiVersion: string): JsonObject {
  return { kind: "PartialObjectMetadata", apiVersion, metadata: object.metadata };
}

const encoder = new TextEncoder();

/** A row of a table, as JSON. */
export function rowOf(
  resource: ServedResource,
  object: JsonObject,
  apiVersion: string,
  include: IncludeObject,
): Uint8Array {
  const cells = JSON.stringify(resource.columns.cells(object));
  if (include === "None") return encoder.encode(`{"cells":${cells},"object":null}`);
  const shown = include === "Object"
    ? objectJson(resource, object)
    : new TextDecoder().decode(encodeJson(PARTIAL_TYPE, partialOf(object, apiVersion)));
  return encoder.encode(`{"cells":${cells},"object":${shown}}`);
}

function objectJson({ type }: ServedResource, object: JsonObject): string {
  return type === undefined
    ? JSON.stringify(object)
    : new TextDecoder().decode(encodeJson(type, object));
}

/** The start of a table, up to its rows. */
export function tableHead(
  resource: ServedResource,
  apiVersion: string,
  metadata: object,
  headers: boolean,
): string {
  const definitions = headers ? resource.columns.definitions : [];
  return `{"kind":"Table","apiVersion":${JSON.stringify(apiVersion)},` +
    `"metadata":${JSON.stringify(metadata)},` +
    `"columnDefinitions":${JSON.stringify(definitions)},"rows":[`;
}

/** The end of a table, after its rows. */
export const TABLE_TAIL = "]}";
