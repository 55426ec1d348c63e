/**
 * Bounds of buckets that follow a rule.
 *
 * @module
 */

/**
 * So many bounds, each the one before times `factor`: multiplied one after the other, so that each is the number
 * that programs elsewhere get which do the same.
 */
export function exponentialBuckets(start: number, factor: number, count: number): number[] {
  const bounds: number[] = [];
  for (let bound = start; bounds.length < count; bound *= factor) bounds.push(bound);
  return bounds;
}
