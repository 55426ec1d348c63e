/**
 * Labels of nodes that are called otherwise by now, or that nobody gives nodes any more.
 *
 * @module
 */

import type { LabelSelector } from "../../../toolkit/api/meta_v1.ts";
import type { FieldPath } from "../../../toolkit/errors/mod.ts";
import { DIALECTS, NAMES } from "../../../toolkit/names.ts";

/** Such labels in either dialect, and what is said of them. */
export const OLD_NODE_LABELS: ReadonlyMap<string, string> = new Map(
  DIALECTS.map((dialect) => NAMES[dialect]).flatMap((names): [string, string][] => {
    const { domain, labelNodeRolePrefix } = names;
    const renamed = (since: string, now: string) =>
      `deprecated since ${since}; use "${now}" instead`;
    return [
      [names.labelOldArch, renamed("v1.14", names.labelArch)],
      [names.labelOldOs, renamed("v1.14", names.labelOs)],
      [names.labelOldRegion, renamed("v1.17", names.labelRegion)],
      [names.labelOldZone, renamed("v1.17", names.labelZone)],
      [`beta.${domain}/instance-type`, renamed("v1.17", names.labelInstanceType)],
      [`app.${domain}/created-by`, "deprecated since v1.9"],
      [
        `scheduler.alpha.${domain}/preferAvoidPods`,
        "deprecated since v1.22; use Taints and Tolerations instead",
      ],
      [`${labelNodeRolePrefix}master`, `use "${labelNodeRolePrefix}control-plane" instead`],
    ];
  }),
);

/** Warns of old labels that a selector of nodes asks for. */
export function warnOfNodeSelector(
  warnings: string[],
  path: FieldPath,
  { matchExpressions, matchLabels }: LabelSelector,
): void {
  for (const [index, { key }] of (matchExpressions ?? []).entries()) {
    const why = OLD_NODE_LABELS.get(key);
    if (why === undefined) continue;
    warnings.push(`${path.child("matchExpressions").index(index).child("key")}: ${key} is ${why}`);
  }
  for (const key of Object.keys(matchLabels ?? {})) {
    const why = OLD_NODE_LABELS.get(key);
    if (why !== undefined) warnings.push(`${path.child("matchLabels", key)}: ${why}`);
  }
}
