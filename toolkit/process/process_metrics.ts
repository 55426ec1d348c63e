/**
 * What every process of the product shows of itself: what it uses, its version, its features.
 *
 * @module
 */

import type { Registry } from "../metrics/mod.ts";
import type { Dialect } from "../names.ts";
import type { FeatureTable } from "./feature_gates.ts";
import { registerProcessMetrics } from "../metrics/process_usage.ts";
import { servedVersion } from "./served_version.ts";

/** What the process is. */
export interface DescribedProcess {
  readonly dialect: Dialect;
  /** Features that can be switched. Default: none. */
  readonly features?: FeatureTable;
  /** Those that are on. Default: none. */
  readonly on?: ReadonlySet<string>;
}

/** Declares it all. */
export function describeProcess(registry: Registry, described: DescribedProcess): void {
  registerProcessMetrics(registry);
  describeVersion(registry, described.dialect);
  describeFeatures(registry, described);
}

function describeVersion(registry: Registry, dialect: Dialect): void {
  const { major, minor, gitVersion, gitCommit, gitTreeState, buildDate, goVersion, ...facts } =
    servedVersion(dialect);
  registry.gauge({
    name: `${dialect}_build_info`,
    help: "1, with the version of the program in its labels.",
    stability: "BETA",
    labels: [
      ...["major", "minor", "git_version", "git_commit", "git_tree_state", "build_date"] as const,
      ...["go_version", "compiler", "platform"] as const,
    ],
  }).with({
    major: major!,
    minor: minor!,
    git_version: gitVersion!,
    git_commit: gitCommit!,
    git_tree_state: gitTreeState!,
    build_date: buildDate!,
    go_version: goVersion!,
    compiler: facts.compiler!,
    platform: facts.platform!,
  }).set(1);
  registry.gauge({
    name: "version_info",
    help: "1, with the versions that the program is, emulates, and is compatible with at least.",
    labels: ["binary", "component", "emulation", "min_compat"],
  }).with({
    binary: gitVersion!.replace(/^v/, ""),
    component: dialect === "kubernetes" ? "kube" : dialect,
    emulation: `${facts.emulationMajor}.${facts.emulationMinor}`,
    min_compat: `${facts.minCompatibilityMajor}.${facts.minCompatibilityMinor}`,
  }).set(1);
}

function describeFeatures(registry: Registry, { dialect, features, on }: DescribedProcess): void {
  const enabled = registry.gauge({
    name: `${dialect}_feature_enabled`,
    help: "Whether a feature is on (1) or off (0), by name and stage.",
    stability: "BETA",
    labels: ["name", "stage"],
  });
  for (const [name, { stage }] of Object.entries(features ?? {})) {
    const shown = stage === "stable" ? "" : stage.toUpperCase();
    enabled.with({ name, stage: shown }).set(on?.has(name) ? 1 : 0);
  }
}
