/**
 * Looking at nodes from time to time: which are silent, how their zones are, and which are given up.
 *
 * @module
 */

import { sleep } from "../../toolkit/clock.ts";
import { type DerivedValues, isNotFound, Lease, Node, type ObjectOf } from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import { keyedLoop, type LoopParts, type SharedInformer, type Wake } from "../loop/mod.ts";
import { writeStatus } from "../write_status.ts";
import type { GivingUp } from "./giving_up.ts";
import { type LifecycleMetrics, lifecycleMetrics } from "./lifecycle_metrics.ts";
import { nodeReference } from "./node_events.ts";
import type { NodeHealths } from "./node_health.ts";
import type { LiveNode, NodeView } from "./node_view.ts";
import { timeText } from "./time_text.ts";
import { unknownConditions } from "./unknown_conditions.ts";
import type { Zones } from "./zones.ts";

/** Nodes that are looked at at once. */
const WORKERS = 8;
const MOST_TRIES = 5;
const TRY_AGAIN_MS = 20;
/** Rates may be as low as anybody likes; nobody waits for longer at once. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

/** What it takes. */
export interface MonitorOptions {
  readonly viewOf: (node: LiveNode) => NodeView;
  readonly periodMs: number;
  readonly healths: NodeHealths;
  readonly zones: Zones;
  readonly givingUp: GivingUp;
  readonly events: Recorder;
  /** Told of a node that is not ready any more as its agent says nothing. */
  fellSilent(name: string): void;
}

/**
 * Each period, nodes that have changed and nodes that are late are looked at; then zones are judged. All others cost
 * nothing.
 */
export class Monitor {
  readonly #parts: LoopParts;
  readonly #options: MonitorOptions;
  readonly #nodes: SharedInformer<LiveNode>;
  readonly #leases: SharedInformer<ObjectOf<typeof Lease>>;
  readonly #leaseNamespace: string;
  readonly #metrics: LifecycleMetrics;
  /** Nodes that are to be looked at. */
  readonly #changed = new Set<string>();
  #wakeZone: Wake = () => {};

  constructor(parts: LoopParts, options: MonitorOptions) {
    const { client, informers, metrics } = parts;
    this.#parts = parts;
    this.#options = options;
    this.#leaseNamespace = NAMES[client.dialect].namespaceNodeLeases;
    this.#nodes = informers.of(Node);
    this.#leases = informers.of(Lease, [], { namespace: this.#leaseNamespace });
    this.#metrics = lifecycleMetrics(metrics);
  }

  /** Has a node be looked at in the next period. */
  lookAt(name: string): void {
    this.#changed.add(name);
  }

  /** Looks at nodes. */
  loop(): Runnable {
    return {
      name: "node-lifecycle-controller monitor",
      announcesStart: true,
      run: async ({ signal, started }) => {
        const { informers, clock } = this.#parts;
        await informers.start(signal);
        using listening = new DisposableStack();
        for (const one of this.#listen()) listening.use(one);
        started();
        while (!signal.aborted) {
          await this.#pass(signal);
          await sleep(clock, this.#options.periodMs, signal).catch(() => {});
        }
      },
    };
  }

  /** Gives nodes up, zone by zone. */
  zoneLoop(): Runnable {
    return keyedLoop(this.#parts, {
      name: "node-lifecycle-controller zones",
      queue: "node_lifecycle_controller_zones",
      workers: WORKERS,
      listen: (wake) => {
        this.#wakeZone = wake;
        return [];
      },
      sync: (zone, { signal }) => this.#giveUpNext(zone, signal),
    });
  }

  get #views(): DerivedValues<LiveNode, NodeView> {
    return this.#nodes.derive(this.#options.viewOf);
  }

  #listen(): Disposable[] {
    const { healths, zones, events } = this.#options;
    return [
      this.#nodes.subscribe((delta) => {
        const { type, key } = delta;
        if (type !== "Deleted") {
          const node = this.#views.get(key);
          if (node !== undefined) this.#take(node);
          return;
        }
        healths.delete(key);
        zones.delete(key);
        this.#changed.delete(key);
        const message = `Node ${key} event: Removing Node ${key} from Controller`;
        events.normal(nodeReference(delta.object.metadata), "RemovingNode", message);
      }),
      this.#leases.subscribe(({ type, object: { metadata, spec } }) => {
        if (type === "Deleted" || !spec?.renewTime) return;
        healths.renew(metadata.name, spec.renewTime, this.#parts.clock.monotonic());
      }),
    ];
  }

  /** Takes in how a node is. */
  #take(node: NodeView): void {
    const { clock } = this.#parts;
    const { healths, zones, events } = this.#options;
    const { name } = node;
    const lease = this.#leases.lister.get({ namespace: this.#leaseNamespace, name });
    const now = { monotonic: clock.monotonic(), ofDay: clock.now() };
    const { isNew, before } = healths.see(node, lease?.spec?.renewTime ?? undefined, now);
    zones.put(placeOf(node));
    this.#changed.add(name);
    if (isNew) {
      const message = `Node ${name} event: Registered Node ${name} in Controller`;
      events.normal(nodeReference(node), "RegisteredNode", message);
    }
    if (before === "True" && node.ready?.status === "Unknown") {
      const message = `Node ${name} status is now: NodeNotReady`;
      events.normal(nodeReference(node), "NodeNotReady", message);
      this.#options.fellSilent(name);
    }
  }

  async #pass(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#parts;
    const { healths, zones, givingUp } = this.#options;
    const startedAt = clock.monotonic();
    for (const name of healths.due(startedAt)) this.#changed.add(name);
    const changed = [...this.#changed];
    this.#changed.clear();
    await this.#lookAtAll(changed, signal);
    const turn = zones.judge(clock.monotonic());
    if (turn !== undefined) {
      logger.info("The state of all zones has changed", { state: turn });
      if (turn === "all are disrupted") givingUp.relent();
      else healths.forgive(clock.monotonic());
      await this.#lookAtAll([...healths.names()], signal);
    }
    for (const [zone] of zones.tallies()) {
      if ((zones.queue(zone)?.size ?? 0) > 0) this.#wakeZone(zone);
    }
    this.#metrics.tell(zones.tallies());
    this.#metrics.pass.observe((clock.monotonic() - startedAt) / 1000);
  }

  async #lookAtAll(names: readonly string[], signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#parts;
    const left = names.values();
    const work = async () => {
      for (const name of left) {
        if (signal.aborted) return;
        const startedAt = clock.monotonic();
        try {
          await this.#look(name, signal);
        } catch (error) {
          if (signal.aborted) return;
          logger.warning("A node is looked at again", { node: name, error: String(error) });
          this.#changed.add(name);
        }
        this.#metrics.node.observe((clock.monotonic() - startedAt) / 1000);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
  }

  async #look(name: string, signal: AbortSignal): Promise<void> {
    const { zones, givingUp } = this.#options;
    const seen = this.#views.get(name);
    const node = seen && await this.#presumed(seen, signal);
    // One that is gone has no zone any more.
    if (node === undefined || !this.#nodes.lister.has(name)) return;
    zones.put(placeOf(node));
    const waits = await givingUp.tend(node, !zones.areAllDisrupted);
    const queue = zones.queue(node.zone);
    if (waits) queue?.add(name);
    else queue?.delete(name);
  }

  /** The node, after it was said of it that nothing is known of it where it is late; undefined: it is gone. */
  async #presumed(node: NodeView, signal: AbortSignal): Promise<NodeView | undefined> {
    const { client, clock } = this.#parts;
    const { healths, viewOf } = this.#options;
    let current = node;
    for (let attempt = 1;; attempt++) {
      const isLate = healths.isLate(node.name, clock.monotonic());
      if (!isLate || current.ready?.status === "Unknown") return current;
      const live = attempt === 1
        ? this.#nodes.lister.get(node.name)
        : await client.find(Node, node.name, { signal });
      if (live === undefined || live.metadata.uid !== node.uid) return undefined;
      if (attempt > 1) {
        current = viewOf(live);
        this.#take(current);
        const isStillLate = healths.isLate(node.name, clock.monotonic());
        if (!isStillLate || current.ready?.status === "Unknown") return current;
      }
      const { metadata, status } = live;
      const conditions = unknownConditions(
        status?.conditions ?? [],
        metadata.creationTimestamp,
        timeText(clock.now()),
      );
      try {
        return viewOf(await writeStatus(client, Node, live, { conditions }));
      } catch (error) {
        if (isNotFound(error)) return undefined;
        if (signal.aborted || attempt === MOST_TRIES) throw error;
      }
      await sleep(clock, TRY_AGAIN_MS, signal);
    }
  }

  /** Gives up as many nodes of a zone as may be; in how many milliseconds the next one may. */
  async #giveUpNext(zone: string, signal: AbortSignal): Promise<number | void> {
    const { clock, logger } = this.#parts;
    const { zones, givingUp } = this.#options;
    while (!signal.aborted) {
      const queue = zones.queue(zone);
      const name = queue?.first;
      if (queue === undefined || name === undefined) return;
      const node = this.#views.get(name);
      if (node?.zone !== zone || !givingUp.isDue(node)) {
        queue.delete(name);
        continue;
      }
      const wait = queue.waitMs(clock.monotonic());
      if (wait === Infinity) return;
      if (wait > 0) return Math.min(wait, LONGEST_WAIT_MS);
      queue.spend(clock.monotonic());
      try {
        await givingUp.giveUp(node);
        queue.delete(name);
        this.#metrics.givenUp(zone);
        logger.info("A node is given up", { node: name });
      } catch (error) {
        queue.moveBack(name);
        logger.warning("A node was not given up", { node: name, error: String(error) });
      }
    }
  }
}

function placeOf({ name, zone, isCounted, ready }: NodeView) {
  return { name, zone, isCounted, isReady: ready?.status === "True" };
}
