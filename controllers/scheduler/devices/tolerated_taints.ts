/**
 * Whether who asks for a device bears its taints.
 *
 * @module
 */

import type { resourceV1 } from "../../../toolkit/mod.ts";

/** Whether each of the taints is borne. */
export function areBorne(
  taints: readonly resourceV1.DeviceTaint[],
  tolerations: readonly resourceV1.DeviceToleration[],
): boolean {
  return taints.every((taint) => tolerations.some((one) => bears(one, taint)));
}

/** An effect or key that is not said stands for all. */
function bears(
  { key, operator, value = "", effect }: resourceV1.DeviceToleration,
  taint: resourceV1.DeviceTaint,
): boolean {
  if (effect && effect !== taint.effect) return false;
  if (key && key !== taint.key) return false;
  if (operator === "Exists") return true;
  return (!operator || operator === "Equal") && value === (taint.value ?? "");
}
