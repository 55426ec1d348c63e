/**
 * Features of the API server that `--feature-gates` switches. What belongs to one that is off is
 * left out of what is written. The API's own features come under the names and at the stages of the specification.
 *
 * @module
 */

import { type FeatureTable, switchFeatures } from "../../toolkit/process/feature_gates.ts";

/** All of them. */
export const FEATURES = {
  APIListChunking: { stage: "beta", on: true },
  APIPriorityAndFairness: { stage: "alpha", on: false },
  APIResponseCompression: { stage: "beta", on: true },
  APIServerIdentity: { stage: "beta", on: true },
  AuthorizePodWebsocketUpgradeCreatePermission: { stage: "beta", on: true },
  ClusterTrustBundleProjection: { stage: "beta", on: false },
  ConstrainedImpersonation: { stage: "beta", on: true },
  ContainerStopSignals: { stage: "alpha", on: false },
  CoordinatedLeaderElection: { stage: "beta", on: false },
  CrossNamespaceVolumeDataSource: { stage: "alpha", on: false },
  DRAListTypeAttributes: { stage: "alpha", on: false },
  DRANodeAllocatableResources: { stage: "alpha", on: false },
  DRAResourceClaimGranularStatusAuthorization: { stage: "beta", on: true },
  DryRun: { stage: "beta", on: true },
  DynamicAuditing: { stage: "alpha", on: false },
  EndpointSlice: { stage: "beta", on: true },
  GenericWorkload: { stage: "alpha", on: false },
  ImageVolumeWithDigest: { stage: "alpha", on: false },
  MaxUnavailableStatefulSet: { stage: "beta", on: false },
  PodCertificateRequest: { stage: "beta", on: false },
  PodLogsQuerySplitStreams: { stage: "alpha", on: false },
  RemainingItemCount: { stage: "beta", on: true },
  ServerSideApply: { stage: "beta", on: true },
  ServiceAccountIssuerDiscovery: { stage: "alpha", on: false },
  StorageVersionHash: { stage: "beta", on: true },
  TokenRequest: { stage: "beta", on: true },
  UnauthenticatedHTTP2DOSMitigation: { stage: "beta", on: true },
  VolumeLimitScaling: { stage: "alpha", on: false },
} as const satisfies FeatureTable;

/** The name of one. */
export type Feature = keyof typeof FEATURES;

/** Those that are on where nobody switches any. */
export const DEFAULT_FEATURES: ReadonlySet<Feature> = switchFeatures(FEATURES, {}).on;
