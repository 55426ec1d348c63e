/**
 * What the controller of daemon sets looks at of a pod, made once for each of its states.
 *
 * @module
 */

import { type coreV1, defineIndex, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import { controllerOf } from "../loop/mod.ts";
import { type PodView, podViewOf } from "../pods/mod.ts";

/** A pod as informers have it. */
export type LivePod = ObjectOf<typeof Pod>;

/** Names the revision whose template a pod has. */
export const REVISION_LABEL = "controller-revision-hash";
/** The same, of old. */
export const GENERATION_LABEL = "pod-template-generation";

const NAME_FIELD = "metadata.name";

/** A pod, in short. It is shared: do not change it. */
export interface DaemonPod extends PodView {
  /** The node that it is on, or is for; undefined where that is not said. */
  readonly target: string | undefined;
  readonly revision: string | undefined;
  readonly generation: string | undefined;
}

/** The view of a pod. */
export function daemonPodOf(pod: LivePod): DaemonPod {
  const view = podViewOf(pod);
  return {
    ...view,
    target: targetOf(pod.spec),
    revision: view.labels[REVISION_LABEL],
    generation: view.labels[GENERATION_LABEL],
  };
}

/** Whether a pod has a template: the one of a revision, or the set's of old. */
export function hasTemplate(
  { revision, generation }: DaemonPod,
  hash: string,
  wanted: string | undefined,
): boolean {
  return revision === hash || (wanted !== undefined && generation === wanted);
}

/** Whether nothing of a pod runs, and it is on its way out: somebody else sees to it. */
export function isGone({ phase, isDeleting }: DaemonPod): boolean {
  return isDeleting && (phase === "Succeeded" || phase === "Failed");
}

/** The order in which pods of one node stay: those that are on it before those that are for it, the oldest first. */
export function byAge(one: DaemonPod, other: DaemonPod): number {
  return Number(one.nodeName === "") - Number(other.nodeName === "") ||
    one.createdMs - other.createdMs || (one.name < other.name ? -1 : 1);
}

/** Finds pods of a set on a node, or for it: by the uid of their controller and the name of the node. */
export const podsOfSetOnNode = defineIndex(
  Pod,
  "controller-and-node",
  ({ metadata, spec }) => {
    const uid = controllerOf({ metadata })?.uid;
    const target = uid === undefined ? undefined : targetOf(spec);
    return target === undefined ? undefined : `${uid}/${target}`;
  },
);

function targetOf({ nodeName, affinity }: coreV1.PodSpec): string | undefined {
  if (nodeName) return nodeName;
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  for (const { matchFields = [] } of required?.nodeSelectorTerms ?? []) {
    const field = matchFields.find(({ key, operator }) => key === NAME_FIELD && operator === "In");
    if (field !== undefined) return field.values?.length === 1 ? field.values[0] : undefined;
  }
  return undefined;
}
