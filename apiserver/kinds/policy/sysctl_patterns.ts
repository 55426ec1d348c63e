/**
 * Patterns of kernel parameters: a name, or the start of one with a star behind it.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { ENOUGH } from "../validation/enough.ts";
import { Nesting } from "../validation/nesting.ts";

const LIMIT_CHARS = 253;
const PATTERN = "([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]";
const WHOLE = new RegExp(`^${PATTERN}$`);

/** Patterns, and where they stand. */
export interface SysctlPatterns {
  readonly path: FieldPath;
  readonly list: readonly string[] | undefined;
}

/** The rules for each pattern of a list. */
export function validateSysctlPatterns(
  errors: FieldError[],
  { path, list = [] }: SysctlPatterns,
): void {
  for (const [index, text] of list.entries()) {
    const at = path.index(index);
    if (text === "") errors.push(FieldError.invalid(at, text, "empty sysctl not allowed"));
    else if (text.length > LIMIT_CHARS || !WHOLE.test(text)) {
      const why = `must have at most ${LIMIT_CHARS} characters and match regex ${PATTERN}`;
      errors.push(FieldError.invalid(at, text, why));
    }
  }
  if (list.length > 1 && list.includes("*")) {
    const why = "if '*' is present, must not specify other sysctls";
    errors.push(FieldError.forbidden(path.child("items"), why));
  }
}

/** Refuses what one list allows and the other forbids: the narrower pattern is the wrong one. */
export function validateOverlaps(
  errors: FieldError[],
  allowed: SysctlPatterns,
  forbidden: SysctlPatterns,
): void {
  const [ours, others] = [allowed.list ?? [], forbidden.list ?? []];
  if (ours.length === 0 || others.length === 0) return;
  const [coveredByOthers, coveredByOurs] = [coveringOf(others, ours), coveringOf(ours, others)];
  for (const [index, one] of ours.entries()) {
    const wider = new Set(coveredByOthers.widerThan(index));
    const all = new Set([...wider, ...coveredByOurs.narrowerThan(index)]);
    for (const place of [...all].sort((a, b) => a - b)) {
      if (errors.length >= ENOUGH) return;
      const other = others[place]!;
      if (wider.has(place)) {
        const why = `sysctl overlaps with ${other}`;
        errors.push(FieldError.invalid(allowed.path.index(index), one, why));
      } else {
        const why = `sysctl overlaps with ${one}`;
        errors.push(FieldError.invalid(forbidden.path.index(place), other, why));
      }
    }
  }
}

/** Which patterns of one list match all that those of another match. Patterns are told by their places. */
interface Covering {
  /** The outer patterns that cover an inner one. */
  widerThan(inner: number): readonly number[];
  /** The inner patterns that an outer one covers. */
  narrowerThan(outer: number): readonly number[];
}

function coveringOf(outer: readonly string[], inner: readonly string[]): Covering {
  // No pattern has such an end: a name without a star covers itself only.
  const end = "\0";
  const all = new Nesting(
    outer.map((text) => text.endsWith("*") ? text.slice(0, -1) : text + end),
    inner.map((text) => text + end),
  );
  return {
    widerThan: (place) => all.beginningsOf(place),
    narrowerThan: (place) => all.wholesWith(place),
  };
}
