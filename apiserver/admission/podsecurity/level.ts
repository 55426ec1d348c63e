/**
 * How strict a policy for pods is: a level, as a release defined it.
 *
 * @module
 */

/** The levels, from the one that allows all to the one that allows least. */
const LEVELS = ["privileged", "baseline", "restricted"] as const;

/** One of them. */
export type Level = typeof LEVELS[number];

/** The release whose checks count. */
export interface PolicyVersion {
  /** As it was written: `latest`, or `v1.` and a number. */
  readonly text: string;
  /** Later than all where it is the latest. */
  readonly minor: number;
}

/** The checks of the newest release, whichever that is. */
export const LATEST: PolicyVersion = { text: "latest", minor: Infinity };

/** A level at a version. */
export interface LevelVersion {
  readonly level: Level;
  readonly version: PolicyVersion;
}

/** Why a text is no level. */
export const NO_LEVEL = `must be one of ${LEVELS.join(", ")}`;

/** Why a text is no version. */
export const NO_VERSION = 'must be "latest" or "v1.x"';

const VERSION = /^v1\.(0|[1-9][0-9]*)$/;
/** The reference counts in words of 64 bits, which have no more digits than this one. */
const MOST_MINOR = 2n ** 63n - 1n;
const MOST_DIGITS = String(MOST_MINOR).length;

/** The level that a text names; undefined: none. */
export function parseLevel(text: string): Level | undefined {
  return LEVELS.find((level) => level === text);
}

/** The version that a text names; undefined: none. */
export function parsePolicyVersion(text: string): PolicyVersion | undefined {
  if (text === LATEST.text) return LATEST;
  const minor = VERSION.exec(text)?.[1];
  if (minor === undefined || minor.length > MOST_DIGITS) return undefined;
  if (BigInt(minor) > MOST_MINOR) return undefined;
  return { text, minor: Number(minor) };
}

/** Above 0 where the first is stricter, below where the second is. */
export function compareLevels(one: Level, other: Level): number {
  return LEVELS.indexOf(one) - LEVELS.indexOf(other);
}

/** As messages and audit records show it: `baseline:v1.30`. */
export function printLevel({ level, version }: LevelVersion): string {
  return `${level}:${version.text}`;
}

/** Whether both say the same, in the same words. */
export function sameLevel(one: LevelVersion, other: LevelVersion): boolean {
  return one.level === other.level && one.version.text === other.version.text;
}

/** Whether both come to the same: what allows all does so at every version. */
export function equivalentLevels(one: LevelVersion, other: LevelVersion): boolean {
  return sameLevel(one, other) || one.level === "privileged" && other.level === "privileged";
}
