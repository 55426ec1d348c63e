/**
 * Brings scores to 0 to 100.
 *
 * @module
 */

/** The largest score of all. */
export const MOST_SCORE = 100;

/** The largest gets 100, the others their share of it; all get 0 where the largest is 0. */
export function normalizeByLargest(scores: number[]): void {
  const most = largest(scores);
  if (most === 0) return;
  for (let at = 0; at < scores.length; at++) {
    scores[at] = Math.trunc(MOST_SCORE * scores[at]! / most);
  }
}

/** The largest gets 0, what is 0 gets 100. */
export function normalizeReversed(scores: number[]): void {
  const most = largest(scores);
  for (let at = 0; at < scores.length; at++) {
    scores[at] = most === 0 ? MOST_SCORE : MOST_SCORE - Math.trunc(MOST_SCORE * scores[at]! / most);
  }
}

function largest(scores: readonly number[]): number {
  let most = 0;
  for (const score of scores) if (score > most) most = score;
  return most;
}
