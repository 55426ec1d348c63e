/**
 * The bounds of histograms' buckets, and how they are written.
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

/**
 * A bound as the label `le` has it. Series are told apart by that text: from a million on and below a
 * ten-thousandth it has an exponent of two digits at least, `1e+06`, as clients in Go write it.
 */
export function boundText(bound: number): string {
  if (bound === Infinity) return "+Inf";
  const size = Math.abs(bound);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(bound);
  return bound.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}
