/**
 * Stand-ins for nodes and for the scheduler, so that pods run in tests.
 *
 * @module
 */

import {
  type Client,
  isConflict,
  isNotFound,
  Node,
  type ObjectOf,
  Pod,
} from "../../toolkit/mod.ts";
import { createInformer } from "../../toolkit/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { WorkQueue } from "../../toolkit/workqueue/mod.ts";
import { runWorkers } from "../../controllers/workers.ts";

/** What nodes are made of. */
export interface NodeParts {
  /** May do everything, and meets no fault. */
  readonly client: Client;
  readonly clock: Clock;
  /** Whether pods without a node are bound to them in turn: where no scheduler does that. */
  readonly binds: boolean;
  random(): number;
}

type LivePod = ObjectOf<typeof Pod>;

const BACKOFF = { base: 5, max: 60_000 };
const CAPACITY = { cpu: "8", memory: "16Gi", pods: "110" };

/** The name of a node, counted from 1. */
export function nodeName(index: number): string {
  return `node-${index}`;
}

/**
 * Nodes that are there and ready until this is disposed of. Pods without a node are bound to them in turn,
 * unless a scheduler does that; all containers of a pod on one of them are ready at once, and a pod that is deleted is gone at once. No
 * process is started and no image pulled; nothing is measured, probed, or refused for want of room.
 */
export class RunningNodes implements AsyncDisposable {
  readonly #parts: NodeParts;
  readonly #count: number;
  readonly #stop = new AbortController();
  readonly #over: Promise<unknown>;
  /** How many pods were bound. */
  #bound = 0;

  private constructor(count: number, parts: NodeParts, failed: (error: unknown) => void) {
    this.#parts = parts;
    this.#count = count;
    this.#over = this.#run().catch((error) => {
      if (!this.#stop.signal.aborted) failed(error);
    });
  }

  /** Starts so many nodes; `failed` is told where they end unasked. */
  static start(
    count: number,
    parts: NodeParts,
    failed: (error: unknown) => void,
  ): RunningNodes {
    return new RunningNodes(count, parts, failed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new DOMException("the environment has ended", "AbortError"));
    await this.#over;
  }

  async #run(): Promise<void> {
    const { clock, random } = this.#parts;
    const { signal } = this.#stop;
    const client = this.#parts.client.with({ signal });
    for (let index = 1; index <= this.#count; index++) await this.#register(client, index);
    using queue = new WorkQueue({ name: "nodes", backoff: BACKOFF, clock, random });
    await using informer = createInformer(client, Pod);
    using _ = informer.subscribe(({ type, key }) => {
      if (type !== "Deleted") queue.add(key);
    });
    await informer.start(signal);
    const look = async (key: string) => {
      const pod = informer.lister.get(key);
      if (pod === undefined) return;
      try {
        await this.#tend(client, pod);
      } catch (error) {
        // Whoever was faster has woken this again.
        if (!isNotFound(error) && !isConflict(error)) throw error;
      }
    };
    await runWorkers(queue, look, { workers: 2, signal, failed() {} });
  }

  async #register(client: Client, index: number): Promise<void> {
    const name = nodeName(index);
    if (await client.find(Node, name) === undefined) {
      const labels = { [client.names.labelHostName]: name };
      await client.create(Node, { metadata: { name, labels }, spec: {} });
    }
    const now = this.#now();
    const ready = { type: "Ready", status: "True", reason: "KubeletReady" } as const;
    await client.patch(Node, name, {
      status: {
        capacity: CAPACITY,
        allocatable: CAPACITY,
        conditions: [{ ...ready, message: "", lastHeartbeatTime: now, lastTransitionTime: now }],
      },
    }, { subresource: "status" });
  }

  /** One step of a pod towards what it should be. */
  async #tend(client: Client, pod: LivePod): Promise<void> {
    const { metadata: { name, namespace, uid, deletionTimestamp }, spec, status } = pod;
    const place = { name, namespace };
    const { nodeName: node = "" } = spec;
    if (node === "") {
      if (!this.#parts.binds) return;
      // Who is held back by a gate is not bound, nor who is on its way out.
      if ((spec.schedulingGates ?? []).length > 0 || deletionTimestamp !== undefined) return;
      const target = nodeName(1 + this.#bound++ % this.#count);
      return await this.#bind(client, place, uid, target);
    }
    if (!this.#isOurs(node)) return;
    if (deletionTimestamp !== undefined) {
      await client.delete(Pod, place, { uid, gracePeriod: 0, ignoreNotFound: true });
      return;
    }
    const { phase = "Pending" } = status ?? {};
    if (phase !== "Pending") return;
    await client.patch(Pod, place, { status: this.#running(pod) } as never, {
      subresource: "status",
    });
  }

  #isOurs(name: string): boolean {
    const index = Number(/^node-(\d+)$/.exec(name)?.[1]);
    return index >= 1 && index <= this.#count;
  }

  async #bind(
    client: Client,
    { name, namespace }: { readonly name: string; readonly namespace: string },
    uid: string,
    target: string,
  ): Promise<void> {
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/binding`;
    const response = await client.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        apiVersion: "v1",
        kind: "Binding",
        metadata: { name, namespace, uid },
        target: { apiVersion: "v1", kind: "Node", name: target },
      }),
    });
    const text = await response.text();
    if (response.ok || response.status === 404 || response.status === 409) return;
    throw new Error(
      `bind pod ${namespace}/${name}: the server answered ${response.status} ${text}`,
    );
  }

  /** What a kubelet says of a pod whose containers run. */
  #running({ spec }: LivePod): object {
    const now = this.#now();
    const states = (containers: readonly { name: string; image?: string }[], state: object) =>
      containers.map(({ name, image = "" }) => ({
        name,
        image,
        imageID: image,
        ready: true,
        restartCount: 0,
        ...state,
      }));
    const running = { started: true, state: { running: { startedAt: now } } };
    const done = {
      state: { terminated: { exitCode: 0, reason: "Completed", startedAt: now, finishedAt: now } },
    };
    const condition = (type: string) => ({ type, status: "True", lastTransitionTime: now });
    return {
      phase: "Running",
      startTime: now,
      conditions: ["PodScheduled", "Initialized", "ContainersReady", "Ready"].map(condition),
      containerStatuses: states(spec.containers, running),
      ...(spec.initContainers?.length && {
        initContainerStatuses: spec.initContainers.flatMap((one) =>
          states([one], one.restartPolicy === "Always" ? running : done)
        ),
      }),
    };
  }

  #now(): string {
    return new Date(this.#parts.clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
  }
}
