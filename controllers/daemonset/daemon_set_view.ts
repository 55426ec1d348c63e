/**
 * What a daemon set asks for, made once for each of its states.
 *
 * @module
 */

import type { Client, coreV1, DaemonSet, ObjectOf } from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { type Selector, selectorOf } from "../../toolkit/selectors/mod.ts";
import { type IntOrString, scaledIntOrPercent } from "../../toolkit/values/mod.ts";
import { type RevisionData, revisionDataOf } from "../revisions/mod.ts";
import { RequiredNodes } from "../../toolkit/pods/node_selection.ts";

/** A daemon set as informers have it. */
export type LiveDaemonSet = ObjectOf<typeof DaemonSet>;

/** A daemon set, and what its fields come to. It is shared: do not change it. */
export interface DaemonSetView extends RevisionData {
  readonly object: LiveDaemonSet;
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly isDeleting: boolean;
  readonly selector: Selector;
  readonly template: coreV1.PodTemplateSpec;
  /** The one node that its template names; "": none. */
  readonly nodeName: string;
  /** The nodes that its template selects. */
  readonly requiredNodes: RequiredNodes;
  /** What its pods bear: what the template says, and troubles of nodes that daemons outlive. */
  readonly tolerations: readonly coreV1.Toleration[];
  /** How often its template has changed, where that is counted: clients of old label pods with it. */
  readonly generation: string | undefined;
  readonly isRolling: boolean;
  readonly maxSurge: IntOrString;
  readonly maxUnavailable: IntOrString;
  readonly minReadySeconds: number;
  /** So many old revisions are kept; undefined: all. */
  readonly historyLimit: number | undefined;
}

/** How many nodes may be without a pod that is available, and how many may have one more, in a rollout. */
export interface RolloutBounds {
  readonly surge: number;
  readonly unavailable: number;
}

const GENERATION = "deprecated.daemonset.template.generation";
const WHOLE_NUMBER = /^[+-]?\d+$/;

/** Makes views. What it returns is the same function for one dialect, so that what it makes is shared. */
export function daemonSetViewOf(
  dialect: Client["dialect"],
): (object: LiveDaemonSet) => DaemonSetView {
  return VIEWS[dialect];
}

const VIEWS = {
  orch: (object: LiveDaemonSet) => viewOf(object, "orch"),
  kubernetes: (object: LiveDaemonSet) => viewOf(object, "kubernetes"),
};

function viewOf(object: LiveDaemonSet, dialect: Client["dialect"]): DaemonSetView {
  const { metadata, spec } = object;
  const { namespace = "", name, uid, annotations } = metadata;
  const { updateStrategy: { type, rollingUpdate } = {}, revisionHistoryLimit = 10 } = spec;
  const podSpec: Partial<coreV1.PodSpec> = spec.template.spec ?? {};
  const generation = annotations?.[GENERATION];
  const isRolling = type === "RollingUpdate";
  return {
    ...revisionDataOf(spec.template),
    object,
    key: `${namespace}/${name}`,
    namespace,
    name,
    uid,
    isDeleting: metadata.deletionTimestamp !== undefined,
    selector: selectorOf(spec.selector ?? undefined),
    template: spec.template,
    nodeName: podSpec.nodeName ?? "",
    requiredNodes: new RequiredNodes(podSpec),
    tolerations: tolerationsOf(podSpec, dialect),
    generation: generation !== undefined && WHOLE_NUMBER.test(generation)
      ? String(BigInt(generation.replace(/^\+/, "")))
      : undefined,
    isRolling,
    maxSurge: isRolling ? rollingUpdate?.maxSurge ?? 0 : 0,
    maxUnavailable: isRolling ? rollingUpdate?.maxUnavailable ?? 0 : 0,
    minReadySeconds: spec.minReadySeconds ?? 0,
    historyLimit: revisionHistoryLimit < 0 ? undefined : revisionHistoryLimit,
  };
}

/** Whether a node may have a new pod before the old one goes. */
export function allowsSurge({ maxSurge }: DaemonSetView): boolean {
  return scaledIntOrPercent(maxSurge, 1, { round: "up" }) > 0;
}

/** Both round up; where both come to nothing one node may be without a pod. */
export function boundsOf(
  { maxSurge, maxUnavailable }: DaemonSetView,
  desired: number,
): RolloutBounds {
  const surge = scaledIntOrPercent(maxSurge, desired, { round: "up" });
  const unavailable = scaledIntOrPercent(maxUnavailable, desired, { round: "up" });
  return { surge, unavailable: desired > 0 && surge === 0 && unavailable === 0 ? 1 : unavailable };
}

function tolerationsOf(
  { tolerations = [], hostNetwork }: Partial<coreV1.PodSpec>,
  dialect: Client["dialect"],
): coreV1.Toleration[] {
  const names = NAMES[dialect];
  const added: readonly (readonly [key: string, effect: "NoExecute" | "NoSchedule"])[] = [
    [names.taintNotReady, "NoExecute"],
    [names.taintUnreachable, "NoExecute"],
    [names.taintDiskPressure, "NoSchedule"],
    [names.taintMemoryPressure, "NoSchedule"],
    [names.taintPidPressure, "NoSchedule"],
    [names.taintUnschedulable, "NoSchedule"],
    ...(hostNetwork ? [[names.taintNetworkUnavailable, "NoSchedule"] as const] : []),
  ];
  return added.reduce<coreV1.Toleration[]>((all, [key, effect]) => {
    const isSame = (one: coreV1.Toleration) =>
      one.key === key && one.effect === effect && one.operator === "Exists" && !one.value;
    // One that ends after some time would have the pod evicted all the same.
    const always = { key, operator: "Exists", effect } as const;
    return all.some(isSame) ? all.map((one) => isSame(one) ? always : one) : [...all, always];
  }, [...tolerations]);
}
