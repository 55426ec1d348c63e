/**
 * Jobs and pods that tests make up.
 *
 * @module
 */

import type { batchV1, coreV1 } from "../../../toolkit/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { jobNames } from "../job_names.ts";
import { type JobPod, jobPodViews } from "../job_pod.ts";
import type { LiveJob } from "../job_rules.ts";

const names = jobNames(NAMES.kubernetes);
const viewOf = jobPodViews(names);

/** What is special about a pod. It is tracked, runs, and has its name for a uid. */
export interface MadeUpPod {
  readonly name: string;
  readonly phase?: string;
  readonly index?: number;
  readonly failures?: number;
  readonly isTracked?: boolean;
  readonly isDeleting?: boolean;
  readonly finishedAt?: string;
  readonly exits?: Readonly<Record<string, number>>;
  readonly conditions?: readonly coreV1.PodCondition[];
}

/** What is looked at of such a pod. */
export function podOf(
  { name, phase = "Running", index, failures = 0, isTracked = true, isDeleting, ...ended }:
    MadeUpPod,
): JobPod {
  const { exits = {}, conditions = [], finishedAt } = ended;
  return viewOf({
    metadata: {
      namespace: "default",
      name,
      uid: name,
      creationTimestamp: "2026-01-01T00:00:00Z",
      finalizers: isTracked ? [names.tracking] : [],
      annotations: {
        ...(index !== undefined && { [names.index]: String(index) }),
        [names.failures]: String(failures),
      },
      ...(isDeleting && { deletionTimestamp: "2026-01-01T00:10:00Z" }),
    },
    spec: { containers: [] },
    status: {
      phase,
      conditions,
      containerStatuses: Object.entries(finishedAt ? { main: 0, ...exits } : exits).map((
        [name, exitCode],
      ) => ({ name, state: { terminated: { exitCode, finishedAt } } })),
    },
  } as never);
}

/** A job with a spec and a status. */
export function jobOf(
  spec: Partial<batchV1.JobSpec> = {},
  status: batchV1.JobStatus = {},
): LiveJob {
  return {
    metadata: { namespace: "default", name: "sum", uid: "sum" },
    spec: { parallelism: 2, completions: 5, template: { spec: { containers: [] } }, ...spec },
    status: { startTime: "2026-01-01T00:00:00Z", ...status },
  } as never;
}
