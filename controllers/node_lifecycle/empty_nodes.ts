/**
 * Giving nodes up by deleting their pods.
 *
 * @module
 */

import { isConflict, isNotFound, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import type { LoopParts, SharedInformer } from "../loop/mod.ts";
import { podsByNode } from "../pods/mod.ts";
import { writeStatus } from "../write_status.ts";
import type { GivingUp } from "./giving_up.ts";
import type { NodeHealths } from "./node_health.ts";
import { nodeReference } from "./node_events.ts";
import type { NodeView } from "./node_view.ts";

const REASON = "NodeLost";

/** What it takes. */
export interface EmptyNodesOptions {
  readonly events: Recorder;
  readonly healths: NodeHealths;
  /** How long a node may be silent or unready before its pods are deleted, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Without taints: a node has its turn when it has been silent or unready for long enough. Pods that are seen on it later
 * go at once, until it is ready. Daemons stay.
 */
export class EmptyNodes implements GivingUp {
  readonly #parts: LoopParts;
  readonly #options: EmptyNodesOptions;
  readonly #pods: SharedInformer<ObjectOf<typeof Pod>>;
  /** The nodes that were given up. */
  readonly #emptied = new Set<string>();

  constructor(parts: LoopParts, options: EmptyNodesOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#pods = parts.informers.of(Pod, [podsByNode]);
  }

  /** Has nodes looked at that were given up, and that a pod is seen on. */
  listen(lookAt: (name: string) => void): Disposable {
    return this.#pods.subscribe((delta) => {
      if (delta.type === "Deleted" || this.#emptied.size === 0) return;
      const { nodeName = "" } = delta.object.spec;
      if (this.#emptied.has(nodeName)) lookAt(nodeName);
    });
  }

  async tend(node: NodeView, mayGiveUp: boolean): Promise<boolean> {
    const { name, ready } = node;
    if (ready === undefined || ready.status === "True" || !mayGiveUp) {
      this.#emptied.delete(name);
      return false;
    }
    const dueAt = this.#dueAt(node);
    if (dueAt >= this.#parts.clock.monotonic()) {
      this.#options.healths.lookAgain(name, dueAt);
      return false;
    }
    if (!this.#emptied.has(name)) return true;
    await this.#deletePods(node);
    return false;
  }

  isDue(node: NodeView): boolean {
    const { ready } = node;
    if (ready === undefined || ready.status === "True") return false;
    return this.#dueAt(node) < this.#parts.clock.monotonic();
  }

  async giveUp(node: NodeView): Promise<void> {
    await this.#deletePods(node);
    this.#emptied.add(node.name);
  }

  relent(): void {
    this.#emptied.clear();
  }

  /** A node that is silent has had its time since its last sign of life, another one since it is not ready. */
  #dueAt({ name, ready }: NodeView): number {
    const times = this.#options.healths.timesOf(name);
    if (times === undefined) return Infinity;
    const { aliveAt, sinceAt } = times;
    return (ready?.status === "Unknown" ? aliveAt : sinceAt) + this.#options.timeoutMs;
  }

  async #deletePods(node: NodeView): Promise<void> {
    const { events } = this.#options;
    const { name } = node;
    const pods = this.#pods.lister.by(podsByNode, name);
    if (pods.length > 0) {
      const message = `Node ${name} event: Deleting all Pods from Node ${name}.`;
      events.normal(nodeReference(node), "DeletingAllPods", message);
    }
    const errors: unknown[] = [];
    for (const pod of pods) {
      try {
        await this.#delete(pod, name);
      } catch (error) {
        if (!isNotFound(error)) errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join(", "));
  }

  async #delete(pod: ObjectOf<typeof Pod>, nodeName: string): Promise<void> {
    const { client } = this.#parts;
    const { namespace = "", name, uid, ownerReferences, deletionTimestamp } = pod.metadata;
    if (pod.status?.reason !== REASON) {
      const message = `Node ${nodeName} which was running pod ${name} is unresponsive`;
      try {
        await writeStatus(client, Pod, pod, { reason: REASON, message });
      } catch (error) {
        // It is said later; that it goes matters more.
        if (isConflict(error) || isNotFound(error)) throw error;
      }
    }
    const isDaemon = ownerReferences?.some(({ kind, controller }) =>
      controller === true && kind === "DaemonSet"
    );
    if (isDaemon || deletionTimestamp !== undefined) return;
    const message = `Marking for deletion Pod ${name} from Node ${nodeName}`;
    this.#options.events.normal(pod, "NodeControllerEviction", message);
    await client.delete(Pod, { namespace, name }, { uid, ignoreNotFound: true });
  }
}
