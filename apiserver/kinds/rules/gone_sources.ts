/**
 * Sources of volumes that nobody serves any more.
 *
 * @module
 */

import type { FieldPath } from "../../../toolkit/errors/mod.ts";

/** The sources, as warnings spell them, and what is said of them. */
const GONE: readonly (readonly [source: string, spelt: string, why: string])[] = [
  ["photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["gitRepo", "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"],
  ["scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["flocker", "flocker", "deprecated in v1.22, non-functional in v1.25+"],
  ["storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"],
  ["quobyte", "quobyte", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

/** Warns of a volume that has such a source. */
export function warnOfGoneSources(warnings: string[], path: FieldPath, sources: object): void {
  for (const [source, spelt, why] of GONE) {
    if ((sources as Record<string, unknown>)[source] === undefined) continue;
    warnings.push(`${path.child(spelt)}: ${why}`);
  }
}
