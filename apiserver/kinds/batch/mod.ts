/**
 * The kinds of the group batch.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { cronJobRules } from "./cron_job.ts";
import { jobRules } from "./job.ts";

/** See the module's comment. */
export const batchKinds: GroupDeclarations = {
  cronjobs: cronJobRules,
  jobs: jobRules,
};
