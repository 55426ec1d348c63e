/**
 * What the head of a request has to be (RFC 9113, section 8): anything else is taken for an attempt
 * to have two servers read two different requests.
 *
 * @module
 */

const COLON = 58;
const REQUIRED = [":method", ":scheme", ":path"];
const PSEUDO: ReadonlySet<string> = new Set([...REQUIRED, ":authority"]);
/** Fields that speak of a connection of HTTP/1.1. */
const OF_CONNECTIONS: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
// deno-lint-ignore no-control-regex -- these are the characters that must not be there
const BAD_VALUE = /[\x00\n\r]|^[ \t]|[ \t]$/;

/** Names that were found good: clients send the same few all the time. */
const goodNames = new Set<string>();
const MAX_GOOD_NAMES = 1000;

/** Whether names and values, in turn, are the head of a request. */
export function isRequestHead(raw: readonly string[]): boolean {
  const seen = new Set<string>();
  let at = 0;
  for (; at < raw.length && raw[at]!.charCodeAt(0) === COLON; at += 2) {
    const name = raw[at]!;
    if (!PSEUDO.has(name) || seen.has(name) || BAD_VALUE.test(raw[at + 1]!)) return false;
    seen.add(name);
  }
  if (raw[1 + raw.indexOf(":method")] === "CONNECT") {
    if (!seen.has(":authority") || seen.has(":path") || seen.has(":scheme")) return false;
  } else if (REQUIRED.some((name) => !seen.has(name)) || raw[1 + raw.indexOf(":path")] === "") {
    return false;
  }
  return areFields(raw, at);
}

/** Whether names and values, in turn, are fields that may come after a body. */
export function areTrailers(raw: readonly string[]): boolean {
  return areFields(raw, 0);
}

/** The length that a head says its body has; "malformed" where it says none that can be. */
export function announcedLength(raw: readonly string[]): number | "malformed" | undefined {
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at] !== "content-length") continue;
    const value = raw[at + 1]!;
    return /^\d{1,15}$/.test(value) ? Number(value) : "malformed";
  }
  return undefined;
}

function areFields(raw: readonly string[], from: number): boolean {
  for (let at = from; at < raw.length; at += 2) {
    const name = raw[at]!;
    const value = raw[at + 1]!;
    if (!isFieldName(name) || OF_CONNECTIONS.has(name) || BAD_VALUE.test(value)) return false;
    if (name === "te" && value !== "trailers") return false;
  }
  return true;
}

function isFieldName(name: string): boolean {
  if (goodNames.has(name)) return true;
  if (!NAME.test(name)) return false;
  if (goodNames.size < MAX_GOOD_NAMES) goodNames.add(name);
  return true;
}
