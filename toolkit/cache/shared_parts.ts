/**
 * Parts that many objects have alike, each kept once: labels and owners are the same for all pods of a
 * deployment.
 *
 * @module
 */

import { Slabs } from "./slabs.ts";

const FIRST_PARTS = 256;
/** So many parts of the same place in the table are looked at: who makes more is not served for it. */
const LOOKED_AT = 16;
const NONE = -1;

/** Bytes by number, counted: those that come twice have the same number, as a rule. */
export class SharedParts {
  readonly #slabs = new Slabs();
  /** By hash: the part that was added last, which leads to the others. */
  #heads = new Int32Array(FIRST_PARTS).fill(NONE);
  /** By part. */
  #next = new Int32Array(FIRST_PARTS);
  #before = new Int32Array(FIRST_PARTS);
  #hashes = new Int32Array(FIRST_PARTS);
  #uses = new Uint32Array(FIRST_PARTS);
  #size = 0;

  /** How many parts there are. */
  get size(): number {
    return this.#size;
  }

  get liveBytes(): number {
    return this.#slabs.liveBytes;
  }

  get heldBytes(): number {
    return this.#slabs.heldBytes;
  }

  /** Counts one more use of these bytes, which are copied where they are new; returns their number. */
  add(bytes: Uint8Array): number {
    const hash = hashOf(bytes);
    let part = this.#heads[hash & this.#heads.length - 1]!;
    for (let looked = 0; part !== NONE && looked < LOOKED_AT; looked++) {
      if (this.#hashes[part] === hash && isSame(this.#slabs.bytesOf(part), bytes)) {
        this.#uses[part]!++;
        return part;
      }
      part = this.#next[part]!;
    }
    part = this.#slabs.add(bytes);
    if (part >= this.#uses.length) this.#grow(part);
    this.#hashes[part] = hash;
    this.#uses[part] = 1;
    this.#link(part);
    this.#size++;
    return part;
  }

  /** Ends one use; the last one ends the part, and its number is used again. */
  release(part: number): void {
    if (--this.#uses[part]! > 0) return;
    const next = this.#next[part]!;
    const before = this.#before[part]!;
    if (next !== NONE) this.#before[next] = before;
    if (before !== NONE) this.#next[before] = next;
    else this.#heads[this.#hashes[part]! & this.#heads.length - 1] = next;
    this.#slabs.remove(part);
    this.#size--;
  }

  /** They are shared, and never change: they are not to be written to. */
  bytesOf(part: number): Uint8Array {
    return this.#slabs.bytesOf(part);
  }

  #link(part: number): void {
    const place = this.#hashes[part]! & this.#heads.length - 1;
    const head = this.#heads[place]!;
    this.#next[part] = head;
    this.#before[part] = NONE;
    if (head !== NONE) this.#before[head] = part;
    this.#heads[place] = part;
  }

  #grow(part: number): void {
    const length = Math.max(part + 1, this.#uses.length * 2);
    this.#next = copied(this.#next, new Int32Array(length));
    this.#before = copied(this.#before, new Int32Array(length));
    this.#hashes = copied(this.#hashes, new Int32Array(length));
    this.#uses = copied(this.#uses, new Uint32Array(length));
    const heads = this.#heads;
    this.#heads = new Int32Array(heads.length * 2).fill(NONE);
    for (const head of heads) {
      for (let at = head; at !== NONE;) {
        const next = this.#next[at]!;
        this.#link(at);
        at = next;
      }
    }
  }
}

function copied<T extends Int32Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ hash >>> 15;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
