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
/** So many keys are remembered to be looked up: where nobody works on them, the oldest are forgotten. */
const DOUBTFUL_LIMIT = 10_000;
const NOTHING: readonly string[] = [];

/**
 * What those who follow the objects are told. `object` is what can be read at that moment; of an object
 * that came and went before anybody was told of it, what could be read last.
 */
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

/** Which object it is, and as of when. */
type Identity = Pick<NewObject, "key" | "uid" | "revision">;

/** The most recent state of one key, as the server told it. */
export interface LookUp {
  readonly key: string;
  /** Of the answer, not of the object. */
  readonly revision: string;
  /** The uid of what was here when the server was asked; undefined: nothing was. */
  readonly uid: string | undefined;
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
  put(object: NewObject): readonly string[];
  /** That was all: what it lacks is gone. A list that breaks off is just dropped. */
  finish(): readonly string[];
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
 * Changes come in, and differences for those who follow the objects come out: whatever brings something
 * of a key answers which keys there is news of, and {@link ObjectCache.tell} makes the differences, from
 * what was told last to what is there by then, when they are taken. An own write changes
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
  /** The server was set back: the keys of which nothing was heard since. Their revisions say nothing. */
  readonly #past = new Set<string>();
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

  /** The newest revision that anything seen or written has. "" before there is any. */
  get newest(): string {
    return this.#newest;
  }

  /** A watch's event. */
  event(type: "ADDED" | "MODIFIED" | "DELETED", object: NewObject): readonly string[] {
    const { key, uid, revision } = object;
    this.#arrived(key, revision);
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
    return this.#newsOf(key);
  }

  /**
   * Whether an object is just what is here, as that of an own write's event is, whose answer came before: then
   * {@link event} looks at none of its bytes.
   */
  has(object: Identity): boolean {
    return isSame(this.#current(object.key), object);
  }

  /** A watch's event of an object that is not one of those that are kept, whatever was before. */
  left({ key, revision }: Identity): readonly string[] {
    this.#arrived(key, revision);
    if (!isKnownBy(revision, this.#seen)) {
      this.#see(revision);
      const present = this.#store.get(key);
      if (present !== undefined && !isNewer(present.revision, revision)) this.#remove(key);
    }
    return this.#newsOf(key);
  }

  /** A watch's bookmark: every change up to this revision was seen. */
  bookmark(revision: string): void {
    if (!isKnownBy(revision, this.#seen)) this.#see(revision);
  }

  /**
   * The differences of keys from what was told last; taking them counts as telling. `initial`: whether
   * they come from the first list.
   */
  *tell(keys: Iterable<string>, initial = false): Generator<Delta, void> {
    for (const key of keys) {
      if (!this.#told.has(key)) continue;
      let previous = this.#told.get(key);
      let object = this.#store.get(key);
      const unheard = this.#unheard.get(key);
      this.#unheard.delete(key);
      if (object !== undefined && previous?.uid === object.uid) {
        this.#told.delete(key);
        yield { type: "Updated", object, previous, initial };
        continue;
      }
      // At each of them `told()` has what was told by then.
      if (previous === undefined && object === undefined && unheard !== undefined) {
        this.#told.set(key, previous = unheard);
        yield { type: "Added", object: unheard, initial };
      }
      if (previous !== undefined) {
        this.#told.set(key, undefined);
        yield { type: "Deleted", previous, initial };
        object = this.#store.get(key);
      }
      this.#told.delete(key);
      if (object !== undefined) yield { type: "Added", object, initial };
    }
  }

  /** All objects as they were told last. */
  *told(): Generator<StoredObject, void> {
    for (const object of this.#store.objects()) {
      if (!this.#told.has(object.key)) yield object;
    }
    for (const object of [...this.#told.values()]) if (object !== undefined) yield object;
  }

  /** The answer to an own write, or to a get. `selected`: whether lists and watches would have it. */
  wrote(object: NewObject, options: { readonly selected?: boolean } = {}): Entered {
    const { key, revision } = object;
    const present = this.#current(key);
    if (isSame(present, object)) return "known";
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
    const { key, uid, revision = "" } = deletion;
    const comparable = compareRevisions(revision, revision) !== undefined;
    if (comparable) this.#raise(revision);
    const seen = comparable && isKnownBy(revision, this.#seen);
    const present = this.#store.get(key);
    if (present?.uid === uid) {
      // It goes whatever the revisions say: some servers answer with that of the last state. A selective
      // list may lack an object that was there before and will be there once more.
      const at = this.#selective || this.#past.has(key) ? undefined : present.revision;
      this.#tombstones.add(uid, comparable && !seen ? revision : at);
      if (this.#past.has(key)) this.#remove(key);
      else this.#leave(key, isNewer(revision, present.revision) ? revision : present.revision);
    } else if (comparable && !seen) {
      this.#tombstones.add(uid, revision);
      this.#leave(key, revision);
    } else if (!seen) {
      const gone = this.#gone.has(uid);
      if (!gone || this.#selective) this.#tombstones.add(uid, undefined);
      // Nobody can tell whether what is here was there before it or came after.
      if (!gone) this.lost(key);
    }
  }

  /** The answer to a write of this key was lost: nobody knows whether it was done. */
  lost(key: string): void {
    this.#doubtful.add(key);
    if (this.#doubtful.size <= DOUBTFUL_LIMIT) return;
    const [oldest] = this.#doubtful;
    if (oldest !== undefined) this.#doubtful.delete(oldest);
  }

  /**
   * How much is remembered besides the objects, until what comes makes an end of it: nothing once all
   * has come and all has been looked up, but for some objects that are gone.
   */
  get remembered(): number {
    return this.#told.size + this.#unheard.size + this.#absent.size + this.#doubtful.size +
      this.#past.size + this.#awaited.size;
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
    const { key, revision, uid, object, selected } = answer;
    this.#doubtful.delete(key);
    if (object !== undefined) return this.wrote(object, { selected: selected ?? true });
    const present = this.#store.get(key);
    if (compareRevisions(revision, revision) === undefined) {
      // What has come since may be newer than the answer.
      if (present === undefined || present.uid !== uid) return "known";
      this.deleted(present);
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
    this.#store.newRound();
    const listed = new Set<string>();
    let revision = "";
    return {
      atLeast: latest ? undefined : asked,
      start: (of) => {
        if (isNewer(asked, of)) {
          if (!latest) return false;
          this.#forget();
        }
        revision = of;
        this.#raise(of);
        return true;
      },
      put: (object) => {
        if (this.#tombstones.has(object.uid)) listed.add(object.uid);
        this.#enter(object);
        // Another object under the key of one that is gone since is not on the list: it went before.
        if (this.#store.get(object.key)?.uid === object.uid) this.#store.mark(object.key);
        return this.#newsOf(object.key);
      },
      finish: () => {
        for (const key of this.#store.unmarked()) {
          const present = this.#store.get(key);
          if (present === undefined) continue;
          // What is newer than the list was written since by this process.
          if (this.#past.has(key) || !isNewer(present.revision, revision)) {
            this.#removeHeard(present);
          }
        }
        this.#past.clear();
        this.#tombstones.settle({ revision, latest, listed, order });
        for (const [key, awaited] of this.#awaited) {
          for (const [revision, before] of awaited) if (before < lists) awaited.delete(revision);
          if (awaited.size === 0) this.#awaited.delete(key);
        }
        if (!isKnownBy(revision, this.#seen)) this.#see(revision);
        return [...this.#told.keys()];
      },
    };
  }

  /** Puts an object in where nothing newer is known of it; false where something is. */
  #enter(object: NewObject): boolean {
    const { key, uid, revision } = object;
    if (this.#tombstones.has(uid)) return false;
    const absent = this.#absent.get(key);
    // At that very revision the server has more to say than this process, which can't select as it does.
    if (absent !== undefined && isNewer(absent, revision)) return false;
    const present = this.#current(key);
    if (present !== undefined && isKnownBy(revision, present.revision)) return false;
    if (isSame(present, object)) return false;
    this.#absent.delete(key);
    this.#put(object);
    return true;
  }

  /** Takes in that nothing was there at a revision; false where something newer is known. */
  #leave(key: string, revision: string): boolean {
    const known = this.#current(key);
    if (known !== undefined && isNewer(known.revision, revision)) return false;
    const present = this.#store.get(key);
    if (!isKnownBy(revision, this.#absent.get(key) ?? "")) this.#absent.set(key, revision);
    if (!isKnownBy(revision, this.#newestAbsent)) this.#newestAbsent = revision;
    if (present !== undefined) this.#removeHeard(present);
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
    this.#past.delete(object.key);
    this.#remember(object.key, previous);
  }

  #remove(key: string): void {
    this.#past.delete(key);
    this.#remember(key, this.#store.delete(key));
  }

  /** Removes what others may not have been told of: they are to hear that it was there. */
  #removeHeard(present: StoredObject): void {
    const { key } = present;
    this.#remove(key);
    if (this.#told.get(key) === undefined) this.#unheard.set(key, present);
  }

  #remember(key: string, present: StoredObject | undefined): void {
    if (!this.#told.has(key)) this.#told.set(present?.key ?? key, present);
  }

  /** What is here of a key, where its revision can be compared with others. */
  #current(key: string): StoredObject | undefined {
    return this.#past.has(key) ? undefined : this.#store.get(key);
  }

  /** The event of a revision has come: if it is an own write's, nobody waits for it any more. */
  #arrived(key: string, revision: string): void {
    const awaited = this.#awaited.get(key);
    if (awaited?.delete(revision) && awaited.size === 0) this.#awaited.delete(key);
  }

  #newsOf(key: string): readonly string[] {
    return this.#told.has(key) ? [key] : NOTHING;
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
    for (const key of this.#store.keys()) this.#past.add(key);
  }
}

function isSame(present: StoredObject | undefined, { uid, revision }: Identity): boolean {
  return present?.uid === uid && present.revision === revision;
}
