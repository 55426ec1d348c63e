/**
 * Shares out the server's seats among levels that want more or fewer.
 *
 * @module
 */

/** What one of them wants, and between which bounds it gets it. */
export interface SeatClaim {
  readonly target: number;
  readonly atLeast: number;
  readonly atMost: number;
}

/** What each gets, and what share of its target that is where no bound is in the way. */
export interface SharedSeats {
  readonly seats: readonly number[];
  readonly proportion: number;
}

/** A target of nothing at all is taken for this. */
const LEAST_TARGET = 0.001;

/**
 * Each gets the same proportion of its target, kept within its bounds, such that all together get `total`.
 * Undefined where the bounds leave no way to do so.
 */
export function shareSeats(total: number, claims: readonly SeatClaim[]): SharedSeats | undefined {
  const targets = claims.map(({ target }) => Math.max(target, LEAST_TARGET));
  const at = (proportion: number) =>
    claims.map(({ atLeast, atMost }, index) =>
      Math.max(atLeast, Math.min(atMost, proportion * targets[index]!))
    );
  const sumAt = (proportion: number) => at(proportion).reduce((sum, one) => sum + one, 0);
  // Between two neighbouring bounds the sum grows evenly with the proportion.
  const bounds = claims.flatMap(({ atLeast, atMost }, index) => [
    atLeast / targets[index]!,
    atMost / targets[index]!,
  ]).sort((a, b) => a - b);
  if (bounds.length === 0) return total === 0 ? { seats: [], proportion: 0 } : undefined;
  let low = 0, high = bounds.length - 1;
  const [least, most] = [sumAt(bounds[low]!), sumAt(bounds[high]!)];
  const slack = 1e-7;
  if (total < least - slack || total > most + slack) return undefined;
  if (total <= least) return { seats: at(bounds[low]!), proportion: bounds[low]! };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sumAt(bounds[middle]!) < total) low = middle;
    else high = middle;
  }
  const [from, to] = [bounds[low]!, bounds[high]!];
  const [before, after] = [sumAt(from), sumAt(to)];
  const proportion = after > before ? from + (to - from) * (total - before) / (after - before) : to;
  return { seats: at(Math.min(proportion, to)), proportion: Math.min(proportion, to) };
}
