/**
 * Tolerations of pods: which says as much as another, and lists of them put together.
 *
 * @module
 */

import type { Toleration } from "../../../toolkit/api/core_v1.ts";

/** Both lists without what others of them say already. Of those that say the same the first stays. */
export function mergeTolerations(
  first: readonly Toleration[],
  second: readonly Toleration[],
): Toleration[] {
  const all = [...first, ...second];
  const merged: Toleration[] = [];
  for (const [index, one] of all.entries()) {
    if (merged.some((other) => saysAsMuch(other, one))) continue;
    const later = all.slice(index + 1);
    if (later.some((other) => !isSame(other, one) && saysAsMuch(other, one))) continue;
    merged.push(one);
  }
  return merged;
}

/** Whether each toleration is within one that is allowed; an empty list allows all. */
export function isWithin(
  tolerations: readonly Toleration[],
  allowed: readonly Toleration[],
): boolean {
  if (allowed.length === 0) return true;
  return tolerations.every((one) => allowed.some((other) => saysAsMuch(other, one)));
}

/** Whether `whole` tolerates all that `part` does. */
function saysAsMuch(whole: Toleration, part: Toleration): boolean {
  if (isSame(whole, part)) return true;
  const { key = "", operator = "", value = "", effect = "", tolerationSeconds } = whole;
  const isOfAllKeys = key === "" && operator === "Exists";
  if ((part.key ?? "") !== key && !isOfAllKeys) return false;
  if ((part.effect ?? "") !== effect && effect !== "") return false;
  if (effect === "NoExecute" && tolerationSeconds !== undefined) {
    const seconds = part.tolerationSeconds;
    if (seconds === undefined || seconds > tolerationSeconds) return false;
  }
  if (operator === "Exists") return true;
  if (operator !== "Equal" && operator !== "") return false;
  return part.operator === "Equal" && (part.value ?? "") === value;
}

const TEXTS = ["key", "operator", "value", "effect"] as const;

function isSame(one: Toleration, other: Toleration): boolean {
  return TEXTS.every((field) => (one[field] ?? "") === (other[field] ?? "")) &&
    String(one.tolerationSeconds) === String(other.tolerationSeconds);
}
