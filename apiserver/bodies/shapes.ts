/**
 * What is shown of an object besides itself: its metadata only, or a row of a table.
 *
 * @module
 */

import { encodeJson, type JsonObject, rawText } from "../../toolkit/codec/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import { type CachedObject, derivedForms } from "../storage/cache/mod.ts";
import type { StoredProtobuf } from "../storage/stored_protobuf.ts";
import { Since } from "./since.ts";

/** An object to show: its JSON, and a place for its other forms. */
export interface Representation extends Pick<CachedObject, "json" | "derived"> {
  /** One of those forms, of an object that was just stored in it. */
  readonly protobuf?: StoredProtobuf | undefined;
}

/** How rows of a table carry their objects. */
export type IncludeObject = "None" | "Metadata" | "Object";

/** How a table is shown. */
export interface TableLook {
  readonly include: IncludeObject;
  /** The time that ages are told by, in milliseconds since 1970. */
  now(): number;
}

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
      description: "When the object was created, by the server's clock",
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

/** What is told in the row of an object, the object aside. */
interface Told {
  readonly cells: readonly unknown[];
  /** The conditions, as JSON between the cells and the object. */
  readonly conditions: string;
}

const told = derivedForms<Representation, Told>("row");
const partials = derivedForms<Representation, Uint8Array>("partial");

/** A row of a table, as JSON. Its cells and its object are made once; ages are told anew. */
export function rowOf(
  resource: ServedResource,
  shown: Representation,
  apiVersion: string,
  { include, now }: TableLook,
): Uint8Array {
  const { group, version, columns } = resource;
  const { cells, conditions } = told.of(shown, `${group}/${version}`, () => {
    const object = objectOf(shown);
    const found = columns.conditions?.(object);
    return {
      cells: columns.cells(object),
      conditions: found === undefined ? "" : `,"conditions":${JSON.stringify(found)}`,
    };
  });
  const time = now();
  const row = rawText(cells.map((cell) => cell instanceof Since ? cell.at(time) : cell));
  const start = `{"cells":${row}${conditions},"object":`;
  if (include === "None") return encoder.encode(`${start}null}`);
  const object = include === "Object" ? shown.json : partials.of(
    shown,
    apiVersion,
    () => encodeJson(PARTIAL_TYPE, partialOf(objectOf(shown), apiVersion)),
  );
  const pieces = [encoder.encode(start), object, ROW_END];
  return joinedBytes(pieces);
}

const ROW_END = encoder.encode("}");

/** The start of a table, up to its rows. */
export function tableHead(
  resource: ServedResource,
  apiVersion: string,
  metadata: object,
  headers: boolean,
): string {
  const definitions = headers ? resource.columns.definitions : null;
  return `{"kind":"Table","apiVersion":${JSON.stringify(apiVersion)},` +
    `"metadata":${JSON.stringify(metadata)},` +
    `"columnDefinitions":${JSON.stringify(definitions)},"rows":[`;
}

/** The end of a table, after its rows. */
export const TABLE_TAIL = "]}";
