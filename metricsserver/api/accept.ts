/**
 * In which form a client wants an answer.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";

/** A list or an object, or a table of these. */
export type Form = "object" | "table";

/** More of a header is not looked at. */
const RANGES_LIMIT = 64;

/** The first form that `accept` names and that there is; undefined: there is none. Answers are JSON. */
export function formOf(accept: string, names: Names): Form | undefined {
  if (accept.trim() === "") return "object";
  for (const range of accept.split(",", RANGES_LIMIT)) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    if (!["application/json", "application/*", "*/*"].includes(type)) continue;
    const said = new Map(parameters.map((one) => one.split("=", 2) as [string, string]));
    if (said.get("q") === "0") continue;
    const as = said.get("as");
    if (as === undefined) return "object";
    const isTable = as === "table" && said.get("v") === "v1" &&
      said.get("g") === `meta.${names.groupSuffix}`;
    if (isTable) return "table";
  }
  return undefined;
}
