/**
 * Nodes and pods as tests of nodes' lives make them: what agents say is said by the test.
 *
 * @module
 */

import { type Client, coreV1, Lease, Node, type ObjectOf, Pod } from "../../mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { NAMES } from "../../toolkit/names.ts";

/** What a condition says. */
export type Said = "True" | "False" | "Unknown";

/** What a node is made of. */
export interface NodeMaking {
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly coreV1.Taint[];
  /** What its agent says of it. Default True; null: nothing yet. */
  readonly ready?: Said | null;
}

/** What a pod is made of. */
export interface PodMaking {
  readonly tolerations?: readonly coreV1.Toleration[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly owner?: { readonly kind: string; readonly name: string };
  /** Whether its agent says that it is ready. Default true; null: nothing. */
  readonly ready?: boolean | null;
}

/** Speaks for agents. */
export class NodeLife {
  readonly client: Client;
  readonly #clock: Clock;

  constructor(client: Client, clock: Clock) {
    this.client = client;
    this.#clock = clock;
  }

  /** Makes a node, and says how it is. */
  async node(name: string, { labels, taints, ready = "True" }: NodeMaking = {}): Promise<void> {
    await this.client.create(Node, {
      metadata: { name, ...(labels && { labels: { ...labels } }) },
    });
    if (taints !== undefined) await this.taint(name, taints);
    if (ready !== null) await this.say(name, { Ready: ready });
  }

  /** Has a node have these taints, and no others. */
  async taint(name: string, taints: readonly coreV1.Taint[]): Promise<void> {
    await this.client.patch(Node, name, { spec: { taints: [...taints] } } as never);
  }

  /** Says now how a node is, as its agent does. */
  async say(name: string, said: Readonly<Record<string, Said>>): Promise<void> {
    const live = await this.client.get(Node, name);
    const now = this.#now();
    const conditions = Object.entries(said).map(([type, status]) => {
      const before = live.status?.conditions?.find((one) => one.type === type);
      return {
        type,
        status,
        reason: "AgentSays",
        message: "",
        lastHeartbeatTime: now,
        lastTransitionTime: before?.status === status ? before.lastTransitionTime ?? now : now,
      };
    });
    await this.client.patch(Node, name, { status: { conditions } } as never, {
      subresource: "status",
      strategic: true,
    });
  }

  /** Renews the leases of nodes, as their agents do. */
  async renew(...names: string[]): Promise<void> {
    const namespace = NAMES[this.client.dialect].namespaceNodeLeases;
    const renewTime = this.#now().replace(/Z$/, ".000000Z");
    for (const name of names) {
      const place = { namespace, name };
      const spec = { holderIdentity: name, leaseDurationSeconds: 40, renewTime };
      const known = await this.client.find(Lease, place);
      if (known === undefined) await this.client.create(Lease, { metadata: place, spec });
      else await this.client.patch(Lease, place, { spec: { renewTime } } as never);
    }
  }

  /**
   * Makes a pod, says that it runs, and puts it on a node: in this order, so that whoever sees it come to the node sees
   * it as ready as it is.
   */
  async pod(name: string, nodeName: string, making: PodMaking = {}): Promise<void> {
    const { tolerations, labels, owner, ready = true } = making;
    const reference = owner && {
      apiVersion: "apps/v1",
      ...owner,
      uid: "00000000-0000-4000-8000-000000000001",
      controller: true,
    };
    await this.client.create(Pod, {
      metadata: {
        name,
        ...(labels && { labels: { ...labels } }),
        ...(reference && { ownerReferences: [reference] }),
      },
      spec: {
        containers: [{ name: "c", image: "i" }],
        ...(tolerations && { tolerations: [...tolerations] }),
      },
    });
    if (ready !== null) await this.sayPod(name, ready);
    const target = { apiVersion: "v1", kind: "Node", name: nodeName };
    await this.client.createSubresource(Pod, name, "binding", {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name },
      target,
    });
  }

  /** Says whether a pod is ready. */
  async sayPod(name: string, ready: boolean): Promise<void> {
    const condition = {
      type: "Ready",
      status: ready ? "True" : "False",
      lastTransitionTime: this.#now(),
    };
    await this.client.patch(Pod, name, {
      status: { phase: "Running", conditions: [condition] },
    } as never, { subresource: "status", strategic: true });
  }

  /** The taints of a node, as `key:effect`, sorted. */
  async taints(name: string): Promise<string[]> {
    const { spec } = await this.client.get(Node, name);
    return (spec?.taints ?? []).map(({ key, effect }) => `${key.replace(/^.*\//, "")}:${effect}`)
      .sort();
  }

  /** What a node's condition says. */
  async condition(name: string, type = "Ready"): Promise<coreV1.NodeCondition | undefined> {
    const { status } = await this.client.get(Node, name);
    return status?.conditions?.find((one) => one.type === type);
  }

  /** The pods that are left, and not on their way out. */
  async left(): Promise<string[]> {
    const { items } = await this.client.list(Pod);
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map(({ metadata }) => metadata.name).sort();
  }

  /** Whether a pod is ready, as its status says. */
  async isReady(name: string): Promise<boolean> {
    return readyOf(await this.client.get(Pod, name)) === "True";
  }

  /** What events say of what, as `reason name: message` with how often. */
  async told(reason?: string): Promise<string[]> {
    const { items } = await this.client.list(coreV1.Event, { allNamespaces: true });
    return items.filter((one) => reason === undefined || one.reason === reason)
      .map(({ type, involvedObject, message, count, reason }) =>
        `${type} ${reason} ${involvedObject.name}: ${message} x${count}`
      ).sort();
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
  }
}

function readyOf({ status }: ObjectOf<typeof Pod>): string | undefined {
  return status?.conditions?.find(({ type }) => type === "Ready")?.status;
}
