/**
 * What pods and containers use of processors and memory.
 *
 * @module
 */

import type { Client } from "../../toolkit/mod.ts";
import {
  type Answered,
  askMetrics,
  durationMsOf,
  itemsOf,
  milliOf,
  objectOf,
  timeMsOf,
} from "./metrics_api.ts";
import { messageOf } from "../pods/mod.ts";
import type { Sample, Samples } from "./pod_groups.ts";

/** Which usage. */
export interface ResourceQuestion {
  readonly namespace: string;
  /** Of pods with these labels. */
  readonly selector: string;
  readonly resource: string;
  /** Of one container of each pod. "": of all of them together. */
  readonly container: string;
  readonly signal: AbortSignal;
}

/** The usage of pods, of those of which all is known. */
export async function resourceSamples(
  client: Client,
  { namespace, selector, resource, container, signal }: ResourceQuestion,
): Promise<Samples> {
  let items: Answered[];
  try {
    items = itemsOf(
      await askMetrics(client, {
        group: "metrics",
        path: ["v1beta1", "namespaces", namespace, "pods"],
        query: { labelSelector: selector },
        signal,
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    const why = `unable to fetch metrics from resource metrics API: ${messageOf(error)}`;
    throw new Error(why, { cause: error });
  }
  if (items.length === 0) throw new Error("no metrics returned from resource metrics API");
  const samples = new Map<string, Sample>();
  for (const { metadata, containers, timestamp, window } of items) {
    const { name } = objectOf(metadata, "the metadata of an item");
    const value = usageOf(containers, resource, container);
    if (value === undefined) continue;
    const sample = { value, atMs: timeMsOf(timestamp), windowMs: durationMsOf(window) };
    samples.set(String(name), sample);
  }
  return samples;
}

/** Undefined: of some of it nothing is known. */
function usageOf(containers: unknown, resource: string, container: string): bigint | undefined {
  const all = itemsOf({ items: containers });
  const asked = container === "" ? all : all.filter(({ name }) => name === container).slice(0, 1);
  if (asked.length === 0) return undefined;
  let sum = 0n;
  for (const { usage } of asked) {
    const amounts = objectOf(usage ?? {}, "the usage of a container");
    if (!Object.hasOwn(amounts, resource)) return undefined;
    sum += milliOf(amounts[resource]);
  }
  return sum;
}
