/**
 * The pod garbage collector: removes pods that nobody else will ever remove.
 *
 * @module
 */

import { sleep } from "../toolkit/clock.ts";
import { isNotFound, Node, type ObjectOf, Pod } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import type { LoopParts, SharedInformer } from "./loop/mod.ts";
import { type GcPod, gcPodOf, surplusOf } from "./podgc/doomed_pods.ts";
import type { ProcessController } from "./process_controller.ts";
import { writePodStatus } from "./pods/mod.ts";

/** What {@link createPodGarbageCollector} is told. */
export interface PodGarbageCollectorOptions {
  /** So many pods that are over may stay; 0 or less: all. Default 12,500. */
  readonly threshold?: number;
}

const EVERY_MS = 20_000;
/** A node must have been missing for so long. */
const QUARANTINE_MS = 40_000;
const THRESHOLD = 12_500;
/** Pods that are removed at once. */
const AT_ONCE = 20;

/** What is said of pods of nodes that are gone. */
const ORPHANED = {
  type: "DisruptionTarget",
  status: "True",
  reason: "DeletionByPodGC",
  message: "PodGC: node no longer exists",
} as const;

/** Why a pod is removed, as metrics call it. */
type Reason =
  | "terminated"
  | "out-of-service"
  | "orphaned"
  | "unscheduled";

/**
 * Looks every 20 s, and removes at once and without grace: pods that are over, beyond a number; pods that end
 * on a node that is out of service; pods of nodes that are gone for 40 s; and pods that end and never had a
 * node.
 */
export function createPodGarbageCollector(
  parts: LoopParts,
  { threshold = THRESHOLD }: PodGarbageCollectorOptions = {},
): Runnable {
  const collector = new PodGarbageCollector(parts, threshold);
  return {
    name: "pod-garbage-collector",
    announcesStart: true,
    async run({ signal, started }) {
      await parts.informers.start(signal);
      started();
      while (!signal.aborted) {
        await collector.collect(signal);
        await sleep(parts.clock, EVERY_MS, signal).catch(() => {});
      }
    },
  };
}

class PodGarbageCollector {
  readonly #parts: LoopParts;
  readonly #threshold: number;
  readonly #pods: SharedInformer<ObjectOf<typeof Pod>>;
  readonly #nodes: SharedInformer<ObjectOf<typeof Node>>;
  readonly #counted: ReturnType<typeof declareMetrics>;
  /** Since when a node that pods name is missing. */
  readonly #missing = new Map<string, number>();
  #views: { list(): GcPod[] } | undefined;

  constructor(parts: LoopParts, threshold: number) {
    this.#parts = parts;
    this.#threshold = threshold;
    this.#pods = parts.informers.of(Pod);
    this.#nodes = parts.informers.of(Node);
    this.#counted = declareMetrics(parts);
  }

  async collect(signal: AbortSignal): Promise<void> {
    this.#views ??= this.#pods.lister.derive(gcPodOf);
    const pods = this.#views.list();
    const ending = pods.filter(({ isDeleting }) => isDeleting);
    await this.#removeAll("terminated", surplusOf(pods, this.#threshold), signal);
    await this.#removeAll(
      "out-of-service",
      ending.filter(({ nodeName }) => this.#isOutOfService(nodeName)),
      signal,
    );
    const gone = await this.#goneNodes(pods, signal);
    await this.#removeAll("orphaned", pods.filter(({ nodeName }) => gone.has(nodeName)), signal);
    const unscheduled = ending.filter(({ nodeName }) => nodeName === "");
    await this.#removeAll("unscheduled", unscheduled, signal);
  }

  #isOutOfService(name: string): boolean {
    const node = name === "" ? undefined : this.#nodes.lister.get(name);
    if (node === undefined) return false;
    const isReady = node.status?.conditions?.some(({ type, status }) =>
      type === "Ready" && status === "True"
    );
    const { taintOutOfService } = NAMES[this.#parts.client.dialect];
    const isMarked = node.spec?.taints?.some(({ key }) => key === taintOutOfService);
    return !isReady && isMarked === true;
  }

  /** Nodes that have been missing for long enough, and that the server does not have either. */
  async #goneNodes(pods: readonly GcPod[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    const { client, clock, logger } = this.#parts;
    const named = new Set(pods.map(({ nodeName }) => nodeName).filter((name) => name !== ""));
    for (const name of this.#missing.keys()) if (!named.has(name)) this.#missing.delete(name);
    const gone = new Set<string>();
    for (const name of named) {
      if (this.#nodes.lister.has(name)) {
        this.#missing.delete(name);
        continue;
      }
      const now = clock.monotonic();
      const since = this.#missing.get(name) ?? now;
      this.#missing.set(name, since);
      if (now - since < QUARANTINE_MS) continue;
      try {
        if (await client.find(Node, name, { signal }) === undefined) gone.add(name);
      } catch (error) {
        if (signal.aborted) throw error;
        logger.warning("It is not known whether a node is gone", {
          node: name,
          error: String(error),
        });
      }
    }
    return gone;
  }

  async #removeAll(reason: Reason, pods: readonly GcPod[], signal: AbortSignal): Promise<void> {
    const { logger } = this.#parts;
    const left = pods.values();
    const work = async () => {
      for (const pod of left) {
        if (signal.aborted) return;
        const { namespace } = pod;
        this.#counted.deleted.with({ namespace, reason }).inc();
        try {
          await this.#remove(reason, pod, signal);
        } catch (error) {
          if (signal.aborted) return;
          this.#counted.failed.with({ namespace, reason }).inc();
          logger.warning("A pod was not removed", {
            ...{ pod: `${namespace}/${pod.name}`, reason },
            error: String(error),
          });
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** A pod that is not over is failed first, so that whoever counts it counts it right. */
  async #remove(reason: Reason, pod: GcPod, signal: AbortSignal): Promise<void> {
    const { client, clock } = this.#parts;
    const { namespace, name, uid, isTerminal } = pod;
    const place = { namespace, name };
    try {
      if (!isTerminal) {
        const live = this.#pods.lister.get(place);
        if (live?.metadata.uid !== uid) return;
        await writePodStatus(client, clock, live, {
          phase: "Failed",
          condition: reason === "orphaned" ? ORPHANED : undefined,
        });
      }
      await client.delete(Pod, place, { uid, gracePeriod: 0, ignoreNotFound: true, signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

function declareMetrics({ metrics }: LoopParts) {
  const labels = ["namespace", "reason"] as const;
  return {
    deleted: metrics.counter({
      name: "pod_gc_collector_force_delete_pods_total",
      help: "Number of pods that were removed without grace, by why.",
      stability: "ALPHA",
      labels,
    }),
    failed: metrics.counter({
      name: "pod_gc_collector_force_delete_pod_errors_total",
      help: "Number of pods that could not be removed without grace, by why.",
      stability: "ALPHA",
      labels,
    }),
  };
}

/** The controller of a process. */
export const podGarbageCollector: ProcessController = {
  name: "pod-garbage-collector-controller",
  aliases: ["podgc"],
  account: "pod-garbage-collector",
  flags: ["terminated-pod-gc-threshold"],
  make: (parts) =>
    createPodGarbageCollector(parts, { threshold: parts.values["terminated-pod-gc-threshold"] }),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("podgc", [podGarbageCollector]));
}
