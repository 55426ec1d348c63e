/**
 * Where a scenario of nodes plays: nodes of its own, in a zone of its own, whose agents the scenario speaks for.
 *
 * @module
 */

import { type AnyObject, type Client, coreV1, Node, Pod } from "../../mod.ts";
import { comparable } from "../../testing/reference_comparable.ts";
import { sleep, systemClock } from "../../toolkit/clock.ts";
import { NAMES } from "../../toolkit/names.ts";
import { NodeLife, type NodeMaking, type PodMaking, type Said } from "./node_life.ts";
import { WorkloadStage } from "./workload_stage.ts";

const RENEW_MS = 1000;

/** Renews leases of nodes, as agents that are alive do. */
export class Agents implements AsyncDisposable {
  readonly #life: NodeLife;
  readonly #alive = new Set<string>();
  readonly #stop = new AbortController();
  readonly #over: Promise<void>;

  constructor(client: Client) {
    this.#life = new NodeLife(client, systemClock);
    this.#over = this.#run();
    // Whoever disposes of this hears of it.
    this.#over.catch(() => {});
  }

  /** From now on those nodes are alive. */
  async start(...names: string[]): Promise<void> {
    await this.#life.renew(...names);
    for (const name of names) this.#alive.add(name);
  }

  /** From now on nobody hears of those nodes. */
  silence(...names: string[]): void {
    for (const name of names) this.#alive.delete(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new DOMException("the scenario ends", "AbortError"));
    await this.#over;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#life.renew(...this.#alive);
      await sleep(systemClock, RENEW_MS, signal).catch(() => {});
    }
  }
}

/** See the module. */
export class NodeStage extends WorkloadStage {
  readonly #life: NodeLife;
  readonly #agents: Agents;
  readonly #own: string;

  constructor(...parts: ConstructorParameters<typeof WorkloadStage>) {
    super(...parts);
    const [, , namespace] = parts;
    this.#own = namespace;
    this.#life = new NodeLife(this.client, systemClock);
    this.#agents = new Agents(this.client);
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.#agents[Symbol.asyncDispose]();
    // Other scenarios are not to be judged by these.
    for (const { metadata } of await this.#nodes()) {
      await this.client.delete(Node, metadata!.name!, { ignoreNotFound: true });
    }
  }

  /** The whole name of a node. */
  nameOf(name: string): string {
    return `${this.#own}-${name}`;
  }

  /** Makes nodes whose agents are alive. */
  async nodes(names: readonly string[], making: NodeMaking = {}): Promise<void> {
    const zone = NAMES[this.client.dialect].labelZone;
    for (const name of names) {
      const labels = { [zone]: this.#own, ...making.labels };
      await this.#life.node(this.nameOf(name), { ...making, labels });
      if (making.ready !== null) await this.#agents.start(this.nameOf(name));
    }
    await this.until(
      Node,
      this.nameOf(names.at(-1)!),
      (one) => making.ready !== undefined || one?.spec?.taints === undefined,
    );
  }

  silence(...names: string[]): void {
    this.#agents.silence(...names.map((name) => this.nameOf(name)));
  }

  /** Nodes are heard of again. */
  async revive(...names: string[]): Promise<void> {
    for (const name of names) await this.say(name, { Ready: "True" });
    await this.#agents.start(...names.map((name) => this.nameOf(name)));
  }

  async say(name: string, said: Readonly<Record<string, Said>>): Promise<void> {
    await this.#life.say(this.nameOf(name), said);
  }

  /** Adds a taint to a node. */
  async taint(name: string, taint: coreV1.Taint): Promise<void> {
    await this.client.update(Node, this.nameOf(name), ({ spec }) => {
      spec!.taints = [...spec!.taints ?? [], taint];
    });
  }

  /** Takes taints off a node. */
  async untaint(name: string, key: string): Promise<void> {
    await this.client.update(Node, this.nameOf(name), ({ spec }) => {
      spec!.taints = spec!.taints?.filter((one) => one.key !== key) as never;
    });
  }

  async pod(name: string, node: string, making: PodMaking = {}): Promise<void> {
    await this.#life.pod(name, this.nameOf(node), making);
  }

  /** Waits until a node is as it should be. */
  async node(name: string, check: (node: AnyObject) => boolean): Promise<void> {
    await this.until(Node, this.nameOf(name), (one) => one !== undefined && check(one));
  }

  /** Waits until a node's condition says this. */
  async says(name: string, status: Said, type = "Ready"): Promise<void> {
    await this.node(
      name,
      (node) =>
        node.status?.conditions?.some((one: AnyObject) =>
          one.type === type && one.status === status
        ),
    );
  }

  /** Waits until so many of the nodes drive pods away. */
  async driving(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.node(
        name,
        ({ spec }) =>
          spec?.taints?.some(({ effect }: AnyObject) => effect === "NoExecute") ?? false,
      );
    }
  }

  /** Waits until a pod is on its way out. */
  async leaves(name: string): Promise<void> {
    await this.until(Pod, name, (one) => one?.metadata?.deletionTimestamp !== undefined);
  }

  /** What there is of nodes and pods, and what was told of them. */
  override async left(): Promise<unknown> {
    const nodes = await this.#nodes();
    const pods = (await this.client.list(Pod)).items as AnyObject[];
    const { items } = await this.client.list(coreV1.Event, { allNamespaces: true });
    const isOwn = ({ kind, namespace, name = "" }: coreV1.ObjectReference) =>
      kind === "Node" ? name.startsWith(`${this.#own}-`) : namespace === this.#own;
    const told = items.filter(({ involvedObject }) => isOwn(involvedObject)).map((
      { type, reason, message, source, involvedObject: { kind, name } },
    ) => JSON.stringify([type, reason, message, source?.component, kind, name]));
    return comparable([...nodes.map(nodeInShort), ...pods.map(podInShort), {
      events: [...new Set(told)].sort(),
    }]);
  }

  async #nodes(): Promise<AnyObject[]> {
    const { items } = await this.client.list(Node);
    return (items as AnyObject[]).filter(({ metadata }) =>
      metadata!.name!.startsWith(`${this.#own}-`)
    );
  }
}

const byText = (one: unknown, other: unknown) =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;

function conditionsOf({ status }: AnyObject): object[] {
  return status?.conditions?.map(
    ({ type, status, reason, message, observedGeneration, lastHeartbeatTime }: AnyObject) => ({
      type,
      status,
      reason,
      message,
      observedGeneration,
      heartbeat: lastHeartbeatTime !== undefined && lastHeartbeatTime !== null,
    }),
  ).toSorted(byText);
}

function nodeInShort(node: AnyObject): object {
  const { kind, metadata, spec } = node;
  const { name, labels } = metadata!;
  const taints = spec?.taints?.map(({ key, value, effect, timeAdded }: AnyObject) => ({
    key,
    value,
    effect,
    hasTime: timeAdded !== undefined,
  })).toSorted(byText);
  const { podCIDR, podCIDRs, unschedulable } = spec ?? {};
  return {
    ...{ kind, name, labels, taints, podCIDR, podCIDRs, unschedulable },
    conditions: conditionsOf(node),
  };
}

function podInShort(pod: AnyObject): object {
  const { kind, metadata, status } = pod;
  return {
    kind,
    name: metadata!.name,
    phase: status?.phase,
    reason: status?.reason,
    isDeleting: metadata!.deletionTimestamp !== undefined,
    conditions: conditionsOf(pod),
  };
}
