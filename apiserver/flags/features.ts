/**
 * Features of the API server that `--feature-gates` switches. What belongs to one that is off is
 * left out of what is written.
 *
 * @module
 */

import { type FeatureTable, switchFeatures } from "../../toolkit/process/feature_gates.ts";

/** All of them. */
export const FEATURES = {
  ClusterTrustBundleProjection: { stage: "beta", on: false },
  ConstrainedImpersonation: { stage: "beta", on: true },
  ContainerStopSignals: { stage: "alpha", on: false },
  CoordinatedLeaderElection: { stage: "beta", on: false },
  CrossNamespaceVolumeDataSource: { stage: "alpha", on: false },
  DRAListTypeAttributes: { stage: "alpha", on: false },
  DRANodeAllocatableResources: { stage: "alpha", on: false },
  GenericWorkload: { stage: "alpha", on: false },
  ImageVolumeWithDigest: { stage: "alpha", on: false },
  MaxUnavailableStatefulSet: { stage: "beta", on: false },
  PodCertificateRequest: { stage: "beta", on: false },
  ServiceAccountIssuerDiscovery: { stage: "alpha", on: false },
  TokenRequest: { stage: "beta", on: true },
} as const satisfies FeatureTable;

/** The name of one. */
export type Feature = keyof typeof FEATURES;

/** Those that are on where nobody says otherwise. */
export const DEFAULT_FEATURES: ReadonlySet<Feature> = switchFeatures(FEATURES, {}).on;
