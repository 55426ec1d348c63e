/**
 * The columns in which lists show custom resources.
 *
 * @module
 */

import type { CustomResourceDefinitionVersion } from "../../toolkit/api/apiextensions_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { parseTime } from "../../toolkit/values/mod.ts";
import { Since } from "../codec/since.ts";
import type { Columns } from "../registry/served_resource.ts";
import { metadataOf } from "../registry/metadata.ts";
import { type JsonPath, readJsonPath } from "./json_path.ts";

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
  description: "When the object was made.",
  jsonPath: ".metadata.creationTimestamp",
};

/** The columns of a version. */
export function columnsOfVersion(
  { additionalPrinterColumns }: CustomResourceDefinitionVersion,
): Columns {
  const own = additionalPrinterColumns ?? [];
  const columns = own.length > 0 ? own : [AGE];
  let paths: readonly (JsonPath | undefined)[] | undefined;
  return {
    definitions: [
      NAME,
      ...columns.map(({ name, type, format = "", description = "", priority = 0 }) => ({
        name,
        type,
        format,
        description: description ||
          `Custom resource definition column (in JSONPath format): ${name}`,
        priority,
      })),
    ],
    cells(object) {
      // What nobody lists needs no paths.
      paths ??= columns.map(({ jsonPath }) => readJsonPath(jsonPath));
      const { name = "" } = metadataOf(object);
      return [name, ...columns.map((column, index) => cell(object, column, paths?.[index]))];
    },
  };
}

function cell(object: JsonObject, { type }: Column, path: JsonPath | undefined): unknown {
  const found = path?.find(object) ?? [];
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
      return found.length === 1 ? textOf(first) : found.map(textOf).join(",");
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
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}
