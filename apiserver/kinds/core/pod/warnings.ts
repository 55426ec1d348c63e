/**
 * What people are told of a pod's specification that is allowed, and most likely not what they meant.
 *
 * @module
 */

import type { PodSpec, Volume } from "../../../../toolkit/api/core_v1.ts";
import type { FieldPath } from "../../../../toolkit/errors/mod.ts";
import { quoteText } from "../../../../toolkit/values/mod.ts";

/** Sources of volumes that nobody serves any more. */
const GONE: readonly (readonly [keyof Volume, string])[] = [
  ["photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"],
  ["scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["flocker", "deprecated in v1.22, non-functional in v1.25+"],
  ["storageos", "deprecated in v1.22, non-functional in v1.25+"],
  ["quobyte", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

/** See the module's comment. */
export function podSpecWarnings(spec: PodSpec, path: FieldPath): string[] {
  const warnings: string[] = [];
  for (const [index, volume] of (spec.volumes ?? []).entries()) {
    for (const [kind, why] of GONE) {
      if (volume[kind] === undefined) continue;
      warnings.push(`${path.child("volumes").index(index).child(kind)}: ${why}`);
    }
  }
  for (const list of ["initContainers", "containers"] as const) {
    for (const [index, { env }] of (spec[list] ?? []).entries()) {
      if (env === undefined || env.length < 2) continue;
      const seen = new Set<string>();
      for (const [place, { name, value }] of env.entries()) {
        // One that builds on the other is meant to come twice.
        if (seen.has(name) && !value?.includes(`$(${name})`)) {
          const at = path.child(list).index(index).child("env").index(place);
          warnings.push(
            `${at}: hides previous definition of ${quoteText(name)}, ` +
              "which may be dropped when using apply",
          );
        }
        seen.add(name);
      }
    }
  }
  const secrets = new Set<string>();
  for (const [index, { name = "" }] of (spec.imagePullSecrets ?? []).entries()) {
    const at = path.child("imagePullSecrets").index(index);
    if (name === "") warnings.push(`${at}.name: invalid empty name ""`);
    else if (secrets.has(name)) {
      warnings.push(`${at}.name: duplicate name ${quoteText(name)}`);
    }
    secrets.add(name);
  }
  const { terminationGracePeriodSeconds: grace } = spec;
  if (grace !== undefined && grace < 0) {
    warnings.push(
      `${path.child("terminationGracePeriodSeconds")}: must be >= 0; negative values are invalid ` +
        "and will be treated as 1",
    );
  }
  return warnings;
}
