/**
 * A node with the pods on it.
 *
 * @module
 */

import type { coreV1, Names, Node, ObjectOf } from "../../../toolkit/mod.ts";
import { type HostPort, portsConflict } from "../../../toolkit/pods/host_ports.ts";
import type { PodInfo } from "../pod/pod_info.ts";
import {
  differenceOf,
  NO_RESOURCES,
  type Resources,
  resourcesOf,
  sumOf,
  wholeAmountOf,
} from "../../../toolkit/pods/resources.ts";

/** A node as the server has it. */
export type LiveNode = ObjectOf<typeof Node>;

/** What is looked at of a node. It is shared: do not change it. */
export interface NodeView {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly taints: readonly coreV1.Taint[];
  readonly isUnschedulable: boolean;
  readonly allocatable: Resources;
  readonly allowedPods: number;
  /** The size of each image by its names. */
  readonly images: ReadonlyMap<string, number>;
  /** The same for nodes of a zone of a region; "" where neither is said. */
  readonly zone: string;
  /** The status of each condition. */
  readonly conditions: ReadonlyMap<string, string>;
  readonly features: readonly string[];
}

const NO_LABELS: NodeView["labels"] = {};
const NO_IMAGES: NodeView["images"] = new Map();

/** What is looked at of a node, in a dialect. */
export function nodeViewOf({ metadata, spec, status }: LiveNode, names: Names): NodeView {
  const { name, labels = NO_LABELS, annotations = NO_LABELS } = metadata;
  return {
    name,
    labels,
    annotations,
    taints: spec?.taints ?? [],
    isUnschedulable: spec?.unschedulable ?? false,
    allocatable: resourcesOf(status?.allocatable),
    allowedPods: wholeAmountOf(status?.allocatable, "pods"),
    images: imagesOf(status?.images),
    zone: zoneOf(labels, names),
    conditions: new Map(status?.conditions?.map(({ type, status }) => [type, status])),
    features: status?.declaredFeatures ?? [],
  };
}

function imagesOf(images: readonly coreV1.ContainerImage[] = []): NodeView["images"] {
  if (images.length === 0) return NO_IMAGES;
  return new Map(
    images.flatMap(({ names, sizeBytes = 0 }) =>
      (names ?? []).map((name) => [name, Number(sizeBytes)] as const)
    ),
  );
}

/** The older labels win. */
function zoneOf(labels: NodeView["labels"], names: Names): string {
  const zone = labels[names.labelOldZone] ?? labels[names.labelZone] ?? "";
  const region = labels[names.labelOldRegion] ?? labels[names.labelRegion] ?? "";
  return zone === "" && region === "" ? "" : `${region}:\0:${zone}`;
}

const NO_PODS: readonly PodInfo[] = [];
let lastGeneration = 0;

/**
 * A node and the sums of its pods, as of one moment: what changes it makes another one, with a higher
 * generation, that shares what has stayed the same.
 */
export class NodeInfo {
  /** Of no two is it the same. */
  readonly generation: number = ++lastGeneration;

  private constructor(
    /** What the node says of itself. */
    readonly node: NodeView,
    readonly pods: readonly PodInfo[],
    /** Those that say anything of pods beside them. */
    readonly podsWithTerms: readonly PodInfo[],
    /** Those that pods must not be beside. */
    readonly podsWithRequiredAnti: readonly PodInfo[],
    /** What the pods ask for. */
    readonly requested: Resources,
    /** With what is assumed of containers that ask for nothing. */
    readonly assumedRequested: Resources,
    /** The ports of the node that pods have. */
    readonly ports: readonly HostPort[],
  ) {}

  /** A node without pods. */
  static of(node: NodeView): NodeInfo {
    return new NodeInfo(node, NO_PODS, NO_PODS, NO_PODS, NO_RESOURCES, NO_RESOURCES, []);
  }

  get name(): string {
    return this.node.name;
  }

  /** The same pods on a node that says something else. */
  withNode(node: NodeView): NodeInfo {
    const { pods, podsWithTerms, podsWithRequiredAnti, requested, assumedRequested, ports } = this;
    return new NodeInfo(
      node,
      pods,
      podsWithTerms,
      podsWithRequiredAnti,
      requested,
      assumedRequested,
      ports,
    );
  }

  /** With one pod more. */
  withPod(pod: PodInfo): NodeInfo {
    const { terms } = pod;
    return new NodeInfo(
      this.node,
      [...this.pods, pod],
      terms === undefined ? this.podsWithTerms : [...this.podsWithTerms, pod],
      terms === undefined || terms.requiredAnti.length === 0
        ? this.podsWithRequiredAnti
        : [...this.podsWithRequiredAnti, pod],
      sumOf(this.requested, pod.requests),
      sumOf(this.assumedRequested, pod.assumedRequests),
      pod.ports.length === 0 ? this.ports : [...this.ports, ...pod.ports],
    );
  }

  /** Without the pod of a uid; this where it has none such. */
  withoutPod(uid: string): NodeInfo {
    const pod = this.pods.find((one) => one.uid === uid);
    if (pod === undefined) return this;
    const without = (pods: readonly PodInfo[]) =>
      pods.includes(pod) ? pods.filter((one) => one !== pod) : pods;
    const pods = without(this.pods);
    return new NodeInfo(
      this.node,
      pods,
      without(this.podsWithTerms),
      without(this.podsWithRequiredAnti),
      differenceOf(this.requested, pod.requests),
      differenceOf(this.assumedRequested, pod.assumedRequests),
      pod.ports.length === 0 ? this.ports : pods.flatMap(({ ports }) => ports),
    );
  }

  /** Whether one of the ports is taken. */
  hasConflict(ports: readonly HostPort[]): boolean {
    if (this.ports.length === 0) return false;
    return ports.some((port) => this.ports.some((taken) => portsConflict(port, taken)));
  }
}
