/**
 * The pods of all nodes of a process: what happens to them is told to the server.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import {
  type Client,
  createInformer,
  defineIndex,
  type Informer,
  isConflict,
  isNotFound,
  type ObjectOf,
  Pod,
} from "../../../toolkit/mod.ts";
import { WorkQueue } from "../../../toolkit/workqueue/mod.ts";
import { logFailures, runWorkers } from "../../../toolkit/workqueue/workers.ts";
import type { NodeView, NodeViews } from "../node/node_views.ts";
import type { SimulatedNode, SimulatedNodeTable } from "../node/nodes.ts";
import { hostPortsOf, portsConflict } from "../../../toolkit/pods/host_ports.ts";
import type { Resources } from "../../../toolkit/pods/resources.ts";
import type { Settings } from "../options.ts";
import { printSecond } from "../print_second.ts";
import { type Refusal, refusalOf } from "./admission.ts";
import { advance, beginToStop, cutOff, podCpu } from "./advance.ts";
import { BehaviourError, behaviourOf, type PodBehaviour } from "./behaviour.ts";
import { PodEvents } from "./pod_events.ts";
import { newRun, type PodRun, resumedRun } from "./pod_run.ts";
import { statusPatch } from "./pod_status.ts";
import { SharedRequests } from "./shared_requests.ts";

/** What pods are kept with. */
export interface PodKeeperParts {
  readonly client: Client;
  readonly nodes: SimulatedNodeTable;
  readonly views: NodeViews;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  random(): number;
}

type LivePod = ObjectOf<typeof Pod>;

/** A pod with how far it has come. */
export interface RunningPod {
  readonly pod: LivePod;
  readonly run: PodRun;
  readonly node: SimulatedNode;
}

/** How far a pod has come, and where. */
interface KeptRun {
  readonly run: PodRun;
  readonly node: SimulatedNode;
  /** What it adds to the load of its node; undefined: it is gone for all others, and will be forgotten. */
  requests: Resources | undefined;
}

const BY_NODE = defineIndex(Pod, "node", ({ spec }) => spec.nodeName);
const BACKOFF = { base: 50, max: 10_000, jitter: 0.2 };
/** What comes later than any timer is set for is looked at again before. */
const LONGEST_WAIT_MS = 86_400_000;
/** A pod without an address asks for one so often. */
const ADDRESS_WAIT_MS = 10_000;

/** Runs the pods that are bound to its nodes. */
export class PodKeeper {
  readonly #parts: PodKeeperParts;
  readonly #runs = new Map<string, KeptRun>();
  /** The uids of pods that were refused, until that has been seen of them. */
  readonly #refused = new Map<string, string>();
  readonly #requests = new SharedRequests();
  readonly #informer: Informer<LivePod>;
  readonly #events: PodEvents | undefined;
  /** Who waits for something to happen to a pod. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(parts: PodKeeperParts) {
    this.#parts = parts;
    this.#events = parts.settings.recordsEvents ? new PodEvents(parts) : undefined;
    this.#informer = createInformer(parts.client, Pod, {
      fieldSelector: "spec.nodeName!=",
      indexes: [BY_NODE],
    });
  }

  /** Works until the signal aborts; `started` is called once all pods are known. */
  async run(signal: AbortSignal, started: () => void): Promise<void> {
    const { clock, random, settings, logger } = this.#parts;
    await using informer = this.#informer;
    using queue = new WorkQueue({ name: "pods", backoff: BACKOFF, clock, random });
    await informer.start(signal);
    this.#takeOver();
    using _ = informer.subscribe(({ key }) => queue.add(key));
    started();
    await runWorkers(queue, (key) => this.#keep(key, signal), {
      workers: settings.podWriters,
      signal,
      failed: logFailures(logger, "A simulated pod could not be written"),
    });
  }

  /** A pod that there is on these nodes, as it is now. */
  find(key: string): RunningPod | undefined {
    const pod = this.#informer.lister.get(key);
    const node = this.#parts.nodes.get(pod?.spec.nodeName ?? "");
    if (pod === undefined || node === undefined) return undefined;
    const known = this.#runs.get(key)?.run;
    const run = known?.uid === pod.metadata.uid ? known : resumedRun(pod, this.#parts.clock.now());
    return { pod, run, node };
  }

  /** The pods of a node that are not over. */
  on(node: SimulatedNode): RunningPod[] {
    return [...node.pods].flatMap((key) => this.find(key) ?? []);
  }

  /** All pods of a node. */
  all(node: SimulatedNode): LivePod[] {
    return this.#informer.lister.by(BY_NODE, node.name);
  }

  /** Calls back once, when something happens to a pod; until it is disposed of. */
  onceMoved(key: string, callback: () => void): Disposable {
    const callbacks = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, callbacks.add(callback));
    return {
      [Symbol.dispose]: () => {
        callbacks.delete(callback);
        if (callbacks.size === 0 && this.#waiting.get(key) === callbacks) this.#waiting.delete(key);
      },
    };
  }

  /** Moves a pod on, and tells what is new; in how many milliseconds it has to be looked at again. */
  async #keep(key: string, signal: AbortSignal): Promise<number | undefined> {
    const { nodes, views, clock } = this.#parts;
    const pod = this.#informer.lister.get(key);
    const node = nodes.get(pod?.spec.nodeName ?? "");
    if (pod === undefined || node === undefined) return this.#forget(key);
    const { metadata: { deletionTimestamp }, status = {} } = pod;
    if (isOver(pod) && !this.#isKnown(key, pod)) {
      this.#forget(key);
      if (deletionTimestamp !== undefined) await this.#delete(pod, signal);
      return undefined;
    }
    // As it was before it was refused: room that has come since then is for others.
    if (this.#refused.get(key) === pod.metadata.uid) return undefined;
    const isNew = status.startTime === undefined && !this.#isKnown(key, pod);
    const isAsked = isNew && deletionTimestamp === undefined;
    if (isAsked && this.#refusalOf(pod, node, views.of(node)) !== undefined) {
      // What was seen of the node may be old, and so may what it is said to have taken.
      const view = await views.asked(node, signal);
      this.#countAnew(node);
      const refusal = this.#refusalOf(pod, node, view);
      if (refusal !== undefined) return await this.#refuse(key, pod, node, refusal, signal);
    }
    // In the same turn: no other pod gets the room in between.
    const run = this.#runOf(key, pod, node);
    const now = clock.now();
    const behaviour = this.#behaviourOf(pod, run, node);
    if (isOver(pod) && run.over === undefined) cutOff(run, pod, status.phase as "Failed", now);
    if (deletionTimestamp !== undefined) {
      beginToStop(run, ...timesOfDeletion(pod, now));
    }
    const next = advance(run, pod, behaviour, now);
    this.#tell(key);
    this.#events?.tell(pod, node.name, run.happened);
    run.happened = [];
    await this.#write(pod, run, signal);
    if (run.over !== undefined) {
      this.#forget(key);
      if (deletionTimestamp !== undefined) await this.#delete(pod, signal);
      return undefined;
    }
    if (run.ip === "") return Math.min(ADDRESS_WAIT_MS, next - now);
    return next === Infinity ? undefined : Math.min(LONGEST_WAIT_MS, Math.max(1, next - now));
  }

  #refusalOf(pod: LivePod, node: SimulatedNode, view: NodeView): Refusal | undefined {
    return refusalOf(pod, {
      node: view,
      load: node.load,
      requests: this.#requests.of(pod),
      names: this.#parts.client.names,
      lacksPort: () => this.#lacksPort(pod, node),
    });
  }

  /** Leaves out of a node's load what is over for the server, and still to be forgotten here. */
  #countAnew({ pods, load }: SimulatedNode): void {
    load.clear();
    for (const key of pods) {
      const kept = this.#runs.get(key)!;
      const pod = this.#informer.lister.get(key);
      const isThere = pod !== undefined && pod.metadata.uid === kept.run.uid && !isOver(pod);
      kept.requests = isThere ? this.#requests.of(pod) : undefined;
      if (kept.requests !== undefined) load.add(kept.requests);
    }
  }

  /** Has a pod fail that the node does not take. */
  async #refuse(
    key: string,
    pod: LivePod,
    node: SimulatedNode,
    { reason, message }: Refusal,
    signal: AbortSignal,
  ): Promise<undefined> {
    const { generation, uid } = pod.metadata;
    this.#events?.tell(pod, node.name, [{
      container: undefined,
      type: "Warning",
      reason,
      message,
    }]);
    const status = {
      ...(generation !== undefined && { observedGeneration: generation }),
      phase: "Failed",
      reason,
      message: `Pod was rejected: ${message}`,
      startTime: printSecond(this.#parts.clock.now()),
    };
    if (await this.#patchStatus(pod, status, signal)) this.#refused.set(key, uid);
  }

  /** Whether another pod of the node has a port that a pod asks for. */
  #lacksPort(pod: LivePod, { pods }: SimulatedNode): boolean {
    const wanted = hostPortsOf(pod.spec);
    if (wanted.length === 0) return false;
    const { lister } = this.#informer;
    return [...pods].some((key) => {
      const other = lister.get(key);
      return other !== undefined && other.metadata.uid !== pod.metadata.uid && !isOver(other) &&
        hostPortsOf(other.spec).some((taken) => wanted.some((one) => portsConflict(one, taken)));
    });
  }

  /** What runs already keeps its address: no other pod is to get it first. */
  #takeOver(): void {
    const { lister } = this.#informer;
    for (const key of lister.keys()) {
      const pod = lister.get(key)!;
      const node = this.#parts.nodes.get(pod.spec.nodeName ?? "");
      if (node !== undefined && pod.status?.startTime !== undefined && !isOver(pod)) {
        this.#runOf(key, pod, node);
      }
    }
  }

  #isKnown(key: string, { metadata: { uid } }: LivePod): boolean {
    return this.#runs.get(key)?.run.uid === uid;
  }

  #runOf(key: string, pod: LivePod, node: SimulatedNode): PodRun {
    const requests = this.#requests.of(pod);
    const known = this.#runs.get(key);
    if (known?.run.uid === pod.metadata.uid) {
      // It may have been resized.
      if (known.requests !== undefined && known.requests !== requests) {
        known.node.load.remove(known.requests);
        known.node.load.add(requests);
        known.requests = requests;
      }
      return known.run;
    }
    this.#forget(key);
    const now = this.#parts.clock.now();
    const hasBegun = pod.status?.startTime !== undefined;
    const run = hasBegun ? resumedRun(pod, now) : newRun(pod, now);
    if (run.ip !== "") node.addresses.reserve(run.ip);
    this.#runs.set(key, { run, node, requests });
    node.pods.add(key);
    node.load.add(requests);
    return run;
  }

  /** What it does; where that can't be read, or it has no address, nothing of it starts. */
  #behaviourOf(pod: LivePod, run: PodRun, node: SimulatedNode): PodBehaviour {
    const { settings, client } = this.#parts;
    if (run.ip === "") {
      run.ip = pod.spec.hostNetwork ? settings.address : node.addresses.take() ?? "";
    }
    try {
      const behaviour = behaviourOf(pod, settings.usual, client.names);
      run.problem = run.ip === "" ? NO_ADDRESS : tooMany(run);
      return run.problem === undefined ? behaviour : notStarting(behaviour);
    } catch (error) {
      if (!(error instanceof BehaviourError)) throw error;
      run.problem = { reason: "CreateContainerConfigError", message: error.message };
      const plain = { ...pod, metadata: { ...pod.metadata, annotations: {} } };
      return notStarting(behaviourOf(plain, settings.usual, client.names));
    }
  }

  async #write(pod: LivePod, run: PodRun, signal: AbortSignal): Promise<void> {
    const { settings, clock } = this.#parts;
    const status = statusPatch(pod, run, settings.address, clock.now());
    if (status !== undefined) await this.#patchStatus(pod, status, signal);
  }

  /** Whether the server has it now. */
  async #patchStatus(pod: LivePod, status: object, signal: AbortSignal): Promise<boolean> {
    const { name, namespace, uid } = pod.metadata;
    try {
      await this.#parts.client.patch(
        Pod,
        { name, namespace },
        { metadata: { uid }, status } as never,
        {
          subresource: "status",
          strategic: true,
          signal,
        },
      );
      return true;
    } catch (error) {
      // It is gone, or another has its name: that has woken this again.
      if (!isNotFound(error) && !isConflict(error)) throw error;
      return false;
    }
  }

  /** Lets go of a pod that is to be deleted; not again where others hold it. */
  async #delete({ metadata }: LivePod, signal: AbortSignal): Promise<void> {
    const { name, namespace, uid, deletionGracePeriodSeconds } = metadata;
    if (Number(deletionGracePeriodSeconds) === 0) return;
    try {
      await this.#parts.client.delete(Pod, { name, namespace }, {
        uid,
        gracePeriod: 0,
        ignoreNotFound: true,
        signal,
      });
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }

  #forget(key: string): undefined {
    this.#refused.delete(key);
    const known = this.#runs.get(key);
    if (known !== undefined) {
      const { run, node, requests } = known;
      this.#runs.delete(key);
      node.pods.delete(key);
      if (requests !== undefined) node.load.remove(requests);
      node.addresses.free(run.ip);
      node.pastCpu += podCpu(run, this.#parts.clock.now());
    }
    this.#tell(key);
  }

  #tell(key: string): void {
    const callbacks = this.#waiting.get(key);
    this.#waiting.delete(key);
    callbacks?.forEach((callback) => callback());
  }
}

const NO_ADDRESS = {
  reason: "ContainerCreating",
  message: "no address of the node's range is free",
};

/** What happens to a pod takes the square of their number. */
const CONTAINERS_LIMIT = 250;

function tooMany({ containers: { length } }: PodRun): PodRun["problem"] {
  if (length <= CONTAINERS_LIMIT) return undefined;
  const message = `the pod has ${length} containers: a simulated node runs ${CONTAINERS_LIMIT}`;
  return { reason: "CreateContainerConfigError", message };
}

function isOver({ status }: LivePod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}

function notStarting(behaviour: PodBehaviour): PodBehaviour {
  return { ...behaviour, never: new Set([...behaviour.never, "started"]) };
}

/** Since when a pod is being deleted, and until when its containers have time. */
function timesOfDeletion({ metadata }: LivePod, now: number): [beganAt: number, deadline: number] {
  const deadline = Date.parse(metadata.deletionTimestamp!);
  const graceMs = Number(metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  const beganAt = Math.min(now, deadline - graceMs);
  return [beganAt, Math.max(deadline, beganAt)];
}
