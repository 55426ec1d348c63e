/**
 * Which checks make up each level, by release.
 *
 * @module
 */

import { compareUtf8 } from "../../../../toolkit/codec/mod.ts";
import type { LevelVersion } from "../level.ts";
import type { Check, CheckPod } from "./check.ts";
import {
  appArmorProfile,
  procMountBaseline,
  procMountRestricted,
  seLinuxOptions,
} from "./confinement.ts";
import {
  hostNamespaces,
  hostPorts,
  hostProbesAndHostLifecycle,
  windowsHostProcess,
} from "./host.ts";
import {
  allowPrivilegeEscalation,
  capabilitiesBaseline,
  capabilitiesRestricted,
  privileged,
} from "./privileges.ts";
import { seccompBaseline, seccompRestricted } from "./seccomp.ts";
import { runAsNonRoot, runAsUser } from "./users.ts";
import { hostPathVolumes, restrictedVolumes, sysctls } from "./volumes.ts";

/** All checks that there are. */
export const ALL_CHECKS: readonly Check[] = [
  allowPrivilegeEscalation,
  appArmorProfile,
  capabilitiesBaseline,
  capabilitiesRestricted,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbesAndHostLifecycle,
  privileged,
  procMountBaseline,
  procMountRestricted,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
  seccompBaseline,
  seccompRestricted,
  seLinuxOptions,
  sysctls,
  windowsHostProcess,
];

/** Checks in the order in which they are made. */
export type Checks = readonly CheckPod[];

/** The last release at which any check changed: what is later is alike. */
const NEWEST = Math.max(
  ...ALL_CHECKS.flatMap(({ revisions }) => revisions.map(({ since }) => since)),
);

type OfLevels = Readonly<Record<"baseline" | "restricted", Checks>>;

/** By release. */
const STANDARDS: readonly OfLevels[] = Array.from(
  { length: NEWEST + 1 },
  (_, minor) => standardsOf(minor),
);

/** The checks of a level at a version; at one that is still to come, those of today. */
export function checksAt({ level, version }: LevelVersion): Checks {
  return level === "privileged" ? [] : STANDARDS[Math.min(version.minor, NEWEST)]![level];
}

function standardsOf(minor: number): OfLevels {
  const known = ALL_CHECKS.toSorted((one, other) => compareUtf8(one.id, other.id))
    .flatMap(({ revisions, ...check }) => {
      const revision = revisions.findLast(({ since }) => since <= minor);
      return revision === undefined ? [] : [{ ...check, check: revision.check }];
    });
  const [baseline, restricted] = ["baseline", "restricted"].map((level) =>
    known.filter((check) => check.level === level)
  ) as [typeof known, typeof known];
  const overridden = new Set(restricted.flatMap(({ overrides = [] }) => overrides));
  const both = [...baseline.filter(({ id }) => !overridden.has(id)), ...restricted];
  return {
    baseline: baseline.map(({ check }) => check),
    restricted: both.map(({ check }) => check),
  };
}
