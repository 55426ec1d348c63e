/**
 * Nodes and pods as far as their usage goes: where they are, and by what they are selected.
 *
 * @module
 */

import {
  type Client,
  createInformer,
  defineIndex,
  defineView,
  type Informer,
  Node,
  type ObjectOf,
  Pod,
} from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";

/** A node, and where its agent is. */
export interface NodePlace {
  readonly name: string;
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  /** What its addresses are, by their types. The first of a type counts. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The port of its agent; 0: it does not say. */
  readonly port: number;
  /** The path of the usage on its agent. */
  readonly path: string;
}

/** A pod that has a node. */
export interface PodPlace {
  /** `namespace/name`. */
  readonly key: string;
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  /** "": none yet. */
  readonly node: string;
  /** The names of all its containers. */
  readonly containers: readonly string[];
}

const USUAL_PATH = "/metrics/resource";

const AgentView = defineView(Node, "NodeAgent", ({ status }) => ({
  addresses: status?.addresses ?? [],
  port: status?.daemonEndpoints?.kubeletEndpoint?.Port ?? 0,
}));

const PlaceView = defineView(Pod, "PodPlace", ({ spec }) => ({
  node: spec.nodeName ?? "",
  containers: [spec.initContainers, spec.containers, spec.ephemeralContainers]
    .flatMap((some) => (some ?? []).map(({ name }) => name)),
}));

const podsOfNode = defineIndex(PlaceView, "node", ({ node }) => node === "" ? undefined : node);

/** All nodes and pods of a cluster, followed. */
export class Places implements AsyncDisposable {
  readonly #nodes: Informer<ObjectOf<typeof AgentView>>;
  readonly #pods: Informer<ObjectOf<typeof PlaceView>>;
  readonly #nodePlaces;
  readonly #podPlaces;

  /** `nodeSelector`: only nodes with such labels are looked at. */
  constructor(client: Client, nodeSelector: string) {
    const annotation = NAMES[client.dialect].annotationResourceMetricsPath;
    this.#nodes = createInformer(client, AgentView, {
      ...(nodeSelector !== "" && { labelSelector: nodeSelector }),
      transform: (node) => {
        const path = node.metadata.annotations?.[annotation];
        return bare(node, path === undefined ? {} : { [annotation]: path });
      },
    });
    this.#pods = createInformer(client, PlaceView, {
      indexes: [podsOfNode],
      transform: (pod) => bare(pod, {}),
    });
    this.#nodePlaces = this.#nodes.lister.derive(({ metadata, addresses, port }): NodePlace => ({
      name: metadata.name,
      uid: metadata.uid,
      labels: metadata.labels ?? {},
      addresses: new Map(
        addresses.filter(({ address }) => address !== "").toReversed()
          .map(({ type, address }) => [type, address]),
      ),
      port,
      path: metadata.annotations?.[annotation] ?? USUAL_PATH,
    }));
    this.#podPlaces = this.#pods.lister.derive(({ metadata, node, containers }): PodPlace => ({
      key: `${metadata.namespace}/${metadata.name}`,
      name: metadata.name,
      namespace: metadata.namespace ?? "",
      uid: metadata.uid,
      labels: metadata.labels ?? {},
      node,
      containers,
    }));
  }

  /** Settles when all nodes and pods are known. */
  async start(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#nodes.start(signal), this.#pods.start(signal)]);
  }

  /** All nodes. */
  nodes(): readonly NodePlace[] {
    return this.#nodePlaces.list();
  }

  /** A node; undefined: there is none. */
  node(name: string): NodePlace | undefined {
    return this.#nodePlaces.get(name);
  }

  /** The pods of a namespace; "": of all. */
  pods(namespace: string): readonly PodPlace[] {
    return this.#podPlaces.list(namespace === "" ? {} : { namespace });
  }

  /** A pod; undefined: there is none. */
  pod(namespace: string, name: string): PodPlace | undefined {
    return this.#podPlaces.get({ namespace, name });
  }

  /** The pods that were given to a node. */
  podsOn(node: string): readonly PodPlace[] {
    return this.#podPlaces.by(podsOfNode, node);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([
      this.#nodes[Symbol.asyncDispose](),
      this.#pods[Symbol.asyncDispose](),
    ]);
  }
}

/** An object without what is of no use here and takes most of the memory. */
function bare<T extends { metadata: object }>(object: T, annotations: object): T {
  const metadata = { ...object.metadata, annotations, ownerReferences: [], finalizers: [] };
  return { ...object, metadata };
}
