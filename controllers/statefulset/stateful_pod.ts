/**
 * What the controller of stateful sets looks at of a pod, made once for each of its states.
 *
 * @module
 */

import type { ObjectOf, Pod } from "../../toolkit/mod.ts";
import { isAvailable, type PodView, podViewOf } from "../pods/mod.ts";

/** A pod as informers have it. */
export type LivePod = ObjectOf<typeof Pod>;

/** Names the revision whose template a pod has. */
export const REVISION_LABEL = "controller-revision-hash";

/** A pod, in short. It is shared: do not change it. */
export interface StatefulPod extends PodView {
  /** The set whose pod it would be by its name; undefined where it is no such name. */
  readonly setName: string | undefined;
  /** Its number in the set; -1 where its name has none. */
  readonly ordinal: number;
  readonly revision: string | undefined;
  /** The claims that its volumes name, by the names of the volumes. */
  readonly claims: ReadonlyMap<string, string>;
}

/** Numbers have one way to be written: `web-007` is nobody's. */
const NAME = /^(.+)-(0|[1-9]\d{0,9})$/;
const MOST_ORDINAL = 2 ** 31 - 1;
const NO_CLAIMS: ReadonlyMap<string, string> = new Map();

/** The view of a pod. */
export function statefulPodOf(pod: LivePod): StatefulPod {
  const view = podViewOf(pod);
  const claims = (pod.spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim: claim }) =>
    claim === undefined ? [] : [[name, claim.claimName] as const]
  );
  return {
    ...view,
    ...identityOf(view.name),
    revision: view.labels[REVISION_LABEL],
    claims: claims.length === 0 ? NO_CLAIMS : new Map(claims),
  };
}

/** What the name of a pod says: its set, and its number there. */
export function identityOf(name: string): Pick<StatefulPod, "setName" | "ordinal"> {
  const [, setName, digits] = NAME.exec(name) ?? [];
  const ordinal = Number(digits ?? -1);
  return setName === undefined || ordinal > MOST_ORDINAL
    ? { setName: undefined, ordinal: -1 }
    : { setName, ordinal };
}

/** Whether its containers run and it is ready. */
export function isRunningAndReady({ phase, isReady }: PodView): boolean {
  return phase === "Running" && isReady;
}

/** Whether it has not been ready for long enough, or is on its way out. */
export function isUnavailable(pod: PodView, minReadySeconds: number, nowMs: number): boolean {
  return pod.isDeleting || !isAvailable(pod, minReadySeconds, nowMs);
}
