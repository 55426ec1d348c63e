/**
 * A store's report, for people.
 *
 * @module
 */

import type { StoreReport } from "./admin.ts";

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** Bytes with a unit: `1.5 MiB`. */
export function printBytes(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

const count = new Intl.NumberFormat("en-US");

/** The report as lines of text. */
export function printReport(report: StoreReport): string {
  const facts: [string, string | undefined][] = [
    ["store", report.store],
    ["backend", report.backend],
    ["dialect", report.dialect],
    ["prefix", report.prefix || "/"],
    ["revision", `${report.revision} (readable from ${Math.max(1, report.compacted)})`],
    ["keys", report.keys === undefined ? undefined : count.format(report.keys)],
    ["size", report.sizeBytes === undefined ? undefined : printBytes(report.sizeBytes)],
    ["history", report.historyBytes === undefined ? undefined : printBytes(report.historyBytes)],
    ["held by", report.heldBy],
  ];
  const lines = facts.filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name.padEnd(10)}${value}`);
  if (report.resources.length > 0) {
    const width = Math.max(8, ...report.resources.map(({ resource }) => resource.length)) + 3;
    lines.push("", `${"RESOURCE".padEnd(width)}${"OBJECTS".padStart(10)}${"SIZE".padStart(12)}`);
    for (const { resource, objects, bytes } of report.resources) {
      lines.push(
        resource.padEnd(width) + count.format(objects).padStart(10) +
          printBytes(bytes).padStart(12),
      );
    }
  }
  return lines.join("\n") + "\n";
}
