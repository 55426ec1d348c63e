/**
 * Sources of volumes that nobody serves any more.
 *
 * @module
 */

import type { FieldPath } from "../../../toolkit/errors/mod.ts";

interface Gone {
  readonly why: string;
  /** As warnings spell the source. Default: as objects do. */
  readonly spelt?: string;
  /** Whether nothing is said of it where the volume outlives pods. */
  readonly ofPodsOnly?: boolean;
}

const GONE: ReadonlyMap<string, Gone> = new Map<string, Gone>([
  ["photonPersistentDisk", { why: "deprecated in v1.11, non-functional in v1.16+" }],
  ["gitRepo", { why: "deprecated in v1.11, and disabled by default in v1.33+" }],
  ["scaleIO", { why: "deprecated in v1.16, non-functional in v1.22+" }],
  ["flocker", { why: "deprecated in v1.22, non-functional in v1.25+", ofPodsOnly: true }],
  ["storageos", { why: "deprecated in v1.22, non-functional in v1.25+", spelt: "storageOS" }],
  ["quobyte", { why: "deprecated in v1.22, non-functional in v1.25+", ofPodsOnly: true }],
  ["glusterfs", { why: "deprecated in v1.25, non-functional in v1.26+" }],
  ["cephfs", { why: "deprecated in v1.28, non-functional in v1.31+" }],
  ["rbd", { why: "deprecated in v1.28, non-functional in v1.31+" }],
]);

/** Warns of a volume that has such a source; `isPods`: it is one of a pod. */
export function warnOfGoneSources(
  warnings: string[],
  path: FieldPath,
  volume: object,
  isPods: boolean,
): void {
  for (const source in volume) {
    const gone = GONE.get(source);
    if (gone === undefined || (gone.ofPodsOnly && !isPods)) continue;
    warnings.push(`${path.child(gone.spelt ?? source)}: ${gone.why}`);
  }
}
