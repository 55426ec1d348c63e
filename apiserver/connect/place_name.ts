/**
 * Names of what requests are passed on to: `name`, `name:port`, `scheme:name:port`.
 *
 * @module
 */

import { badRequest } from "../../toolkit/errors/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";

/** A name, taken apart. */
export interface PlaceName {
  readonly https: boolean;
  readonly name: string;
  /** A number or a name; "" where none is named. */
  readonly port: string;
}

/** Takes a name apart; `what` is what errors call it. Throws a 400. */
export function placeName(what: "node" | "pod" | "service", text: string): PlaceName {
  const parts = text.split(":");
  const [scheme, name, port] = parts.length === 3
    ? parts as [string, string, string]
    : ["", parts[0] ?? "", parts[1] ?? ""] as const;
  const isKnown = scheme === "" || scheme === "http" || scheme === "https";
  if (parts.length > 3 || name === "" || !isKnown) {
    throw badRequest(`invalid ${what} request ${quoteText(text)}`);
  }
  return { https: scheme === "https", name, port };
}
