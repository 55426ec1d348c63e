/**
 * Which version is served: what `/version` answers, and what metrics say of the process.
 *
 * @module
 */

import type { Dialect } from "../names.ts";
import { API_LEVEL, VERSION } from "../version.ts";

/** The facts of this program's version, the dialect that it speaks among them. */
export function servedVersion(dialect: Dialect): Readonly<Record<string, string>> {
  const [, major = "", minor = ""] = /^v(\d+)\.(\d+)/.exec(API_LEVEL) ?? [];
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion: `${API_LEVEL}+orch-${VERSION}`,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "",
    goVersion: "",
    compiler: `deno ${Deno.version.deno}`,
    platform: `${Deno.build.os}/${Deno.build.arch === "x86_64" ? "amd64" : "arm64"}`,
    // Peers find out by this; one that does not say speaks the reference's own.
    ...(dialect !== "kubernetes" && { dialect }),
  };
}
