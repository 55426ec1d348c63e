/**
 * Answers who asks for usage.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import {
  badRequest,
  type GroupResource,
  methodNotSupported,
  notAcceptable,
  notFound,
  type StatusError,
} from "../../toolkit/errors/mod.ts";
import type { Names } from "../../toolkit/names.ts";
import { FieldSelector, parseSelector, SelectorError } from "../../toolkit/selectors/mod.ts";
import type { HttpRequest, HttpResponse } from "../../toolkit/serving/mod.ts";
import { TimeSlice } from "../../toolkit/time_slice.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import type { NodePlace, Places, PodPlace } from "../places.ts";
import type { UsageStore } from "../usage/usage_store.ts";
import { type Form, formOf } from "./accept.ts";
import { type Asked, VERSION } from "./asked.ts";
import { nodeMetrics, podMetrics, type PrintedMetrics, totalOf } from "./printed_usage.ts";
import { type IncludedObject, tableHead, tableRow } from "./table.ts";

/** What answers are made of. */
export interface UsageParts {
  readonly places: Pick<Places, "node" | "nodes" | "pod" | "pods">;
  readonly store: UsageStore;
  readonly names: Names;
  readonly clock: Clock;
}

/** Objects of one piece of a long answer. */
const PIECE_OBJECTS = 500;

/** By which fields objects can be selected. */
const FIELDS: Readonly<Record<Asked["resource"], readonly string[]>> = {
  nodes: ["metadata.name"],
  pods: ["metadata.name", "metadata.namespace"],
};

/** The answer to a request for usage, of who may have it. Throws a StatusError for what can't be answered. */
export function answerUsage(
  parts: UsageParts,
  asked: Asked,
  request: Pick<HttpRequest, "query" | "headers" | "signal">,
): HttpResponse {
  const { names } = parts;
  const { resource, verb } = asked;
  // The reference calls them so.
  const called = { group: names.groupMetrics, resource: `${resource.slice(0, -1)}metrics` };
  if (verb !== "get" && verb !== "list") {
    throw methodNotSupported({ ...called, resource }, verb || "this");
  }
  const { accept = "" } = request.headers;
  const form = formOf(typeof accept === "string" ? accept : accept.join(","), names);
  if (form === undefined) throw notAcceptable(["application/json"]);
  const query = new URLSearchParams(request.query);
  const rows = new Rows(parts, form, includedIn(query));
  return verb === "get" ? one(parts, asked, called, rows) : all(parts, asked, query, rows, request);
}

/** Objects as an answer has them, each as text. */
class Rows {
  readonly form: Form;
  readonly #parts: UsageParts;
  readonly #included: IncludedObject;
  readonly #print;
  readonly #nowMs: number;

  constructor(parts: UsageParts, form: Form, included: IncludedObject) {
    this.#parts = parts;
    this.form = form;
    this.#included = included;
    this.#nowMs = parts.clock.now();
    const apiVersion = `${parts.names.groupMetrics}/${VERSION}`;
    this.#print = { apiVersion, nowMs: this.#nowMs };
  }

  /** Undefined: what the node uses is not known. */
  ofNode(node: NodePlace): string | undefined {
    const usage = this.#parts.store.ofNode(node, this.#nowMs);
    return usage && this.#row(nodeMetrics(node, usage, this.#print), [usage]);
  }

  /** Undefined: what the pod uses is not known. */
  ofPod(pod: PodPlace): string | undefined {
    const containers = this.#parts.store.ofPod(pod, this.#nowMs);
    if (containers === undefined) return undefined;
    const usages = containers.map(({ usage }) => usage);
    return this.#row(podMetrics(pod, containers, this.#print), usages);
  }

  /** What stands before the objects of a list. */
  head(resource: Asked["resource"]): string {
    if (this.form === "table") return tableHead(this.#parts.names);
    const kind = resource === "nodes" ? "NodeMetricsList" : "PodMetricsList";
    const head = { kind, apiVersion: this.#print.apiVersion, metadata: {} };
    return `${JSON.stringify(head).slice(0, -1)},"items":[`;
  }

  #row(printed: PrintedMetrics, usages: Parameters<typeof totalOf>[0]): string {
    return JSON.stringify(
      this.form === "table"
        ? tableRow(printed, totalOf(usages), this.#included, this.#parts.names)
        : printed,
    );
  }
}

function one(
  { places }: UsageParts,
  { resource, namespace, name }: Asked,
  called: GroupResource,
  rows: Rows,
): HttpResponse {
  let row: string | undefined;
  if (resource === "nodes") {
    const node = places.node(name);
    row = node && rows.ofNode(node);
  } else {
    const pod = places.pod(namespace, name);
    row = pod && rows.ofPod(pod);
  }
  if (row === undefined) {
    throw notFound(called, resource === "pods" ? `${namespace}/${name}` : name);
  }
  return json(rows.form === "table" ? `${rows.head(resource)}${row}]}\n` : `${row}\n`);
}

/** A node or pod that is asked for, with what makes its text. */
interface Found {
  readonly place: NodePlace | PodPlace;
  readonly row: () => string | undefined;
}

function all(
  { places, clock }: UsageParts,
  { resource, namespace }: Asked,
  query: URLSearchParams,
  rows: Rows,
  { signal }: Pick<HttpRequest, "signal">,
): HttpResponse {
  const isSelected = selectionIn(query, resource);
  const found: Found[] = resource === "nodes"
    ? places.nodes().filter((node) => isSelected(node))
      .map((place) => ({ place, row: () => rows.ofNode(place) }))
    : places.pods(namespace).filter((pod) => isSelected(pod))
      .map((place) => ({ place, row: () => rows.ofPod(place) }));
  const head = rows.head(resource);
  // Nobody is promised an order: to put many objects in one would hold up others.
  if (found.length > PIECE_OBJECTS) return json(pieces(head, found, clock, signal));
  const keyOf = (place: NodePlace | PodPlace) => "key" in place ? place.key : place.name;
  found.sort(({ place: left }, { place: right }) => keyOf(left) < keyOf(right) ? -1 : 1);
  return json(`${head}${found.flatMap(({ row }) => row() ?? []).join(",")}]}\n`);
}

/** A long answer, piece by piece: others are let in between. */
async function* pieces(
  head: string,
  found: readonly Found[],
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const slice = new TimeSlice(clock, signal);
  const encoder = new TextEncoder();
  let before = head;
  for (let at = 0; at < found.length; at += PIECE_OBJECTS) {
    const some = found.slice(at, at + PIECE_OBJECTS).flatMap(({ row }) => row() ?? []);
    if (some.length === 0) continue;
    yield encoder.encode(before + some.join(","));
    before = ",";
    await slice.yieldIfOver();
  }
  yield encoder.encode(before === "," ? "]}\n" : `${head}]}\n`);
}

/** Whether an object is among those that are asked for. Throws a 400. */
function selectionIn(
  query: URLSearchParams,
  resource: Asked["resource"],
): (place: NodePlace | PodPlace) => boolean {
  try {
    const labels = parseSelector(query.get("labelSelector") ?? "");
    const fields = FieldSelector.parse(query.get("fieldSelector") ?? "");
    for (const { field } of fields.requirements) {
      if (!FIELDS[resource].includes(field)) {
        throw new SelectorError(`field label not supported: ${field}`);
      }
    }
    return (place) =>
      labels.matches(place.labels) &&
      (fields.matchesEverything || fields.matches({
        "metadata.name": place.name,
        ...("namespace" in place && { "metadata.namespace": place.namespace }),
      }));
  } catch (error) {
    if (error instanceof SelectorError) throw badRequest(error.message);
    throw error;
  }
}

function includedIn(query: URLSearchParams): IncludedObject {
  const asked = query.get("includeObject") || "Metadata";
  if (asked === "None" || asked === "Metadata" || asked === "Object") return asked;
  throw badRequest(
    `includeObject is ${quoteText(asked)}: it must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** What a failure is answered with. */
export function failure(error: StatusError): HttpResponse {
  return { ...json(`${JSON.stringify(error.status)}\n`), status: error.code };
}

function json(body: string | AsyncIterable<Uint8Array>): HttpResponse {
  const headers = { "content-type": "application/json", "x-content-type-options": "nosniff" };
  return { status: 200, headers, body };
}
