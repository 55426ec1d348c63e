/**
 * What `orch status` prints.
 *
 * @module
 */

import type { ChildStatus } from "./child.ts";
import type { ClusterStatus } from "./control.ts";

const HEAD = ["PROCESS", "PID", "STATE", "READY SINCE", "RESTARTS", "ADDRESS", "LOG"];

/** The status as lines of text. */
export function printStatus(status: ClusterStatus): string {
  const rows = [HEAD, ...status.children.map(rowOf)];
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)) + 3);
  const table = rows.map((row) =>
    row.map((cell, at) => cell.padEnd(widths[at]!)).join("").trimEnd()
  );
  const facts = [
    ["state", status.state],
    ["store", status.store],
    ["dialect", status.dialect],
    ["orch up", `process ${status.pid}, since ${timeOf(status.since)}`],
  ].map(([name, value]) => `${name!.padEnd(10)}${value}`);
  return [...table, "", ...facts].join("\n") + "\n";
}

function rowOf(child: ChildStatus): string[] {
  return [
    child.title,
    child.pid === undefined ? "-" : String(child.pid),
    child.state,
    child.readySince === undefined ? "-" : timeOf(child.readySince),
    String(child.restarts),
    child.address,
    child.log,
  ];
}

/** A moment as people here write it: date and time, no zone. */
function timeOf(ms: number): string {
  return new Date(ms).toLocaleString("sv-SE");
}
