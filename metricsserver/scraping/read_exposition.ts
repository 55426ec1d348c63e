/**
 * Reads what `/metrics/resource` of a node's agent says, in the Prometheus text format. An agent may be anybody's.
 *
 * @module
 */

import type { Reading, Sample } from "../usage/reading.ts";

/** Containers of one node; a node that tells of more is not believed. */
export const CONTAINERS_LIMIT = 10_000;
/** Characters of a line that matters: names have 253, and there are three. */
const LINE_LIMIT_CHARS = 2_000;
/** A time of a sample that is further away from ours is somebody's mistake: ours stands for it. */
const SKEW_LIMIT_MS = 5 * 60_000;
/** Nothing has used so many seconds of processors. */
const SECONDS_LIMIT = 1e13;
const BYTES_LIMIT = 2 ** 53;

type Field = "cpuSeconds" | "memoryBytes" | "startedMs";

/** The metrics that matter; all others are passed over. */
const METRICS: ReadonlyMap<string, { readonly of: "node" | "container"; readonly field: Field }> =
  new Map([
    ["node_cpu_usage_seconds_total", { of: "node", field: "cpuSeconds" }],
    ["node_memory_working_set_bytes", { of: "node", field: "memoryBytes" }],
    ["container_cpu_usage_seconds_total", { of: "container", field: "cpuSeconds" }],
    ["container_memory_working_set_bytes", { of: "container", field: "memoryBytes" }],
    ["container_start_time_seconds", { of: "container", field: "startedMs" }],
  ]);

const NAME = /[A-Za-z_:][A-Za-z0-9_:]*/y;
const LABEL = /[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*"((?:[^"\\]|\\.)*)"[ \t]*(,|(?=\}))/y;
const END = /[ \t]+([^ \t\r]+)(?:[ \t]+(-?[0-9]{1,16}))?[ \t\r]*$/y;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** What has been told of a field counts in its bit. */
const BITS: Readonly<Record<Field, number>> = { cpuSeconds: 1, memoryBytes: 2, startedMs: 4 };

class HeardSample implements Sample {
  cpuSeconds: number | undefined;
  atMs: number;
  memoryBytes: number | undefined;
  startedMs = 0;
  told = 0;

  constructor(nowMs: number) {
    this.atMs = nowMs;
  }
}

/**
 * What `text`, which was there at `nowMs`, says. Amounts that can't be (not a number, negative, without end), and
 * those of which two are told, are as if nothing had been said. Throws, naming the line, for what is not of the format.
 */
export function readExposition(text: string, nowMs: number): Reading {
  return new Reader(nowMs).read(text);
}

class Reader {
  readonly #nowMs: number;
  readonly #pods = new Map<string, Map<string, HeardSample>>();
  readonly #node: HeardSample;
  #containers = 0;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
    this.#node = new HeardSample(nowMs);
  }

  read(text: string): Reading {
    let number = 0;
    for (let at = 0; at < text.length;) {
      number++;
      const newline = text.indexOf("\n", at);
      const end = newline < 0 ? text.length : newline;
      this.#readLine(text, at, end, number);
      at = end + 1;
    }
    return { node: this.#node, pods: this.#pods };
  }

  #readLine(text: string, at: number, end: number, number: number): void {
    // Comments are "#", and all metrics that matter begin with one of two letters.
    const first = text.charCodeAt(at);
    if (first !== LETTER_C && first !== LETTER_N) return;
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[0] ?? "";
    const metric = METRICS.get(name);
    if (metric === undefined) return;
    if (end - at > LINE_LIMIT_CHARS) {
      throw new Error(`line ${number} has more than ${LINE_LIMIT_CHARS} characters`);
    }
    const line = text.slice(at, end);
    const { labels, rest } = labelsOf(line, name.length, number);
    END.lastIndex = rest;
    const found = END.exec(line);
    if (found === null) throw new Error(`line ${number} (${name}) has no value`);
    const sample = metric.of === "node" ? this.#node : this.#sampleOf(labels);
    if (sample === undefined) return;
    this.#note(sample, metric.field, found[1]!, found[2]);
  }

  /** Undefined: it is of no container of a pod. */
  #sampleOf(labels: ReadonlyMap<string, string>): HeardSample | undefined {
    const [namespace, pod, container] = [
      labels.get("namespace"),
      labels.get("pod"),
      labels.get("container"),
    ];
    if (!namespace || !pod || !container) return undefined;
    const key = `${namespace}/${pod}`;
    let containers = this.#pods.get(key);
    if (containers === undefined) this.#pods.set(key, containers = new Map());
    let sample = containers.get(container);
    if (sample === undefined) {
      if (++this.#containers > CONTAINERS_LIMIT) {
        throw new Error(`it tells of more than ${CONTAINERS_LIMIT} containers`);
      }
      containers.set(container, sample = new HeardSample(this.#nowMs));
    }
    return sample;
  }

  #note(sample: HeardSample, field: Field, value: string, time: string | undefined): void {
    const isFirst = (sample.told & BITS[field]) === 0;
    sample.told |= BITS[field];
    const amount = isFirst && NUMBER.test(value) ? Number(value) : NaN;
    switch (field) {
      case "cpuSeconds":
        sample.cpuSeconds = amount >= 0 && amount < SECONDS_LIMIT ? amount : undefined;
        sample.atMs = this.#timeOf(time);
        break;
      case "memoryBytes":
        sample.memoryBytes = amount >= 0 && amount < BYTES_LIMIT ? Math.round(amount) : undefined;
        break;
      case "startedMs":
        sample.startedMs = amount > 0 && amount < SECONDS_LIMIT ? amount * 1000 : NaN;
        break;
    }
  }

  #timeOf(text: string | undefined): number {
    const ms = text === undefined ? NaN : Number(text);
    return Math.abs(ms - this.#nowMs) <= SKEW_LIMIT_MS ? ms : this.#nowMs;
  }
}

const LETTER_C = 0x63;
const LETTER_N = 0x6e;
const NO_LABELS: ReadonlyMap<string, string> = new Map();

function labelsOf(
  line: string,
  start: number,
  number: number,
): { readonly labels: ReadonlyMap<string, string>; readonly rest: number } {
  if (line[start] !== "{") return { labels: NO_LABELS, rest: start };
  const labels = new Map<string, string>();
  let at = start + 1;
  while (line[at] !== "}") {
    LABEL.lastIndex = at;
    const found = LABEL.exec(line);
    if (found === null) throw new Error(`line ${number} has labels that can't be read`);
    const [, name = "", value = ""] = found;
    if (labels.has(name)) throw new Error(`line ${number} has the label ${name} twice`);
    labels.set(name, value.includes("\\") ? unescaped(value) : value);
    at = LABEL.lastIndex;
  }
  return { labels, rest: at + 1 };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, char) => char === "n" ? "\n" : char);
}
