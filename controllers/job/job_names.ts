/**
 * What pods of jobs are marked with.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";

/** Names of annotations, labels and finalizers, in a dialect. */
export interface JobNames {
  /** The finalizer of pods whose end has not been counted. */
  readonly tracking: string;
  /** The annotation and the label that tell a pod's index. */
  readonly index: string;
  /** The annotation that tells how often pods of the index failed before. */
  readonly failures: string;
  /** The annotation that tells how many failures before were not counted. */
  readonly ignored: string;
  /** What `managedBy` says of jobs that are this controller's. */
  readonly manager: string;
}

/** The names of a dialect. */
export function jobNames({ domain }: Names): JobNames {
  const group = `batch.${domain}`;
  return {
    tracking: `${group}/job-tracking`,
    index: `${group}/job-completion-index`,
    failures: `${group}/job-index-failure-count`,
    ignored: `${group}/job-index-ignored-failure-count`,
    manager: `${domain}/job-controller`,
  };
}
