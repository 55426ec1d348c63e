/**
 * What is known of the objects of one kind: from lists and watches, and from the answers to this
 * process's own writes, so that it never reads anything older than what it wrote itself.
 *
 * @module
 */

import type { Change, NewObject, ObjectStore, StoredObject } from "./object_store.ts";
import { inOnePiece } from "../values/one_piece.ts";
import { compareRevisions, isKnownBy, isNewer } from "./revision.ts";
import { Tombstones } from "./tombstones.ts";

/** So many objects that a watch said to be gone are remembered, for answers that come after. */
const GONE_LIMIT = 1000;

/** What those who follow the objects are told. `object` is what can be read at that moment. */
export type Delta = Change & {
  /** Whether it comes from the first list. */
  readonly initial: boolean;
};

/** What became of the answer to a write. */
export type Entered =
  /** It can be read now. */
  | "entered"
  /** It was known already, or something newer is. */
  | "known"
  /** Its revision can't be compared with others: it can be read when its event has come. */
  | "awaited";

/** An own deletion that was answered. */
export interface OwnDeletion {
  readonly key: string;
  readonly uid: string;
  /** The revision of the deletion, where the answer says it. */
  readonly revision?: string;
}

/** The most recent state of one key, as the server told it. */
export interface LookUp {
  readonly key: string;
  /** Of the answer, not of the object. */
  readonly revision: string;
  /** Undefined: there is none. */
  readonly object?: NewObject;
  /** Whether lists and watches would have it. Default true. */
  readonly selected?: boolean;
}

/** A list that was asked for: first {@link start}, then its objects, page by page, then the end. */
export interface Listing {
  /** The revision that the list may not be older than; undefined: the most recent is to be asked for. */
  readonly atLeast: string | undefined;
  /**
   * The list is of this revision. False where that is older than what was asked for: then the list is
   * of no use. Where the most recent list is older than what was seen, the server's past is another
   * one than it was, and what was seen is forgotten.
   */
  start(revision: string): boolean;
  /** One of its objects. */
  put(object: NewObject): Delta[];
  /** That was all: what it lacks is gone. A list that breaks off is just dropped. */
  finish(): Delta[];
}

/** What an {@link ObjectCache} is made with. */
export interface ObjectCacheOptions {
  readonly store: ObjectStore;
  /**
   * Whether lists and watches are of some objects only, by label or field. Default false. Then a
   * watch's DELETED may mean that the object is no longer one of them.
   */
  readonly selective?: boolean;
}

/**
 * Changes come in, and differences for those who follow the objects come out. An own write changes
 * the store at once and tells nobody: they are told at the next event of its key, whosever it is and
 * however old, with what they were told last as `previous`. So no event is taken for an own one and
 * dropped: the answer to a write that changed nothing carries the revision of somebody else's.
 */
export class ObjectCache {
  readonly #store: ObjectStore;
  readonly #selective: boolean;
  /** Every change up to here was seen. */
  #seen = "";
  /** The newest revision that anything seen or written has. */
  #newest = "";
  #listed = false;
  /** Of keys that changed since: what those who follow were told last. */
  readonly #told = new Map<string, StoredObject | undefined>();
  /** Of those of them that nobody was told of: what was there before it was removed. */
  readonly #unheard = new Map<string, StoredObject>();
  readonly #tombstones = new Tombstones();
  /** By key: a newer revision than was seen, at which nothing is known to have been there. */
  readonly #absent = new Map<string, string>();
  #newestAbsent = "";
  /** The uids of the objects whose DELETED came last. */
  readonly #gone = new Set<string>();
  readonly #doubtful = new Set<string>();
  /** By key: the revisions of own writes whose events are to come, and how many lists were asked for before. */
  readonly #awaited = new Map<string, Map<string, number>>();
  #lists = 0;

  constructor(options: ObjectCacheOptions) {
    this.#store = options.store;
    this.#selective = options.selective ?? false;
  }

  /** Where a watch goes on: every change up to here was seen. "" before the first list. */
  get revision(): string {
    return this.#seen;
  }

  /** A watch's event. */
  event(type: "ADDED" | "MODIFIED" | "DELETED", object: NewObject): Delta[] {
    const { key, uid, revision } = object;
    const awaited = this.#awaited.get(key);
    if (awaited?.delete(revision) && awaited.size === 0) this.#awaited.delete(key);
    // One that was seen before says nothing new, but others may not have been told of what is newer.
    if (!isKnownBy(revision, this.#seen)) {
      this.#see(revision);
      if (type !== "DELETED") this.#enter(object);
      else {
        this.#noteGone(uid);
        if (!this.#selective) this.#tombstones.remove(uid);
        const present = this.#store.get(key);
        if (present?.uid === uid && !isNewer(present.revision, revision)) this.#remove(key);
      }
    }
    return this.#tell(key);
  }

  /** A watch's bookmark: every change up to this revision was seen. */
  bookmark(revision: string): void {
    if (!isKnownBy(revision, this.#seen)) this.#see(revision);
  }

  /** The answer to an own write, or to a get. `selected`: whether lists and watches would have it. */
  wrote(object: NewObject, options: { readonly selected?: boolean } = {}): Entered {
    const { key, uid, revision } = object;
    const present = this.#store.get(key);
    if (present?.uid === uid && present.revision === revision) return "known";
    const base = this.#seen === "" ? present?.revision ?? revision : this.#seen;
    if (compareRevisions(revision, base) === undefined) {
      const awaited = this.#awaited.get(key) ?? new Map<string, number>();
      this.#awaited.set(key, awaited.set(revision, this.#lists));
      return "awaited";
    }
    this.#raise(revision);
    // All up to what was seen is known, that the object is gone since, too.
    if (isKnownBy(revision, this.#seen)) return "known";
    if (options.selected ?? true) return this.#enter(object) ? "entered" : "known";
    return this.#leave(key, revision) ? "entered" : "known";
  }

  /** The answer to an own deletion that has removed the object. */
  deleted(deletion: OwnDeletion): void {
    const { key, uid, revision } = deletion;
    const present = this.#store.get(key);
    if (revision !== undefined && compareRevisions(revision, revision) !== undefined) {
      this.#raise(revision);
      if (isKnownBy(revision, this.#seen)) return;
      this.#tombstones.add(uid, revision);
      this.#leave(key, revision);
    } else if (present?.uid === uid) {
      // A selective list may lack an object that was there before and will be there once more.
      this.#tombstones.add(uid, this.#selective ? undefined : present.revision);
      this.#leave(key, present.revision);
    } else {
      const seen = this.#gone.has(uid);
      if (!seen || this.#selective) this.#tombstones.add(uid, undefined);
      // Nobody can tell whether what is here was there before it or came after.
      if (!seen) this.#doubtful.add(key);
    }
  }

  /** The answer to a write of this key was lost: nobody knows whether it was done. */
  lost(key: string): void {
    this.#doubtful.add(key);
  }

  /** Whether the key is to be looked up at the server before it is worked on. */
  isDoubtful(key: string): boolean {
    return this.#doubtful.has(key);
  }

  /**
   * The server was asked for a key, by a list of that one name: a list says as of which revision there
   * is nothing, which the answer to a get does not.
   */
  lookedUp(answer: LookUp): Entered {
    const { key, revision, object, selected } = answer;
    this.#doubtful.delete(key);
    if (object !== undefined) return this.wrote(object, { selected: selected ?? true });
    const present = this.#store.get(key);
    if (compareRevisions(revision, revision) === undefined) {
      if (present !== undefined) this.deleted(present);
      return "entered";
    }
    this.#raise(revision);
    if (isKnownBy(revision, this.#seen)) return "known";
    return this.#leave(key, revision) ? "entered" : "known";
  }

  /** Whether the event of an own write of this key is to come before it can be read. */
  isAwaited(key: string): boolean {
    return this.#awaited.has(key);
  }

  /** The event was waited for long enough. */
  stopAwaiting(key: string): void {
    this.#awaited.delete(key);
  }

  /**
   * A list is asked for now. `latest`: the most recent one, where a server has said that it has nothing
   * as new as what was asked for.
   */
  list(options: { readonly latest?: boolean } = {}): Listing {
    const { order } = this.#tombstones;
    const asked = this.#newest;
    const latest = options.latest === true || compareRevisions(asked, asked) === undefined;
    const lists = ++this.#lists;
    const keys = new Set<string>();
    const listed = new Set<string>();
    const initial = !this.#listed;
    let revision = "";
    /** Whether revisions begin anew, so that the list holds whatever its revisions are. */
    let anew = false;
    return {
      atLeast: latest ? undefined : asked,
      start: (of) => {
        if (isNewer(asked, of)) {
          if (!latest) return false;
          anew = true;
          this.#forget();
        }
        revision = of;
        this.#raise(of);
        return true;
      },
      put: (object) => {
        keys.add(object.key);
        if (this.#tombstones.has(object.uid)) listed.add(object.uid);
        if (anew) this.#put(object);
        else this.#enter(object);
        return this.#tell(object.key, initial);
      },
      finish: () => {
        for (const key of this.#store.keys()) {
          if (keys.has(key)) continue;
          const present = this.#store.get(key);
          if (present === undefined) continue;
          // What is newer than the list was written since by this process.
          if (anew || !isNewer(present.revision, revision)) this.#remove(key);
        }
        this.#tombstones.settle({ revision, latest, listed, order });
        for (const [key, awaited] of this.#awaited) {
          for (const [revision, before] of awaited) if (before < lists) awaited.delete(revision);
          if (awaited.size === 0) this.#awaited.delete(key);
        }
        if (!isKnownBy(revision, this.#seen)) this.#see(revision);
        this.#listed = true;
        return [...this.#told.keys()].flatMap((key) => this.#tell(key, initial));
      },
    };
  }

  /** Puts an object in where nothing newer is known of it; false where something is. */
  #enter(object: NewObject): boolean {
    const { key, uid, revision } = object;
    if (this.#tombstones.has(uid)) return false;
    const absent = this.#absent.get(key);
    if (absent !== undefined && isKnownBy(revision, absent)) return false;
    const present = this.#store.get(key);
    if (present !== undefined && isKnownBy(revision, present.revision)) return false;
    if (present?.uid === uid && present.revision === revision) return false;
    this.#absent.delete(key);
    this.#put(object);
    return true;
  }

  /** Takes in that nothing was there at a revision; false where something newer is known. */
  #leave(key: string, revision: string): boolean {
    const present = this.#store.get(key);
    if (present !== undefined && isNewer(present.revision, revision)) return false;
    if (!isKnownBy(revision, this.#absent.get(key) ?? "")) this.#absent.set(key, revision);
    if (!isKnownBy(revision, this.#newestAbsent)) this.#newestAbsent = revision;
    if (present !== undefined) {
      this.#remove(key);
      // They are to hear that it was there.
      if (this.#told.get(key) === undefined) this.#unheard.set(present.key, present);
    }
    return true;
  }

  #noteGone(uid: string): void {
    this.#gone.delete(uid);
    this.#gone.add(inOnePiece(uid));
    if (this.#gone.size <= GONE_LIMIT) return;
    const [oldest] = this.#gone;
    if (oldest !== undefined) this.#gone.delete(oldest);
  }

  #put(object: NewObject): void {
    const previous = this.#store.put(object);
    this.#remember(object.key, previous);
  }

  #remove(key: string): void {
    this.#remember(key, this.#store.delete(key));
  }

  #remember(key: string, present: StoredObject | undefined): void {
    if (!this.#told.has(key)) this.#told.set(present?.key ?? key, present);
  }

  /** Tells of what can be read now, where that is not what was told last. */
  #tell(key: string, initial = false): Delta[] {
    if (!this.#told.has(key)) return [];
    const previous = this.#told.get(key);
    const unheard = this.#unheard.get(key);
    this.#told.delete(key);
    this.#unheard.delete(key);
    const object = this.#store.get(key);
    if (object === undefined) {
      const last = previous ?? unheard;
      return last === undefined ? [] : [{ type: "Deleted", previous: last, initial }];
    }
    if (previous === undefined) return [{ type: "Added", object, initial }];
    if (previous.uid === object.uid) return [{ type: "Updated", object, previous, initial }];
    return [{ type: "Deleted", previous, initial }, { type: "Added", object, initial }];
  }

  #see(revision: string): void {
    this.#seen = revision;
    this.#raise(revision);
    if (this.#absent.size > 0 && !isNewer(this.#newestAbsent, revision)) this.#absent.clear();
  }

  #raise(revision: string): void {
    if (!isKnownBy(revision, this.#newest)) this.#newest = revision;
  }

  /** The server was set back: revisions say nothing about what was seen before. */
  #forget(): void {
    this.#seen = this.#newest = this.#newestAbsent = "";
    this.#tombstones.clear();
    this.#absent.clear();
  }
}
