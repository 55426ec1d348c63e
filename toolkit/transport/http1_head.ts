/**
 * Heads of HTTP/1.1: written, and read strictly. What can be read in two ways is refused.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { ByteReader } from "./byte_reader.ts";
import type { Headers, TransportRequest } from "./exchange.ts";
import { ConnectionLost, TransportError } from "./transport_error.ts";

/** The head of an answer. */
export interface ResponseHead {
  readonly status: number;
  readonly minorVersion: 0 | 1;
  readonly headers: Headers;
}

/** Answers before the answer that are passed over. */
export const MAX_INTERIM_RESPONSES = 8;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// deno-lint-ignore no-control-regex
const VALUE = /^[^\x00-\x08\x0a-\x1f\x7f\u0100-\uffff]*$/;
// deno-lint-ignore no-control-regex
const TARGET = /^[^\x00-\x20\x7f\u0100-\uffff]+$/;

/** Headers of a connection, which only the transport itself says. */
const OWN = new Set(["connection", "content-length", "host", "keep-alive", "transfer-encoding"]);

/** Throws for a method, path or header that would read as something else on the connection. */
export function checkRequest({ method, path, headers = {} }: TransportRequest): void {
  if (!TOKEN.test(method)) throw new TransportError(`invalid method: ${JSON.stringify(method)}`);
  if (!TARGET.test(path)) throw new TransportError(`invalid path: ${JSON.stringify(path)}`);
  for (const name in headers) {
    if (!TOKEN.test(name)) throw new TransportError(`invalid header name: ${JSON.stringify(name)}`);
    const value = headers[name] ?? "";
    const isGood = typeof value === "string"
      ? VALUE.test(value)
      : value.every((one) => VALUE.test(one));
    // Its value may be a secret.
    if (!isGood) {
      throw new TransportError(
        `the header ${name} has characters that are not allowed in a header`,
      );
    }
  }
}

/** What comes before a body. Returns the length of the body, or undefined: it is sent in chunks. */
export function requestHead(
  request: TransportRequest,
  authority: string,
  target: string,
): { readonly head: Buffer; readonly length: number | undefined } {
  const { method, headers = {}, body } = request;
  let text = `${method} ${target} HTTP/1.1\r\n`;
  let host = authority;
  let announced: string | undefined;
  let upgrade: string | undefined;
  for (const name in headers) {
    const value = headers[name] ?? "";
    const lower = name.toLowerCase();
    if (!OWN.has(lower)) {
      for (const one of typeof value === "string" ? [value] : value) text += `${name}: ${one}\r\n`;
    } else if (lower === "host") host = String(value);
    else if (lower === "content-length") announced = String(value);
    if (lower === "upgrade") upgrade = String(value);
  }
  text += `host: ${host}\r\n`;
  if (upgrade !== undefined) text += "connection: Upgrade\r\n";
  const length = lengthOf(body, announced);
  if (length === undefined) text += "transfer-encoding: chunked\r\n";
  else if (body !== undefined || !/^(?:GET|HEAD|OPTIONS|TRACE|CONNECT|DELETE)$/.test(method)) {
    text += `content-length: ${length}\r\n`;
  }
  return { head: Buffer.from(`${text}\r\n`, "latin1"), length };
}

function lengthOf(body: TransportRequest["body"], announced: string | undefined) {
  if (body === undefined) return 0;
  if (body instanceof Uint8Array) return body.length;
  if (announced === undefined) return undefined;
  if (!/^\d{1,15}$/.test(announced)) {
    throw new TransportError("the content-length of the request is not a number");
  }
  return Number(announced);
}

/** Reads a head, `limitBytes` of it at most. Rejects with {@link ConnectionLost} where none came. */
export async function readHead(reader: ByteReader, limitBytes: number): Promise<ResponseHead> {
  let searched = 0;
  for (;;) {
    const { buffered } = reader;
    const end = endOfHead(buffered, searched);
    if (end > limitBytes || (end < 0 && buffered.length > limitBytes)) {
      throw new TransportError(`the head of the answer is longer than ${limitBytes} bytes`);
    }
    if (end >= 0) return parseHead(reader.take(end).toString("latin1"));
    // Nothing but HTTP begins otherwise: no need to wait for an end that may never come.
    if (buffered.length >= 5 && buffered.toString("latin1", 0, 5) !== "HTTP/") {
      throw notHttp(buffered[0] === TLS_ALERT && buffered[1] === TLS_MAJOR);
    }
    searched = Math.max(0, buffered.length - 3);
    if (await moreOf(reader)) continue;
    if (reader.buffered.length === 0) {
      throw new ConnectionLost("the server closed the connection without an answer");
    }
    throw new TransportError("unexpected EOF in the head of the answer");
  }
}

async function moreOf(reader: ByteReader): Promise<boolean> {
  try {
    return await reader.more();
  } catch (error) {
    const { message } = error as Error;
    if (reader.buffered.length === 0) throw new ConnectionLost(message, { cause: error });
    throw new TransportError(message, { cause: error });
  }
}

/** Where what comes after the head begins; -1: it is not whole. A line may end without `\r`. */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
}

/** How an alert of TLS begins: the answer of a server that expects TLS. */
const TLS_ALERT = 21;
const TLS_MAJOR = 3;

function notHttp(isTls = false): TransportError {
  const why = isTls ? ": the server speaks TLS, so its address must be an https one" : "";
  return new TransportError(`malformed HTTP response${why}`);
}

function parseHead(text: string): ResponseHead {
  const lines = text.split("\n");
  const [, minor, status] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r]*)?\r?$/.exec(lines[0] ?? "") ??
    [];
  if (status === undefined) throw notHttp();
  // Keys of all kinds come from outside: a map has no others.
  const headers = new Map<string, string | string[]>();
  for (let at = 1; at < lines.length - 2; at++) {
    const line = lines[at] ?? "";
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    const value = line.slice(colon + 1).replace(/\r$/, "").replace(/^[ \t]+|[ \t]+$/g, "");
    if (!TOKEN.test(name) || !VALUE.test(value)) {
      throw new TransportError("malformed HTTP response: a line is not a header");
    }
    addHeader(headers, name, value);
  }
  const minorVersion = minor === "0" ? 0 : 1;
  return { status: Number(status), minorVersion, headers: Object.fromEntries(headers) };
}

/** Several fields of a name are one with commas, but for cookies. */
function addHeader(
  headers: Map<string, string | string[]>,
  name: string,
  value: string,
): void {
  const before = headers.get(name);
  if (name === "set-cookie") headers.set(name, [...(before ?? []), value]);
  else headers.set(name, before === undefined ? value : `${String(before)}, ${value}`);
}

/** How long the body of an answer is. */
export type BodyLength = number | "chunked" | "until the end";

/** Throws where the head says it in two ways, or in none that is known. */
export function bodyLength(
  { status, headers, minorVersion }: ResponseHead,
  method: string,
): BodyLength {
  if (method === "HEAD" || status < 200 || status === 204 || status === 304) return 0;
  const { "transfer-encoding": encoding, "content-length": length } = headers;
  if (encoding !== undefined) {
    if (String(encoding).toLowerCase() !== "chunked" || minorVersion === 0) {
      throw new TransportError(`unsupported transfer encoding: ${JSON.stringify(encoding)}`);
    }
    return "chunked";
  }
  if (length === undefined) return "until the end";
  // The same length twice is one.
  const [first = "", ...more] = String(length).split(/\s*,\s*/);
  if (!/^\d{1,15}$/.test(first) || more.some((other) => other !== first)) {
    throw new TransportError(`bad Content-Length ${JSON.stringify(length)}`);
  }
  return Number(first);
}

/** Whether the connection can be used again after this answer. */
export function keepsAlive({ headers, minorVersion }: ResponseHead): boolean {
  const options = String(headers.connection ?? "").toLowerCase().split(/\s*,\s*/);
  const isAmbiguous = headers["transfer-encoding"] !== undefined &&
    headers["content-length"] !== undefined;
  if (isAmbiguous || options.includes("close")) return false;
  return minorVersion === 1 || options.includes("keep-alive");
}
