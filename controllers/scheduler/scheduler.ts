/**
 * Gives pods their nodes: one after the other a node is found for each; binding goes on beside that.
 *
 * @module
 */

import { type Client, Node, Pod } from "../../toolkit/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { Running } from "../../toolkit/runnable.ts";
import { TimeSlice } from "../../toolkit/time_slice.ts";
import { flushEvents } from "../../toolkit/events/flush_events.ts";
import type { LoopParts, SharedInformers } from "../loop/mod.ts";
import { bindPod } from "./bind_pod.ts";
import { ClusterCache } from "./cluster/cluster_cache.ts";
import type { Snapshot } from "./cluster/snapshot.ts";
import { type Diagnosis, printDiagnosis } from "./framework/mod.ts";
import type { NodeExtender } from "./framework/node_extender.ts";
import { filterWithNominated, findNode, NoFit, NoNodes } from "./find_node.ts";
import { ClusterFollower } from "./follow_cluster.ts";
import {
  type CycleState,
  isOfInterest,
  isRejected,
  messageOf,
  type PodEvent,
  type Profile,
  type Rejection,
  saidBy,
  type SchedulerHandle,
} from "./framework/mod.ts";
import { permitWaits } from "./framework/framework_metrics.ts";
import { WaitingPods } from "./framework/waiting_pods.ts";
import { assumedOn, type PendingPod, type PodInfo } from "./pod/pod_info.ts";
import { POD_DELETED } from "./pod_changes.ts";
import type { BackoffTimes } from "./queue/backoff.ts";
import { Nominations } from "./queue/nominations.ts";
import type { QueuedPod } from "./pod/queued_pod.ts";
import { QueueMetrics } from "./queue/queue_metrics.ts";
import type { QueueState } from "./queue/queue_state.ts";
import { SchedulingQueue } from "./queue/scheduling_queue.ts";
import { type SchedulerMetrics, schedulerMetrics } from "./scheduler_metrics.ts";
import { SchedulingEvents } from "./scheduling_events.ts";
import { writePodStatus } from "../pods/write_pod_status.ts";

/** What a {@link Scheduler} is made with besides its parts. */
export interface SchedulerSettings {
  readonly backoff: BackoffTimes;
  /** Of a hundred nodes so many are looked at; 0: by how many there are. */
  readonly percentageOfNodesToScore: number;
  readonly mostWaitMs: number;
  /** The machine that it runs on, for events. */
  readonly host: string | undefined;
  /** Makes the profiles; at least one, and no two of a name. */
  profiles(handle: SchedulerHandle): readonly Profile[];
  extenders(handle: SchedulerHandle): readonly NodeExtender[];
}

/** What became of a pod. */
interface Outcome {
  readonly message: string;
  readonly isRejected: boolean;
  readonly rejectedBy?: ReadonlySet<string>;
  readonly pendingBy?: ReadonlySet<string>;
  /** "": room is made nowhere; undefined: as it is. */
  readonly nominatedNodeName?: string | undefined;
}

const NOBODY: ReadonlySet<string> = new Set();

/** The scheduler of a process. */
export class Scheduler {
  readonly #client: Client;
  readonly #informers: SharedInformers;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #settings: SchedulerSettings;
  readonly #profiles: ReadonlyMap<string, Profile>;
  readonly #extenders: readonly NodeExtender[];
  readonly #cache = new ClusterCache();
  readonly #nominations = new Nominations();
  readonly #waiting: WaitingPods;
  readonly #queue: SchedulingQueue;
  readonly #follower: ClusterFollower;
  readonly #events: SchedulingEvents;
  readonly #registry: Registry;
  readonly #metrics: SchedulerMetrics;
  readonly #queueMetrics: QueueMetrics;
  readonly #rotation = { start: 0 };
  readonly #binding = new Set<Promise<void>>();
  readonly #writes = new Map<string, Promise<void>>();
  #snapshot: Snapshot;

  constructor(parts: LoopParts, settings: SchedulerSettings) {
    const { client, informers, clock, logger, metrics } = parts;
    this.#client = client;
    this.#informers = informers;
    this.#clock = clock;
    this.#logger = logger;
    this.#settings = settings;
    this.#registry = metrics;
    this.#metrics = schedulerMetrics(metrics);
    this.#queueMetrics = new QueueMetrics(metrics);
    this.#waiting = new WaitingPods(clock, permitWaits(metrics));
    this.#events = new SchedulingEvents({ client, clock, logger, host: settings.host });
    this.#snapshot = this.#cache.snapshot();
    informers.of(Pod);
    informers.of(Node);
    const handle = this.#handle(parts);
    const profiles = settings.profiles(handle);
    this.#profiles = new Map(profiles.map((profile) => [profile.schedulerName, profile]));
    this.#extenders = settings.extenders(handle);
    const [first] = profiles;
    if (first === undefined) throw new TypeError("profiles has none: a scheduler needs one");
    const heard = profiles.flatMap(({ interests }) => [...interests.values()].flat());
    // Extenders can't say what helps: anything may.
    const hearsAll = this.#extenders.some(({ filters }) => filters);
    this.#queue = new SchedulingQueue({
      backoff: settings.backoff,
      mostWaitMs: settings.mostWaitMs,
      clock,
      metrics: this.#queueMetrics,
      plugins: {
        compare: (one, other) => first.compare(one, other),
        preEnqueue: (pod) => this.#profileOf(pod).preEnqueue(pod),
        isHeard: (event) => hearsAll || heard.some((interest) => isOfInterest(interest, event)),
        interestsOf: (pod, plugin) => this.#profileOf(pod).interests.get(plugin) ?? ANYTHING,
      },
    });
    this.#follower = new ClusterFollower({
      informers,
      names: client.names,
      cache: this.#cache,
      queue: this.#queue,
      nominations: this.#nominations,
      waiting: this.#waiting,
      clock,
      dealtWith: this.#metrics.dealtWith,
      isOurs: (name) => this.#profiles.has(name),
      isLookedAt: (kind) => heard.some(({ resource }) => resource === kind),
    });
  }

  /** Works until it is told to end; then it waits for what it has begun to bind. */
  async run({ signal, started }: Running): Promise<void> {
    await this.#informers.start(signal);
    using _ = this.#queue;
    using __ = this.#metrics.watch(this.#cache);
    using ___ = this.#queueMetrics.watch(this.#queue, this.#registry);
    using listening = new DisposableStack();
    for (const one of this.#follower.listen()) listening.use(one);
    started();
    const slice = new TimeSlice(this.#clock, signal);
    for (;;) {
      const queued = await this.#queue.take(signal);
      if (queued === undefined) break;
      try {
        await slice.yieldIfOver();
        await this.#schedule(queued, slice, signal);
      } catch (error) {
        if (signal.aborted) break;
        this.#logger.error("A pod could not be dealt with", error, { pod: queued.pod.key });
        this.#queue.giveBack(queued);
      }
    }
    this.#waiting.end();
    await Promise.all(this.#binding);
    await Promise.all(this.#writes.values());
    await flushEvents(this.#events, this.#clock);
  }

  /** What is known of a pod that has no node, or is being bound; `key`: its namespace and name. */
  stateOf(key: string): QueueState | undefined {
    const pod = this.#follower.pending(key);
    if (pod === undefined) return undefined;
    const nodeName = this.#cache.pod(pod.uid)?.nodeName;
    if (nodeName !== undefined) return { place: "in flight", nodeName };
    return this.#queue.stateOf(pod);
  }

  /** Finds a node for a pod, and begins to bind it. */
  async #schedule(queued: QueuedPod, slice: TimeSlice, signal: AbortSignal): Promise<void> {
    const { pod } = queued;
    const profile = this.#profileOf(pod);
    if (this.#isToSkip(pod)) return this.#queue.done(pod.uid);
    const beganMs = this.#clock.monotonic();
    this.#snapshot = this.#cache.snapshot();
    const cycle = profile.newCycle();
    let nodeName: string;
    try {
      ({ nodeName } = await findNode(cycle, pod, {
        profile,
        snapshot: this.#snapshot,
        nominations: this.#nominations,
        extenders: this.#extenders,
        percentageOfNodesToScore: this.#settings.percentageOfNodesToScore,
        rotation: this.#rotation,
        slice,
      }));
    } catch (error) {
      if (signal.aborted) throw error;
      return await this.#notFound(cycle, queued, error, beganMs);
    } finally {
      this.#metrics.decided(this.#clock.monotonic() - beganMs);
    }
    const nominated = this.#nominations.nodeOf(pod.uid);
    this.#nominations.delete(pod.uid);
    if (this.#follower.pending(pod.key)?.uid !== pod.uid) return this.#queue.done(pod.uid);
    this.#cache.assume(assumedOn(pod, nodeName));
    const undo = () => {
      profile.unreserve(cycle, pod, nodeName);
      this.#cache.forget(pod.uid);
    };
    const refused = await profile.reserve(cycle, pod, nodeName);
    if (refused !== undefined) {
      undo();
      return this.#failed(queued, outcomeOf(refused, nodeName), beganMs);
    }
    const { rejection, waits } = await profile.permit(cycle, pod, nodeName);
    if (rejection !== undefined) {
      undo();
      return this.#failed(queued, outcomeOf(rejection, nodeName), beganMs);
    }
    const permission = this.#waiting.wait(pod.uid, waits);
    this.#besideAll(() =>
      this.#bind(cycle, queued, nodeName, {
        permission,
        waits: waits.size > 0 && nominated !== nodeName,
        beganMs,
        undo,
        signal,
      })
    );
  }

  /** Binds a pod to the node that it was given. */
  async #bind(
    cycle: CycleState,
    queued: QueuedPod,
    nodeName: string,
    { permission, waits, beganMs, undo, signal }: {
      readonly permission: Promise<Rejection | undefined>;
      readonly waits: boolean;
      readonly beganMs: number;
      undo(): void;
      readonly signal: AbortSignal;
    },
  ): Promise<void> {
    const { pod } = queued;
    using _ = this.#metrics.binding();
    const profile = this.#profileOf(pod);
    let isDecided = false;
    const rejection = await bindPod(cycle, pod, nodeName, permission, waits, {
      client: this.#client,
      clock: this.#clock,
      profile,
      extenders: this.#extenders,
      waiting: this.#waiting,
      signal,
      decided: () => {
        isDecided = true;
        this.#queue.done(pod.uid);
      },
      untold: (error) =>
        this.#logger.warning("It could not be told where a pod will be", {
          pod: pod.key,
          error: messageOf(error),
        }),
    });
    if (rejection === undefined) {
      const nowMs = this.#clock.monotonic();
      this.#metrics.bound(queued, profile.schedulerName, nowMs - beganMs, nowMs);
      this.#tell(pod, {
        type: "Normal",
        reason: "Scheduled",
        action: "Binding",
        message: `Successfully assigned ${pod.namespace}/${pod.name} to ${nodeName}`,
      });
      return;
    }
    undo();
    const outcome = isDecided ? failureOf(rejection) : outcomeOf(rejection, nodeName);
    const isFree = () =>
      this.#queue.happened(
        POD_DELETED,
        assumedOn(pod, nodeName),
        undefined,
        ({ uid }) => uid !== pod.uid,
      );
    // What it had is free for others; for itself that is no news.
    if (!outcome.isRejected) isFree();
    if (signal.aborted) return this.#queue.done(pod.uid);
    this.#failed(queued, outcome, beganMs);
    if (outcome.isRejected) isFree();
  }

  /** A pod that found no node: room is made for it, where that is possible. */
  async #notFound(
    cycle: CycleState,
    queued: QueuedPod,
    error: unknown,
    beganMs: number,
  ): Promise<void> {
    const { pod } = queued;
    if (error instanceof NoNodes) {
      const outcome = { message: error.message, isRejected: true, nominatedNodeName: "" };
      return this.#failed(queued, outcome, beganMs);
    }
    if (!(error instanceof NoFit)) {
      const outcome = { message: messageOf(error), isRejected: false, nominatedNodeName: "" };
      return this.#failed(queued, outcome, beganMs);
    }
    const profile = this.#profileOf(pod);
    let diagnosis: Diagnosis = error.diagnosis;
    let nominatedNodeName: string | undefined = "";
    if (profile.makesRoom) {
      const made = await profile.postFilter(cycle, pod, diagnosis);
      const postFilter = made.verdict === undefined ? "" : saidBy(made.verdict);
      diagnosis = { ...diagnosis, postFilter };
      nominatedNodeName = made.nominatedNodeName;
    }
    const { rejectedBy, pendingBy } = diagnosis;
    this.#failed(queued, {
      message: printDiagnosis(diagnosis),
      isRejected: true,
      rejectedBy,
      pendingBy,
      nominatedNodeName,
    }, beganMs);
  }

  /** Gives a pod back to the queue, and says why. */
  #failed(queued: QueuedPod, outcome: Outcome, beganMs: number): void {
    const { message, isRejected, nominatedNodeName } = outcome;
    const { uid, key } = queued.pod;
    const profile = this.#profileOf(queued.pod);
    this.#metrics.attempted(
      isRejected ? "unschedulable" : "error",
      profile.schedulerName,
      this.#clock.monotonic() - beganMs,
    );
    const { rejectedBy = NOBODY, pendingBy = NOBODY } = outcome;
    queued.rejectedBy = rejectedBy;
    queued.pendingBy = pendingBy;
    // Where no plugin turned it down, none knows what helps: it rests, and nothing cuts that short.
    const isNobodys = rejectedBy.size === 0 && pendingBy.size === 0;
    if (!isNobodys) queued.rejections++;
    queued.errors = isNobodys ? queued.errors + 1 : 0;
    const pod = this.#follower.pending(key);
    if (pod?.uid !== uid) {
      // It is gone, or it has a node.
      this.#queue.done(uid);
      return;
    }
    queued.pod = pod;
    if (nominatedNodeName) this.#nominations.put(pod, nominatedNodeName);
    else if (nominatedNodeName === "") this.#nominations.delete(uid);
    this.#queue.giveBack(queued);
    const log = isRejected ? this.#logger.v(2) : this.#logger;
    log.info("A pod has no node", { pod: key, message });
    this.#tell(pod, {
      type: "Warning",
      reason: "FailedScheduling",
      action: "Scheduling",
      message,
    });
    const condition = {
      type: "PodScheduled",
      status: "False",
      reason: isRejected ? "Unschedulable" : "SchedulerError",
      message,
    } as const;
    this.#beside(uid, async () => {
      try {
        const change = { condition, nominatedNodeName };
        await writePodStatus(this.#client, this.#clock, pod.object, change);
      } catch (error) {
        this.#logger.warning("It could not be told why a pod has no node", {
          pod: key,
          error: messageOf(error),
        });
      }
    });
  }

  /** Work that goes on while nodes are found for others. */
  #besideAll(work: () => Promise<void>): void {
    const going = work().catch((error) => {
      this.#logger.error("Something could not be done for a pod", error);
    }).finally(() => this.#binding.delete(going));
    this.#binding.add(going);
  }

  /** Writes of a pod, one after the other, while nodes are found for others. */
  #beside(uid: string, write: () => Promise<void>): void {
    const last = (this.#writes.get(uid) ?? Promise.resolve()).then(write).finally(() => {
      if (this.#writes.get(uid) === last) this.#writes.delete(uid);
    });
    this.#writes.set(uid, last);
  }

  #isToSkip(pod: PendingPod): boolean {
    if (this.#cache.pod(pod.uid) !== undefined) return true;
    if (!pod.isDeleting) return false;
    this.#tell(pod, {
      type: "Warning",
      reason: "FailedScheduling",
      action: "Scheduling",
      message: `skip schedule deleting pod: ${pod.namespace}/${pod.name}`,
    });
    return true;
  }

  #tell(pod: PodInfo, event: PodEvent): void {
    this.#events.tell(pod, pod.schedulerName, event);
  }

  #profileOf({ schedulerName }: PodInfo): Profile {
    return this.#profiles.get(schedulerName)!;
  }

  #handle({ client, informers, clock, logger, metrics, random }: LoopParts): SchedulerHandle {
    return {
      client,
      informers,
      clock,
      logger,
      metrics,
      random: () => random(),
      snapshot: () => this.#snapshot,
      nominatedOn: (nodeName) => this.#nominations.on(nodeName),
      clearNomination: ({ uid }) => this.#nominations.delete(uid),
      permits: this.#waiting,
      activate: (pods) => this.#queue.activate(pods),
      tell: (pod, event, schedulerName) => this.#events.tell(pod, schedulerName, event),
      podOnNode: (uid) => this.#cache.pod(uid),
      beside: (work) => this.#besideAll(work),
      onlyAsks: false,
      extenders: () => this.#extenders,
      filterWithNominated: (cycle, pod, node) =>
        filterWithNominated(this.#profileOf(pod), this.#nominations, cycle, pod, node),
      addPod: (cycle, pod, other, node) => this.#profileOf(pod).addPod(cycle, pod, other, node),
      removePod: (cycle, pod, other, node) =>
        this.#profileOf(pod).removePod(cycle, pod, other, node),
    };
  }
}

/** Of who turns pods down without being a plugin: anything may help. */
const ANYTHING = [{ resource: "*", action: ~0 }] as const;

/** What came of a plugin's no to the one node that a pod was given. */
function outcomeOf(rejection: Rejection, nodeName: string): Outcome {
  const { plugin, status } = rejection;
  if (!isRejected(status)) return failureOf(rejection);
  const by = new Set([plugin]);
  const isPending = status.code === "Pending";
  const diagnosis: Diagnosis = {
    nodes: 1,
    rejections: new Map([[nodeName, { plugin, status }]]),
    absent: undefined,
    preFilter: "",
    postFilter: "",
    rejectedBy: isPending ? NOBODY : by,
    pendingBy: isPending ? by : NOBODY,
  };
  const { rejectedBy, pendingBy } = diagnosis;
  const message = printDiagnosis(diagnosis);
  return { message, isRejected: true, rejectedBy, pendingBy, nominatedNodeName: "" };
}

/** What came of what no event helps: the pod is tried again, whatever went wrong. */
function failureOf({ status }: Rejection): Outcome {
  return { message: saidBy(status), isRejected: isRejected(status), nominatedNodeName: "" };
}
