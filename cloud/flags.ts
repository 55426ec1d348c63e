/**
 * Every flag of the cloud controller manager, in the order of its `--help`.
 *
 * @module
 */

import { clientConfigFlags, clientRateFlags } from "../toolkit/process/client_flags.ts";
import {
  bool,
  checked,
  flag,
  group,
  int32,
  later,
  list,
  never,
  oneOf,
  string,
} from "../toolkit/flags/mod.ts";
import { duration, HOUR, MINUTE, SECOND } from "../toolkit/flags/duration.ts";
import { cidrs, dualStackCidrs } from "../toolkit/flags/network.ts";
import {
  leaderElectionFlags,
  leaderMigrationFlags,
} from "../toolkit/process/leader_election_flags.ts";
import { loggingFlags } from "../toolkit/logging/flags.ts";
import { metricsFlags } from "../toolkit/process/metrics_flags.ts";
import { featureGateFlags, globalFlags, profilingFlags } from "../toolkit/process/flags.ts";
import {
  delegatedAuthenticationFlags,
  delegatedAuthorizationFlags,
} from "../toolkit/serving/delegated_flags.ts";
import { servingFlags } from "../toolkit/serving/flags.ts";

const notBuilt = later("the cloud controller manager is not built yet");
const vendorOnly = never("there is no built-in integration with that vendor's cloud");

const genericFlags = group("Generic", notBuilt, {
  ...clientConfigFlags,
  ...clientRateFlags({ qps: 20, burst: 30 }),
  "controller-start-interval": flag(duration, 0, "How long to wait between starting controllers"),
  "controllers": flag(
    list,
    ["*"],
    "The controllers to run: '*' stands for all that are on by default, 'name' enables one, '-name' disables it",
  ),
  "min-resync-period": flag(
    duration,
    12 * HOUR,
    "The minimum interval at which caches are resynced; the actual one is random, up to twice this",
  ),
  "use-service-account-credentials": flag(
    bool,
    false,
    "Run each controller with a service account of its own",
  ),
});

const cloudFlags = group("Cloud provider", notBuilt, {
  "allocate-node-cidrs": flag(
    bool,
    false,
    "Allocate the CIDRs of nodes' pods, and set them with the cloud provider",
  ),
  "cidr-allocator-type": flag(
    oneOf("string", ["RangeAllocator", "CloudAllocator"]),
    "RangeAllocator",
    "How CIDRs are allocated: RangeAllocator or CloudAllocator",
  ),
  "cloud-config": flag(string, "", "The cloud provider's configuration file"),
  "cloud-provider": flag(string, "", "The cloud provider"),
  "cloud-provider-vendor-a-l7lb-src-cidrs": flag(
    cidrs,
    ["130.211.0.0/22", "35.191.0.0/16"],
    "CIDRs that the vendor's firewall opens for its layer-7 load balancers",
    { status: vendorOnly },
  ),
  "cloud-provider-vendor-a-lb-src-cidrs": flag(
    cidrs,
    ["130.211.0.0/22", "209.85.152.0/22", "209.85.204.0/22", "35.191.0.0/16"],
    "CIDRs that the vendor's firewall opens for its layer-4 load balancers",
    { status: vendorOnly },
  ),
  "cluster-cidr": flag(dualStackCidrs, [], "The addresses of pods; needs --allocate-node-cidrs"),
  "cluster-name": flag(string, (names) => names.clusterName, "The prefix of instance names"),
  "concurrent-service-syncs": flag(
    checked(int32, (value) => value < 1 ? "must be positive" : undefined),
    1,
    "The number of services synced at once: more is faster, and costs more CPU and network",
  ),
  "configure-cloud-routes": flag(
    bool,
    true,
    "Configure allocated CIDRs with the cloud provider",
  ),
  "node-monitor-period": flag(duration, 5 * SECOND, "How often the status of nodes is checked"),
  "node-status-update-frequency": flag(
    duration,
    5 * MINUTE,
    "How often nodes' status is updated from the cloud",
  ),
  "route-reconciliation-period": flag(
    duration,
    10 * SECOND,
    "How often the cloud provider's routes for nodes are reconciled",
  ),
});

/** The groups. */
export const cloudControllerManagerFlags = [
  genericFlags,
  cloudFlags,
  leaderElectionFlags(notBuilt, {
    resourceLock: "endpointsleases",
    resourceName: () => "cloud-controller-manager",
  }),
  leaderMigrationFlags(notBuilt),
  servingFlags(notBuilt, { securePort: 10258, zeroPort: "allowed", certDir: () => "" }),
  delegatedAuthenticationFlags(notBuilt),
  delegatedAuthorizationFlags(notBuilt, ["/healthz"]),
  featureGateFlags(notBuilt),
  profilingFlags(notBuilt),
  metricsFlags(notBuilt),
  loggingFlags,
  globalFlags,
] as const;
