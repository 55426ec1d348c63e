/**
 * Events as lines of text, as they were before there was a JSON of them.
 *
 * @module
 */

import { quoteText } from "../../toolkit/values/mod.ts";
import type { EventFields } from "./event.ts";

/** An event as a line. Whatever clients sent is quoted: nobody can end the line, or begin another. */
export function legacyLine(fields: EventFields): string {
  const { user, impersonated, object, status, sourceIps } = fields;
  const isKnown = user !== undefined && user.name !== "";
  const pairs: readonly (readonly [name: string, value: string])[] = [
    ["id", fields.id],
    ["stage", fields.stage],
    ["ip", sourceIps[0] ?? "<unknown>"],
    ["method", fields.verb],
    ["user", isKnown ? user.name : "<none>"],
    ["groups", isKnown && user.groups.length > 0 ? quoted(user.groups) : "<none>"],
    ["as", impersonated?.name ?? "<self>"],
    ["asgroups", impersonated === undefined ? "<lookup>" : quoted(impersonated.groups)],
    ["user-agent", fields.userAgent],
    ["namespace", object?.namespace || "<none>"],
    ["uri", fields.requestUri],
    ["response", status === undefined ? "<deferred>" : String(status.code)],
  ];
  const text = pairs.map(([name, value]) => `${name}=${quoteText(value)}`).join(" ");
  return `${time(fields.receivedMs)} AUDIT: ${text}`;
}

function quoted(texts: readonly string[]): string {
  return texts.map(quoteText).join(",");
}

/** Without zeros at the end of the fraction. */
function time(ms: number): string {
  return new Date(ms).toISOString().replace(/\.?0*Z$/, "Z");
}
