/**
 * Every flag of the controller manager, in the order of its `--help`.
 *
 * @module
 */

import { loggingFlags } from "../../toolkit/logging/flags.ts";
import {
  leaderElectionFlags,
  leaderMigrationFlags,
} from "../../toolkit/process/leader_election_flags.ts";
import { metricsFlags } from "../../toolkit/process/metrics_flags.ts";
import { featureGateFlags, globalFlags, profilingFlags } from "../../toolkit/process/flags.ts";
import {
  delegatedAuthenticationFlags,
  delegatedAuthorizationFlags,
} from "../../toolkit/serving/delegated_flags.ts";
import { bindingFlags, servingFlags } from "../../toolkit/serving/flags.ts";
import { autoscalerFlags } from "./autoscaler.ts";
import { genericFlags, notBuilt } from "./generic.ts";
import { nodeFlags } from "./node.ts";
import { signingFlags } from "./signing.ts";
import { volumeFlags } from "./volume.ts";
import { workloadFlags } from "./workload.ts";

/** The groups. */
export const controllerManagerFlags = [
  genericFlags,
  leaderElectionFlags(notBuilt, {
    resourceLock: "leases",
    resourceName: (names) => names.processControllerManager,
  }),
  leaderMigrationFlags(notBuilt),
  servingFlags(notBuilt, { securePort: 10257, zeroPort: "allowed", certDir: () => "" }),
  bindingFlags(notBuilt),
  delegatedAuthenticationFlags(notBuilt),
  delegatedAuthorizationFlags(notBuilt, ["/healthz", "/readyz", "/livez"]),
  workloadFlags,
  nodeFlags,
  autoscalerFlags,
  volumeFlags,
  signingFlags,
  featureGateFlags(notBuilt),
  profilingFlags(notBuilt),
  metricsFlags(notBuilt),
  loggingFlags,
  globalFlags,
] as const;
