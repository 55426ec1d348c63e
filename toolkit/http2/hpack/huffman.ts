/**
 * The code that header fields are compressed with (RFC 7541, appendix B). Codes of one length
 * follow each other in the order of their characters, so that the lengths say all of it.
 *
 * @module
 */

/** The length of each character's code in bits, in base 36. */
const LENGTHS = "dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca" +
  "d67777777777777777777777878djde6f56565666577666567655677777fbeds" +
  "kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn" +
  "qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq";

const LONGEST_BITS = 30;
const SHORT_BITS = 8;

/** The codes of one length. */
interface Codes {
  /** The first of them. */
  first: number;
  readonly characters: number[];
}

const codes: readonly Codes[] = codesOf(LENGTHS);
/** For each eight bits: the character of the code that they begin with, and its length above. */
const short = shortCodes();

function codesOf(lengths: string): Codes[] {
  const found = Array.from(
    { length: LONGEST_BITS + 1 },
    (): Codes => ({ first: 0, characters: [] }),
  );
  for (let at = 0; at < lengths.length; at++) {
    found[parseInt(lengths[at]!, 36)]!.characters.push(at);
  }
  for (let bits = 1; bits <= LONGEST_BITS; bits++) {
    const shorter = found[bits - 1]!;
    found[bits]!.first = 2 * (shorter.first + shorter.characters.length);
  }
  return found;
}

function shortCodes(): Uint16Array {
  const table = new Uint16Array(1 << SHORT_BITS);
  for (let bits = 1; bits <= SHORT_BITS; bits++) {
    const { first, characters } = codes[bits]!;
    characters.forEach((character, at) => {
      const begin = (first + at) << (SHORT_BITS - bits);
      table.fill(bits << 8 | character, begin, begin + (1 << (SHORT_BITS - bits)));
    });
  }
  return table;
}

/** Bytes that a text of `length` compressed bytes has at most. */
export function mostDecoded(length: number): number {
  return Math.floor(length * 8 / 5);
}

/**
 * Writes what `bytes` say from `at` to `end` into `into`, which must have room for it, and returns
 * how many bytes that are; undefined where they are no text in this code.
 */
export function decodeHuffman(
  bytes: Uint8Array,
  at: number,
  end: number,
  into: Uint8Array,
): number | undefined {
  let written = 0;
  let held = 0;
  let heldBits = 0;
  while (at < end || heldBits > 0) {
    // Four bytes more than are held would not fit.
    while (heldBits <= 16 && at < end) {
      held = (held << 8 | bytes[at++]!) & 0xffffff;
      heldBits += 8;
    }
    if (heldBits >= SHORT_BITS) {
      const entry = short[held >>> (heldBits - SHORT_BITS) & 0xff]!;
      if (entry !== 0) {
        into[written++] = entry & 0xff;
        heldBits -= entry >>> 8;
        continue;
      }
    } else {
      const entry = short[held << (SHORT_BITS - heldBits) & 0xff]!;
      const bits = entry >>> 8;
      if (entry === 0 || bits > heldBits) return isPadding(held, heldBits) ? written : undefined;
      into[written++] = entry & 0xff;
      heldBits -= bits;
      continue;
    }
    const long = longCode(bytes, at, end, held, heldBits);
    if (long === undefined) return undefined;
    into[written++] = long.character;
    at = long.at;
    held = long.held;
    heldBits = long.heldBits;
  }
  return written;
}

/** What is left at the end are the first bits of the code that ends all texts: all ones. */
function isPadding(held: number, heldBits: number): boolean {
  const mask = (1 << heldBits) - 1;
  return heldBits < 8 && (held & mask) === mask;
}

/** A code of more than eight bits: rare characters only. */
function longCode(bytes: Uint8Array, at: number, end: number, held: number, heldBits: number) {
  let code = 0;
  for (let bits = 1; bits <= LONGEST_BITS; bits++) {
    if (heldBits === 0) {
      if (at === end) return undefined;
      held = bytes[at++]!;
      heldBits = 8;
    }
    heldBits--;
    code = code << 1 | held >>> heldBits & 1;
    const { first, characters } = codes[bits]!;
    const character = characters[code - first];
    if (character !== undefined) return { character, at, held, heldBits };
  }
  return undefined;
}
