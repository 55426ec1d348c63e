/**
 * Pods wake their parents.
 *
 * @module
 */

import type { AnyKind, DerivedValues, ObjectOf, Pod } from "../../toolkit/mod.ts";
import type { Selector } from "../../toolkit/selectors/mod.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import type { SharedInformer, Wake } from "../loop/mod.ts";
import { type PodView, podViewOf } from "./pod_view.ts";

/** A parent, as far as pods wake it. */
export interface WokenParent {
  readonly key: string;
  readonly uid: string;
  readonly selector: Selector;
  readonly minReadySeconds: number;
}

/** Whom {@link wakeParents} wakes. */
export interface WakeParentsOptions {
  readonly kind: AnyKind;
  readonly parents: Pick<DerivedValues<never, WokenParent>, "get" | "list">;
  readonly wake: Wake;
}

/**
 * Each change of a pod wakes its parent, and the one that it had before; one that turned ready wakes it once
 * more when it will have been so for long enough. A pod without a parent wakes all that may adopt it.
 */
export function wakeParents(
  pods: SharedInformer<ObjectOf<typeof Pod>>,
  { kind, parents, wake }: WakeParentsOptions,
): Disposable {
  const wakeParent = ({ namespace, controller }: PodView): WokenParent | undefined => {
    if (controller?.kind !== kind.kind) return undefined;
    const parent = parents.get(`${namespace}/${controller.name}`);
    if (parent?.uid !== controller.uid) return undefined;
    wake(parent.key);
    return parent;
  };
  return pods.subscribe(({ type, object, previous, resync }) => {
    if (resync) return;
    const pod = podViewOf(object);
    const before = previous && podViewOf(previous);
    const parent = wakeParent(pod);
    if (before !== undefined && before.controller?.uid !== pod.controller?.uid) wakeParent(before);
    const turnedReady = type === "Updated" && pod.isReady && !before?.isReady;
    if (turnedReady && parent !== undefined && parent.minReadySeconds > 0) {
      wake(parent.key, parent.minReadySeconds * 1000);
    }
    if (pod.controller !== undefined || type === "Deleted") return;
    const isNew = before === undefined || before.controller !== undefined ||
      !equalJson(before.labels, pod.labels);
    if (!isNew) return;
    for (const { key, selector } of parents.list({ namespace: pod.namespace })) {
      if (selector.matches(pod.labels)) wake(key);
    }
  });
}
