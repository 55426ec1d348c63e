/**
 * Which of many texts begin with which others: found in one pass over all of them in order, where
 * comparing each with each would take hours.
 *
 * @module
 */

/** Equal texts: of those that others begin with, and of those that begin with others. */
interface Group {
  readonly text: string;
  readonly beginnings: number[];
  readonly wholes: number[];
  /** The longest other text that this one begins with. */
  readonly outer: Group | undefined;
  /** The place of the first group behind it that does not begin with its text. */
  end: number;
}

/**
 * Finds which of many texts begin with which others, in one pass over all of them sorted, where
 * comparing each with each would be quadratic. Texts are named by their indexes in the two lists.
 */
export class Nesting {
  readonly #groups: Group[] = [];
  readonly #placeOfBeginning: number[];
  readonly #placeOfWhole: number[];

  constructor(beginnings: readonly string[], wholes: readonly string[]) {
    this.#placeOfBeginning = new Array(beginnings.length);
    this.#placeOfWhole = new Array(wholes.length);
    const texts = new Map<string, { beginnings: number[]; wholes: number[] }>();
    const placesOf = (text: string) => {
      let places = texts.get(text);
      if (places === undefined) texts.set(text, places = { beginnings: [], wholes: [] });
      return places;
    };
    for (const [index, text] of beginnings.entries()) placesOf(text).beginnings.push(index);
    for (const [index, text] of wholes.entries()) placesOf(text).wholes.push(index);
    let outer: Group | undefined;
    for (const text of [...texts.keys()].sort()) {
      // In order, all that begins with a text stands right behind it.
      const place = this.#groups.length;
      for (; outer !== undefined && !text.startsWith(outer.text); outer = outer.outer) {
        outer.end = place;
      }
      const places = texts.get(text)!;
      const group: Group = { text, ...places, outer, end: place + 1 };
      for (const index of places.beginnings) this.#placeOfBeginning[index] = place;
      for (const index of places.wholes) this.#placeOfWhole[index] = place;
      this.#groups.push(group);
      if (places.beginnings.length > 0) outer = group;
    }
    for (; outer !== undefined; outer = outer.outer) outer.end = this.#groups.length;
  }

  /** The beginnings, of those before `limit`, that a whole text begins with; all of it is one, too. */
  beginningsOf(whole: number, limit = Infinity): number[] {
    const found: number[] = [];
    let group: Group | undefined = this.#groups[this.#placeOfWhole[whole]!];
    for (; group !== undefined; group = group.outer) addBefore(found, group.beginnings, limit);
    return found;
  }

  /** The whole texts, of those before `limit`, that begin with a beginning. */
  wholesWith(beginning: number, limit = Infinity): number[] {
    const found: number[] = [];
    const first = this.#placeOfBeginning[beginning]!;
    for (let place = first; place < this.#groups[first]!.end; place++) {
      addBefore(found, this.#groups[place]!.wholes, limit);
    }
    return found;
  }
}

/** Adds the places before `limit`, of places in order. */
function addBefore(found: number[], places: readonly number[], limit: number): void {
  for (const place of places) {
    if (place >= limit) return;
    found.push(place);
  }
}
