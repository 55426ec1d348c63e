/**
 * Every flag of the controller manager, in the order of its `--help`.
 *
 * @module
 */

import { works } from "../../toolkit/flags/mod.ts";
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
import { genericFlags } from "./generic.ts";
import { nodeFlags } from "./node.ts";
import { signingFlags } from "./signing.ts";
import { statusFlags } from "./status.ts";
import { volumeFlags } from "./volume.ts";
import { workloadFlags } from "./workload.ts";

/** The groups. */
export const controllerManagerFlags = [
  genericFlags,
  leaderElectionFlags(works, {
    resourceLock: "leases",
    resourceName: (names) => names.processControllerManager,
  }),
  leaderMigrationFlags(works),
  servingFlags(works, { securePort: 10257, zeroPort: "allowed", certDir: () => "" }),
  bindingFlags(works),
  delegatedAuthenticationFlags(works),
  delegatedAuthorizationFlags(works, ["/healthz", "/readyz", "/livez"]),
  workloadFlags,
  nodeFlags,
  autoscalerFlags,
  volumeFlags,
  signingFlags,
  featureGateFlags(works),
  profilingFlags(works),
  metricsFlags(works),
  statusFlags,
  loggingFlags,
  globalFlags,
] as const;
