/**
 * Lists joined into one piece of bytes, kept while nothing in them changes: copying megabytes for
 * every reader of an unchanged list is what lists would otherwise cost.
 *
 * @module
 */

import type { Entry } from "./entry.ts";

const COMMA = 0x2c;

/** The JSON of entries with commas between. */
export function joinJson(entries: readonly Entry[]): Uint8Array {
  let length = Math.max(0, entries.length - 1);
  for (const { json } of entries) length += json.length;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const { json } of entries) {
    if (at > 0) bytes[at++] = COMMA;
    bytes.set(json, at);
    at += json.length;
  }
  return bytes;
}

/** A joined list, and how many objects are in it. */
export interface JoinedList {
  readonly bytes: Uint8Array;
  readonly count: number;
}

/** Joined lists by their prefix, the least recently used forgotten first. */
export class JoinedLists {
  readonly #limitBytes: number;
  readonly #lists = new Map<string, JoinedList>();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** The list of a prefix, made of `entries` unless it is known. */
  get(prefix: string, entries: () => readonly Entry[]): JoinedList {
    const known = this.#lists.get(prefix);
    if (known !== undefined) {
      this.#lists.delete(prefix);
      this.#lists.set(prefix, known);
      return known;
    }
    const all = entries();
    const list = { bytes: joinJson(all), count: all.length };
    if (list.bytes.length > this.#limitBytes) return list;
    this.#lists.set(prefix, list);
    this.#bytes += list.bytes.length;
    for (const [oldest] of this.#lists) {
      if (this.#bytes <= this.#limitBytes) break;
      this.#forget(oldest);
    }
    return list;
  }

  /** Forgets the lists that `key` is in. */
  changed(key: string): void {
    if (this.#lists.size === 0) return;
    for (let at = key.indexOf("/"); at >= 0; at = key.indexOf("/", at + 1)) {
      this.#forget(key.slice(0, at + 1));
    }
  }

  #forget(prefix: string): void {
    const list = this.#lists.get(prefix);
    if (list === undefined) return;
    this.#lists.delete(prefix);
    this.#bytes -= list.bytes.length;
  }
}
