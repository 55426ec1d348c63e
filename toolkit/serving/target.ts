/**
 * What a request asks for, and whether its head is one that may be answered at all.
 *
 * @module
 */

import type { Headers } from "./http.ts";
import type { ServingLimits } from "./limits.ts";

/** Path and query of a request. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/** Splits a request target: the usual `/path?query`, `*`, or a whole URL as proxies get them. */
export function parseTarget(text: string): Target | undefined {
  let rest = text;
  if (text.charCodeAt(0) !== 47 /* slash */) {
    if (text === "*") return { path: "*", query: "" };
    const absolute = /^https?:\/\/[^/?#]+/i.exec(text);
    if (absolute === null) return undefined;
    rest = text.slice(absolute[0].length);
    if (!rest.startsWith("/")) rest = `/${rest}`;
  }
  const mark = rest.indexOf("?");
  return mark < 0
    ? { path: rest, query: "" }
    : { path: rest.slice(0, mark), query: rest.slice(mark + 1) };
}

/** Names and values in turn, as the runtime lists them, by lower-case name. */
export function headersOf(raw: readonly string[]): Headers {
  // Without a prototype: `__proto__` and `constructor` are names like any other.
  const headers: Record<string, string | string[]> = Object.create(null);
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const sent = raw[at]!;
    // Pseudo header fields of HTTP/2 are no header fields.
    if (sent.charCodeAt(0) === 58 /* colon */) continue;
    const name = sent.toLowerCase();
    const value = raw[at + 1]!;
    const earlier = headers[name];
    if (earlier === undefined) headers[name] = value;
    else if (typeof earlier === "string") headers[name] = [earlier, value];
    else earlier.push(value);
  }
  return headers;
}

/** Why a request is refused before any handler sees it. */
export interface Refusal {
  readonly status: 400 | 414 | 431;
  readonly reason: string;
}

/** Checks what the runtime's parsers leave to their users. */
export function headProblem(
  target: string,
  raw: readonly string[],
  limits: ServingLimits,
): Refusal | undefined {
  if (target.length > limits.targetBytes) {
    return { status: 414, reason: `the request target is over ${limits.targetBytes} bytes` };
  }
  if (raw.length > 2 * limits.headerCount) {
    return { status: 431, reason: `more than ${limits.headerCount} header fields` };
  }
  let bytes = 0;
  let hosts = 0;
  let lengths = 0;
  let encodings = 0;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!;
    bytes += name.length + raw[at + 1]!.length;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
    else if (name.length === 14 && name.toLowerCase() === "content-length") lengths++;
    else if (name.length === 17 && name.toLowerCase() === "transfer-encoding") encodings++;
  }
  if (bytes > limits.headerBytes) {
    return { status: 431, reason: `header fields of more than ${limits.headerBytes} bytes` };
  }
  // Two readings of where a request ends are one request that somebody before us did not see.
  if (hosts > 1) return { status: 400, reason: "too many Host headers" };
  if (lengths > 1) return { status: 400, reason: "too many Content-Length headers" };
  if (encodings > 1) return { status: 400, reason: "too many Transfer-Encoding headers" };
  if (lengths > 0 && encodings > 0) {
    return { status: 400, reason: "both Content-Length and Transfer-Encoding" };
  }
  return undefined;
}
