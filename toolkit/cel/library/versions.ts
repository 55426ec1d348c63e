/**
 * Semantic versions: `semver("1.2.3-rc.1")`.
 *
 * @module
 */

import { type CelLibrary, overload } from "../declarations.ts";
import { CelError } from "../source.ts";
import { OpaqueValue } from "../values.ts";
import { utf8Length, workOfRun } from "../work.ts";
import { counted, countError, quoted } from "./counted.ts";
import { overText } from "./text.ts";
import { TYPE_NAMES } from "./type_names.ts";

type Identifier = string | bigint;

/** A version as a value of expressions. */
export class Semver extends OpaqueValue {
  override readonly typeName = TYPE_NAMES.semver;

  constructor(
    readonly major: bigint,
    readonly minor: bigint,
    readonly patch: bigint,
    readonly prerelease: readonly Identifier[],
  ) {
    super();
  }

  /** What is said of the build has no part in the order. */
  compare(other: Semver): number {
    return order(this.major, other.major) || order(this.minor, other.minor) ||
      order(this.patch, other.patch) || comparePrereleases(this.prerelease, other.prerelease);
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Semver && this.compare(other) === 0;
  }
}

function order<T extends Identifier>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function comparePrereleases(one: readonly Identifier[], other: readonly Identifier[]): number {
  // A version without one comes after all that have one.
  if (one.length === 0 || other.length === 0) {
    return Number(other.length > 0) - Number(one.length > 0);
  }
  for (const [index, left] of one.entries()) {
    const right = other[index];
    workOfRun(1 + (typeof left === "string" ? left.length / 64 : 0));
    if (right === undefined) return 1;
    // Numbers come before words.
    const difference = typeof left === typeof right
      ? order(left, right)
      : typeof left === "bigint"
      ? -1
      : 1;
    if (difference !== 0) return difference;
  }
  return one.length < other.length ? -1 : 0;
}

function numberOf(text: string, what: string): bigint {
  if (/[^0-9]/.test(text)) {
    throw new CelError(
      `Invalid character(s) found in ${what.toLowerCase()} number ${quoted(text)}`,
    );
  }
  if (/^0./.test(text)) {
    throw new CelError(`${what} number must not contain leading zeroes ${quoted(text)}`);
  }
  return unsigned(text);
}

function unsigned(text: string): bigint {
  if (text === "") throw new CelError('strconv.ParseUint: parsing "": invalid syntax');
  // More than twenty digits are never in range, and long ones take long to read.
  const value = text.length > 20 ? undefined : BigInt(text);
  if (value === undefined || BigInt.asUintN(64, value) !== value) {
    throw new CelError(`strconv.ParseUint: parsing ${quoted(text)}: value out of range`);
  }
  return value;
}

function prereleaseOf(text: string): Identifier {
  if (text === "") throw new CelError("Prerelease is empty");
  if (/^\d+$/.test(text)) {
    if (/^0./.test(text)) {
      throw new CelError(
        `Numeric PreRelease version must not contain leading zeroes ${quoted(text)}`,
      );
    }
    return unsigned(text);
  }
  if (/[^0-9A-Za-z-]/.test(text)) {
    throw new CelError(`Invalid character(s) found in prerelease ${quoted(text)}`);
  }
  return text;
}

function checkBuild(text: string): void {
  if (text === "") throw new CelError("Build meta data is empty");
  if (/[^0-9A-Za-z-]/.test(text)) {
    throw new CelError(`Invalid character(s) found in build meta data ${quoted(text)}`);
  }
}

function threeParts(text: string): string[] {
  const [first = "", second, ...rest] = text.split(".");
  if (second === undefined) return [first];
  return rest.length === 0 ? [first, second] : [first, second, rest.join(".")];
}

/** Splits at the first `mark`; undefined: there is none. */
function cut(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function semver(text: string, normalize = false): Semver {
  const whole = normalize ? normalized(text) : text;
  if (whole === "") throw new CelError("Version string empty");
  const [majorText = "", minorText, rest] = threeParts(whole);
  if (minorText === undefined || rest === undefined) {
    throw new CelError("No Major.Minor.Patch elements found");
  }
  const major = numberOf(majorText, "Major");
  const minor = numberOf(minorText, "Minor");
  const [beforeBuild, build] = cut(rest, "+");
  const [patchText, prerelease] = cut(beforeBuild, "-");
  const patch = numberOf(patchText, "Patch");
  const identifiers = prerelease?.split(".").map(prereleaseOf) ?? [];
  build?.split(".").forEach(checkBuild);
  return new Semver(major, minor, patch, identifiers);
}

/** Reads a version. Throws CelError for what is none. */
export function parseSemver(text: string): Semver {
  return semver(text);
}

/** Without a `v` and zeros in front, and with all three numbers. */
function normalized(text: string): string {
  const parts = threeParts(text.startsWith("v") ? text.slice(1) : text)
    .map((part) => utf8Length(part) > 1 ? withoutZeros(part) : part);
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? "")) {
    throw new CelError("short version cannot contain PreRelease/Build meta data");
  }
  while (parts.length < 3) parts.push("0");
  return parts.join(".");
}

/** Without zeros in front, but for one where no other digit is. */
function withoutZeros(part: string): string {
  const kept = part.replace(/^0+/, "");
  return /^\d/.test(kept) ? kept : `0${kept}`;
}

function isSemver(text: string, normalize = false): boolean {
  try {
    return semver(text, normalize) instanceof Semver;
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    countError();
    return false;
  }
}

/** A version is taken apart; each of its characters may be an identifier. */
const READ = { call: 10, unit: 2 };

const { semver: SEMVER } = TYPE_NAMES;
const int = (value: bigint) => BigInt.asIntN(64, value);

export const VERSION_LIBRARY: CelLibrary = {
  overloads: [
    overload(`semver(string): ${SEMVER}`, counted(READ, semver), overText),
    overload(`semver(string, bool): ${SEMVER}`, counted(READ, semver), overText),
    overload("isSemver(string): bool", counted(READ, isSemver), overText),
    overload("isSemver(string, bool): bool", counted(READ, isSemver), overText),
    overload(
      `${SEMVER}.isGreaterThan(${SEMVER}): bool`,
      (one: Semver, other: Semver) => one.compare(other) > 0,
    ),
    overload(
      `${SEMVER}.isLessThan(${SEMVER}): bool`,
      (one: Semver, other: Semver) => one.compare(other) < 0,
    ),
    overload(
      `${SEMVER}.compareTo(${SEMVER}): int`,
      (one: Semver, other: Semver) => BigInt(one.compare(other)),
    ),
    overload(`${SEMVER}.major(): int`, ({ major }: Semver) => int(major)),
    overload(`${SEMVER}.minor(): int`, ({ minor }: Semver) => int(minor)),
    overload(`${SEMVER}.patch(): int`, ({ patch }: Semver) => int(patch)),
  ],
};
