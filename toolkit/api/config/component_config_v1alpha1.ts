// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { Duration } from "../scalars.ts";

export interface ClientConnectionConfiguration {
  kubeconfig: string;
  acceptContentTypes: string;
  contentType: string;
  qps: number;
  burst: number;
}

export interface DebuggingConfiguration {
  enableProfiling?: boolean;
  enableContentionProfiling?: boolean;
}

export interface LeaderElectionConfiguration {
  leaderElect: boolean | null;
  leaseDuration: Duration;
  renewDeadline: Duration;
  retryPeriod: Duration;
  resourceLock: string;
  resourceName: string;
  resourceNamespace: string;
}
