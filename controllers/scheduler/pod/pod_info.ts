/**
 * What the scheduler looks at of a pod, made once for each of its states.
 *
 * @module
 */

import type { coreV1, ObjectOf, Pod } from "../../../toolkit/mod.ts";
import { type HostPort, hostPortsOf } from "../../../toolkit/pods/host_ports.ts";
import { PreferredNodes, RequiredNodes } from "../../../toolkit/pods/node_selection.ts";
import { podRequestsOf } from "../../../toolkit/pods/pod_requests.ts";
import type { Resources } from "../../../toolkit/pods/resources.ts";
import { type PodTerms, podTermsOf } from "./affinity_terms.ts";

/** A pod as the server has it. */
export type LivePod = ObjectOf<typeof Pod>;

/** A pod, in short: all that is kept of one that is on a node. It is shared: do not change it. */
export interface PodInfo {
  /** `namespace/name`. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly priority: number;
  readonly schedulerName: string;
  /** The node that it is on, or assumed to be on; "": none. */
  readonly nodeName: string;
  /** The node that room is made on for it; "": none. */
  readonly nominatedNodeName: string;
  readonly isDeleting: boolean;
  /** Whether it is being deleted because the scheduler made room. */
  readonly isPreempted: boolean;
  readonly startMs: number | undefined;
  readonly requests: Resources;
  /** With what is assumed of containers that say nothing: to compare nodes by. */
  readonly assumedRequests: Resources;
  readonly ports: readonly HostPort[];
  readonly terms: PodTerms | undefined;
  readonly volumes: readonly coreV1.Volume[];
}

/** A pod that has no node yet. */
export interface PendingPod extends PodInfo {
  /** What is kept of it once it has a node. */
  readonly info: PodInfo;
  readonly object: LivePod;
  readonly tolerations: readonly coreV1.Toleration[];
  readonly requiredNodes: RequiredNodes;
  readonly preferredNodes: PreferredNodes;
  readonly gates: readonly string[];
  readonly controller: { readonly kind: string; readonly name: string } | undefined;
}

const NO_VOLUMES: readonly coreV1.Volume[] = [];
const NO_LABELS: PodInfo["labels"] = {};

/** What is kept of a pod. */
export function podInfoOf(object: LivePod): PodInfo {
  const { metadata, spec, status } = object;
  const { namespace = "", name, uid, resourceVersion = "", labels = NO_LABELS } = metadata;
  const { exact, assumed } = podRequestsOf(object);
  return {
    key: `${namespace}/${name}`,
    namespace,
    name,
    uid,
    resourceVersion,
    labels,
    priority: spec.priority ?? 0,
    schedulerName: spec.schedulerName ?? "",
    nodeName: spec.nodeName ?? "",
    nominatedNodeName: status?.nominatedNodeName ?? "",
    isDeleting: metadata.deletionTimestamp !== undefined,
    isPreempted:
      status?.conditions?.some(({ type, status, reason }) =>
        type === "DisruptionTarget" && status === "True" && reason === "PreemptionByScheduler"
      ) ?? false,
    startMs: status?.startTime ? Date.parse(status.startTime) : undefined,
    requests: exact,
    assumedRequests: assumed,
    ports: hostPortsOf(spec),
    terms: podTermsOf(spec.affinity, namespace),
    volumes: volumesOf(spec),
  };
}

/** What is looked at of a pod that is to be given a node. */
export function pendingPodOf(object: LivePod): PendingPod {
  const { metadata, spec } = object;
  const preferred = spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution;
  const info = podInfoOf(object);
  return {
    ...info,
    info,
    object,
    tolerations: spec.tolerations ?? [],
    requiredNodes: new RequiredNodes(spec),
    preferredNodes: new PreferredNodes(preferred ?? []),
    gates: (spec.schedulingGates ?? []).map(({ name }) => name),
    controller: metadata.ownerReferences?.find((reference) => reference.controller),
  };
}

/** A pod as it is taken to be once it has a node. */
export function assumedOn({ info }: PendingPod, nodeName: string): PodInfo {
  return { ...info, nodeName, nominatedNodeName: "" };
}

/** Whether a pod is over: it takes nothing of its node. */
export function isOver({ status }: LivePod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}

/** The volumes that others of them can get in the way of. */
function volumesOf({ volumes = [] }: coreV1.PodSpec): readonly coreV1.Volume[] {
  const looked = volumes.filter((one) =>
    one.persistentVolumeClaim ?? one.ephemeral ?? one.gcePersistentDisk ??
      one.awsElasticBlockStore ?? one.rbd ?? one.iscsi ?? one.csi ?? one.azureDisk ??
      one.azureFile ?? one.cinder ?? one.portworxVolume ?? one.vsphereVolume
  );
  return looked.length === 0 ? NO_VOLUMES : looked;
}
