/**
 * Logging flags that other logging flags switch off.
 *
 * @module
 */

import type { FlagValues, Notice } from "../flags/mod.ts";
import type { loggingFlags } from "./flags.ts";

const OF_HEADERS_AND_FILES = [
  "add-dir-header",
  "alsologtostderr",
  "log-backtrace-at",
  "log-dir",
  "log-file",
  "log-file-max-size",
  "one-output",
  "skip-headers",
  "skip-log-headers",
  "stderrthreshold",
];
const OF_FILES = OF_HEADERS_AND_FILES.filter((name) =>
  !["add-dir-header", "skip-headers", "log-backtrace-at"].includes(name)
);

/** What was given in vain, and why. */
export function loggingNotices(
  flags: FlagValues<typeof loggingFlags.flags>,
  given: ReadonlyMap<string, string>,
): Notice[] {
  const [names, text] = flags["logging-format"] === "json"
    ? [OF_HEADERS_AND_FILES, "has no effect with --logging-format=json"]
    : flags.logtostderr
    ? [OF_FILES, "has no effect unless --logtostderr=false"]
    : [[], ""];
  return names.filter((name) => given.has(name))
    .map((name) => ({ flag: given.get(name)!, text }));
}
