/**
 * Reads URLs as Go's standard library does: more of them than browsers take, nothing looked up,
 * nothing repaired.
 *
 * @module
 */

import { countError, quoted } from "./counted.ts";

/** The parts of a URL; those that are not there are "". */
export interface UrlParts {
  readonly scheme: string;
  /** What follows the scheme of `mailto:someone`. */
  readonly opaque: string;
  readonly user: string;
  /** With the port, and with brackets around an IPv6 address. */
  readonly host: string;
  /** As it was written, where that is valid. */
  readonly escapedPath: string;
  readonly rawQuery: string;
  readonly fragment: string;
}

/** A text that is no URL. */
export class UrlTextError extends Error {
  override readonly name = "UrlTextError";
}

/**
 * Reads an absolute URL or an absolute path. Throws {@link UrlTextError}.
 */
export function parseUrl(text: string): UrlParts {
  try {
    // A fragment belongs to the path while the text is checked, and is cut off after that.
    partsOf(text, true);
    const [url, fragment = ""] = cut(text, "#");
    return { ...partsOf(url, false), fragment: unescaped(fragment, "path") };
  } catch (error) {
    if (!(error instanceof UrlTextError)) throw error;
    throw new UrlTextError(`parse ${quoted(text)}: ${error.message}`);
  }
}

/** Splits at the first `mark`. */
function cut(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}

function fail(message: string): never {
  // Made twice: the second one has the text.
  countError();
  countError();
  throw new UrlTextError(message);
}

function partsOf(text: string, absolute: boolean): Omit<UrlParts, "fragment"> {
  // deno-lint-ignore no-control-regex
  if (/[\x00-\x1f\x7f]/.test(text)) fail("net/url: invalid control character in URL");
  if (text === "" && absolute) fail("empty url");
  const none = { scheme: "", opaque: "", user: "", host: "", escapedPath: "", rawQuery: "" };
  if (text === "*") return { ...none, escapedPath: "*" };
  if (text.startsWith(":")) fail("missing protocol scheme");
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text)?.[1] ?? "";
  const [rest, rawQuery = ""] = cut(scheme === "" ? text : text.slice(scheme.length + 1), "?");
  const start = { ...none, scheme: scheme.toLowerCase(), rawQuery };
  if (!rest.startsWith("/")) {
    if (scheme !== "") return { ...start, opaque: rest };
    if (absolute) fail("invalid URI for request");
    if (cut(rest, "/")[0].includes(":")) fail("first path segment in URL cannot contain colon");
  }
  const hasAuthority = rest.startsWith("//") &&
    (scheme !== "" || (!absolute && !rest.startsWith("///")));
  if (!hasAuthority) return { ...start, escapedPath: escapedPath(rest) };
  const slash = rest.indexOf("/", 2);
  const authority = rest.slice(2, slash < 0 ? undefined : slash);
  const at = authority.lastIndexOf("@");
  const host = hostOf(authority.slice(at + 1));
  const user = at < 0 ? "" : userOf(authority.slice(0, at));
  return { ...start, user, host, escapedPath: escapedPath(slash < 0 ? "" : rest.slice(slash)) };
}

function userOf(text: string): string {
  if (/[^A-Za-z0-9\-._:~!$&'()*+,;=%@]/.test(text)) fail("net/url: invalid userinfo");
  return unescaped(text, "path");
}

function hostOf(text: string): string {
  const close = text.lastIndexOf("]");
  const colon = text.indexOf(":");
  let port = colon < 0 ? "" : text.slice(colon);
  if (text.startsWith("[")) {
    if (close < 0) fail("missing ']' in host");
    port = text.slice(close + 1);
  }
  if (!/^(:\d*)?$/.test(port)) fail(`invalid port ${quoted(port)} after host`);
  const zone = text.startsWith("[") ? text.slice(0, close).indexOf("%25") : -1;
  if (zone < 0) return unescaped(text, "host");
  return unescaped(text.slice(0, zone), "host") + unescaped(text.slice(zone, close), "zone") +
    unescaped(text.slice(close), "host");
}

type Place = "host" | "zone" | "path" | "query";

/** What a host may have as it is, letters, digits and everything beyond ASCII aside. */
const HOST_MARKS = /[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\x80-\u{10ffff}]/u;

/** What stands for itself, wherever it is. */
const PLAIN = /^[A-Za-z0-9\-_.~:]*$/;

function unescaped(text: string, place: Place): string {
  // Most are plain.
  if (place === "path" ? !text.includes("%") : PLAIN.test(text)) return text.toWellFormed();
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (let i = 0; i < text.length;) {
    if (text[i] === "%") {
      const escape = text.slice(i, i + 3);
      if (!/^%[0-9a-fA-F]{2}$/.test(escape)) fail(`invalid URL escape ${quoted(escape)}`);
      const byte = parseInt(escape.slice(1), 16);
      // A host takes no escapes of ASCII but that of the percent sign.
      if (place === "host" && byte < 0x80 && escape !== "%25") {
        fail(`invalid URL escape ${quoted(escape)}`);
      }
      bytes.push(byte);
      i += 3;
      continue;
    }
    const char = String.fromCodePoint(text.codePointAt(i) ?? 0);
    if ((place === "host" || place === "zone") && !HOST_MARKS.test(char)) {
      fail(`invalid character ${quoted(char)} in host name`);
    }
    if (char === "+" && place === "query") bytes.push(0x20);
    else bytes.push(...encoder.encode(char));
    i += char.length;
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function escapedPath(text: string): string {
  const path = unescaped(text, "path");
  // What was written stays if it is valid, also where it escapes more than it must.
  if (/^[A-Za-z0-9\-_.~!$&'()*+,;=:@/[\]%]*$/.test(text)) return text;
  return Array.from(new TextEncoder().encode(path), (byte) => {
    const char = String.fromCharCode(byte);
    return /[A-Za-z0-9\-_.~$&+,/:;=@]/.test(char)
      ? char
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

/** The host without its port, and without brackets. */
export function hostNameOf(host: string): string {
  const bare = host.slice(
    0,
    host.length - (portOf(host) === undefined ? 0 : portText(host).length),
  );
  return bare.startsWith("[") && bare.endsWith("]") ? bare.slice(1, -1) : bare;
}

function portText(host: string): string {
  return /:\d*$/.exec(host)?.[0] ?? "";
}

/** The port, which may be empty; undefined: there is none. */
export function portOf(host: string): string | undefined {
  if (host.endsWith("]")) return undefined;
  const text = portText(host);
  return text === "" ? undefined : text.slice(1);
}

/** The values of a query by their keys. What can't be read is left out. */
export function queryOf(text: string): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const [key, value = ""] = cut(pair, "=");
    try {
      const name = unescaped(key, "query");
      const values = all.get(name) ?? [];
      values.push(unescaped(value, "query"));
      all.set(name, values);
    } catch (error) {
      if (!(error instanceof UrlTextError)) throw error;
    }
  }
  return all;
}
