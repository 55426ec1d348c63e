/**
 * The flags that every process takes besides those of its own parts.
 *
 * @module
 */

import {
  bool,
  boolMap,
  DIALECT_FLAG,
  flag,
  type FlagStatus,
  group,
  type Kind,
  oneOf,
  works,
} from "../flags/mod.ts";
import { type Dialect, DIALECTS } from "../names.ts";
import { describeFeatures, type FeatureTable } from "./feature_gates.ts";

const version: Kind<boolean | "raw"> = {
  ...bool,
  name: "version[=true]",
  parse: (text) => text === "raw" ? text : bool.parse(text, undefined),
  print: (value) => value === "raw" ? value : bool.print(value),
};

/** Help, version and dialect. */
export const globalFlags = group("Global", works, {
  [DIALECT_FLAG]: flag(
    oneOf<Dialect>("string", DIALECTS),
    "orch",
    `The names that the API goes by (groups, labels, media types, flags): "orch", or "kubernetes", which kubectl and other clients know`,
  ),
  "help": flag(bool, false, "Print this help and exit", { shorthand: "h" }),
  "version": flag(version, false, "Print the version and exit; =raw prints all its details"),
});

/** Feature gates, in a process whose gates have the status `status`. */
export function featureGateFlags(status: FlagStatus, features: FeatureTable = {}) {
  const known = describeFeatures(features);
  return group("Feature gates", status, {
    "feature-gates": flag(
      boolMap,
      {},
      "Comma-separated name=true|false pairs that turn features on or off; AllAlpha and AllBeta " +
        `stand for all of a stage${known === "" ? "" : `. Features: ${known}`}`,
    ),
  });
}

/** Profiling under /debug/pprof/. */
export function profilingFlags(status: FlagStatus) {
  return group("Debugging", status, {
    "contention-profiling": flag(
      bool,
      false,
      "Profile lock contention, when profiling is on",
      {
        status: {
          is: "never",
          why: "the runtime runs one thread, so there are no locks to contend for",
        },
      },
    ),
    "profiling": flag(bool, true, "Serve profiles under /debug/pprof/"),
  });
}
