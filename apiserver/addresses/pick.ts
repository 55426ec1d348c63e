/**
 * Choosing something free of a numbered range: by chance as long as there is room, so that servers
 * that choose at once seldom meet, then one after the other.
 *
 * @module
 */

/** A range of numbers from 0 up. */
export interface Numbered {
  /** How many there are. */
  readonly size: number;
  /** How many of the first are kept for those who ask for a certain one, until all others are taken. */
  readonly band: number;
}

/** How often chance is asked before all are looked at. */
const PROBES = 16;

/** The number of something that is free; undefined where nothing is. */
export function pickFree(
  { size, band }: Numbered,
  isUsed: (number: number) => boolean,
  random: () => number,
): number | undefined {
  return pickBetween(band, size, isUsed, random) ?? pickBetween(0, band, isUsed, random);
}

function pickBetween(
  first: number,
  end: number,
  isUsed: (number: number) => boolean,
  random: () => number,
): number | undefined {
  const count = end - first;
  if (count <= 0) return undefined;
  const start = () => first + Math.min(count - 1, Math.floor(random() * count));
  for (let probe = 0; probe < PROBES; probe++) {
    const number = start();
    if (!isUsed(number)) return number;
  }
  let number = start();
  for (let left = count; left > 0; left--) {
    if (!isUsed(number)) return number;
    if (++number === end) number = first;
  }
  return undefined;
}
