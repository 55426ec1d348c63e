/**
 * Every flag of the scheduler, in the order of its `--help`.
 *
 * @module
 */

import { flag, group, string, works } from "../../toolkit/flags/mod.ts";
import { duration, MINUTE } from "../../toolkit/flags/duration.ts";
import { loggingFlags } from "../../toolkit/logging/flags.ts";
import { clientConfigFlags, clientRateFlags } from "../../toolkit/process/client_flags.ts";
import { featureGateFlags, globalFlags, profilingFlags } from "../../toolkit/process/flags.ts";
import { leaderElectionFlags } from "../../toolkit/process/leader_election_flags.ts";
import { metricsFlags } from "../../toolkit/process/metrics_flags.ts";
import {
  delegatedAuthenticationFlags,
  delegatedAuthorizationFlags,
} from "../../toolkit/serving/delegated_flags.ts";
import { bindingFlags, servingFlags } from "../../toolkit/serving/flags.ts";
import { statusFlags } from "../flags/status.ts";

/** The groups. */
export const schedulerFlags = [
  group("Generic", works, {
    "config": flag(
      string,
      "",
      "The scheduler's configuration file; of what it says the flags of leader election, --master and --orchconfig win",
    ),
    ...clientConfigFlags,
    ...clientRateFlags({ qps: 50, burst: 100 }),
    "pod-max-in-unschedulable-pods-duration": flag(
      duration,
      5 * MINUTE,
      "After so long a pod is tried again that nothing has helped",
    ),
    "write-config-to": flag(
      string,
      "",
      "Write the configuration in force to this file, and exit",
      { placeholder: "file" },
    ),
  }),
  leaderElectionFlags(works, {
    resourceLock: "leases",
    resourceName: (names) => names.processScheduler,
  }),
  servingFlags(works, { securePort: 10259, zeroPort: "allowed", certDir: () => "" }),
  bindingFlags(works),
  delegatedAuthenticationFlags(works),
  delegatedAuthorizationFlags(works, ["/healthz", "/readyz", "/livez"]),
  featureGateFlags(works),
  profilingFlags(works),
  metricsFlags(works),
  statusFlags,
  loggingFlags,
  globalFlags,
] as const;
