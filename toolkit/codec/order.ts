/**
 * The order of Go's strings: that of their bytes in UTF-8.
 *
 * @module
 */

/** Compares by code points, which is the order of UTF-8 bytes. JavaScript's own is by UTF-16 units. */
export function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const a = left.charCodeAt(i), b = right.charCodeAt(i);
    // A surrogate stands for a code point above all that are no surrogates.
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1;
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** The names of a map in the order in which Go writes it. */
export function sortedNames(map: object): string[] {
  const names = Object.keys(map);
  if (names.length > INSERTION_NAMES) return names.sort(compareUtf8);
  for (let i = 1; i < names.length; i++) {
    const name = names[i]!;
    let at = i;
    for (; at > 0 && compareUtf8(names[at - 1]!, name) > 0; at--) names[at] = names[at - 1]!;
    names[at] = name;
  }
  return names;
}

/** Most maps are small, and most of them sorted: then this is the fastest way to see it. */
const INSERTION_NAMES = 16;
