/**
 * What a run came to, as text.
 *
 * @module
 */

import type { Difference } from "./compare.ts";
import { json } from "./known.ts";
import type { Counts, Outcome } from "./run.ts";
import type { Request } from "./session.ts";

/** Characters of a value or a body that are shown. */
const SHOWN_CHARACTERS = 400;

/** Further requests that are named of those that differ alike. */
const SHOWN_ALIKE = 3;

/** A line of counts for each area, and a sum. */
export function countsTable(areas: ReadonlyMap<string, Counts>): string {
  const sum = { requests: 0, equal: 0, known: 0, different: 0 };
  for (const counts of areas.values()) {
    for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key];
  }
  const rows = [
    ["area", "requests", "equal", "known different", "different"],
    ...[...areas, ["all", sum] as const].map(([area, { requests, equal, known, different }]) => {
      return [area, requests, equal, known, different].map(String);
    }),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)
    ).join("  ")
  ).join("\n");
}

/** What differs, fields that differ alike together, the most frequent first. */
export function findingsText({ findings }: Pick<Outcome, "findings">): string {
  const fields = findings.flatMap((finding) =>
    finding.differences.map((difference) => ({ finding, difference }))
  );
  const alike = Map.groupBy(fields, ({ difference }) => signature(difference));
  return [...alike.values()].toSorted((a, b) => b.length - a.length).map((group) => {
    const [{ finding, difference }] = group as [(typeof group)[number]];
    const { where, ours, reference } = difference;
    const others = new Set(group.map(({ finding: { name } }) => name));
    others.delete(finding.name);
    return [
      `${where} (${group.length} times)`,
      `  ours:      ${cut(json(ours))}`,
      `  reference: ${cut(json(reference))}`,
      `  ${finding.name}`,
      `  ${curl(finding.exchanges.ours.request)}`,
      ...[...others].slice(0, SHOWN_ALIKE).map((name) => `  also ${name}`),
    ].join("\n");
  }).join("\n\n");
}

/** What findings of the same cause have in common: numbers, names and tokens do not count. */
function signature({ where, ours, reference }: Difference): string {
  const plain = (text: string) =>
    text.replaceAll(/<(\w+) [^>]*>/g, "<$1>").replaceAll(/\d+/g, "0").replaceAll(/\\".*?\\"/g, "_")
      .replaceAll(/\[\d+\]/g, "[]");
  return [where, json(ours).slice(0, 200), json(reference).slice(0, 200)].map(plain).join(" ");
}

/** A request as a command line. */
function curl({ method, path, headers, body }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = [
    `curl -X ${method}`,
    ...Object.entries(headers).filter(([name]) => name !== "user-agent")
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [`-d ${quoted(cut(typeof body === "string" ? body : `@${body.length} bytes`))}`]),
    quoted(path),
  ];
  return parts.join(" ");
}

function cut(text: string): string {
  return text.length <= SHOWN_CHARACTERS
    ? text
    : `${text.slice(0, SHOWN_CHARACTERS)}... (${text.length} characters)`;
}
