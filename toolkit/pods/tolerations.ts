/**
 * Taints of nodes, and what pods bear of them.
 *
 * @module
 */

import type * as coreV1 from "../api/core_v1.ts";

/** Whether a toleration is of a taint. */
export function tolerates(toleration: coreV1.Toleration, taint: coreV1.Taint): boolean {
  const { effect, key, operator, value } = toleration;
  if (effect && effect !== taint.effect) return false;
  if (key && key !== taint.key) return false;
  if (operator === "Exists") return true;
  if (operator && operator !== "Equal") return false;
  return (value ?? "") === (taint.value ?? "");
}

/** Whether one of the tolerations is of a taint. */
export function isTolerated(
  taint: coreV1.Taint,
  tolerations: readonly coreV1.Toleration[],
): boolean {
  for (const one of tolerations) if (tolerates(one, taint)) return true;
  return false;
}

/** The first taint that keeps pods off, and that none of the tolerations is of. */
export function untoleratedTaint(
  taints: readonly coreV1.Taint[],
  tolerations: readonly coreV1.Toleration[],
): coreV1.Taint | undefined {
  for (const taint of taints) {
    if (taint.effect !== "NoSchedule" && taint.effect !== "NoExecute") continue;
    if (!isTolerated(taint, tolerations)) return taint;
  }
  return undefined;
}
