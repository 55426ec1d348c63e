/**
 * The columns in which `kubectl get` shows objects.
 *
 * @module
 */

import { EXTENSIONS, type Schema } from "./schema.ts";
import { schemaAt, simplePath } from "./schema_path.ts";

/** A column. */
export interface Column {
  /** Its head. */
  readonly name: string;
  /** Where its values are: `.spec.replicas`, `.status.conditions[?(@.type=="Ready")].status`. */
  readonly path: string;
  /** Default: that of the field. Dates are shown as the time since then. */
  readonly type?: "string" | "integer" | "date";
  /** Shown with `-o wide` alone. Default false. */
  readonly wide?: boolean;
}

/** A column as a definition has it. */
export interface DefinedColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly priority?: number;
}

/** A column of a version; undefined where the version has nothing to show in it. */
export function definedColumn(
  { name, path, type, wide = false }: Column,
  schema: Schema,
): DefinedColumn | undefined {
  const found = typeAt(path, schema);
  if (found === undefined) return undefined;
  return { name, type: type ?? found, jsonPath: path, ...(wide && { priority: 1 }) };
}

/** The type of column that shows what a path leads to; undefined where nothing is there. */
function typeAt(path: string, schema: Schema): string | undefined {
  const simple = simplePath(path);
  if (simple === undefined) return undefined;
  const [first, ...more] = simple.fields;
  if (first === "apiVersion" || first === "kind") return more.length === 0 ? "string" : undefined;
  if (first === "metadata") return metadataType(more);
  const found = schemaAt(schema, simple.fields);
  if (found === undefined) return undefined;
  return simple.isWhole ? columnType(found) : "string";
}

function metadataType(fields: readonly string[]): string {
  const [name = ""] = fields;
  if (name.endsWith("Timestamp")) return "date";
  return name === "generation" ? "integer" : "string";
}

function columnType({ type, format, [EXTENSIONS.isIntOrString]: isBoth }: Schema): string {
  if (isBoth === true) return "string";
  if (type === "string") return format === "date-time" || format === "datetime" ? "date" : "string";
  return type === "integer" || type === "number" || type === "boolean" ? type : "string";
}
