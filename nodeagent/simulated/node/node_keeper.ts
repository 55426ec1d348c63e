/**
 * Nodes register, and tell that they are well.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import {
  type Client,
  type coreV1,
  createInformer,
  type Informer,
  isAlreadyExists,
  isNotFound,
  Node,
  type ObjectOf,
} from "../../../toolkit/mod.ts";
import { parseCidr } from "../../../toolkit/validation/mod.ts";
import { equalJson, isObject } from "../../../toolkit/values/json.ts";
import { WorkQueue } from "../../../toolkit/workqueue/mod.ts";
import { logFailures, runWorkers } from "../../../toolkit/workqueue/workers.ts";
import type { Settings } from "../options.ts";
import { printSecond } from "../print_second.ts";
import { annotationsOf, conditionsOf, factsOf, labelsOf, nodeObject } from "./node_object.ts";
import type { NodeViews } from "./node_views.ts";
import type { SimulatedNode, SimulatedNodeTable } from "./nodes.ts";

/** What nodes are kept with. */
export interface NodeKeeperParts {
  readonly client: Client;
  readonly nodes: SimulatedNodeTable;
  readonly views: NodeViews;
  readonly settings: Settings;
  /** For what comes round from time to time. */
  readonly clock: Clock;
  readonly logger: Logger;
  random(): number;
}

type LiveNode = ObjectOf<typeof Node>;

/** A server that is back finds its nodes soon. */
export const BACKOFF = { base: 200, max: 7000, jitter: 0.2 };

/**
 * Has every node be there as it should be: makes those that are missing, whoever took them, and writes what is not
 * as it is told here. One that is as it should be is written every so often, each at its own time.
 */
export class NodeKeeper {
  readonly #parts: NodeKeeperParts;
  /** When the status of each is written though nothing is new. */
  readonly #dueAt: Float64Array;
  #missing: number;

  constructor(parts: NodeKeeperParts) {
    this.#parts = parts;
    this.#missing = parts.nodes.size;
    this.#dueAt = new Float64Array(parts.nodes.size).fill(NaN);
  }

  /** Works until the signal aborts; `registered` is called once all nodes have been there. */
  async run(signal: AbortSignal, registered: () => void): Promise<void> {
    const { client, nodes, views, settings, clock, logger, random } = this.#parts;
    if (nodes.size === 0) registered();
    await using informer = createInformer(client, Node);
    using queue = new WorkQueue({ name: "nodes", backoff: BACKOFF, clock, random });
    await informer.start(signal);
    views.findBy((name) => informer.lister.get(name));
    using _ = informer.subscribe(({ key }) => {
      if (nodes.get(key) === undefined) return;
      views.changed(key);
      queue.add(key);
    });
    for (const { name } of nodes) queue.add(name);
    await runWorkers(queue, async (name) => {
      const node = nodes.get(name)!;
      const again = await this.#keep(node, informer, signal);
      if (Number.isNaN(this.#dueAt[node.index]!)) {
        this.#dueAt[node.index] = this.#firstDue(node);
        if (--this.#missing === 0) registered();
      }
      return again ?? Math.max(1, this.#dueAt[node.index]! - clock.monotonic());
    }, {
      workers: settings.nodeWriters,
      signal,
      failed: logFailures(logger, "A simulated node could not be written"),
    });
  }

  /** All have their turns, spread over the time between two of one. */
  #firstDue({ index }: SimulatedNode): number {
    const { clock, nodes, settings } = this.#parts;
    return clock.monotonic() + settings.statusEveryMs * (index + 1) / nodes.size;
  }

  async #keep(
    node: SimulatedNode,
    { lister }: Informer<LiveNode>,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const { client, settings, clock } = this.#parts;
    const live = lister.get(node.name);
    const now = printSecond(clock.now());
    if (live === undefined) {
      try {
        await client.create(Node, nodeObject(node, settings, client.names, now), { signal });
      } catch (error) {
        // The informer has not heard of it yet.
        if (!isAlreadyExists(error)) throw error;
        return BACKOFF.base;
      }
      return undefined;
    }
    const range = parseCidr(live.spec?.podCIDRs?.[0] ?? live.spec?.podCIDR ?? "");
    if (range !== undefined) node.addresses.range = range;
    try {
      await this.#mend(node, live, now, signal);
    } catch (error) {
      // It is made again once the informer says so, too.
      if (!isNotFound(error)) throw error;
    }
    return undefined;
  }

  /** Writes what is not as it should be, and all that is told again once that is due. */
  async #mend(
    node: SimulatedNode,
    live: LiveNode,
    now: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { client, settings, clock } = this.#parts;
    const { metadata: { name, labels = {}, annotations = {} }, status = {} } = live;
    const wanted = {
      labels: differing(labelsOf(node, settings, client.names), labels),
      annotations: differing(annotationsOf(node, settings, client.names), annotations),
    };
    if (wanted.labels !== undefined || wanted.annotations !== undefined) {
      await client.patch(Node, name, { metadata: wanted } as never, { signal });
    }
    const { capacity = {}, allocatable = {}, ...rest } = factsOf(node, settings);
    const facts = differing({ ...rest, ...sizesOf({ capacity, allocatable }, status) }, status);
    const isDue = clock.monotonic() >= this.#dueAt[node.index]!;
    const conditions = conditionsOf(client.names, now).flatMap((told) => {
      const known = status.conditions?.find(({ type }) => type === told.type);
      const isSame = known?.status === told.status && known.reason === told.reason &&
        known.message === told.message;
      if (isSame && !isDue) return [];
      const since = known?.status === told.status && known.lastTransitionTime;
      return [{ ...told, ...(since && { lastTransitionTime: since }) }];
    });
    if (facts !== undefined || conditions.length > 0) {
      const changed = { ...facts, ...(conditions.length > 0 && { conditions }) };
      await client.patch(Node, name, { status: changed } as never, {
        subresource: "status",
        strategic: true,
        signal,
      });
    }
    if (isDue) this.#dueAt[node.index] = clock.monotonic() + settings.statusEveryMs;
  }
}

/**
 * How large a node is. That may be changed by whoever tries something: of the node's own resources only those are filled in
 * that nobody tells of. What others add to its capacity is theirs to be used, all of it, as long as it is there.
 */
function sizesOf(
  { capacity: own, allocatable }: Required<Pick<coreV1.NodeStatus, "capacity" | "allocatable">>,
  told: coreV1.NodeStatus,
) {
  const capacity = { ...own, ...told.capacity };
  const added = Object.entries(capacity).filter(([name]) => !Object.hasOwn(own, name));
  const gone = Object.keys(told.allocatable ?? {}).filter((name) => !Object.hasOwn(capacity, name));
  return {
    capacity,
    allocatable: {
      ...allocatable,
      ...told.allocatable,
      ...Object.fromEntries(added),
      ...Object.fromEntries(gone.map((name) => [name, null])),
    },
  };
}

/** What another object has not, or otherwise; undefined: it has all. What it has besides is somebody else's. */
function differing<T extends object>(wanted: T, there: object): Partial<T> | undefined {
  const members = Object.entries(wanted).flatMap(([key, value]) => {
    const known = (there as Record<string, unknown>)[key];
    if (!isObject(value) || !isObject(known)) return equalJson(value, known) ? [] : [[key, value]];
    const part = differing(value, known);
    return part === undefined ? [] : [[key, part]];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members) as Partial<T>;
}
