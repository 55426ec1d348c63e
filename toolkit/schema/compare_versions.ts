/**
 * Which version of an API comes before which.
 *
 * @module
 */

const VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;

/**
 * Orders versions as clients prefer them: stable before beta before alpha, later before earlier, and
 * all that are no such names last, by the alphabet.
 */
export function compareVersions(a: string, b: string): number {
  const left = rankOf(a);
  const right = rankOf(b);
  for (let index = 0; index < left.length; index++) {
    const difference = right[index]! - left[index]!;
    if (difference !== 0) return difference;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function rankOf(version: string): number[] {
  const found = VERSION.exec(version);
  if (found === null) return [-1, 0, 0];
  const [, major, stage, minor] = found;
  return [stage === undefined ? 2 : stage === "beta" ? 1 : 0, Number(major), Number(minor ?? 0)];
}
