/**
 * Takes out of answers what no two servers have in common: times near now, ids, resource versions,
 * names, addresses and ports that the server chose itself. Each becomes a token that says
 * what it is and keeps the value, so that what is the same and what is not stays comparable.
 *
 * @module
 */

import {
  decodeEnveloped,
  decodeWatchFrame,
  decodeYaml,
  firstFrame,
} from "../../toolkit/codec/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import type { Exchange } from "./session.ts";

/** A value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** An answer without what is the server's own. */
export interface Shown {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; the events of a watch; else text. */
  readonly body: Json;
}

/** Headers of the connection, of the moment, or of a server's own bookkeeping. */
const LEFT_OUT = new Set([
  "connection",
  "content-length",
  "transfer-encoding",
  "x-kubernetes-pf-flowschema-uid",
  "x-kubernetes-pf-prioritylevel-uid",
]);

/** Headers whose value is the server's own, and whose presence is not. */
const PRESENT_ONLY = new Set(["audit-id", "date", "etag", "last-modified"]);

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
/** Texts about resource versions show the server's current one. */
const CURRENT_VERSION =
  /(Too large resource version: \d+, current: |too old resource version: \d+ \()\d+/g;
/** So do texts about preconditions. */
const PRECONDITION_VERSION = /(ResourceVersion in (?:the precondition|record) \()(\d+)/g;
/** Characters of a prefix that a generated name begins with: the end has to have a place too. */
const PREFIX_CHARS = 58;
/** The end of a generated name. */
const SUFFIX = /^[bcdfghjklmnpqrstvwxz2456789]{5}$/;
/** Addresses of the range that both servers hand out. */
const ADDRESS = /^10\.0\.\d{1,3}\.\d{1,3}$/;
/** Ports of the range that both servers hand out. */
const PORTS = { first: 30_000, last: 32_767 };
/** In a table: how long ago something was. */
const AGE = /^\d+s$/;
const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** How far from now a time is still the server's own. */
const NEAR_MS = 6 * 60 * 60 * 1000;

const PROTOBUF = "application/vnd.kubernetes.protobuf";

/** Finds tokens: their values of both sides are compared as pairs. */
export const PAIRED_TOKENS = /<(?:uid|version|address|port|suffix) [^>]*>/g;

/** Reads the answers of one scenario and side, in their order. */
export class Normalizer {
  readonly #now: number;
  /** Generated names, and what they are shown as. */
  readonly #names = new Map<string, string>();
  #newest = 0;

  /** `now` is about when the answers came, in milliseconds. */
  constructor(now: number) {
    this.#now = now;
  }

  /** What is to be compared of an answer. */
  show({ request, answer, view }: Exchange): Shown {
    const sent = typeof request.body === "string" ? request.body : "";
    const whole = readBody(request.path, answer.headers.get("content-type") ?? "", answer);
    const body = view === undefined ? whole : view(whole) as Json;
    this.#findNames(body);
    this.#findRefusedName(body, sent);
    const headers: Record<string, string> = {};
    for (const [name, value] of answer.headers) {
      if (LEFT_OUT.has(name)) continue;
      headers[name] = PRESENT_ONLY.has(name) ? "<present>" : this.#text(value);
    }
    const shown = this.#value(body, sent, []);
    if (answer.failure !== undefined) headers["<failure>"] = answer.failure;
    return { status: answer.status, headers, body: shown };
  }

  /** Another value that a server tells of a request. */
  value(value: Json, { request }: Pick<Exchange, "request">): Json {
    return this.#value(value, typeof request.body === "string" ? request.body : "", []);
  }

  /** A path as both sides have it. */
  path(path: string): string {
    return this.#text(decodeURIComponent(path.replaceAll(/%(?![0-9a-fA-F]{2})/g, "%25")));
  }

  #findNames(value: Json): void {
    if (value === null || typeof value !== "object") return;
    for (const part of Object.values(value)) this.#findNames(part);
    if (Array.isArray(value)) return;
    this.#noteName(value.name, value.generateName);
  }

  /** What is said of an object that was refused names it too. */
  #findRefusedName(body: Json, sent: string): void {
    const [, generateName] = /"generateName":"([^"]+)"/.exec(sent) ?? [];
    if (isObject(body) && isObject(body.details ?? null)) {
      this.#noteName((body.details as { [name: string]: Json }).name, generateName);
    }
  }

  #noteName(name: Json | undefined, generateName: Json | undefined): void {
    if (typeof name !== "string" || typeof generateName !== "string") return;
    const prefix = generateName.slice(0, PREFIX_CHARS);
    const suffix = name.slice(prefix.length);
    if (!name.startsWith(prefix) || !SUFFIX.test(suffix) || this.#names.has(name)) return;
    this.#names.set(name, `${prefix}${token("suffix", suffix)}`);
  }

  /** Reads a part; `path` is the names of the fields that lead to it. */
  #value(value: Json, sent: string, path: readonly string[]): Json {
    const key = path.at(-1) ?? "";
    if (typeof value === "string") return this.#string(value, key, sent);
    if (typeof value === "number") return this.#number(value, key, sent);
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) {
      const shown = value.map((item) => this.#value(item, sent, path));
      return key === "managedFields" ? shown.toSorted(byManager) : shown;
    }
    const shown: { [name: string]: Json } = {};
    for (const [name, part] of Object.entries(value)) {
      if (name === "metadata" && isObject(part)) {
        shown[name] = this.#metadata(part, value, sent, [...path, name]);
      } else {
        shown[this.#text(name)] = this.#value(part, sent, [...path, name]);
      }
    }
    return shown;
  }

  #metadata(
    metadata: { [name: string]: Json },
    whole: { [name: string]: Json },
    sent: string,
    path: readonly string[],
  ): Json {
    const shown: { [name: string]: Json } = {};
    for (const [name, part] of Object.entries(metadata)) {
      if (name === "resourceVersion" && typeof part === "string") {
        // Of an object it is when that changed; of a collection or a bookmark when it was looked at.
        const isObjects = "uid" in metadata || "name" in metadata && !("items" in whole);
        shown[name] = isObjects ? this.#version(part) : this.#moment(part);
      } else if (name === "continue" && part !== "") shown[name] = "<continue>";
      else shown[name] = this.#value(part, sent, [...path, name]);
    }
    return shown;
  }

  #version(version: string): string {
    if (!/^[1-9]\d*$/.test(version)) return version;
    this.#newest = Math.max(this.#newest, Number(version));
    return token("version", version);
  }

  #moment(version: string): string {
    if (!/^[1-9]\d*$/.test(version)) return version;
    return Number(version) >= this.#newest ? "<now>" : "<older>";
  }

  #string(text: string, key: string, sent: string): Json {
    if (TOKEN.test(text)) return this.#token(text);
    if (ADDRESS.test(text) && !sent.includes(text) && text !== "10.0.0.1") {
      return token("address", text);
    }
    if (key === "resourceVersion") return this.#version(text);
    if (key === "serverAddress") return "<address of the server>";
    if (key === "cells" && AGE.test(text)) return "<age>";
    return this.#text(text);
  }

  #number(value: number, key: string, sent: string): Json {
    const isPort = (key === "nodePort" || key === "healthCheckNodePort") &&
      value >= PORTS.first && value <= PORTS.last && !sent.includes(String(value));
    return isPort ? token("port", String(value)) : value;
  }

  /** A token says who it is for, and until when. */
  #token(text: string): Json {
    const parts = text.split(".").slice(0, 2).map((part) => {
      const bytes = Uint8Array.fromBase64(part, { alphabet: "base64url" });
      return JSON.parse(new TextDecoder().decode(bytes)) as Json;
    });
    const near = (value: Json): Json => {
      if (typeof value === "number" && Math.abs(value * 1000 - this.#now) < NEAR_MS) {
        return "<time>";
      }
      if (Array.isArray(value)) return value.map(near);
      if (!isObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, near(part)]));
    };
    return this.#value(parts.map(near), "", []);
  }

  #text(text: string): string {
    let shown = text.replaceAll(UID, (uid) => token("uid", uid));
    shown = shown.replaceAll(TIME, (time, fraction?: string) => {
      const isNear = Math.abs(Date.parse(time) - this.#now) < NEAR_MS;
      return isNear
        ? `<time${fraction === undefined ? "" : ` of ${fraction.length - 1} digits`}>`
        : time;
    });
    shown = shown.replaceAll(CURRENT_VERSION, "$1<version>");
    shown = shown.replaceAll(PRECONDITION_VERSION, "$1<version>");
    for (const [name, token] of this.#names) shown = shown.replaceAll(name, token);
    return shown;
  }
}

/** A value that a server chose itself. */
function token(what: string, value: string): string {
  return `<${what} ${value}>`;
}

/** They stand in the order of their times, which within a second is not the same on two servers. */
function byManager(a: Json, b: Json): number {
  const [first, second] = [a, b].map((entry) => {
    if (!isObject(entry)) return "";
    const { operation = "", manager = "", subresource = "", apiVersion = "" } = entry;
    return JSON.stringify([operation, manager, subresource, apiVersion]);
  });
  return first! < second! ? -1 : first === second ? 0 : 1;
}

function isObject(value: Json): value is { [name: string]: Json } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

const IS_WATCH = /[?&]watch=(?!0|false)|\/watch\//;

function readBody(
  path: string,
  contentType: string,
  { text, bytes }: Pick<Exchange["answer"], "text" | "bytes">,
): Json {
  if (contentType.startsWith(PROTOBUF)) {
    return contentType.includes("stream=watch") ? readFrames(bytes) : readEnvelope(bytes);
  }
  if (contentType.startsWith("application/yaml")) return readYaml(bytes);
  if (!contentType.startsWith("application/json")) return { text };
  if (IS_WATCH.test(path) && text.startsWith('{"type"')) {
    return { events: text.split("\n").filter((line) => line !== "").map(readJson).filter(tells) };
  }
  return readJson(text);
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

/** Bookmarks come when they come; only the one that ends a list is one that clients wait for. */
function tells(event: Json): boolean {
  return !isObject(event) || event.type !== "BOOKMARK" ||
    JSON.stringify(event).includes("initial-events-end");
}

function readYaml(bytes: Uint8Array): Json {
  try {
    const documents = decodeYaml(bytes) as Json[];
    return documents.length === 1 ? documents[0]! : documents;
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
}

function readFrames(bytes: Uint8Array): Json {
  const events: Json[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const frame = firstFrame(rest);
    if (frame === undefined) return { events, rest: rest.length };
    const { type, object } = decodeWatchFrame(frame);
    events.push({ type, object: readEnvelope(object) });
    rest = rest.subarray(frame.length + 4);
  }
  return { events: events.filter(tells) };
}

function readEnvelope(bytes: Uint8Array): Json {
  const schema = schemaOf("kubernetes");
  const find = (group: string, version: string, kind: string) => schema.kind(group, version, kind);
  try {
    return JSON.parse(
      JSON.stringify(
        decodeEnveloped(bytes, find).object,
        (_, value) => typeof value === "bigint" ? String(value) : value,
      ),
    );
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
}
