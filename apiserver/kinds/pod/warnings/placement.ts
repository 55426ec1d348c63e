/**
 * What people are told of where a pod may run: labels of nodes that are called otherwise now, and
 * selectors that select nothing.
 *
 * @module
 */

import type {
  Affinity,
  NodeAffinity,
  NodeSelectorTerm,
  PodAffinityTerm,
  PodSpec,
} from "../../../../toolkit/api/core_v1.ts";
import type { FieldPath } from "../../../../toolkit/errors/mod.ts";
import { checkLabelValue } from "../../../../toolkit/validation/mod.ts";
import { OLD_NODE_LABELS } from "../../validation/deprecated_node_labels.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
const NO_SELECTOR = "a null labelSelector results in matching no pod";

/** Warns of the nodes that a pod is to run on. */
export function warnOfNodes(warnings: string[], path: FieldPath, spec: PodSpec): void {
  const { nodeSelector, affinity, topologySpreadConstraints } = spec;
  for (const key in nodeSelector) {
    const why = OLD_NODE_LABELS.get(key);
    if (why !== undefined) warnings.push(`${path.child("nodeSelector").key(key)}: ${why}`);
  }
  if (affinity?.nodeAffinity !== undefined) {
    warnOfNodeAffinity(warnings, path.child("affinity", "nodeAffinity"), affinity.nodeAffinity);
  }
  if (topologySpreadConstraints === undefined) return;
  for (const [index, { topologyKey, labelSelector }] of topologySpreadConstraints.entries()) {
    const at = path.child("topologySpreadConstraints").index(index);
    const why = OLD_NODE_LABELS.get(topologyKey);
    if (why !== undefined) warnings.push(`${at.child("topologyKey")}: ${topologyKey} is ${why}`);
    if (labelSelector === undefined) warnings.push(`${at.child("labelSelector")}: ${NO_SELECTOR}`);
  }
}

function warnOfNodeAffinity(warnings: string[], path: FieldPath, affinity: NodeAffinity): void {
  for (const [index, term] of (affinity[REQUIRED]?.nodeSelectorTerms ?? []).entries()) {
    warnOfNodeTerm(warnings, path.child(REQUIRED, "nodeSelectorTerms").index(index), term);
  }
  for (const [index, { preference }] of (affinity[PREFERRED] ?? []).entries()) {
    const at = path.child(PREFERRED).index(index).child("preference");
    warnOfNodeTerm(warnings, at, preference, true);
  }
}

/** Warns of a term by which nodes are selected; `withValues`: of values that no label can have, too. */
export function warnOfNodeTerm(
  warnings: string[],
  path: FieldPath,
  term: NodeSelectorTerm | undefined,
  withValues = false,
): void {
  for (const [index, { key, values = [] }] of (term?.matchExpressions ?? []).entries()) {
    const at = path.child("matchExpressions").index(index);
    const why = OLD_NODE_LABELS.get(key);
    if (why !== undefined) warnings.push(`${at.child("key")}: ${key} is ${why}`);
    if (!withValues) continue;
    for (const [place, value] of values.entries()) {
      for (const wrong of checkLabelValue(value)) {
        warnings.push(`${at.child("values").index(place)}: ${value} is invalid, ${wrong}`);
      }
    }
  }
}

/** Warns of the pods that a pod is to run beside, or not to. */
export function warnOfPods(warnings: string[], path: FieldPath, affinity: Affinity): void {
  for (const name of ["podAffinity", "podAntiAffinity"] as const) {
    if (affinity[name] === undefined) continue;
    const at = path.child(name);
    for (const [index, term] of (affinity[name][REQUIRED] ?? []).entries()) {
      warnOfPodTerm(warnings, at.child(REQUIRED).index(index), term);
    }
    for (const [index, { podAffinityTerm }] of (affinity[name][PREFERRED] ?? []).entries()) {
      const place = at.child(PREFERRED).index(index).child("podAffinityTerm");
      warnOfPodTerm(warnings, place, podAffinityTerm);
    }
  }
}

function warnOfPodTerm(
  warnings: string[],
  path: FieldPath,
  term: PodAffinityTerm | undefined,
): void {
  if (term?.labelSelector !== undefined) return;
  warnings.push(`${path.child("labelSelector")}: ${NO_SELECTOR}`);
}
