/**
 * Texts for searches that find nothing out from what they have seen.
 *
 * @module
 */

/** Letters `a` and `b` of which no long part comes twice; another text for each `seed` above 0. */
export function mixedText(length: number, seed = 1): string {
  let random = seed;
  return Array.from({ length }, () => {
    random = random * 48_271 % (2 ** 31 - 1);
    return random % 2 === 0 ? "a" : "b";
  }).join("");
}
