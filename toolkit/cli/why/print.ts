/**
 * Runs of an operator as a table.
 *
 * @module
 */

import { isObject, type JsonObject } from "../../values/json.ts";
import type { Paint } from "../paint.ts";
import { printableLine } from "../printable.ts";
import { textTable } from "../text_table.ts";

const HEAD = ["TIME", "CONTROLLER", "TRY", "TOOK", "RESULT", "CAUSES", "WRITES"];
const STYLES: Readonly<Record<string, Parameters<Paint>[0]>> = {
  ok: "green",
  requeue: "yellow",
  error: "red",
  terminal: "red",
};

/** A row a run, the oldest first: a line for each cause beside one for each write, then the error. */
export function runsText(runs: readonly JsonObject[], paint: Paint): string {
  const head = HEAD.map((text) => ({ text, shown: paint("bold", text) }));
  const errors = new Map<number, string>();
  const rows = runs.flatMap((run, index) => {
    const causes = listOf(run.causes).map(causeText);
    const writes = listOf(run.writes).map(writeText);
    const result = text(run.result);
    const style = STYLES[result];
    const first = [
      text(run.at),
      text(run.controller),
      text(run.attempt),
      typeof run.tookMs === "number" ? `${Math.round(run.tookMs)} ms` : "-",
      { text: result, shown: style === undefined ? result : paint(style, result) },
    ];
    const count = Math.max(1, causes.length, writes.length);
    const lines = Array.from({ length: count }, (_, at) => [
      ...at === 0 ? first : first.map(() => ""),
      causes[at] ?? (at === 0 ? "-" : ""),
      writes[at] ?? (at === 0 ? "-" : ""),
    ]);
    if (run.error !== undefined) errors.set(index, paint("red", `error: ${text(run.error)}`));
    return lines.map((cells, at) => ({ cells, run: at === count - 1 ? index : undefined }));
  });
  const [title = "", ...lines] = textTable([head, ...rows.map(({ cells }) => cells)]);
  const printed = lines.flatMap((line, at) => {
    const { run } = rows[at]!;
    const error = run === undefined ? undefined : errors.get(run);
    return error === undefined ? [line] : [line, `  ${error}`];
  });
  return [title, ...printed].map((line) => `${line}\n`).join("");
}

/** `Updated Deployment default/web spec.replicas by kubectl`. */
function causeText(cause: JsonObject): string {
  const { type, kind, ref, changed, by } = cause;
  const fields = Array.isArray(changed) ? changed.map(text).join(", ") : "";
  return [text(type), text(kind), text(ref), fields, by === undefined ? "" : `by ${text(by)}`]
    .filter((part) => part !== "").join(" ");
}

/** `apply Deployment default/web`, and whether that was needed. */
function writeText({ verb, kind, ref, sent }: JsonObject): string {
  const what = [verb, kind, ref].map(text).filter((part) => part !== "").join(" ");
  return sent === false ? `${what} (as it was)` : what;
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function text(value: unknown): string {
  return value === undefined || value === null ? "" : printableLine(String(value));
}
