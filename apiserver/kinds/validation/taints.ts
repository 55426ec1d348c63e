/**
 * Taints: what keeps pods off a node.
 *
 * @module
 */

import type { Taint } from "../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkLabelKey, checkLabelValue } from "../../../toolkit/validation/mod.ts";
import { requireChoice } from "./choices.ts";

const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** The rules for a node's taints: each key once an effect. */
export function validateTaints(
  errors: FieldError[],
  path: FieldPath,
  taints: readonly Taint[],
): void {
  const seen = new Set<string>();
  for (const [index, taint] of taints.entries()) {
    const at = path.index(index);
    const { key, value = "", effect } = taint;
    addInvalid(errors, at.child("key"), key, checkLabelKey(key));
    const wrong = checkLabelValue(value);
    if (wrong.length > 0) {
      errors.push(FieldError.invalid(at.child("value"), value, wrong.join(";")));
    }
    requireChoice(errors, at.child("effect"), effect, EFFECTS);
    const both = `${effect}/${key}`;
    if (seen.has(both)) {
      const why = "taints must be unique by key and effect pair";
      errors.push(FieldError.duplicate(at, taint, why));
    }
    seen.add(both);
  }
}
