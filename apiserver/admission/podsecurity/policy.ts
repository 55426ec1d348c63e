/**
 * What holds for the pods of a namespace, as its labels say.
 *
 * @module
 */

import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { LabelMap } from "../../../toolkit/selectors/mod.ts";
import {
  compareLevels,
  equivalentLevels,
  LATEST,
  type Level,
  type LevelVersion,
  NO_LEVEL,
  NO_VERSION,
  parseLevel,
  parsePolicyVersion,
  type PolicyVersion,
} from "./level.ts";

/** What is done about a pod that is beyond a level. */
export const MODES = ["enforce", "audit", "warn"] as const;

/** One of them: it is refused, recorded, or told of. */
export type Mode = typeof MODES[number];

/** The level of each mode. */
export type Policy = Readonly<Record<Mode, LevelVersion>>;

/** The policy of a namespace, and what is wrong with the labels that say it. */
export interface NamespacePolicy {
  readonly policy: Policy;
  readonly errors: readonly FieldError[];
}

/** What counts for a mode whose level can't be read: nothing is let in by a mistake. */
const UNREADABLE: Readonly<Record<Mode, Level>> = {
  enforce: "restricted",
  audit: "privileged",
  warn: "privileged",
};

const LABELS = FieldPath.of("metadata", "labels");

/**
 * Reads the labels, whose keys begin with `prefix`; what they do not say is `defaults`. Whoever enforces
 * a level without a word about warnings is warned of it too.
 */
export function policyOf(labels: LabelMap, prefix: string, defaults: Policy): NamespacePolicy {
  const errors: FieldError[] = [];
  const read = <T>(key: string, parse: (text: string) => T | undefined, why: string) => {
    const label = `${prefix}${key}`;
    if (!Object.hasOwn(labels, label)) return undefined;
    const text = labels[label]!;
    const value = parse(text);
    if (value === undefined) errors.push(FieldError.invalid(LABELS.key(label), text, why));
    return { value };
  };
  const readMode = (mode: Mode) => {
    const level = read(mode, parseLevel, NO_LEVEL);
    const version = read(`${mode}-version`, parsePolicyVersion, NO_VERSION);
    const found: LevelVersion = {
      level: level === undefined ? defaults[mode].level : level.value ?? UNREADABLE[mode],
      version: version === undefined ? defaults[mode].version : version.value ?? LATEST,
    };
    return { found, level, version };
  };
  const enforce = readMode("enforce");
  const audit = readMode("audit");
  const warn = readMode("warn");
  const { level } = enforce.found;
  const isStricter = compareLevels(level, warn.found.level) > 0;
  const warned = warn.level === undefined && enforce.level?.value !== undefined && isStricter
    ? { level, version: versionOfWarnings(enforce.found, warn) }
    : warn.found;
  return { policy: { enforce: enforce.found, audit: audit.found, warn: warned }, errors };
}

function versionOfWarnings(
  enforced: LevelVersion,
  { found, version }: { readonly found: LevelVersion; readonly version: unknown },
): PolicyVersion {
  return version === undefined ? enforced.version : found.version;
}

/** Whether it allows all, without a word to anybody. */
export function isPrivileged(policy: Policy): boolean {
  return MODES.every((mode) => policy[mode].level === "privileged");
}

/** Whether both come to the same. */
export function equivalentPolicies(one: Policy, other: Policy): boolean {
  return MODES.every((mode) => equivalentLevels(one[mode], other[mode]));
}
