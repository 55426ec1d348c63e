/**
 * What metrics APIs answer. They are other people's servers: nothing of an answer is taken on trust.
 *
 * @module
 */

import type { Client } from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { parseDurationMs, parseQuantity } from "../../toolkit/values/mod.ts";
import { failureOf, wholeBody } from "../../toolkit/wire/failure.ts";
import { toInt64 } from "./int64.ts";

/** More of an answer is not taken in: the usage of fifty thousand pods is some 30 MB. */
const MOST_BYTES = 128 * 1024 * 1024;

/** An object of an answer. */
export type Answered = Readonly<Record<string, unknown>>;

/** What is asked. */
export interface MetricsQuestion {
  /** Before its suffix: `custom.metrics`. */
  readonly group: string;
  /** Below the group, each part as it is. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** An answer of a metrics API. Rejects with what it tells of, where it fails. */
export async function askMetrics(
  client: Client,
  { group, path, query = {}, signal }: MetricsQuestion,
): Promise<Answered> {
  const name = NAMES[client.dialect].group(group);
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
  const url = `/apis/${[name, ...path].map(segment).join("/")}`;
  const response = await client.fetch(search.size > 0 ? `${url}?${search}` : url, {
    headers: { accept: "application/json" },
    signal,
  });
  const { status: code, headers } = response;
  const limitBytes = MOST_BYTES;
  const body = await wholeBody(response.body ?? new ReadableStream(), { limitBytes });
  if (code === 200) return objectOf(JSON.parse(new TextDecoder().decode(body)), "the answer");
  throw failureOf(body, "GET", {
    code,
    retryAfter: headers.get("retry-after") ?? undefined,
    resource: { group: name, resource: path[path.length - 1] ?? "" },
    name: "",
  });
}

/** A part of a path that can't be taken for two, or for a step back. */
function segment(text: string): string {
  if (text === "" || text === "." || text === ".." || text.includes("/")) {
    throw new Error(`${JSON.stringify(text)} can't be a part of a path: give another name`);
  }
  return encodeURIComponent(text);
}

/** An object, else an Error. `what`: what it is, for the message. */
export function objectOf(value: unknown, what: string): Answered {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Answered;
  }
  throw new Error(`${what} of the metrics API is no object`);
}

/** The objects of a list. */
export function itemsOf(answer: Answered): Answered[] {
  const { items } = answer;
  if (items === undefined || items === null) return [];
  if (!Array.isArray(items)) throw new Error("the items of the metrics API's answer are no list");
  return items.map((item) => objectOf(item, "an item"));
}

/** A quantity in thousandths. */
export function milliOf(value: unknown): bigint {
  return toInt64(parseQuantity(String(value)).milliValue());
}

/** A time; what is none was never. */
export function timeMsOf(value: unknown): number {
  return Date.parse(String(value)) || 0;
}

/** A duration as text, `1m0s`; what is not said is none at all. */
export function durationMsOf(value: unknown): number {
  return value === undefined || value === null ? 0 : parseDurationMs(String(value));
}
