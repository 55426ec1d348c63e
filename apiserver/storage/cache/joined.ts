/**
 * Lists joined into one piece of bytes, kept while nothing in them changes: copying megabytes for
 * every reader of an unchanged list is what lists would otherwise cost.
 *
 * @module
 */

import type { CachedObject } from "./cached_object.ts";

const COMMA = 0x2c, BRACE = 0x7b;

/**
 * The JSON of entries with commas between. `skip` bytes after each opening brace are left out: what
 * a list says once for all of its objects.
 */
export function joinJson(entries: readonly Pick<CachedObject, "json">[], skip = 0): Uint8Array {
  let length = Math.max(0, entries.length - 1);
  for (const { json } of entries) length += json.length - skip;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const { json } of entries) {
    if (at > 0) bytes[at++] = COMMA;
    bytes.set(skip === 0 ? json : json.subarray(skip), at);
    bytes[at] = BRACE;
    at += json.length - skip;
  }
  return bytes;
}

/** The objects of a list, and their JSON joined. */
export interface JoinedList {
  readonly entries: readonly CachedObject[];
  readonly bytes: Uint8Array;
}

/**
 * What keeping a list costs, in bytes: its name and its place count, or whoever asks for one empty list after another
 * would fill the memory.
 */
function costOf(name: string, { bytes, entries }: JoinedList): number {
  return bytes.length + 8 * entries.length + 2 * name.length + PLACE_BYTES;
}

const PLACE_BYTES = 512;

/** Joined lists by their prefix, the least recently used forgotten first. */
export class JoinedLists {
  readonly #limitBytes: number;
  readonly #skip: number;
  readonly #lists = new Map<string, JoinedList>();
  #bytes = 0;

  /** `skip` is that of {@link joinJson}. */
  constructor(limitBytes: number, skip: number) {
    this.#limitBytes = limitBytes;
    this.#skip = skip;
  }

  /** The list of a prefix, made of `entries` unless it is known. */
  get(prefix: string, entries: () => readonly CachedObject[]): JoinedList {
    const known = this.#lists.get(prefix);
    if (known !== undefined) {
      this.#lists.delete(prefix);
      this.#lists.set(prefix, known);
      return known;
    }
    const all = entries();
    const list = { entries: all, bytes: joinJson(all, this.#skip) };
    const cost = costOf(prefix, list);
    if (cost > this.#limitBytes) return list;
    this.#lists.set(prefix, list);
    this.#bytes += cost;
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
    this.#bytes -= costOf(prefix, list);
  }
}

/** Pages and selections by name, all of one state of a resource: another state forgets them all. */
export class JoinedPages<P extends JoinedList> {
  readonly #limitBytes: number;
  readonly #pages = new Map<string, P>();
  #bytes = 0;
  #state = -1;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** The page of that name in a state. */
  get(name: string, state: number): P | undefined {
    return state === this.#state ? this.#pages.get(name) : undefined;
  }

  /** Keeps a page, unless it was made of a state that is over. */
  set(name: string, state: number, page: P): void {
    if (state < this.#state) return;
    const cost = costOf(name, page);
    if (state > this.#state || this.#bytes + cost > this.#limitBytes) {
      this.#pages.clear();
      this.#bytes = 0;
      this.#state = state;
    }
    if (cost > this.#limitBytes || this.#pages.has(name)) return;
    this.#pages.set(name, page);
    this.#bytes += cost;
  }
}
