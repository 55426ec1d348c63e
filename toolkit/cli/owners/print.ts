/**
 * What `orch owners` prints for people.
 *
 * @module
 */

import type { FieldChange } from "../../client/client.ts";
import type { FieldOwner } from "../../client/owned_fields.ts";
import type { Paint } from "../paint.ts";
import { printableLine } from "../printable.ts";
import { textTable } from "../text_table.ts";
import type { FieldRow } from "./field_rows.ts";

/** Characters of a value that are shown. */
const VALUE_LIMIT = 40;

/** A value as JSON on one line, its beginning if it is long. */
function shortened(value: unknown): string {
  const text = printableLine(
    JSON.stringify(value, (_, one) => typeof one === "bigint" ? Number(one) : one),
  );
  const characters = [...text.slice(0, 2 * VALUE_LIMIT)];
  return characters.length <= VALUE_LIMIT && text.length <= 2 * VALUE_LIMIT
    ? text
    : `${characters.slice(0, VALUE_LIMIT - 1).join("")}…`;
}

/** The fields as a tree, with a line for each of their owners. */
export function ownersText(rows: readonly FieldRow[], paint: Paint): string {
  const lines = rows.flatMap(({ label, depth, owners, ...row }) => {
    const name = "  ".repeat(depth) + printableLine(label);
    const value = "value" in row ? shortened(row.value) : "";
    const [first, ...others] = owners.map(cellsOf);
    const unowned = value === "" ? [] : [{ text: "-", shown: paint("dim", "-") }];
    return [[name, value, ...first ?? unowned], ...others.map((cells) => ["", "", ...cells])];
  });
  const head = ["FIELD", "VALUE", "MANAGER", "OPERATION", "TIME"];
  const styled = head.map((text) => ({ text, shown: paint("bold", text) }));
  return textTable([styled, ...lines]).map((line) => `${line}\n`).join("");
}

function cellsOf({ manager, operation, subresource, time }: FieldOwner): string[] {
  const how = subresource === "" ? operation : `${operation} ${subresource}`;
  return [manager, how, time].map(printableLine);
}

/** What an apply is about. */
export interface Explained {
  /** `deployments.apps default/web`. */
  readonly object: string;
  readonly manager: string;
  readonly changes: readonly FieldChange[];
}

/** What an apply would change, and what to do about its conflicts. */
export function changesText({ object, manager, changes }: Explained, paint: Paint): string {
  const whose = `${printableLine(object)} as ${printableLine(JSON.stringify(manager))}`;
  if (changes.length === 0) return `Applying ${whose} would change no field.\n`;
  const head = ["", "FIELD", "NOW", "THEN", "OWNED BY", ""].map((text) => ({
    text,
    shown: paint("bold", text),
  }));
  const rows = changes.map((change) => {
    const { path, owners, conflict } = change;
    const mark = markOf(change);
    const style = conflict ? "red" : mark === "+" ? "green" : mark === "-" ? "red" : "yellow";
    const value = (name: "before" | "after") => name in change ? shortened(change[name]) : "-";
    const now = { text: mark, shown: paint(style, mark) };
    const said = conflict ? [{ text: "conflict", shown: paint("red", "conflict") }] : [];
    const whose = owners.map(printableLine).join(", ") || "-";
    return [now, printableLine(path), value("before"), value("after"), whose, ...said];
  });
  const count = `${changes.length} ${changes.length === 1 ? "field" : "fields"}`;
  const table = textTable([head, ...rows]).map((line) => `${line}\n`).join("");
  return `Applying ${whose} would change ${count}:\n\n${table}\n${advice(changes)}`;
}

function markOf(change: FieldChange): string {
  if (change.conflict) return "!";
  return "before" in change ? ("after" in change ? "~" : "-") : "+";
}

function advice(changes: readonly FieldChange[]): string {
  const conflicts = changes.filter(({ conflict }) => conflict);
  if (conflicts.length === 0) return "There is no conflict. Nothing was written.\n";
  const owners = [...new Set(conflicts.flatMap((one) => one.owners))].map(printableLine);
  const count = conflicts.length === 1 ? "1 field is" : `${conflicts.length} fields are`;
  return `${count} in conflict: the server would refuse this apply. Leave out what is ` +
    `${
      owners.join(", ") || "somebody else"
    }'s, or apply with force to take it. Nothing was written.\n`;
}
