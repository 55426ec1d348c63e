/**
 * What flags say of what the configuration file may say too.
 *
 * @module
 */

import type { GroupValues } from "../../../toolkit/flags/mod.ts";
import { duration } from "../../../toolkit/flags/duration.ts";
import type { schedulerFlags } from "../flags.ts";
import type { Overrides } from "./read_configuration.ts";

/** The values of all flags. */
export type SchedulerValues = GroupValues<typeof schedulerFlags>;

/** Flags that count only without a file. */
const WITHOUT_FILE = [
  "orch-api-qps",
  "orch-api-burst",
  "orch-api-content-type",
  "profiling",
  "contention-profiling",
] as const;

const ELECTION = {
  "leader-elect-lease-duration": "leaseDuration",
  "leader-elect-renew-deadline": "renewDeadline",
  "leader-elect-retry-period": "retryPeriod",
  "leader-elect-resource-lock": "resourceLock",
  "leader-elect-resource-name": "resourceName",
  "leader-elect-resource-namespace": "resourceNamespace",
} as const;

/** What they put in the place of what a file says, and which of them have no effect. */
export interface FromFlags {
  readonly overrides: Overrides;
  readonly notices: readonly string[];
}

/**
 * Of the flags that were given. Those of leader election win over a file; others count only without one. Throws for
 * a time that can't be.
 */
export function overridesFromFlags(
  values: SchedulerValues,
  given: ReadonlyMap<string, string>,
): FromFlags {
  const leaderElection: Record<string, unknown> = {};
  if (given.has("leader-elect")) leaderElection.leaderElect = values["leader-elect"];
  for (const [flag, field] of Object.entries(ELECTION)) {
    if (!given.has(flag)) continue;
    const value = values[flag as keyof typeof ELECTION];
    if (value === 0) throw new Error(`--${flag} must be greater than zero`);
    leaderElection[field] = typeof value === "number" ? duration.print(value) : value;
  }
  const hasFile = values.config !== "";
  const notices = WITHOUT_FILE.filter((flag) => hasFile && given.has(flag)).map((flag) =>
    `--${given.get(flag)} has no effect: what the file of --config says of it holds`
  );
  if (hasFile) return { overrides: { leaderElection }, notices };
  return {
    overrides: {
      leaderElection,
      clientConnection: {
        kubeconfig: values.orchconfig,
        contentType: values["orch-api-content-type"],
        qps: values["orch-api-qps"],
        burst: values["orch-api-burst"],
      },
      enableProfiling: values.profiling,
      ...given.has("contention-profiling") &&
        { enableContentionProfiling: values["contention-profiling"] },
    },
    notices,
  };
}
