/**
 * Metrics of objects of the cluster, which other servers have.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { autoscalingV2, Client } from "../../toolkit/mod.ts";
import { groupOnServer } from "../../toolkit/kinds/group.ts";
import { NAMES } from "../../toolkit/names.ts";
import { isNotFound } from "../../toolkit/mod.ts";
import { messageOf } from "../pods/mod.ts";
import { type Answered, askMetrics, itemsOf, milliOf, objectOf, timeMsOf } from "./metrics_api.ts";
import type { Sample, Samples } from "./pod_groups.ts";
import { groupOf, type ServedKinds } from "./served_kinds.ts";

const GROUP = "custom.metrics";
/** Those that are understood, the better one first. */
const VERSIONS = ["v1beta2", "v1beta1"];
/** Which version there is, is asked again after this time. */
const KEPT_MS = 30_000;
/** Of a sample that doesn't say in what time it was measured. */
const WINDOW_MS = 60_000;

/** Which metric. */
export interface CustomQuestion {
  readonly namespace: string;
  readonly metric: string;
  /** Of series with these labels. "": of all. */
  readonly metricSelector: string;
  readonly signal: AbortSignal;
}

/** Asks the API of custom metrics. */
export class CustomMetrics {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #kinds: ServedKinds;
  #version: { readonly name: string; readonly atMs: number } | undefined;

  constructor(client: Client, clock: Clock, kinds: ServedKinds) {
    this.#client = client;
    this.#clock = clock;
    this.#kinds = kinds;
  }

  /** A metric of each pod that has these labels. */
  async ofPods(
    { namespace, metric, metricSelector, signal }: CustomQuestion,
    selector: string,
  ): Promise<Samples> {
    const path = ["namespaces", namespace, "pods", "*", metric];
    const query = { labelSelector: selector, metricLabelSelector: metricSelector };
    const items = await this.#items(path, query, signal);
    if (items.length === 0) throw new Error("no metrics returned from custom metrics API");
    const samples = new Map<string, Sample>();
    for (const { describedObject, timestamp, windowSeconds, window, value } of items) {
      const { name } = objectOf(describedObject, "the object of a metric");
      const seconds = windowSeconds ?? window;
      samples.set(String(name), {
        value: milliOf(value),
        atMs: timeMsOf(timestamp),
        windowMs: typeof seconds === "number" ? seconds * 1000 : WINDOW_MS,
      });
    }
    return samples;
  }

  /** A metric of one object, in thousandths. Of a namespace, it is that of the autoscaler. */
  async ofObject(
    { namespace, metric, metricSelector, signal }: CustomQuestion,
    { apiVersion = "", kind, name }: autoscalingV2.CrossVersionObjectReference,
  ): Promise<bigint> {
    const group = groupOf(apiVersion);
    const path = kind === "Namespace" && group === ""
      ? ["namespaces", namespace, "metrics", metric]
      : ["namespaces", namespace, () => this.#resourceOf(group, kind), name, metric];
    const items = await this.#items(path, { metricLabelSelector: metricSelector }, signal);
    if (items.length === 1) return milliOf(items[0]!.value);
    throw failed(
      new Error(
        `the custom metrics API server returned ${items.length} results when we asked for exactly one`,
      ),
    );
  }

  async #items(
    path: readonly (string | (() => Promise<string>))[],
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Answered[]> {
    try {
      const version = await this.#versionNow(signal);
      const parts = await Promise.all(path.map((part) => typeof part === "string" ? part : part()));
      const question = { group: GROUP, path: [version, ...parts], query, signal };
      return itemsOf(await askMetrics(this.#client, question));
    } catch (error) {
      signal.throwIfAborted();
      throw failed(error);
    }
  }

  async #resourceOf(group: string, kind: string): Promise<string> {
    try {
      const [served] = await this.#kinds.find(group, kind);
      const { plural, group: found } = served!.kind;
      return found === "" ? plural : `${plural}.${groupOnServer(found, this.#client.dialect)}`;
    } catch (error) {
      const name = group === "" ? kind : `${kind}.${group}`;
      const why = `unable to map kind ${name} to resource: ${messageOf(error)}`;
      throw new Error(why, { cause: error });
    }
  }

  async #versionNow(signal: AbortSignal): Promise<string> {
    const now = this.#clock.monotonic();
    if (this.#version !== undefined && now - this.#version.atMs < KEPT_MS) {
      return this.#version.name;
    }
    const none = `no custom metrics API (${NAMES[this.#client.dialect].group(GROUP)}) registered`;
    let answer: Answered;
    try {
      answer = await askMetrics(this.#client, { group: GROUP, path: [], signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      throw new Error(none, { cause: error });
    }
    const versions = itemsOf({ items: answer.versions }).map(({ version }) => version);
    const name = VERSIONS.find((version) => versions.includes(version));
    if (name === undefined) throw new Error(none);
    this.#version = { name, atMs: now };
    return name;
  }
}

function failed(error: unknown): Error {
  const why = `unable to fetch metrics from custom metrics API: ${messageOf(error)}`;
  return new Error(why, { cause: error });
}
