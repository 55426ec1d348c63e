/**
 * The kinds of the group batch.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { cronJobRules } from "./cron_job.ts";
import { jobRules } from "./job.ts";

/** The rules of each resource of the group batch, by its plural name. */
export const batchKinds: GroupDeclarations = {
  cronjobs: cronJobRules,
  jobs: jobRules,
};
