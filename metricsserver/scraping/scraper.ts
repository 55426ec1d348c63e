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
  /** From one time that an agent is asked to the next. */
  readonly resolutionMs: number;
  /** How long an agent may take. */
  readonly timeoutMs: number;
  /**
   * Agents that are asked at once, but for those that have not answered for a while; as many again of those that did
   * not answer last.
   */
  readonly concurrent: number;
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Rounds that are not over after so many periods are late. */
const LATE_ROUNDS = 4;

/** Whoever has not answered for so long is waited for no more before others are asked. */
const PATIENCE_MS = 100;

/** So often in a period, but not more often than this, it is looked whose agents are due: those of new nodes are. */
const LOOKS = 20;
const LOOK_MS = 250;

/** By so much a timer may be early. */
const EARLY_MS = 1;

/**
 * Asks every node's agent once in each period. All that are due at the same time are a round, which is over when each
 * has answered or was waited for for a while: the others never wait until a dead one's time is up. Agents that did not
 * answer are asked in rounds of their own. That an agent does not answer is logged once, until it does.
 */
export class Scraper {
  readonly #options: ScraperOptions;
  /** Nodes whose agents did not answer when they were asked last, by name: their uids. */
  readonly #silent = new Map<string, string>();
  /** When agents are asked next, by the uids of their nodes. */
  readonly #due = new Map<string, number>();
  /** Those that are being asked. */
  readonly #asking = new Map<string, Promise<void>>();
  readonly #counts;
  #rounds = 0;
  /** When the last round ended, or the first ones began. */
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
    const looks = Math.min(LOOKS, Math.max(1, Math.floor(resolutionMs / LOOK_MS)));
    const lookMs = resolutionMs / looks;
    const rounds = (name: string, isSilent: boolean): Runnable => ({
      name,
      run: async ({ signal }) => {
        const firstMs = this.#lastMs ??= clock.monotonic();
        const goneBy = () => Math.floor((clock.monotonic() - firstMs + EARLY_MS) / lookMs);
        await repeatedly(async () => {
          await this.#look(isSilent, firstMs + goneBy() * lookMs, signal);
          return firstMs + (goneBy() + 1) * lookMs - clock.monotonic();
        }, {
          clock,
          signal,
          intervalMs: lookMs,
          failed: (error) => logger.error("A round of scrapes has failed", error),
        });
        await Promise.all(this.#asking.values());
      },
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

  /** Asks those that are due, either of those that answered last, and of the new ones, or of those that did not. */
  async #look(isSilent: boolean, nowMs: number, signal: AbortSignal): Promise<void> {
    const { places, clock } = this.#options;
    const sinceMs = clock.monotonic();
    if (!isSilent) this.#forget();
    const due = places.nodes().filter((node) =>
      this.#isSilent(node) === isSilent && this.#isDue(node, nowMs)
    );
    await this.#round(due, nowMs, signal);
    if (isSilent) return;
    this.#lastMs = clock.monotonic();
    this.#rounds++;
    if (due.length > 0) this.#counts.round.observe((this.#lastMs - sinceMs) / 1000);
  }

  /** Forgets nodes that are gone. */
  #forget(): void {
    const { places, store } = this.#options;
    const isThere = (name: string) => places.node(name) !== undefined;
    store.keepOnly(isThere);
    for (const name of this.#silent.keys()) if (!isThere(name)) this.#silent.delete(name);
    const uids = new Set(places.nodes().map(({ uid }) => uid));
    for (const uid of this.#due.keys()) if (!uids.has(uid)) this.#due.delete(uid);
  }

  #isDue({ uid }: NodePlace, nowMs: number): boolean {
    return (this.#due.get(uid) ?? nowMs) <= nowMs && !this.#asking.has(uid);
  }

  async #round(due: readonly NodePlace[], nowMs: number, signal: AbortSignal): Promise<void> {
    const { concurrent, resolutionMs } = this.#options;
    for (const { uid } of due) {
      const next = (this.#due.get(uid) ?? nowMs) + resolutionMs;
      this.#due.set(uid, next > nowMs ? next : nowMs + resolutionMs);
    }
    const nodes = due.values();
    await Promise.all(Array.from({ length: Math.min(concurrent, due.length) }, async () => {
      for (const node of nodes) {
        if (signal.aborted) return;
        await this.#ask(node, signal);
      }
    }));
  }

  /** Settles when the agent has answered, or is waited for no more. */
  async #ask(node: NodePlace, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#options.clock.after(PATIENCE_MS, resolve);
    this.#asking.set(
      node.uid,
      this.#scrape(node, signal).finally(() => {
        this.#asking.delete(node.uid);
        timer.cancel();
        resolve();
      }),
    );
    await promise;
  }

  #isSilent({ name, uid }: NodePlace): boolean {
    return this.#silent.get(name) === uid;
  }

  /** Never rejects. */
  async #scrape(node: NodePlace, signal: AbortSignal): Promise<void> {
    const { places, agents, store, clock, logger, timeoutMs } = this.#options;
    const { name, uid } = node;
    // Another node of that name may have come, and been asked itself.
    const isThere = () => places.node(name)?.uid === uid;
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
      if (!isThere()) return;
      store.take(node, places.podsOn(name), readExposition(text, nowMs), nowMs);
      this.#counts.good.inc();
      if (this.#silent.delete(name)) logger.info("A node's usage is told again", { node: name });
    } catch (error) {
      if (signal.aborted) return;
      this.#counts.bad.inc();
      if (!isThere()) return;
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
