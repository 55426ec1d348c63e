/**
 * Pods of nodes that are not ready are not ready either, whatever was said of them last.
 *
 * @module
 */

import { type DerivedValues, isNotFound, Node, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import { keyedLoop, type LoopParts, type SharedInformer, type Wake } from "../loop/mod.ts";
import { podsByNode } from "../pods/mod.ts";
import { writeStatus } from "../write_status.ts";
import type { LiveNode, NodeView } from "./node_view.ts";
import { timeText } from "./time_text.ts";

type LivePod = ObjectOf<typeof Pod>;

const WORKERS = 4;

interface PodOnNode {
  readonly key: string;
  readonly nodeName: string;
  /** What is said of whether it is ready; undefined: nothing. */
  readonly ready: string | undefined;
}

/** See the module. */
export class UnreadyPods {
  readonly #parts: LoopParts;
  readonly #events: Recorder;
  readonly #pods: SharedInformer<LivePod>;
  readonly #nodes: SharedInformer<LiveNode>;
  readonly #nodeView: (node: LiveNode) => NodeView;
  #wake: Wake = () => {};

  constructor(parts: LoopParts, events: Recorder, nodeView: (node: LiveNode) => NodeView) {
    this.#parts = parts;
    this.#events = events;
    this.#pods = parts.informers.of(Pod, [podsByNode]);
    this.#nodes = parts.informers.of(Node);
    this.#nodeView = nodeView;
  }

  /** Has the pods of a node looked at that has just stopped being ready. */
  lookAtThoseOf(nodeName: string): void {
    for (const { key, ready } of this.#views.by(podsByNode, nodeName)) {
      if (mayBeReady(ready)) this.#wake(key);
    }
  }

  /** Looks at pods; those that come to a node that is not ready by itself. */
  loop(): Runnable {
    return keyedLoop(this.#parts, {
      name: "node-lifecycle-controller pods",
      queue: "node_lifecycle_controller_pods",
      workers: WORKERS,
      listen: (wake) => {
        this.#wake = wake;
        return [this.#pods.subscribe((delta) => {
          const { type, key, resync } = delta;
          const pod = type === "Deleted" || resync ? undefined : this.#views.get(key);
          if (pod === undefined || !mayBeReady(pod.ready) || !this.#isOffDuty(pod)) return;
          // What its agent says later is not doubted.
          if (delta.previous?.spec.nodeName !== pod.nodeName) wake(key);
        })];
      },
      sync: (key) => this.#sync(key),
    });
  }

  get #views(): DerivedValues<LivePod, PodOnNode> {
    return this.#pods.derive(podOnNode);
  }

  #isOffDuty({ nodeName }: PodOnNode): boolean {
    const node = this.#nodes.derive(this.#nodeView).get(nodeName);
    return node?.ready !== undefined && node.ready.status !== "True";
  }

  async #sync(key: string): Promise<void> {
    const pod = this.#views.get(key);
    if (pod === undefined || !mayBeReady(pod.ready) || !this.#isOffDuty(pod)) return;
    const live = this.#pods.lister.get(key);
    if (live === undefined) return;
    const { client, clock } = this.#parts;
    const lastTransitionTime = timeText(clock.now());
    const conditions = live.status?.conditions?.map((one) =>
      one.type === "Ready" ? { ...one, status: "False", lastTransitionTime } : one
    );
    try {
      await writeStatus(client, Pod, live, { conditions });
    } catch (error) {
      if (isNotFound(error)) return;
      throw error;
    }
    this.#events.warning(live, "NodeNotReady", "Node is not ready");
  }
}

function mayBeReady(ready: string | undefined): boolean {
  return ready !== undefined && ready !== "False";
}

function podOnNode({ metadata, spec, status }: LivePod): PodOnNode {
  return {
    key: `${metadata.namespace}/${metadata.name}`,
    nodeName: spec.nodeName ?? "",
    ready: status?.conditions?.find(({ type }) => type === "Ready")?.status,
  };
}
