/**
 * Which jobs of a cron job have been kept for long enough.
 *
 * @module
 */

import type { CronChild, LiveCronJob } from "./scheduled_job.ts";

/** Those that have finished, beyond as many as are kept of each end; the oldest go first. */
export function pastJobs({ spec }: LiveCronJob, jobs: readonly CronChild[]): CronChild[] {
  const beyond = (end: CronChild["end"], limit: number | undefined) => {
    if (limit === undefined) return [];
    const all = jobs.filter((job) => job.end === end).sort(byStart);
    return all.slice(0, Math.max(0, all.length - limit));
  };
  return [
    ...beyond("Complete", spec?.successfulJobsHistoryLimit),
    ...beyond("Failed", spec?.failedJobsHistoryLimit),
  ];
}

/** Those that have never started come last. */
function byStart(one: CronChild, other: CronChild): number {
  const [first, second] = [one.startMs ?? Infinity, other.startMs ?? Infinity];
  if (first !== second) return first - second;
  return one.name < other.name ? -1 : 1;
}
