/**
 * Pods that have to leave tainted nodes, and when.
 *
 * @module
 */

import { type coreV1, type DerivedValues, Node, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import type { LoopParts, SharedInformer, SyncWork, Wake } from "../loop/mod.ts";
import { deletePod, podsByNode, writePodStatus } from "../pods/mod.ts";
import { tolerationTime } from "./toleration_time.ts";

type LivePod = ObjectOf<typeof Pod>;
type LiveNode = ObjectOf<typeof Node>;

/** What it is called, in its events too. */
export const TAINT_EVICTION = "taint-eviction-controller";

const REASON = "TaintManagerEviction";
const CONDITION = {
  type: "DisruptionTarget",
  status: "True",
  reason: "DeletionByTaintManager",
  message: "Taint manager: deleting due to NoExecute taint",
} as const;
/** Times are as long as whoever makes pods likes; nobody waits for longer at once. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
const BUCKETS: readonly number[] = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30, 60, 120, 180, 240];

/** What is looked at of a pod; shared. */
interface PodOnNode {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly nodeName: string;
  readonly tolerations: readonly coreV1.Toleration[];
  readonly isDeleting: boolean;
}

/** The taints of a node that drive pods away; shared. */
interface Driving {
  readonly taints: readonly coreV1.Taint[];
  /** Equal for equal taints. */
  readonly fingerprint: string;
}

/** A pod that has to leave; times are of the clock's monotonic scale. */
interface Leaving {
  readonly pod: PodOnNode;
  readonly at: number;
  /** Whether an event told of it. From then on none tells that it is cancelled. */
  isTold: boolean;
}

/** What wakes pods, and a turn of each. */
export class Evictions {
  readonly #parts: LoopParts;
  readonly #podInformer: SharedInformer<LivePod>;
  readonly #nodeInformer: SharedInformer<LiveNode>;
  readonly #events: Recorder;
  readonly #metrics: ReturnType<typeof declareMetrics>;
  readonly #leaving = new Map<string, Leaving>();
  /** The taints of nodes by which their pods were woken last; those without any are not in it. */
  readonly #woken = new Map<string, string>();
  #pods: DerivedValues<LivePod, PodOnNode> | undefined;
  #nodes: DerivedValues<LiveNode, Driving> | undefined;

  constructor(parts: LoopParts) {
    const { client, informers, clock, logger } = parts;
    this.#parts = parts;
    this.#podInformer = informers.of(Pod, [podsByNode]);
    this.#nodeInformer = informers.of(Node);
    this.#events = new Recorder({ client, component: TAINT_EVICTION, clock, logger });
    this.#metrics = declareMetrics(parts);
  }

  /** Begins to listen. */
  listen(wake: Wake): Disposable[] {
    const pods = this.#pods = this.#podInformer.derive(podOnNode);
    const nodes = this.#nodes = this.#nodeInformer.derive(drivingTaints);
    return [
      this.#nodeInformer.subscribe(({ type, key }) => {
        const fingerprint = type === "Deleted" ? "" : nodes.get(key)?.fingerprint ?? "";
        if (fingerprint === (this.#woken.get(key) ?? "")) return;
        if (fingerprint === "") this.#woken.delete(key);
        else this.#woken.set(key, fingerprint);
        // Pods of a node that is gone keep their time.
        if (type !== "Deleted") { for (const pod of pods.by(podsByNode, key)) wake(pod.key); }
      }),
      this.#podInformer.subscribe(({ type, key }) => {
        const pod = type === "Deleted" ? undefined : pods.get(key);
        const isDriven = pod !== undefined && (nodes.get(pod.nodeName)?.fingerprint ?? "") !== "";
        if (isDriven || this.#leaving.has(key)) wake(key);
      }),
    ];
  }

  /** One turn of a pod: in how many milliseconds it has to leave, if it has to. */
  async sync(key: string, { signal }: SyncWork): Promise<number | void> {
    const pod = this.#pods!.get(key);
    const known = this.#leaving.get(key);
    // A new pod of the same name has a time of its own.
    if (known !== undefined && known.pod.uid !== pod?.uid) this.#cancel(known);
    if (pod === undefined) return;
    this.#judge(pod);
    const leaving = this.#leaving.get(key);
    if (leaving === undefined) return;
    const wait = leaving.at - this.#parts.clock.monotonic();
    if (wait > 0) return Math.min(wait, LONGEST_WAIT_MS);
    await this.#evict(leaving, signal);
  }

  /** Settles whether a pod has to leave, and when. */
  #judge(pod: PodOnNode): void {
    const taints = this.#nodes!.get(pod.nodeName)?.taints;
    // A pod that has its time keeps it while the node is gone.
    if (taints === undefined) return;
    const known = this.#leaving.get(pod.key);
    const time = tolerationTime(taints, pod.tolerations);
    if (time === Infinity) {
      if (known !== undefined) this.#cancel(known);
      return;
    }
    const now = this.#parts.clock.monotonic();
    if (time === undefined && known !== undefined && known.at > now) this.#cancel(known);
    // A time that began stays as it is, whatever taints and tolerations say later.
    if (this.#leaving.has(pod.key) || pod.isDeleting) return;
    this.#leaving.set(pod.key, { pod, at: now + (time ?? 0), isTold: false });
  }

  /** A pod that had to leave may stay, or is gone already. */
  #cancel(leaving: Leaving): void {
    const { pod, isTold } = leaving;
    this.#leaving.delete(pod.key);
    if (!isTold) {
      this.#events.normal(subjectOf(pod), REASON, `Cancelling deletion of Pod ${pod.key}`);
    }
  }

  async #evict(leaving: Leaving, signal: AbortSignal): Promise<void> {
    const { client, clock, logger } = this.#parts;
    const { pod } = leaving;
    const live = this.#podInformer.lister.get(pod.key);
    // Somebody else was faster.
    const isOver = live === undefined || live.metadata.deletionTimestamp !== undefined;
    if (!isOver) {
      if (!leaving.isTold) {
        leaving.isTold = true;
        logger.info("A pod is deleted for a taint of its node", { pod: pod.key });
        this.#events.normal(subjectOf(pod), REASON, `Marking for deletion Pod ${pod.key}`);
      }
      await writePodStatus(client, clock, live, { condition: CONDITION });
      if (await deletePod(client, pod, signal)) {
        this.#metrics.deleted.inc();
        this.#metrics.latency.observe((clock.monotonic() - leaving.at) / 1000);
      }
    }
    this.#leaving.delete(pod.key);
  }
}

function podOnNode({ metadata, spec }: LivePod): PodOnNode {
  const { namespace = "", name, uid, deletionTimestamp } = metadata;
  return {
    key: `${namespace}/${name}`,
    namespace,
    name,
    uid,
    nodeName: spec.nodeName ?? "",
    tolerations: spec.tolerations ?? [],
    isDeleting: deletionTimestamp !== undefined,
  };
}

const NONE: Driving = { taints: [], fingerprint: "" };

function drivingTaints({ spec }: LiveNode): Driving {
  const taints = spec?.taints?.filter(({ effect }) => effect === "NoExecute") ?? [];
  if (taints.length === 0) return NONE;
  return { taints, fingerprint: JSON.stringify(taints.map(({ key, value = "" }) => [key, value])) };
}

function subjectOf({ namespace, name, uid }: PodOnNode) {
  return { apiVersion: "v1", kind: "Pod", metadata: { namespace, name, uid } };
}

function declareMetrics({ metrics }: LoopParts) {
  return {
    deleted: metrics.counter({
      name: "taint_eviction_controller_pod_deletions_total",
      help: "Pods that were deleted for a taint of their node.",
      stability: "ALPHA",
    }).with({}),
    latency: metrics.histogram({
      name: "taint_eviction_controller_pod_deletion_duration_seconds",
      help: "From when a pod had to leave its node until it was deleted.",
      stability: "ALPHA",
      buckets: BUCKETS,
    }).with({}),
  };
}
