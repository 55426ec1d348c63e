/**
 * Pods that room is made for.
 *
 * @module
 */

import type { PodInfo } from "../pod/pod_info.ts";

const NONE: readonly PodInfo[] = [];

/** Which pods wait for room on which nodes. */
export class Nominations {
  readonly #byNode = new Map<string, PodInfo[]>();
  readonly #nodeOf = new Map<string, string>();

  /** Room is made for a pod on a node, and on no other. */
  put(pod: PodInfo, nodeName: string): void {
    this.delete(pod.uid);
    this.#nodeOf.set(pod.uid, nodeName);
    const pods = this.#byNode.get(nodeName);
    if (pods === undefined) this.#byNode.set(nodeName, [pod]);
    else pods.push(pod);
  }

  /** A pod that has changed: if room is made for it, it is for the pod as it is now. */
  update(pod: PodInfo): void {
    const nodeName = this.#nodeOf.get(pod.uid);
    if (nodeName !== undefined) this.put(pod, nodeName);
  }

  /** No room is made for a pod any more. */
  delete(uid: string): void {
    const nodeName = this.#nodeOf.get(uid);
    if (nodeName === undefined) return;
    this.#nodeOf.delete(uid);
    const left = this.#byNode.get(nodeName)!.filter((pod) => pod.uid !== uid);
    if (left.length === 0) this.#byNode.delete(nodeName);
    else this.#byNode.set(nodeName, left);
  }

  /** The node that room is made on for a pod. */
  nodeOf(uid: string): string | undefined {
    return this.#nodeOf.get(uid);
  }

  /** The pods that room is made for on a node. */
  on(nodeName: string): readonly PodInfo[] {
    return this.#byNode.get(nodeName) ?? NONE;
  }
}
