/**
 * Asks the agents of all nodes again and again.
 *
 * @module
 */

import { repeatedly } from "../../toolkit/backoff.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { HealthCheck } from "../../toolkit/health/checks.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import type { NodePlace, Places } from "../places.ts";
import type { UsageStore } from "../usage/usage_store.ts";
import type { Agents } from "./agents.ts";
import { readExposition } from "./read_exposition.ts";

/** What scraping takes. */
export interface ScraperOptions {
  readonly places: Pick<Places, "nodes" | "node" | "podsOn">;
  readonly agents: Pick<Agents, "ask">;
  readonly store: UsageStore;
  /** From the beginning of one round to that of the next. */
  readonly resolutionMs: number;
  /** How long an agent may take. */
  readonly timeoutMs: number;
  /** Agents that are asked at once; as many again of those that did not answer last. */
  readonly concurrent: number;
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Rounds that are not over after so many periods are late. */
const LATE_ROUNDS = 4;

/**
 * Asks every node's agent in rounds. Agents that did not answer are asked in rounds of their own, so that those that
 * do never wait for them. That an agent does not answer is logged once, until it does.
 */
export class Scraper {
  readonly #options: ScraperOptions;
  /** Nodes whose agents did not answer when they were asked last, by name: their uids. */
  readonly #silent = new Map<string, string>();
  readonly #counts;
  #rounds = 0;
  /** When the last round ended, or the first one began. */
  #lastMs: number | undefined;

  constructor(options: ScraperOptions) {
    this.#options = options;
    const { metrics, store } = options;
    const requests = metrics.counter({
      name: "metrics_server_nodeagent_request_total",
      help: "Number of requests to agents of nodes.",
      labels: ["success"],
    });
    this.#counts = {
      good: requests.with({ success: "true" }),
      bad: requests.with({ success: "false" }),
      seconds: metrics.histogram({
        name: "metrics_server_nodeagent_request_duration_seconds",
        help: "Duration of requests to agents of nodes in seconds.",
        buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10],
      }).with({}),
      round: metrics.histogram({
        name: "metrics_server_manager_tick_duration_seconds",
        help: "Duration of a round of requests to all agents that answer in seconds.",
        buckets: [0.05, 0.25, 1, 2.5, 5, 10, 15, 30, 60],
      }).with({}),
    };
    const points = metrics.gauge({
      name: "metrics_server_storage_points",
      help: "Number of points that are kept.",
      labels: ["type"],
    });
    metrics.beforeRender(() => {
      const { nodes, containers } = store.size;
      points.with({ type: "node" }).set(nodes);
      points.with({ type: "container" }).set(containers);
    });
  }

  /** Settles only when no agent is asked any more. */
  get runnables(): readonly Runnable[] {
    const { clock, logger, resolutionMs } = this.#options;
    const rounds = (name: string, isSilent: boolean): Runnable => ({
      name,
      run: ({ signal }) =>
        repeatedly(async () => {
          const since = clock.monotonic();
          this.#lastMs ??= since;
          await this.#round(isSilent, signal);
          const tookMs = clock.monotonic() - since;
          if (!isSilent) {
            this.#lastMs = clock.monotonic();
            this.#rounds++;
            this.#counts.round.observe(tookMs / 1000);
          }
          return Math.max(0, resolutionMs - tookMs);
        }, {
          clock,
          signal,
          intervalMs: resolutionMs,
          failed: (error) => logger.error("A round of scrapes has failed", error),
        }),
    });
    return [rounds("scraping", false), rounds("scraping of silent nodes", true)];
  }

  /** Whether there has been a round, and, for those who restart processes, whether there still are. */
  get checks(): readonly HealthCheck[] {
    const { clock, resolutionMs, timeoutMs } = this.#options;
    return [{
      name: "metric-storage-ready",
      readinessOnly: true,
      check: () => {
        if (this.#rounds === 0) throw new Error("no node was asked yet");
      },
    }, {
      name: "metric-collection-timely",
      check: () => {
        const lateMs = LATE_ROUNDS * (resolutionMs + timeoutMs);
        if (this.#lastMs !== undefined && clock.monotonic() - this.#lastMs > lateMs) {
          throw new Error(`no round has ended for ${lateMs} ms`);
        }
      },
    }];
  }

  /** Asks either those that answered last, and those that are new, or those that did not. */
  async #round(isSilent: boolean, signal: AbortSignal): Promise<void> {
    const { places, store, concurrent } = this.#options;
    if (!isSilent) {
      const isThere = (name: string) => places.node(name) !== undefined;
      store.keepOnly(isThere);
      for (const name of this.#silent.keys()) if (!isThere(name)) this.#silent.delete(name);
    }
    const due = places.nodes().filter((node) => this.#isSilent(node) === isSilent).values();
    await Promise.all(Array.from({ length: concurrent }, async () => {
      for (const node of due) {
        if (signal.aborted) return;
        await this.#scrape(node, signal);
      }
    }));
  }

  #isSilent({ name, uid }: NodePlace): boolean {
    return this.#silent.get(name) === uid;
  }

  /** Never rejects. */
  async #scrape(node: NodePlace, signal: AbortSignal): Promise<void> {
    const { places, agents, store, clock, logger, timeoutMs } = this.#options;
    const { name, uid } = node;
    const since = clock.monotonic();
    const limit = new AbortController();
    const end = () => limit.abort(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    const timer = clock.after(timeoutMs, () => {
      limit.abort(new Error(`no answer within ${timeoutMs} ms`));
    });
    try {
      const text = await agents.ask(node, limit.signal);
      const nowMs = clock.now();
      store.take(node, places.podsOn(name), readExposition(text, nowMs), nowMs);
      this.#counts.good.inc();
      if (this.#silent.delete(name)) logger.info("A node's usage is told again", { node: name });
    } catch (error) {
      if (signal.aborted) return;
      this.#counts.bad.inc();
      store.missed(name, clock.now());
      const why = error instanceof Error ? error.message : String(error);
      if (!this.#isSilent(node)) {
        logger.warning("A node's usage is not to be had: it is left out", { node: name, why });
      }
      this.#silent.set(name, uid);
    } finally {
      timer.cancel();
      signal.removeEventListener("abort", end);
      this.#counts.seconds.observe((clock.monotonic() - since) / 1000);
    }
  }
}
