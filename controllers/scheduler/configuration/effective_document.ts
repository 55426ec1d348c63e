/**
 * The configuration in force, as a file that says the same.
 *
 * @module
 */

import type { schedulerConfigV1 } from "../../../toolkit/api/config/scheduler_config_v1.ts";
import { duration } from "../../../toolkit/flags/duration.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import { effectiveProfile } from "./effective_profile.ts";
import type { SchedulerConfiguration } from "./read_configuration.ts";

/** A file that says what holds: what another one said, with what it left out. */
export function effectiveDocument(
  file: Partial<schedulerConfigV1.KubeSchedulerConfiguration>,
  configuration: Omit<SchedulerConfiguration, "document">,
  dialect: Dialect,
): object {
  const { client, election, percentageOfNodesToScore } = configuration;
  const { initialBackoffMs, maxBackoffMs, enableProfiling, delaysCache } = configuration;
  const apiVersion = `${NAMES[dialect].configGroupScheduler}/v1`;
  const span = (ms: number) => duration.print(ms);
  return {
    ...file,
    apiVersion,
    kind: "KubeSchedulerConfiguration",
    clientConnection: {
      acceptContentTypes: file.clientConnection?.acceptContentTypes ?? "",
      burst: client.burst,
      contentType: client.contentType,
      kubeconfig: client.config,
      qps: client.qps,
    },
    ...delaysCache && { delayCacheUntilActive: true },
    enableContentionProfiling: file.enableContentionProfiling ?? true,
    enableProfiling,
    leaderElection: election === undefined ? { leaderElect: false } : {
      leaderElect: true,
      leaseDuration: span(election.leaseMs),
      renewDeadline: span(election.renewMs),
      resourceLock: "leases",
      resourceName: election.name,
      resourceNamespace: election.namespace,
      retryPeriod: span(election.retryMs),
    },
    parallelism: file.parallelism ?? 16,
    percentageOfNodesToScore,
    podInitialBackoffSeconds: initialBackoffMs / 1000,
    podMaxBackoffSeconds: maxBackoffMs / 1000,
    profiles: configuration.profiles.map((profile, index) =>
      effectiveProfile(file.profiles?.[index] ?? {}, profile, apiVersion)
    ),
  };
}
