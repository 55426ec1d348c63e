/**
 * Objects of one kind as the bytes that came, by key, namespace and named indexes.
 *
 * @module
 */

import { inOnePiece } from "../values/one_piece.ts";
import { Groups } from "./groups.ts";
import { Identities } from "./identities.ts";
import { KeptBytes } from "./kept_bytes.ts";
import { type IndexKeys, KeyIndex } from "./key_index.ts";

/** An object as it is kept. */
export interface StoredObject {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly uid: string;
  /** The `resourceVersion`. */
  readonly revision: string;
  /** The object in the form in which it came. Shared: never to be written to. It does not change. */
  readonly bytes: Uint8Array;
  /** What of it is kept once for all objects that have the same. Shared, too. */
  readonly shared?: readonly Uint8Array[] | undefined;
}

/** An object that is put in. */
export interface NewObject extends StoredObject {
  /** What it is found under, by name of the index. */
  readonly indexKeys?: Readonly<Record<string, IndexKeys>>;
}

/** What a {@link ObjectStore} is made with. */
export interface ObjectStoreOptions {
  /** The names of the indexes. */
  readonly indexes?: readonly string[];
}

/** A difference between what was there and what is. */
export type Change =
  | { readonly type: "Added"; readonly object: StoredObject; readonly previous?: undefined }
  | { readonly type: "Updated"; readonly object: StoredObject; readonly previous: StoredObject }
  | { readonly type: "Deleted"; readonly object?: undefined; readonly previous: StoredObject };

/** The namespace of a key; "" for one without. */
export function namespaceOf(key: string): string {
  const slash = key.indexOf("/");
  return slash < 0 ? "" : key.slice(0, slash);
}

/**
 * Every iteration goes over what was there when it began, without what has gone meanwhile, and shows
 * each object as it is when its turn comes: changes during it are safe.
 */
export class ObjectStore {
  /** Both give the same numbers to entries, as they come and go together. */
  readonly #kept = new KeptBytes();
  readonly #identities = new Identities();
  readonly #revisions = new Revisions();
  readonly #namespaces = new Groups();
  /** By entry: in which round it was marked last. */
  #marks = new Uint32Array(256);
  /** By entry: the generation in which it was put in. No two entries ever have the same. */
  #versions = new Float64Array(256);
  #round = 1;
  readonly #indexes: ReadonlyMap<string, KeyIndex>;
  #generation = 0;

  constructor(options: ObjectStoreOptions = {}) {
    this.#indexes = new Map((options.indexes ?? []).map((name) => [name, new KeyIndex()]));
  }

  /** How many objects there are. */
  get size(): number {
    return this.#identities.size;
  }

  /** Grows with each change. */
  get generation(): number {
    return this.#generation;
  }

  /** The bytes of all objects: what several share counts once. */
  get bytes(): number {
    return this.#kept.liveBytes;
  }

  /** The bytes of all buffers that objects are kept in. */
  get heldBytes(): number {
    return this.#kept.heldBytes;
  }

  has(key: string): boolean {
    return this.#identities.find(key) !== undefined;
  }

  get(key: string): StoredObject | undefined {
    const entry = this.#identities.find(key);
    return entry === undefined ? undefined : this.#object(entry, key);
  }

  /** Puts an object in, whose bytes are copied; returns what was there. */
  put(object: NewObject): StoredObject | undefined {
    const { key, uid, revision, bytes, shared, indexKeys } = object;
    this.#generation++;
    let entry = this.#identities.find(key);
    let previous: StoredObject | undefined;
    if (entry === undefined) {
      entry = this.#kept.add(bytes, shared);
      this.#identities.add(key, uid);
      this.#namespaces.add(entry, namespaceOf(key));
      if (entry >= this.#marks.length) {
        const length = Math.max(entry + 1, this.#marks.length * 2);
        const [marks, versions] = [new Uint32Array(length), new Float64Array(length)];
        marks.set(this.#marks);
        versions.set(this.#versions);
        [this.#marks, this.#versions] = [marks, versions];
      }
      this.#marks[entry] = 0;
    } else {
      previous = this.#object(entry, key);
      this.#kept.replace(entry, bytes, shared);
      if (uid !== previous.uid) this.#identities.replaceUid(entry, uid);
    }
    this.#revisions.set(entry, revision);
    this.#versions[entry] = this.#generation;
    for (const [name, index] of this.#indexes) index.set(entry, indexKeys?.[name]);
    return previous;
  }

  /** Takes an object out; returns what was there. */
  delete(key: string): StoredObject | undefined {
    const entry = this.#identities.find(key);
    if (entry === undefined) return undefined;
    const previous = this.#object(entry, key);
    this.#generation++;
    this.#identities.remove(entry);
    this.#kept.remove(entry);
    this.#versions[entry] = 0;
    this.#namespaces.remove(entry, namespaceOf(key));
    for (const index of this.#indexes.values()) index.set(entry, undefined);
    return previous;
  }

  /** All keys. */
  keys(): string[] {
    return this.#keysOf(this.#identities.entries());
  }

  /** Objects that are marked from here on are told from all others. */
  newRound(): void {
    this.#round++;
  }

  /** Marks an object in this round; nothing where there is none. */
  mark(key: string): void {
    const entry = this.#identities.find(key);
    if (entry !== undefined) this.#marks[entry] = this.#round;
  }

  /** Where an object is kept, until it is taken out; undefined: it is not there. */
  entryOf(key: string): number | undefined {
    return this.#identities.find(key);
  }

  /** Where all objects are kept, or those of a namespace. */
  entriesIn(namespace?: string): ArrayLike<number> {
    return namespace === undefined ? this.#identities.entries() : this.#namespaces.of(namespace);
  }

  /** Where those are kept that an index has under a name. Throws where there is no such index. */
  entriesByIndex(index: string, name: string): ArrayLike<number> {
    return this.#index(index).get(name);
  }

  /** Another one for each state of each object; 0: there is none. */
  versionAt(entry: number): number {
    return this.#versions[entry] ?? 0;
  }

  /** The object that is kept there. */
  objectAt(entry: number): StoredObject {
    return this.#object(entry, this.#identities.keyOf(entry));
  }

  /** The keys of all objects that were not marked in this round. */
  unmarked(): string[] {
    const entries = this.#identities.entries();
    return this.#keysOf(entries.filter((entry) => this.#marks[entry] !== this.#round));
  }

  /** All objects. */
  objects(): Generator<StoredObject> {
    return this.#each(this.keys());
  }

  /** The objects of a namespace. */
  inNamespace(namespace: string): Generator<StoredObject> {
    return this.#each(this.#keysOf(this.#namespaces.of(namespace)));
  }

  /** The objects that an index has under a name. Throws where there is no such index. */
  byIndex(index: string, name: string): Generator<StoredObject> {
    return this.#each(this.#keysOf(this.#index(index).get(name)));
  }

  /** The names of an index under which there are objects. Throws where there is no such index. */
  indexNames(index: string): string[] {
    return [...this.#index(index).names()];
  }

  /**
   * Puts in what a list holds, takes out what it doesn't, and yields each difference after it was
   * made. An object at the revision that is there already is no difference.
   */
  *replaceAll(objects: Iterable<NewObject>): Generator<Change> {
    const gone = new Set(this.keys());
    for (const object of objects) {
      gone.delete(object.key);
      const { uid, revision } = this.get(object.key) ?? {};
      if (uid === object.uid && revision === object.revision) continue;
      const previous = this.put(object);
      const now = this.get(object.key) as StoredObject;
      yield previous === undefined
        ? { type: "Added", object: now }
        : { type: "Updated", object: now, previous };
    }
    for (const key of gone) {
      const previous = this.delete(key);
      if (previous !== undefined) yield { type: "Deleted", previous };
    }
  }

  #index(name: string): KeyIndex {
    const index = this.#indexes.get(name);
    if (index === undefined) throw new Error(`object store: there is no index ${name}`);
    return index;
  }

  #object(entry: number, key: string): StoredObject {
    const { bytes, shared } = this.#kept.get(entry);
    const uid = this.#identities.uidOf(entry);
    const revision = this.#revisions.get(entry);
    return shared === undefined
      ? { key, uid, revision, bytes }
      : { key, uid, revision, bytes, shared };
  }

  #keysOf(entries: ArrayLike<number>): string[] {
    return Array.from(entries, (entry) => this.#identities.keyOf(entry));
  }

  *#each(keys: readonly string[]): Generator<StoredObject> {
    for (const key of keys) {
      const object = this.get(key);
      if (object !== undefined) yield object;
    }
  }
}

/** Revisions by entry: most are integers, which take eight bytes each. */
class Revisions {
  #integers = new Float64Array(256);
  /** Those that a number does not hold as they are written. */
  readonly #texts = new Map<number, string>();

  get(entry: number): string {
    return this.#texts.get(entry) ?? String(this.#integers[entry]);
  }

  set(entry: number, revision: string): void {
    if (entry >= this.#integers.length) {
      const larger = new Float64Array(Math.max(entry + 1, this.#integers.length * 2));
      larger.set(this.#integers);
      this.#integers = larger;
    }
    const integer = Number(revision);
    this.#integers[entry] = integer;
    if (Number.isSafeInteger(integer) && String(integer) === revision) this.#texts.delete(entry);
    else this.#texts.set(entry, inOnePiece(revision));
  }
}
