/**
 * Nodes, and a stand-in for the scheduler, so that pods run in tests.
 *
 * @module
 */

import { createSimulatedNodes } from "../../nodeagent/simulated/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import {
  type Client,
  createInformer,
  isConflict,
  isNotFound,
  type ObjectOf,
  Pod,
} from "../../toolkit/mod.ts";
import { WorkQueue } from "../../toolkit/workqueue/mod.ts";
import { runWorkers } from "../../toolkit/workqueue/workers.ts";

/** What nodes are made of. */
export interface NodeParts {
  /** May do everything, and meets no fault. */
  readonly client: Client;
  readonly clock: Clock;
  /** By which nodes say that they are well: however far time moves, once is enough. Default: the same. */
  readonly background?: Clock;
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
 * Simulated nodes that are there and ready until this is disposed of. Pods without a node are bound to them in
 * turn, unless a scheduler does that.
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
    const { clock, background = clock, random, client, binds } = this.#parts;
    const { signal } = this.#stop;
    const nodes = createSimulatedNodes(
      { client, clock, background, random, logger: silentLogger },
      // Pods of jobs end when a test says so.
      { count: this.#count, capacity: CAPACITY, usual: { jobsRunForMs: Infinity } },
    );
    const registered = Promise.withResolvers<void>();
    const running = nodes.run({ signal, started: registered.resolve });
    await Promise.race([registered.promise, running]);
    await Promise.all([running, binds && this.#bindAll(client.with({ signal }))]);
  }

  /** Binds what has no node, until the signal aborts. */
  async #bindAll(client: Client): Promise<void> {
    const { clock, random } = this.#parts;
    const { signal } = this.#stop;
    using queue = new WorkQueue({ name: "binding", backoff: BACKOFF, clock, random });
    await using informer = createInformer(client, Pod, { fieldSelector: { "spec.nodeName": "" } });
    using _ = informer.subscribe(({ type, key }) => {
      if (type !== "Deleted") queue.add(key);
    });
    await informer.start(signal);
    const look = async (key: string) => {
      const pod = informer.lister.get(key);
      if (pod === undefined) return;
      try {
        await this.#place(client, pod);
      } catch (error) {
        // Whoever was faster has woken this again.
        if (!isNotFound(error) && !isConflict(error)) throw error;
      }
    };
    await runWorkers(queue, look, { workers: 2, signal, failed() {} });
  }

  async #place(client: Client, { metadata, spec }: LivePod): Promise<void> {
    const { name, namespace, uid, deletionTimestamp } = metadata;
    // Who is held back by a gate is not bound, nor who is on its way out.
    if ((spec.schedulingGates ?? []).length > 0 || deletionTimestamp !== undefined) return;
    await this.#bind(client, { name, namespace }, uid, nodeName(1 + this.#bound++ % this.#count));
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
}
