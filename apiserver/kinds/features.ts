/**
 * Features of kinds that are off until someone switches them on (`--feature-gates`): what belongs to
 * one that is off is left out of what is written.
 *
 * @module
 */

/** All of them, by how far they have come. */
const STAGES = {
  ClusterTrustBundleProjection: "beta",
  ContainerStopSignals: "alpha",
  CoordinatedLeaderElection: "beta",
  CrossNamespaceVolumeDataSource: "alpha",
  DRAListTypeAttributes: "alpha",
  DRANodeAllocatableResources: "alpha",
  GenericWorkload: "alpha",
  ImageVolumeWithDigest: "alpha",
  MaxUnavailableStatefulSet: "beta",
  PodCertificateRequest: "beta",
} as const satisfies Readonly<Record<string, "alpha" | "beta">>;

/** The name of one. */
export type Feature = keyof typeof STAGES;

/** Names that stand for all features of a stage. */
const WHOLE_STAGES = { AllAlpha: "alpha", AllBeta: "beta" } as const;

/** Nothing is switched on. */
export const NO_FEATURES: ReadonlySet<Feature> = new Set();

/** What the values of `--feature-gates` come to. */
export interface Switched {
  readonly on: ReadonlySet<Feature>;
  /** Names that switch nothing here. */
  readonly unknown: readonly string[];
}

/** Reads the values of `--feature-gates`: a feature's own goes before that of its stage. */
export function switchedFeatures(gates: Readonly<Record<string, boolean>>): Switched {
  const on = new Set<Feature>();
  for (const [feature, stage] of Object.entries(STAGES) as [Feature, string][]) {
    const whole = stage === WHOLE_STAGES.AllAlpha ? gates.AllAlpha : gates.AllBeta;
    if (gates[feature] ?? whole) on.add(feature);
  }
  const unknown = Object.keys(gates).filter((name) =>
    !Object.hasOwn(STAGES, name) && !Object.hasOwn(WHOLE_STAGES, name)
  );
  return { on, unknown };
}
