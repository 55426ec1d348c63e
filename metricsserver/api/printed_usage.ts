/**
 * Usage as the API writes it.
 *
 * @module
 */

import { printDurationMs, printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import type { NodePlace, PodPlace } from "../places.ts";
import type { Usage } from "../usage/track.ts";
import type { ContainerUsage } from "../usage/usage_store.ts";

/** Amounts of one thing. */
export interface PrintedUsage {
  readonly cpu: string;
  readonly memory: string;
}

/** What is told of one node or pod. */
export interface PrintedMetrics {
  readonly kind: "NodeMetrics" | "PodMetrics";
  readonly apiVersion: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly creationTimestamp: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly timestamp: string;
  readonly window: string;
  readonly usage?: PrintedUsage;
  readonly containers?: readonly { readonly name: string; readonly usage: PrintedUsage }[];
}

/** Where and when it is printed. */
export interface PrintOptions {
  readonly apiVersion: string;
  readonly nowMs: number;
}

/** A node's usage. */
export function nodeMetrics(
  { name, labels }: NodePlace,
  usage: Usage,
  { apiVersion, nowMs }: PrintOptions,
): PrintedMetrics {
  return {
    kind: "NodeMetrics",
    apiVersion,
    metadata: metadataOf({ name, labels }, nowMs),
    ...spanOf(usage),
    usage: amountsOf(usage),
  };
}

/** A pod's usage, of each of its containers. Its time is that of the container that was counted first. */
export function podMetrics(
  { name, namespace, labels }: PodPlace,
  containers: readonly ContainerUsage[],
  { apiVersion, nowMs }: PrintOptions,
): PrintedMetrics {
  const [first, ...others] = containers.map(({ usage }) => usage);
  const oldest = others.reduce((old, one) => one.atMs < old!.atMs ? one : old, first)!;
  return {
    kind: "PodMetrics",
    apiVersion,
    metadata: metadataOf({ name, namespace, labels }, nowMs),
    ...spanOf(oldest),
    containers: containers.map(({ name, usage }) => ({ name, usage: amountsOf(usage) })),
  };
}

/** What a pod's containers use together, or a node. */
export function totalOf(usages: readonly Usage[]): PrintedUsage {
  const sum = (amount: (usage: Usage) => number) =>
    usages.reduce((total, usage) => total + amount(usage), 0);
  return {
    cpu: printCores(sum(({ cores }) => cores)),
    memory: printBytes(sum(({ memoryBytes }) => memoryBytes)),
  };
}

function amountsOf(usage: Usage): PrintedUsage {
  return { cpu: printCores(usage.cores), memory: printBytes(usage.memoryBytes) };
}

function spanOf({ atMs, windowMs }: Usage) {
  return { timestamp: printTime(timeOfMs(atMs)), window: printDurationMs(windowMs) };
}

function metadataOf(
  { name, namespace, labels }: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
  },
  nowMs: number,
): PrintedMetrics["metadata"] {
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    creationTimestamp: printTime(timeOfMs(nowMs)),
    ...(Object.keys(labels).length > 0 && { labels }),
  };
}

const DECIMAL = ["n", "u", "m", ""];
const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi"];

/** Cores as a quantity in its canonical form, to a billionth. */
export function printCores(cores: number): string {
  return inLargestUnit(Math.round(cores * 1e9), 1000, DECIMAL);
}

/** Bytes as a quantity in its canonical form. */
export function printBytes(bytes: number): string {
  return inLargestUnit(Math.round(bytes), 1024, BINARY);
}

/** In the largest unit in which it is a whole number. */
function inLargestUnit(amount: number, step: number, units: readonly string[]): string {
  if (amount === 0) return "0";
  let unit = 0;
  let left = amount;
  while (unit < units.length - 1 && left % step === 0) {
    left /= step;
    unit++;
  }
  return `${left}${units[unit]}`;
}
