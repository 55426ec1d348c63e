/**
 * The order of revisions.
 *
 * @module
 */

const INTEGER = /^[1-9]\d*$/;

/**
 * Negative where `a` is older than `b`, 0 where they are the same, positive where it is newer; undefined
 * where one is no integer without leading zeros, as then nothing can be said. Of any length.
 */
export function compareRevisions(a: string, b: string): number | undefined {
  if (!INTEGER.test(a) || !INTEGER.test(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether `a` is known to be newer than `b`. */
export function isNewer(a: string, b: string): boolean {
  return (compareRevisions(a, b) ?? 0) > 0;
}

/** Whether `a` is known to be `b` or older. */
export function isKnownBy(a: string, b: string): boolean {
  return (compareRevisions(a, b) ?? 1) <= 0;
}
