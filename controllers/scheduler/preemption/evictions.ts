/**
 * Has pods go, so that there is room for another one.
 *
 * @module
 */

import { isNotFound, Pod } from "../../../toolkit/mod.ts";
import type { PodEvent, SchedulerHandle, Victims } from "../framework/mod.ts";
import type { PendingPod, PodInfo } from "../pod/pod_info.ts";
import { writePodStatus } from "../../pods/write_pod_status.ts";
import type { PreemptionMetrics } from "./preemption_metrics.ts";

/** Pods whose room is being made. */
export class Evictions {
  readonly #handle: SchedulerHandle;
  readonly #plugin: string;
  readonly #metrics: PreemptionMetrics;
  /** By the uid of the pod that needs the room: the last one that is to go, once the others have been told. */
  readonly #running = new Map<string, { last: PodInfo | undefined }>();

  constructor(handle: SchedulerHandle, plugin: string, metrics: PreemptionMetrics) {
    this.#handle = handle;
    this.#plugin = plugin;
    this.#metrics = metrics;
  }

  /** Whether those that are to go for a pod have not all been told yet. */
  isRunning(uid: string): boolean {
    const running = this.#running.get(uid);
    if (running === undefined) return false;
    if (running.last === undefined) return true;
    const last = this.#handle.podOnNode(running.last.uid);
    return last !== undefined && !last.isDeleting;
  }

  /** Begins; the pods that are on their way out already are left alone. */
  begin(pod: PendingPod, nodeName: string, { pods }: Victims): void {
    const { beside, activate, logger, clock } = this.#handle;
    const victims = pods.filter(({ isDeleting }) => !isDeleting);
    if (victims.length === 0) return;
    const running: { last: PodInfo | undefined } = { last: undefined };
    this.#running.set(pod.uid, running);
    this.#metrics.begun(pods.length);
    beside(async () => {
      const beganMs = clock.monotonic();
      let isWhole = true;
      const failed = (what: string, error: unknown) => {
        isWhole = false;
        logger.warning(what, { pod: pod.key, node: nodeName, error: String(error) });
      };
      try {
        await this.#clearNominations(pod, nodeName);
      } catch (error) {
        // They find out for themselves; the room is made all the same.
        failed("Pods could not be told that room is made for another one", error);
      }
      try {
        const last = victims.at(-1)!;
        await Promise.all(victims.slice(0, -1).map((one) => this.#evict(one, pod, nodeName)));
        running.last = last;
        await this.#evict(last, pod, nodeName);
      } catch (error) {
        failed("Room could not be made for a pod", error);
      }
      this.#running.delete(pod.uid);
      if (!isWhole) activate([pod]);
      this.#metrics.ended(isWhole ? "success" : "error", clock.monotonic() - beganMs);
    });
  }

  /** Pods that matter less look for another node. */
  async #clearNominations(pod: PendingPod, nodeName: string): Promise<void> {
    const { nominatedOn, clearNomination, client, clock, informers } = this.#handle;
    const lesser = nominatedOn(nodeName).filter(({ priority }) => priority < pod.priority);
    await Promise.all(lesser.map(async (one) => {
      clearNomination(one);
      const live = informers.of(Pod).lister.get(one.key);
      if (live?.metadata.uid !== one.uid) return;
      await writePodStatus(client, clock, live, { nominatedNodeName: "" });
    }));
  }

  async #evict(victim: PodInfo, pod: PendingPod, nodeName: string): Promise<void> {
    const { permits, client, clock, informers, tell } = this.#handle;
    const message = `Preempted by pod ${pod.uid} on node ${nodeName}`;
    const told = (message: string): PodEvent => ({
      type: "Normal",
      reason: "Preempted",
      action: "Preempting",
      message,
      related: pod,
    });
    // One that is not bound yet need not be deleted.
    if (permits.preempt(victim.uid, this.#plugin)) {
      tell(
        victim,
        told(`${message} (in ${client.names.processScheduler} memory).`),
        pod.schedulerName,
      );
      return;
    }
    const live = informers.of(Pod).lister.get(victim.key);
    if (live?.metadata.uid !== victim.uid) return;
    await writePodStatus(client, clock, live, {
      condition: {
        type: "DisruptionTarget",
        status: "True",
        reason: "PreemptionByScheduler",
        message: `${pod.schedulerName}: preempting to accommodate a higher priority pod`,
      },
    });
    const { namespace, name, uid } = victim;
    try {
      await client.delete(Pod, { namespace, name }, { uid });
    } catch (error) {
      if (isNotFound(error)) return;
      throw error;
    }
    tell(victim, told(message), pod.schedulerName);
  }
}
