// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { scalars } from "../scalars.ts";

/** The types of component.config/v1alpha1. */
export declare namespace componentConfigV1alpha1 {
  interface ClientConnectionConfiguration {
    kubeconfig: string;
    acceptContentTypes: string;
    contentType: string;
    qps: number;
    burst: number;
  }

  interface DebuggingConfiguration {
    enableProfiling?: boolean;
    enableContentionProfiling?: boolean;
  }

  interface LeaderElectionConfiguration {
    leaderElect: boolean | null;
    leaseDuration: scalars.Duration;
    renewDeadline: scalars.Duration;
    retryPeriod: scalars.Duration;
    resourceLock: string;
    resourceName: string;
    resourceNamespace: string;
  }
}

export type ClientConnectionConfiguration = componentConfigV1alpha1.ClientConnectionConfiguration;
export type DebuggingConfiguration = componentConfigV1alpha1.DebuggingConfiguration;
export type LeaderElectionConfiguration = componentConfigV1alpha1.LeaderElectionConfiguration;
