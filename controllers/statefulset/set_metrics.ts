/**
 * What is shown of stateful sets that say how many of their pods may be missing.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { StatefulSetView } from "./stateful_set_view.ts";

const LABELS = ["statefulset_namespace", "statefulset_name", "pod_management_policy"] as const;

type Labels = Readonly<Record<(typeof LABELS)[number], string>>;

/** Declares the metrics. */
export function setMetrics(registry: Registry) {
  const gauge = (name: string, help: string) =>
    registry.gauge({
      name: `statefulset_controller_statefulset_${name}`,
      help,
      labels: LABELS,
      stability: "ALPHA",
    });
  const most = gauge("max_unavailable", "Pods of a stateful set that may be missing in a rollout.");
  const now = gauge(
    "unavailable_replicas",
    "Pods of a stateful set that are missing in a rollout.",
  );
  const shown = new Map<string, Labels>();
  const forget = (key: string): void => {
    const labels = shown.get(key);
    if (labels === undefined) return;
    shown.delete(key);
    most.remove(labels);
    now.remove(labels);
  };
  return {
    /** A turn of a set is over. `unavailable` undefined: it did not come to a rollout. */
    turned(
      { key, namespace, name, isParallel, maxUnavailable }: StatefulSetView,
      unavailable: number | undefined,
    ): void {
      if (maxUnavailable === undefined) return forget(key);
      const policy = isParallel ? "Parallel" : "OrderedReady";
      if (shown.get(key)?.pod_management_policy !== policy) forget(key);
      const labels = {
        statefulset_namespace: namespace,
        statefulset_name: name,
        pod_management_policy: policy,
      };
      shown.set(key, labels);
      most.with(labels).set(maxUnavailable);
      if (unavailable !== undefined) now.with(labels).set(unavailable);
    },
    /** A set is gone. */
    forget,
  };
}
