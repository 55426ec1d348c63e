/**
 * The garbage collector: objects whose owners are gone go as well.
 *
 * @module
 */

import { keepTrying } from "../toolkit/backoff.ts";
import { type Clock, sleep, systemClock } from "../toolkit/clock.ts";
import { type Logger, silentLogger } from "../toolkit/logger.ts";
import type { Registry } from "../toolkit/metrics/mod.ts";
import { type Client, type DiscoveredKinds, discoverKinds } from "../toolkit/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { WorkQueue } from "../toolkit/workqueue/mod.ts";
import type { ShowPage } from "./debug_pages.ts";
import type { ProcessController } from "./process_controller.ts";
import { Collector, NotSeenYet } from "./garbage_collector/collector.ts";
import { dotOf } from "./garbage_collector/dot.ts";
import { Graph } from "./garbage_collector/graph.ts";
import { Monitors, type MonitorsOptions, type Watching } from "./garbage_collector/monitors.ts";
import { NamespacedOwner, Objects } from "./garbage_collector/objects.ts";
import { Owners } from "./garbage_collector/owners.ts";
import { Reports } from "./garbage_collector/report.ts";
import { Served, UnknownKind } from "./garbage_collector/served.ts";
import { logFailures, runWorkers } from "../toolkit/workqueue/workers.ts";

/** What {@link createGarbageCollector} is told. */
export interface GarbageCollectorOptions {
  /** How many objects are looked at at once, and how many let their dependents go. Default 20. */
  readonly workers?: number | undefined;
  /** How often the server is asked for its kinds, besides when definitions change. Default 30000. */
  readonly discoveryMs?: number | undefined;
  /** How the kinds are learnt. Default: the server is asked. */
  readonly discover?: (() => Promise<DiscoveredKinds>) | undefined;
  /** How objects are followed. Default: a watch for each resource at the server. */
  readonly watching?: ((options: MonitorsOptions) => Watching) | undefined;
  /** Informers of other controllers, which tell it of the objects that they have anyway. Default: none. */
  readonly informers?: MonitorsOptions["informers"];
  /** Shows who owns whom, as the page `graph`. Default: nobody sees it. */
  readonly show?: ShowPage | undefined;
  /** Where queues and failures are counted. Default: nowhere. */
  readonly metrics?: Registry | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Numbers from 0 up to 1. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Default: silent. */
  readonly logger?: Logger | undefined;
}

const BACKOFF = { base: 5, max: 1_000_000 };
/** As long as the first lists are waited for. */
const SYNC_LIMIT_MS = 30_000;
/** As long as the watch of one resource may be behind that of another. */
const SETTLE_MS = 100;
/** Changes of definitions come together. */
const GATHER_MS = 100;
/** As long as a kind that is no longer served is watched: its last deletions may still come. */
const GONE_MS = 5000;
const DISCOVERY_WAITS = { firstMs: 250, mostMs: 30_000, jitter: 0.5 };

/**
 * Watches everything that can be deleted. Deletes objects all of whose owners are gone, takes owners
 * that are gone out of those that have others, waits for dependents where an owner goes in the
 * foreground, and lets them go where it orphans them. Whatever can't be known now, it leaves alone and
 * looks at again. It has started when it knows all objects, or half a minute after its start.
 */
export function createGarbageCollector(
  client: Client,
  options: GarbageCollectorOptions = {},
): Runnable {
  return {
    name: "garbage-collector-controller",
    announcesStart: true,
    async run({ signal, started }) {
      // What fails here ends everything.
      const failed = new AbortController();
      const ended = AbortSignal.any([signal, failed.signal]);
      await using run = new Run(client, options, ended);
      try {
        await run.start();
        started();
        await run.work();
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        failed.abort(new DOMException("the garbage collector has ended", "AbortError"));
      }
    },
  };
}

/** One run of the collector. */
class Run implements AsyncDisposable {
  readonly #client: Client;
  readonly #signal: AbortSignal;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #logger: Logger;
  readonly #workers: number;
  readonly #discoverKinds: () => Promise<DiscoveredKinds>;
  readonly #discoveryMs: number;
  readonly #collecting: WorkQueue;
  readonly #orphaning: WorkQueue;
  readonly #syncErrors: { inc(): void } | undefined;
  readonly #served = new Served();
  readonly #graph: Graph;
  readonly #monitors: Watching;
  readonly #collector: Collector;
  readonly #reports: Reports;
  /** Waiting for kinds that were not served. */
  readonly #unknown = new Set<string>();
  /** Since when resources are watched that are no longer served. */
  readonly #goneSince = new Map<string, number>();
  /** Ends the wait for the next discovery. */
  #wake: (() => void) | undefined;
  #isChanged = false;

  constructor(client: Client, options: GarbageCollectorOptions, signal: AbortSignal) {
    const { clock = systemClock, random = Math.random, logger = silentLogger } = options;
    const { workers = 20, discoveryMs = 30_000, metrics } = options;
    const { watching = (parts) => new Monitors(parts) } = options;
    const { discover = () => discoverKinds(this.#client, { signal }) } = options;
    this.#client = client.with({ signal });
    this.#signal = signal;
    this.#clock = clock;
    this.#random = random;
    this.#logger = logger;
    this.#workers = workers;
    this.#discoverKinds = discover;
    this.#discoveryMs = discoveryMs;
    const queue = (name: string) =>
      new WorkQueue({ name, clock, random, backoff: BACKOFF, ...(metrics && { metrics }) });
    this.#collecting = queue("garbage_collector_attempt_to_delete");
    this.#orphaning = queue("garbage_collector_attempt_to_orphan");
    this.#syncErrors = metrics?.counter({
      name: "garbagecollector_controller_resources_sync_error_total",
      help: "Number of times the garbage collector could not learn which resources there are.",
    }).with({});
    this.#reports = new Reports({ client: this.#client, clock, logger });
    const objects = new Objects(this.#client, this.#served);
    const owners = new Owners(this.#served, objects);
    this.#graph = new Graph({
      collect: ({ identity: { uid } }, { settle = false } = {}) =>
        this.#collecting.add(uid, settle ? { after: SETTLE_MS } : {}),
      orphan: ({ identity: { uid } }) => this.#orphaning.add(uid, { after: SETTLE_MS }),
      reportOtherNamespace: (node, reference) => this.#reports.otherNamespace(node, reference),
      absent: (identity) => owners.absent(identity),
    });
    options.show?.("graph", (query) => ({
      status: 200,
      body: dotOf(this.#graph, query.getAll("uid")),
      type: "text/vnd.graphviz",
    }));
    this.#collector = new Collector({
      graph: this.#graph,
      objects,
      owners,
      known: () => this.#monitors.synced(),
      again: (uid) => this.#collecting.add(uid),
    });
    this.#monitors = watching({
      client: this.#client,
      graph: this.#graph,
      logger,
      signal,
      informers: options.informers,
      definitionsChanged: () => {
        this.#isChanged = true;
        this.#wake?.();
      },
    });
  }

  /** Settles when all objects are known, or have been waited for long enough. */
  async start(): Promise<void> {
    await keepTrying(() => this.#discover(), {
      ...DISCOVERY_WAITS,
      random: this.#random,
      clock: this.#clock,
      signal: this.#signal,
      failed: (error, waitMs) => this.#discoveryFailed(error, waitMs),
    });
    this.#isChanged = false;
    const over = new AbortController();
    const ended = AbortSignal.any([this.#signal, over.signal]);
    const late = sleep(this.#clock, SYNC_LIMIT_MS, ended).catch(() => {});
    await Promise.race([this.#monitors.synced(), late]);
    over.abort();
    this.#signal.throwIfAborted();
    const { unsynced } = this.#monitors;
    if (unsynced.length > 0) {
      this.#logger.warning("Not all objects are known yet", { resources: unsynced.join(", ") });
    }
  }

  /** Settles when the signal has aborted and all work has ended. */
  async work(): Promise<void> {
    const { failed, ...workers } = {
      workers: this.#workers,
      signal: this.#signal,
      failed: logFailures<string>(this.#logger, "An object can't be dealt with yet"),
    };
    await Promise.all([
      runWorkers(this.#collecting, (uid) => this.#collect(uid), {
        ...workers,
        failed(work, error) {
          // What waits for others is no failure.
          if (!(error instanceof NotSeenYet) && !(error instanceof UnknownKind)) {
            failed(work, error);
          }
        },
      }),
      runWorkers(this.#orphaning, (uid) => this.#collector.orphan(uid), { ...workers, failed }),
      this.#follow(),
    ]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#collecting[Symbol.dispose]();
    this.#orphaning[Symbol.dispose]();
    await this.#monitors[Symbol.asyncDispose]();
    await this.#reports.written();
  }

  async #collect(uid: string): Promise<void> {
    try {
      await this.#collector.collect(uid);
    } catch (error) {
      if (error instanceof NamespacedOwner) {
        this.#logger.v(2).info("An object names an owner that it can't have", {
          uid,
          error: error.message,
        });
        return;
      }
      if (error instanceof UnknownKind) this.#unknown.add(uid);
      throw error;
    }
  }

  /** Asks for the kinds that there are, again and again. */
  async #follow(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#awaitChange();
      if (this.#signal.aborted) return;
      this.#isChanged = false;
      await this.#discover().catch((error) => {
        if (!this.#signal.aborted) this.#discoveryFailed(error, this.#discoveryMs);
      });
    }
  }

  /** Until definitions have changed, a kind has been gone for long enough, or it is time. */
  async #awaitChange(): Promise<void> {
    const wait = (ms: number, signal: AbortSignal) =>
      sleep(this.#clock, ms, signal).catch(() => {});
    if (!this.#isChanged) {
      const changed = new AbortController();
      this.#wake = () => changed.abort();
      const ms = this.#goneSince.size > 0
        ? Math.min(GONE_MS, this.#discoveryMs)
        : this.#discoveryMs;
      await wait(ms, AbortSignal.any([this.#signal, changed.signal]));
      this.#wake = undefined;
    }
    if (this.#isChanged) await wait(GATHER_MS, this.#signal);
  }

  async #discover(): Promise<void> {
    const found = await this.#discoverKinds();
    // A server without any kind is none to go by.
    if (found.preferred.length === 0) throw new Error("the server has no kinds at all");
    for (const { group, version, error } of found.failures) {
      this.#logger.v(2).info("A group is not known now", {
        group,
        version,
        error: error.message,
      });
    }
    const isMore = this.#served.update(found);
    await this.#monitors.watch(this.#served.preferred);
    const now = this.#clock.monotonic();
    const gone = new Set(this.#monitors.goneFrom(this.#served.preferred));
    for (const resource of this.#goneSince.keys()) {
      if (!gone.has(resource)) this.#goneSince.delete(resource);
    }
    for (const resource of gone) {
      const since = this.#goneSince.get(resource) ?? now;
      this.#goneSince.set(resource, since);
      if (now - since < GONE_MS) continue;
      this.#goneSince.delete(resource);
      await this.#monitors.forget(resource);
    }
    if (!isMore) return;
    for (const uid of this.#unknown) this.#collecting.add(uid);
    this.#unknown.clear();
  }

  #discoveryFailed(error: unknown, waitMs: number): void {
    this.#syncErrors?.inc();
    this.#logger.warning("The server does not tell its kinds", { error: String(error), waitMs });
  }
}

/** The collector of a process. */
export const garbageCollector: ProcessController = {
  name: "garbage-collector-controller",
  aliases: ["garbagecollector"],
  account: "generic-garbage-collector",
  flags: ["concurrent-gc-syncs", "enable-garbage-collector"],
  make({ client, values, ...parts }) {
    if (!values["enable-garbage-collector"]) return undefined;
    return createGarbageCollector(client, { ...parts, workers: values["concurrent-gc-syncs"] });
  },
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("garbage_collector", [garbageCollector]));
}
