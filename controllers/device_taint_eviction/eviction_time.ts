/**
 * When pods have to leave tainted devices.
 *
 * @module
 */

import type { resourceV1 } from "../../toolkit/mod.ts";

/**
 * Milliseconds since 1970 when who has a device has to leave it: when the first of its taints is no longer borne.
 * Infinity: never. Tolerations count that are meant for taints of this effect by name; of several for one taint
 * the shortest, and one without an end is for ever.
 */
export function evictionTime(
  taints: readonly resourceV1.DeviceTaint[],
  tolerations: readonly resourceV1.DeviceToleration[],
): number {
  let first = Infinity;
  for (const taint of taints) {
    // Since when is filled in by the server; without it nothing begins.
    if (taint.effect !== "NoExecute" || taint.timeAdded === undefined) continue;
    const used = tolerations.filter((one) => one.effect === "NoExecute" && bears(one, taint));
    if (used.some(({ tolerationSeconds }) => tolerationSeconds === undefined)) continue;
    const seconds = used.map((one) => Math.max(0, Number(one.tolerationSeconds)));
    const borne = seconds.length === 0 ? 0 : Math.min(...seconds);
    first = Math.min(first, Date.parse(taint.timeAdded) + borne * 1000);
  }
  return first;
}

function bears(
  { key, operator, value = "" }: resourceV1.DeviceToleration,
  taint: resourceV1.DeviceTaint,
): boolean {
  if (key && key !== taint.key) return false;
  if (operator === "Exists") return true;
  return (!operator || operator === "Equal") && value === (taint.value ?? "");
}
