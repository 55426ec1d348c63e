/**
 * A range of addresses in blocks of one size, each of which somebody may hold.
 *
 * @module
 */

import { IpAddress, type IpRange } from "../../toolkit/validation/mod.ts";

/** A bitmap of more blocks would be larger than anybody means. */
const MOST_BITS = 24;
/** The same for IPv6, as the reference has it. */
const MOST_BITS_V6 = 16;
const WORD = 32;
const FULL = 0xffffffff;

/** A block that somebody has. */
export interface TakenBlock {
  readonly block: string;
  /** How many blocks were passed over that others hold; undefined: it was had before. */
  readonly passed: number | undefined;
}

/** Which blocks somebody holds: first and last, both included. */
interface Held {
  readonly first: number;
  readonly last: number;
}

/**
 * Blocks are taken in turn: the search begins behind the one that was taken last. A block that several hold is free
 * when none of them does any more.
 */
export class BlockSet {
  readonly range: IpRange;
  readonly size: number;
  readonly #bits: number;
  readonly #all: number;
  readonly #words: Uint32Array;
  readonly #held = new Map<string, Held>();
  #used = 0;
  #taken = 0;
  #freed = 0;
  #next = 0;

  /** Blocks that fix so many bits of their addresses. Throws where these are too few for the range, or too many. */
  constructor(range: IpRange, bits: number) {
    this.range = range;
    this.#bits = bits;
    this.#all = range.first.bytes.length * 8;
    const most = range.first.family === 6 ? MOST_BITS_V6 : MOST_BITS;
    if (bits < range.bits || bits > this.#all) {
      throw new Error(
        `--cluster-cidr has ${range}, and nodes are to have blocks of /${bits}: ` +
          `the mask size of the range must be less than or equal to that of nodes, ` +
          `which is ${this.#all} at most`,
      );
    }
    if (bits - range.bits > most) {
      throw new Error(
        `--cluster-cidr has ${range}, and nodes are to have blocks of /${bits}: ` +
          `the two may differ by ${most} bits, and differ by ${bits - range.bits}`,
      );
    }
    this.size = 2 ** (bits - range.bits);
    this.#words = new Uint32Array(Math.ceil(this.size / WORD));
  }

  /** How many blocks somebody holds. */
  get used(): number {
    return this.#used;
  }

  /** How many blocks have come to be held so far. */
  get taken(): number {
    return this.#taken;
  }

  /** How many have become free. */
  get freed(): number {
    return this.#freed;
  }

  /** Has somebody hold one block, the same one as long as that is so. Undefined: there is none left. */
  take(holder: string): TakenBlock | undefined {
    const known = this.#held.get(holder);
    if (known !== undefined && known.first === known.last) {
      return { block: this.#block(known.first), passed: undefined };
    }
    this.release(holder);
    const index = this.#free();
    if (index === undefined) return undefined;
    const passed = (index - this.#next + this.size) % this.size;
    this.#next = (index + 1) % this.size;
    this.#hold(holder, { first: index, last: index });
    return { block: this.#block(index), passed };
  }

  /** Has somebody hold all blocks that have addresses of a range, and no others; false where none has. */
  hold(holder: string, range: IpRange): boolean {
    const held = this.#blocksOf(range);
    if (held === undefined) return false;
    const known = this.#held.get(holder);
    if (known?.first === held.first && known.last === held.last) return true;
    this.release(holder);
    this.#hold(holder, held);
    return true;
  }

  /** Has somebody hold nothing any more. */
  release(holder: string): void {
    const held = this.#held.get(holder);
    if (held === undefined) return;
    const before = this.#used;
    this.#held.delete(holder);
    this.#set(held, false);
    // Nobody checks what nodes say that they have: several may have the same.
    for (const other of this.#held.values()) {
      if (other.last < held.first || other.first > held.last) continue;
      this.#set({
        first: Math.max(other.first, held.first),
        last: Math.min(other.last, held.last),
      }, true);
    }
    this.#freed += before - this.#used;
  }

  #hold(holder: string, held: Held): void {
    const before = this.#used;
    this.#held.set(holder, held);
    this.#set(held, true);
    this.#taken += this.#used - before;
  }

  #set({ first, last }: Held, isUsed: boolean): void {
    for (let index = first; index <= last;) {
      const word = Math.floor(index / WORD);
      const from = index % WORD;
      const to = Math.min(WORD - 1, last - word * WORD);
      const mask = (FULL >>> (WORD - 1 - (to - from))) << from >>> 0;
      const before = this.#words[word]!;
      const after = (isUsed ? before | mask : before & ~mask) >>> 0;
      this.#words[word] = after;
      this.#used += bitsIn(after) - bitsIn(before);
      index = (word + 1) * WORD;
    }
  }

  /** A block that is free. */
  #free(): number | undefined {
    if (this.#used === this.size) return undefined;
    const words = this.#words.length;
    const start = Math.floor(this.#next / WORD);
    // The first word is looked at twice: behind the last block that was taken, and before it.
    for (let step = 0; step <= words; step++) {
      const word = (start + step) % words;
      let free = ~this.#words[word]! >>> 0;
      if (step === 0) free = (free & (FULL << this.#next % WORD)) >>> 0;
      const index = word * WORD + Math.clz32(free & -free) * -1 + (WORD - 1);
      if (free !== 0 && index < this.size) return index;
    }
    return undefined;
  }

  #blocksOf(range: IpRange): Held | undefined {
    const isLarger = range.bits <= this.range.bits;
    if (isLarger) {
      return range.contains(this.range.first) ? { first: 0, last: this.size - 1 } : undefined;
    }
    if (!this.range.contains(range.first)) return undefined;
    const offset = numberOf(range.first) - numberOf(this.range.first);
    const first = Number(offset >> BigInt(this.#all - this.#bits));
    return { first, last: first + 2 ** Math.max(0, this.#bits - range.bits) - 1 };
  }

  /** The block of a number, as text. */
  #block(index: number): string {
    let rest = numberOf(this.range.first) + (BigInt(index) << BigInt(this.#all - this.#bits));
    const bytes = Array<number>(this.#all / 8).fill(0);
    for (let place = bytes.length - 1; place >= 0; place--, rest >>= 8n) {
      bytes[place] = Number(rest & 0xffn);
    }
    return `${new IpAddress(bytes)}/${this.#bits}`;
  }
}

function numberOf({ bytes }: IpAddress): bigint {
  return bytes.reduce((sum, byte) => sum << 8n | BigInt(byte), 0n);
}

function bitsIn(word: number): number {
  let pairs = word - ((word >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
