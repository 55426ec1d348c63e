/**
 * Names of objects that their controller draws.
 *
 * @module
 */

/** Letters and digits that make no words. */
const SUFFIX_CHARACTERS = "bcdfghjklmnpqrstvwxz2456789";
const SUFFIX_LENGTH = 5;
const MOST_PREFIX = 58;
const MOST_NAME = 253;

/** What names begin with that are drawn for a parent: with a hyphen, where there is room for one. */
export function prefixOf(name: string): string {
  return name.length < MOST_NAME ? `${name}-` : name;
}

/** A name as the server would make it of `generateName`. */
export function drawName(generateName: string, random: () => number): string {
  const drawn = Array.from(
    { length: SUFFIX_LENGTH },
    () => SUFFIX_CHARACTERS[Math.floor(random() * SUFFIX_CHARACTERS.length)],
  );
  return generateName.slice(0, MOST_PREFIX) + drawn.join("");
}
