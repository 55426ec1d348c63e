/**
 * What people are told of where a pod may run: labels of nodes that are called otherwise now, and
 * selectors that select nothing.
 *
 * @module
 */

import type { PodAffinityTerm, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import type { FieldPath } from "../../../../toolkit/errors/mod.ts";
import { DIALECTS, NAMES } from "../../../../toolkit/names.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
const NO_SELECTOR = "a null labelSelector results in matching no pod";

/** Labels of nodes that have other names by now, in either dialect, and what is said of them. */
const OLD_LABELS: ReadonlyMap<string, string> = new Map(
  DIALECTS.map((dialect) => NAMES[dialect]).flatMap((names): [string, string, string][] => [
    [names.labelOldArch, names.labelArch, "v1.14"],
    [names.labelOldOs, names.labelOs, "v1.14"],
    [names.labelOldRegion, names.labelRegion, "v1.17"],
    [names.labelOldZone, names.labelZone, "v1.17"],
  ]).map(([old, now, since]) => [old, `deprecated since ${since}; use "${now}" instead`]),
);

/** See the module's comment. */
export function placementWarnings(warnings: string[], path: FieldPath, spec: PodSpec): void {
  if (spec.nodeSelector !== undefined) {
    for (const key of Object.keys(spec.nodeSelector)) {
      const why = OLD_LABELS.get(key);
      if (why !== undefined) warnings.push(`${path.child("nodeSelector").key(key)}: ${why}`);
    }
  }
  if (spec.affinity !== undefined) warnOfAffinity(warnings, path.child("affinity"), spec.affinity);
  for (const [index, constraint] of (spec.topologySpreadConstraints ?? []).entries()) {
    const at = path.child("topologySpreadConstraints").index(index);
    warnOfKey(warnings, at.child("topologyKey"), constraint.topologyKey);
    if (constraint.labelSelector === undefined) {
      warnings.push(`${at.child("labelSelector")}: ${NO_SELECTOR}`);
    }
  }
}

function warnOfKey(warnings: string[], path: FieldPath, key: string): void {
  const why = OLD_LABELS.get(key);
  if (why !== undefined) warnings.push(`${path}: ${key} is ${why}`);
}

function warnOfAffinity(
  warnings: string[],
  path: FieldPath,
  { nodeAffinity, podAffinity, podAntiAffinity }: NonNullable<PodSpec["affinity"]>,
): void {
  const nodes = path.child("nodeAffinity");
  const required = nodeAffinity?.[REQUIRED]?.nodeSelectorTerms ?? [];
  const terms = [
    ...required.map((term, index) => {
      return { term, at: nodes.child(REQUIRED, "nodeSelectorTerms").index(index) };
    }),
    ...(nodeAffinity?.[PREFERRED] ?? []).map(({ preference: term }, index) => {
      return { term, at: nodes.child(PREFERRED).index(index).child("preference") };
    }),
  ];
  for (const { term, at } of terms) {
    for (const [index, { key }] of (term?.matchExpressions ?? []).entries()) {
      warnOfKey(warnings, at.child("matchExpressions").index(index).child("key"), key);
    }
  }
  for (const [name, affinity] of Object.entries({ podAffinity, podAntiAffinity })) {
    const at = path.child(name);
    for (const [index, term] of (affinity?.[REQUIRED] ?? []).entries()) {
      warnOfPodTerm(warnings, at.child(REQUIRED).index(index), term);
    }
    for (const [index, { podAffinityTerm }] of (affinity?.[PREFERRED] ?? []).entries()) {
      const place = at.child(PREFERRED).index(index).child("podAffinityTerm");
      if (podAffinityTerm !== undefined) warnOfPodTerm(warnings, place, podAffinityTerm);
    }
  }
}

function warnOfPodTerm(warnings: string[], path: FieldPath, term: PodAffinityTerm): void {
  if (term.labelSelector === undefined) {
    warnings.push(`${path.child("labelSelector")}: ${NO_SELECTOR}`);
  }
  warnOfKey(warnings, path.child("topologyKey"), term.topologyKey);
}
