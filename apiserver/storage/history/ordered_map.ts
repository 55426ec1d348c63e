/**
 * A map from keys to values that is ordered by the keys' UTF-8 bytes and forks for the price of a
 * list of blocks: entries lie in sorted blocks, and a block that two maps share is copied by the
 * first that changes it.
 *
 * @module
 */

import { lessByBytes, needsByteOrder } from "../keys.ts";

/** Entries in a full block. Larger ones cost more to insert into, smaller ones more blocks. */
const BLOCK_ENTRIES = 256;

interface Block<V> {
  /** The map that may change this block; no other may. */
  owner: symbol;
  readonly keys: string[];
  readonly values: V[];
}

/**
 * A map that scans its entries in the order of the keys' UTF-8 bytes, whatever the order they
 * were set in. `fork()` is cheap, and neither map sees later changes of the other.
 */
export class OrderedMap<V> {
  #blocks: Block<V>[] = [];
  /** The first key of each block, side by side: a search touches little memory. */
  #firsts: string[] = [];
  #owner = Symbol();
  #size = 0;
  /** False until a key comes whose order JavaScript's `<` gets wrong; most maps stay there. */
  #byBytes = false;

  /** How many entries there are. */
  get size(): number {
    return this.#size;
  }

  /** The value of `key`. */
  get(key: string): V | undefined {
    const block = this.#blocks[this.#blockOf(key)];
    if (block === undefined) return undefined;
    const index = this.#lowerBound(block.keys, key);
    return block.keys[index] === key ? block.values[index] : undefined;
  }

  /** Sets the value of `key`, and returns the one that it had. */
  set(key: string, value: V): V | undefined {
    // The order of the keys that are here already is the same by either rule.
    if (!this.#byBytes && needsByteOrder(key)) this.#byBytes = true;
    if (this.#blocks.length === 0) {
      this.#blocks.push({ owner: this.#owner, keys: [key], values: [value] });
      this.#firsts.push(key);
      this.#size = 1;
      return undefined;
    }
    const at = this.#blockOf(key);
    const block = this.#owned(at);
    const index = this.#lowerBound(block.keys, key);
    if (block.keys[index] === key) {
      const replaced = block.values[index];
      block.values[index] = value;
      return replaced;
    }
    block.keys.splice(index, 0, key);
    block.values.splice(index, 0, value);
    if (index === 0) this.#firsts[at] = key;
    this.#size++;
    if (block.keys.length > BLOCK_ENTRIES) this.#split(at, block, index);
    return undefined;
  }

  /** Removes `key`; false when it was not there. */
  delete(key: string): boolean {
    const at = this.#blockOf(key);
    const found = this.#blocks[at];
    if (found === undefined) return false;
    const index = this.#lowerBound(found.keys, key);
    if (found.keys[index] !== key) return false;
    const block = this.#owned(at);
    block.keys.splice(index, 1);
    block.values.splice(index, 1);
    this.#size--;
    const [first] = block.keys;
    if (first === undefined) {
      this.#blocks.splice(at, 1);
      this.#firsts.splice(at, 1);
    } else if (index === 0) this.#firsts[at] = first;
    return true;
  }

  /**
   * Calls `visit` for each entry from the first key not before `start`, in order, until it returns
   * false. The map must not change meanwhile.
   */
  scan(start: string, visit: (key: string, value: V) => boolean): void {
    let at = this.#blockOf(start);
    const first = this.#blocks[at];
    if (first === undefined) return;
    let index = this.#lowerBound(first.keys, start);
    for (let block = this.#blocks[at]; block !== undefined; block = this.#blocks[++at]) {
      const { keys, values } = block;
      for (; index < keys.length; index++) {
        if (!visit(keys[index] as string, values[index] as V)) return;
      }
      index = 0;
    }
  }

  /**
   * How many entries have a key that is before `key`. It takes a look at each block, not at each
   * entry: microseconds for a million of them.
   */
  countBefore(key: string): number {
    const at = this.#blockOf(key);
    const block = this.#blocks[at];
    return block === undefined ? 0 : this.#countTo(at) + this.#lowerBound(block.keys, key);
  }

  /** How many entries have a key that is before all that start with `prefix`, or starts so itself. */
  countThrough(prefix: string): number {
    const isThrough = (key: string) => this.#isLess(key, prefix) || key.startsWith(prefix);
    // The first block's first key may be past it already.
    const at = Math.max(0, firstNot(this.#firsts, isThrough) - 1);
    const block = this.#blocks[at];
    return block === undefined ? 0 : this.#countTo(at) + firstNot(block.keys, isThrough);
  }

  #countTo(end: number): number {
    let count = 0;
    for (let at = 0; at < end; at++) count += this.#blocks[at]!.keys.length;
    return count;
  }

  #isLess(a: string, b: string): boolean {
    return this.#byBytes ? lessByBytes(a, b) : a < b;
  }

  /** A map with the same entries; from here on, changes of either do not show in the other. */
  fork(): OrderedMap<V> {
    const fork = new OrderedMap<V>();
    fork.#blocks = this.#blocks.slice();
    fork.#firsts = this.#firsts.slice();
    fork.#size = this.#size;
    fork.#byBytes = this.#byBytes;
    // Neither owns the blocks that are there now.
    this.#owner = Symbol();
    return fork;
  }

  /**
   * Calls `visit` for each key, in order, whose value is not the same one in `other`; undefined where it
   * has none. What the two share since one was forked from the other is passed over in whole blocks.
   */
  differences(
    other: OrderedMap<V>,
    visit: (key: string, own: V | undefined, others: V | undefined) => void,
  ): void {
    const byBytes = this.#byBytes || other.#byBytes;
    const mine = new Cursor(this.#blocks);
    const theirs = new Cursor(other.#blocks);
    for (;;) {
      if (mine.block === theirs.block) {
        if (mine.block === undefined) return;
        mine.nextBlock();
        theirs.nextBlock();
        continue;
      }
      const { key, value } = mine;
      const { key: othersKey, value: others } = theirs;
      if (key === othersKey) {
        // Neither has any more.
        if (key === undefined) return;
        if (value !== others) visit(key, value, others);
        mine.next();
        theirs.next();
      } else if (
        othersKey === undefined ||
        key !== undefined && (byBytes ? lessByBytes(key, othersKey) : key < othersKey)
      ) {
        visit(key as string, value, undefined);
        mine.next();
      } else {
        visit(othersKey, undefined, others);
        theirs.next();
      }
    }
  }

  #owned(at: number): Block<V> {
    const block = this.#blocks[at] as Block<V>;
    if (block.owner === this.#owner) return block;
    const copy = { owner: this.#owner, keys: block.keys.slice(), values: block.values.slice() };
    this.#blocks[at] = copy;
    return copy;
  }

  /** Halves a full block; one that keys are appended to stays nearly full instead. */
  #split(at: number, block: Block<V>, inserted: number): void {
    const cut = inserted === block.keys.length - 1 ? block.keys.length - 1 : block.keys.length >> 1;
    const keys = block.keys.splice(cut);
    const values = block.values.splice(cut);
    this.#blocks.splice(at + 1, 0, { owner: this.#owner, keys, values });
    this.#firsts.splice(at + 1, 0, keys[0] as string);
  }

  /** The last block whose first key is not after `key`; the first one when all are. */
  #blockOf(key: string): number {
    const firsts = this.#firsts;
    const byBytes = this.#byBytes;
    let low = 0;
    let high = firsts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const first = firsts[middle] as string;
      if (byBytes ? lessByBytes(key, first) : key < first) high = middle;
      else low = middle + 1;
    }
    return Math.max(0, low - 1);
  }

  /** Where `key` is in a block, or would be. */
  #lowerBound(keys: readonly string[], key: string): number {
    const byBytes = this.#byBytes;
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = keys[middle] as string;
      if (byBytes ? lessByBytes(found, key) : found < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A place in the blocks of a map. */
class Cursor<V> {
  readonly #blocks: readonly Block<V>[];
  #at = 0;
  #index = 0;

  constructor(blocks: readonly Block<V>[]) {
    this.#blocks = blocks;
  }

  /** Undefined after the last entry. */
  get block(): Block<V> | undefined {
    return this.#blocks[this.#at];
  }

  get key(): string | undefined {
    return this.block?.keys[this.#index];
  }

  get value(): V | undefined {
    return this.block?.values[this.#index];
  }

  next(): void {
    this.#index++;
    if (this.#index >= (this.block?.keys.length ?? 0)) this.nextBlock();
  }

  nextBlock(): void {
    this.#at++;
    this.#index = 0;
  }
}

/** The index of the first text that `holds` is false of; it holds of all before that and none after. */
function firstNot(texts: readonly string[], holds: (text: string) => boolean): number {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(texts[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
