/**
 * The columns in which lists show custom resources.
 *
 * @module
 */

import type { CustomResourceDefinitionVersion } from "../../toolkit/api/apiextensions_v1.ts";
import { type JsonObject, rawText } from "../../toolkit/codec/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";
import { isZeroTime, parseTime } from "../../toolkit/values/mod.ts";
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

/** Paths that can't be read were taken all the same: the columns up to the first of them are shown. */
function placedColumns(own: readonly Column[]): readonly PlacedColumn[] {
  const placed: PlacedColumn[] = [];
  for (const column of own.length === 0 ? [AGE] : own) {
    try {
      placed.push({ column, path: readJsonPath(column.jsonPath) });
    } catch (error) {
      if (!(error instanceof JsonPathError)) throw error;
      break;
    }
  }
  return placed;
}

function cell(object: JsonObject, { column: { type }, path }: PlacedColumn): unknown {
  const found = path.find(object);
  if (found.length === 0) return null;
  const [first] = found;
  if (first === null && type !== "string") return null;
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
    case "string":
      return textOf(first);
    default:
      return null;
  }
}

/** How it is said that there is no time yet. */
const NO_TIMES: ReadonlySet<string> = new Set(["", "null"]);
const UNKNOWN = "<unknown>";

function dateOf(value: unknown): unknown {
  if (typeof value !== "string") return null;
  if (NO_TIMES.has(value)) return UNKNOWN;
  try {
    return isZeroTime(parseTime(value)) ? UNKNOWN : new Since(value);
  } catch {
    return "<invalid>";
  }
}

function textOf(value: unknown): string {
  if (value === null) return "<no value>";
  if (typeof value === "string") return value;
  return typeof value === "number" ? numberText(value) : jsonText(value);
}

/** Fractions below and above these exponents of ten are written with one. */
const PLAIN_EXPONENTS = { least: -4, below: 6 };

/** A number as the reference prints it: `1.5`, and `1.5e+06` of a fraction that is large. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const [digits, exponent] = value.toExponential().split("e").map(Number) as [number, number];
  if (exponent >= PLAIN_EXPONENTS.least && exponent < PLAIN_EXPONENTS.below) return String(value);
  const places = String(Math.abs(exponent)).padStart(2, "0");
  return `${digits}e${exponent < 0 ? "-" : "+"}${places}`;
}

/** JSON with the fields of each object in the order of their names. */
function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (!isObject(value)) return rawText(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((field) => `${rawText(field)}:${jsonText(value[field])}`).join(",")}}`;
}
