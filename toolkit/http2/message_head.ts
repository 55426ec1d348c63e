/**
 * What heads of requests and of answers have to be (RFC 9113, section 8): any other request is taken for
 * an attempt to have two servers read two different ones.
 *
 * @module
 */

import { GoodNames } from "./good_names.ts";

const COLON = 58;
/**
 * The fields before all others, and what they may be: what the first line of a request of HTTP/1.1
 * may have, so that one can be made of them.
 */
const PSEUDO: ReadonlyMap<string, RegExp> = new Map([
  [":method", /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/],
  [":scheme", /^https?$/],
  [":path", /^(?:\/[\x21-\x7e]*|\*)$/],
  // Of no user, and with nothing that a path begins with.
  [":authority", /^[!$&-.0-;=A-Z[\]_a-z~%]*$/],
]);
/** Fields that speak of a connection of HTTP/1.1. */
const OF_CONNECTIONS: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);
// deno-lint-ignore no-control-regex -- these are the characters that must not be there
const BAD_CHARACTER = /[\x00-\x08\x0a-\x1f\x7f]/;
/** Longer values are checked once however often they come: one byte repeats a value of 4 KiB. */
const REPEATED_CHARS = 64;

const names = new GoodNames(/^[!#$%&'*+\-.^_`|~0-9a-z]+$/);

/** Whether names and values, in turn, are the head of a request; takes away blanks around values. */
export function isRequestHead(raw: string[]): boolean {
  const pseudo = new Map<string, string>();
  let at = 0;
  for (; at < raw.length && raw[at]!.charCodeAt(0) === COLON; at += 2) {
    const name = raw[at]!;
    const value = raw[at + 1]!;
    if (pseudo.has(name) || PSEUDO.get(name)?.test(value) !== true) return false;
    pseudo.set(name, value);
  }
  const has = (name: string) => pseudo.has(name);
  const isComplete = pseudo.get(":method") === "CONNECT"
    ? has(":authority") && !has(":scheme") && !has(":path")
    : has(":method") && has(":scheme") && has(":path");
  return isComplete && areFields(raw, at) && isOfOneHost(raw, at, pseudo.get(":authority"));
}

/** Whether a host, if one is told besides the authority, is the same. */
function isOfOneHost(raw: readonly string[], from: number, authority: string | undefined): boolean {
  if (authority === undefined) return true;
  for (let at = from; at < raw.length; at += 2) {
    if (raw[at] !== "host") continue;
    if (raw[at + 1]!.toLowerCase() !== authority.toLowerCase()) return false;
  }
  return true;
}

/** Whether names and values, in turn, are fields that may come after a body; takes away blanks around values. */
export function areTrailers(raw: string[]): boolean {
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

/** The head of an answer. */
export interface ResponseHead {
  readonly status: number;
  /** Names and values, in turn, but for the status. */
  readonly raw: readonly string[];
  /** Bytes that its body has, if it says so. */
  readonly length: number | undefined;
}

/** A status that says that the connection is another protocol's from now on: not in HTTP/2. */
const SWITCHING = 101;

/** Names and values, in turn, as the head of an answer; undefined where they are none. */
export function responseHead(raw: readonly string[]): ResponseHead | undefined {
  const [name, text = ""] = raw;
  if (name !== ":status" || !/^[1-9]\d\d$/.test(text)) return undefined;
  const fields = raw.slice(2);
  const status = Number(text);
  if (status === SWITCHING || !areTrailers(fields)) return undefined;
  const length = announcedLength(fields);
  if (length === "malformed") return undefined;
  return { status, raw: fields, length };
}

/** Blanks around a value mean nothing, and peers send them: `Bearer ` is what some clients say who have no token. */
function areFields(raw: string[], from: number): boolean {
  let checked: Set<string> | undefined;
  for (let at = from; at < raw.length; at += 2) {
    const name = raw[at]!;
    const value = raw[at + 1] = withoutBlanks(raw[at + 1]!);
    if (!names.has(name) || OF_CONNECTIONS.has(name)) return false;
    if (name === "te" && value !== "trailers") return false;
    if (value.length > REPEATED_CHARS) {
      checked ??= new Set();
      if (checked.has(value)) continue;
      checked.add(value);
    }
    if (BAD_CHARACTER.test(value)) return false;
  }
  return true;
}

function withoutBlanks(value: string): string {
  if (!isBlank(value.charCodeAt(0)) && !isBlank(value.charCodeAt(value.length - 1))) return value;
  let from = 0, to = value.length;
  while (from < to && isBlank(value.charCodeAt(from))) from++;
  while (from < to && isBlank(value.charCodeAt(to - 1))) to--;
  return value.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 32 /* space */ || code === 9 /* tab */;
}
