/**
 * Patterns of kernel parameters: a name, or the start of one with a star behind it.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";

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
  for (const [index, one] of (allowed.list ?? []).entries()) {
    for (const [place, other] of (forbidden.list ?? []).entries()) {
      if (covers(other, one)) {
        const why = `sysctl overlaps with ${other}`;
        errors.push(FieldError.invalid(allowed.path.index(index), one, why));
      } else if (covers(one, other)) {
        const why = `sysctl overlaps with ${one}`;
        errors.push(FieldError.invalid(forbidden.path.index(place), other, why));
      }
    }
  }
}

/** Whether all that `inner` matches is matched by `outer`. */
function covers(outer: string, inner: string): boolean {
  return outer.endsWith("*") ? inner.startsWith(outer.slice(0, -1)) : outer === inner;
}
