/**
 * Which metrics are shown. A deprecated metric is shown, with a note, in the version that
 * deprecates it, and hidden from the next one on, unless that version is asked for by name.
 *
 * @module
 */

/** A version as `[major, minor]`. */
export type MinorVersion = readonly [major: number, minor: number];

/** The minor version that `1.36` or `v1.36.0` begins with. */
export function parseMinor(text: string): MinorVersion {
  const match = /^v?(\d{1,4})\.(\d{1,4})/.exec(text);
  if (match === null) throw new Error(`${JSON.stringify(text)} is not <major>.<minor>`);
  return [Number(match[1]), Number(match[2])];
}

/** What is wrong with --show-hidden-metrics-for-version: only the previous minor version will do. */
export function hiddenVersionProblem(text: string, current: MinorVersion): string | undefined {
  if (text === "") return undefined;
  const previous = `${current[0]}.${current[1] - 1}`;
  return text === previous
    ? undefined
    : `--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. ` +
      `Only the previous minor version is allowed`;
}

/** How a metric that is deprecated since a version stands in the current one. */
export function deprecation(
  since: string | undefined,
  current: MinorVersion,
  showHiddenFor: string,
): "none" | "deprecated" | "hidden" {
  if (since === undefined) return "none";
  const from = parseMinor(since);
  if (compare(from, current) > 0) return "none";
  if (compare(from, current) === 0) return "deprecated";
  if (showHiddenFor === "") return "hidden";
  return compare(from, parseMinor(showHiddenFor)) >= 0 ? "deprecated" : "hidden";
}

function compare(a: MinorVersion, b: MinorVersion): number {
  return a[0] - b[0] || a[1] - b[1];
}
