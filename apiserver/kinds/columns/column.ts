/**
 * Columns of tables, as kinds declare them.
 *
 * @module
 */

import type { TableColumnDefinition } from "../../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { Since } from "../../bodies/since.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { Columns } from "../../resource/served_resource.ts";

/** One column. */
export interface Column {
  readonly name: string;
  /** `string`, `integer`, `date`, `boolean`. Default: `string`. */
  readonly type?: string;
  readonly format?: string;
  readonly description: string;
  /** Shown only on wide tables. */
  readonly wide?: true;
  cell(object: JsonObject): unknown;
}

/** Every table's first column. */
export const NAME_COLUMN: Column = {
  name: "Name",
  format: "name",
  description: "The name, unique among objects of the kind in its namespace",
  cell: (object) => metadataOf(object).name ?? "",
};

/** How long ago the object was made. */
export const AGE_COLUMN: Column = {
  name: "Age",
  description: "The time since the object was created",
  cell: (object) => new Since(metadataOf(object).creationTimestamp),
};

/** When the object was made. */
export const CREATED_AT_COLUMN: Column = {
  name: "Created At",
  type: "date",
  description: "The time at which the object was created",
  cell: (object) => metadataOf(object).creationTimestamp ?? null,
};

/** The columns of a kind. */
export function columnsOf(...columns: readonly Column[]): Columns {
  const definitions: TableColumnDefinition[] = columns.map((column) => ({
    name: column.name,
    type: column.type ?? "string",
    format: column.format ?? "",
    description: column.description,
    priority: column.wide ? 1 : 0,
  }));
  return { definitions, cells: (object) => columns.map((column) => column.cell(object)) };
}

/** The name, which tells of a class that it is the one for what names none. */
export function classNameColumn(isDefault: (annotations: Annotations) => boolean): Column {
  return {
    ...NAME_COLUMN,
    cell(object) {
      const { name = "", annotations = {} } = metadataOf(object);
      return isDefault(annotations) ? `${name} (default)` : name;
    },
  };
}

type Annotations = Readonly<Record<string, string>>;

/** Labels in one line, as they are; in the order of their texts, not of their names. */
export function labelsText(labels: Readonly<Record<string, string>> | undefined): string {
  const texts = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return texts.sort().join(",") || "<none>";
}

/** The first few of a list in one cell, and how many more there are: `a,b,c + 2 more...`. */
export function firstOf(all: readonly string[], shown: number, total = all.length): string {
  const first = all.slice(0, shown).join(",");
  return all.length <= shown ? first : `${first} + ${total - shown} more...`;
}
