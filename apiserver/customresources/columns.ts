/**
 * The columns in which lists show custom resources.
 *
 * @module
 */

import type { CustomResourceDefinitionVersion } from "../../toolkit/api/apiextensions_v1.ts";
import { type JsonObject, rawText } from "../../toolkit/codec/mod.ts";
import { parseTime } from "../../toolkit/values/mod.ts";
import { Since } from "../bodies/since.ts";
import type { Columns } from "../resource/served_resource.ts";
import { metadataOf } from "../resource/metadata.ts";
import { type JsonPath, JsonPathError, readJsonPath } from "./json_path.ts";

type Column = NonNullable<CustomResourceDefinitionVersion["additionalPrinterColumns"]>[number];

const NAME = {
  name: "Name",
  type: "string",
  format: "name",
  description: "Name must be unique within a namespace.",
  priority: 0,
};

/** Without columns of its own, a version shows how old its objects are. */
const AGE: Column = {
  name: "Age",
  type: "date",
  description: "When the object was created.",
  jsonPath: ".metadata.creationTimestamp",
};

/** A column, and where its values are. */
interface PlacedColumn {
  readonly column: Column;
  readonly path: JsonPath;
}

/** The columns of a version. */
export function columnsOfVersion(
  { additionalPrinterColumns }: CustomResourceDefinitionVersion,
): Columns {
  let placed: readonly PlacedColumn[] | undefined;
  // What nobody lists needs no paths.
  const columns = () => placed ??= placedColumns(additionalPrinterColumns ?? []);
  let definitions: Columns["definitions"] | undefined;
  return {
    get definitions() {
      return definitions ??= [NAME, ...columns().map(({ column }) => definitionOf(column))];
    },
    cells(object) {
      const { name = "" } = metadataOf(object);
      return [name, ...columns().map((one) => cell(object, one))];
    },
  };
}

function definitionOf(column: Column) {
  const { name, type, format = "", description = "", priority = 0, jsonPath } = column;
  const path = `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  return { name, type, format, description: description || path, priority };
}

/** A path that can't be read was taken all the same: then none of the version's columns is shown. */
function placedColumns(own: readonly Column[]): readonly PlacedColumn[] {
  const place = (column: Column) => ({ column, path: readJsonPath(column.jsonPath) });
  if (own.length === 0) return [place(AGE)];
  try {
    return own.map(place);
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    return [place(AGE)];
  }
}

function cell(object: JsonObject, { column: { type }, path }: PlacedColumn): unknown {
  const found = path.find(object);
  if (found.length === 0) return null;
  const [first] = found;
  switch (type) {
    case "integer":
      if (typeof first === "number") return Math.trunc(first);
      return typeof first === "bigint" ? first : null;
    case "number":
      return typeof first === "number" || typeof first === "bigint" ? first : null;
    case "boolean":
      return typeof first === "boolean" ? first : null;
    case "date":
      return dateOf(first);
    default:
      return textOf(first);
  }
}

function dateOf(value: unknown): unknown {
  if (typeof value !== "string") return null;
  try {
    parseTime(value);
    return new Since(value);
  } catch {
    return "<invalid>";
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : rawText(value);
}
