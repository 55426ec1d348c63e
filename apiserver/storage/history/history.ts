/**
 * The versions of all keys that a store remembers, in memory: which exist at which revision, in
 * which order they came, and which of them nobody can ask for any more. The values themselves are here only as far as the store
 * keeps them in memory.
 *
 * @module
 */

import { Compacted, FutureRevision } from "../errors.ts";
import { lessByBytes } from "../keys.ts";
import { OrderedMap } from "./ordered_map.ts";
import { Queue } from "../../../toolkit/queue.ts";

/** One version of one key. */
export interface Version {
  readonly key: string;
  readonly revision: number;
  /** 0 marks a tombstone: the key was deleted at this revision. */
  readonly createRevision: number;
  /** Size of the value. */
  readonly bytes: number;
  /** Where the store keeps the value, in its own terms; one number, as there is one an object. */
  readonly place: number;
  /** The value, while it is held in memory. */
  value: Uint8Array | undefined;
  /** The version before this one, as far back as the history goes. */
  previous: Version | undefined;
}

/** Where a page of a range begins and ends. */
export interface VersionRange {
  /** Only keys after this one. */
  readonly after: string;
  readonly limit: number;
  /** See `RangeOptions.limitBytes`. */
  readonly limitBytes: number;
}

/** Versions of a range, and how many more there are. */
export interface VersionPage {
  readonly versions: Version[];
  readonly remaining: number;
}

/** What a version costs a store beside its value and key: an estimate for the history's size. */
const VERSION_OVERHEAD_BYTES = 64;

/** True when the version says that its key does not exist. */
export function isTombstone(version: Version): boolean {
  return version.createRevision === 0;
}

/** The version that exists: undefined for a tombstone. */
export function alive(version: Version | undefined): Version | undefined {
  return version === undefined || isTombstone(version) ? undefined : version;
}

/**
 * An index of all versions that a store remembers, for reads at any revision from `compacted` to
 * `revision`. What is staged shows to readers only once it is published, all at once.
 */
export class History {
  /** The newest version of each key. */
  #heads = new OrderedMap<Version>();
  /** All versions in order of revision whose making left something behind to forget, or that are
   * newer than the compacted revision. */
  #log = new Queue<Version>();
  /** Versions that readers do not see yet. */
  #staged: Version[] = [];
  #revision: number;
  #compacted: number;
  #keys = 0;
  #historyBytes = 0;
  /** Versions up to this revision are shared with the history that this one was forked from. */
  #sharedUpTo = 0;

  /** An empty history at `revision`, of which all before `compacted` is forgotten. */
  constructor(revision: number, compacted = 0) {
    this.#revision = revision;
    this.#compacted = compacted;
  }

  /** The newest revision. */
  get revision(): number {
    return this.#revision;
  }

  /** The oldest revision that can be read. */
  get compacted(): number {
    return this.#compacted;
  }

  /** How many keys exist at the newest revision. */
  get keys(): number {
    return this.#keys;
  }

  /** Roughly what a compaction up to the newest revision would free. */
  get historyBytes(): number {
    return this.#historyBytes;
  }

  /** The newest version of a key, staged ones included; it may be a tombstone. */
  head(key: string): Version | undefined {
    return this.#heads.get(key);
  }

  /** The version of a key that exists at a revision. */
  at(key: string, revision: number): Version | undefined {
    return alive(asOf(this.#heads.get(key), revision));
  }

  /** The versions that exist at a revision under a prefix. */
  range(prefix: string, revision: number, { after, limit, limitBytes }: VersionRange): VersionPage {
    const versions: Version[] = [];
    let remaining = 0;
    let bytes = 0;
    this.#heads.scan(lessByBytes(prefix, after) ? after : prefix, (key, head) => {
      if (!key.startsWith(prefix)) return false;
      if (key === after) return true;
      const version = alive(asOf(head, revision));
      if (version === undefined) return true;
      if (versions.length < limit && bytes < limitBytes) {
        versions.push(version);
        bytes += version.bytes;
      } else remaining++;
      return true;
    });
    return { versions, remaining };
  }

  /** Throws unless `revision` can be read. */
  checkReadable(revision: number): void {
    if (revision > this.#revision) throw new FutureRevision(revision, this.#revision);
    if (revision < this.#compacted) throw new Compacted(revision, this.#compacted);
  }

  /**
   * Adds a version that no reader sees until {@link publish}: {@link head} does, so that several
   * changes can be prepared on top of one another. Revisions must not decrease and be newer than the
   * newest; within one, each key comes once.
   */
  stage(
    key: string,
    revision: number,
    createRevision: number,
    bytes: number,
    place: number,
    value?: Uint8Array,
  ): Version {
    const version: Version = {
      key,
      revision,
      createRevision,
      bytes,
      place,
      value,
      previous: undefined,
    };
    version.previous = this.#heads.set(key, version);
    this.#staged.push(version);
    return version;
  }

  /** Lets readers see what was staged, and moves the newest revision there. */
  publish(): void {
    for (const version of this.#staged) {
      const { revision, previous } = version;
      const existed = alive(previous) !== undefined;
      const exists = !isTombstone(version);
      this.#keys += Number(exists) - Number(existed);
      this.#revision = revision;
      if (revision > this.#compacted || previous !== undefined || !exists) {
        this.#log.push(version);
        this.#historyBytes += freedBy(version);
      }
    }
    this.#staged = [];
  }

  /** Takes back what was staged. */
  unstage(): void {
    for (const { key, previous } of this.#staged.toReversed()) {
      // A tombstone that was compacted meanwhile only waited for what was staged on top of it.
      const forgotten = previous === undefined ||
        isTombstone(previous) && previous.revision <= this.#compacted;
      if (forgotten) this.#heads.delete(key);
      else this.#heads.set(key, previous);
    }
    this.#staged = [];
  }

  /** Stages and publishes one version. */
  add(
    key: string,
    revision: number,
    createRevision: number,
    bytes: number,
    place: number,
    value?: Uint8Array,
  ): Version {
    const version = this.stage(key, revision, createRevision, bytes, place, value);
    this.publish();
    return version;
  }

  /** Moves the newest revision on, past ones without a change to remember. */
  advance(revision: number): void {
    if (revision > this.#revision) this.#revision = revision;
  }

  /** How many versions of the log come before or at `revision`: the index of the first after it. */
  indexAfter(revision: number): number {
    let low = 0;
    let high = this.#log.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#log.at(middle) as Version).revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The version at an index of the log; indexes move when the history is compacted. */
  logged(index: number): Version | undefined {
    return this.#log.at(index);
  }

  /**
   * Forgets what only reads before `revision` need, and returns those versions. Of one key, older
   * ones come first, so that a store that deletes them in this order never leaves a version whose
   * tombstone is gone.
   */
  compact(revision: number): Version[] {
    if (revision > this.#revision) throw new FutureRevision(revision, this.#revision);
    if (revision <= this.#compacted) return [];
    this.#compacted = revision;
    const dropped: Version[] = [];
    const count = this.indexAfter(revision);
    for (let index = 0; index < count; index++) {
      const version = this.#log.at(index) as Version;
      this.#historyBytes -= freedBy(version);
      const previous = alive(version.previous);
      if (previous !== undefined) dropped.push(previous);
      if (version.revision > this.#sharedUpTo) version.previous = undefined;
      if (isTombstone(version)) {
        dropped.push(version);
        if (this.#heads.get(version.key) === version) this.#heads.delete(version.key);
      }
    }
    this.#log.drop(count);
    return dropped;
  }

  /** The revision to compact at so that at most `limitBytes` of history stay. */
  compactionFor(limitBytes: number): number {
    let excess = this.#historyBytes - limitBytes;
    let revision = this.#compacted;
    for (let index = 0; excess > 0; index++) {
      const version = this.#log.at(index);
      if (version === undefined) break;
      excess -= freedBy(version);
      revision = Math.max(revision, version.revision);
    }
    return revision;
  }

  /** Forgets each key that was last written at or before `revision` and that `keep` does not keep. */
  discardHeads(revision: number, keep: (version: Version) => boolean): void {
    const gone: Version[] = [];
    this.#heads.scan("", (_key, head) => {
      if (head.revision <= revision && !keep(head)) gone.push(head);
      return true;
    });
    for (const head of gone) {
      this.#heads.delete(head.key);
      if (!isTombstone(head)) this.#keys--;
    }
  }

  /** Calls `visit` for each key that has another newest version here than in `other`, in order. */
  differences(
    other: History,
    visit: (key: string, own: Version | undefined, others: Version | undefined) => void,
  ): void {
    this.#heads.differences(other.#heads, (key, one, another) => {
      const [own, others] = [alive(one), alive(another)];
      if (own !== others) visit(key, own, others);
    });
  }

  /**
   * A history with the same keys, whose own past begins now: it can be read from the newest
   * revision on. The two share versions, which neither changes for the other.
   */
  fork(): History {
    const fork = new History(this.#revision, this.#revision);
    fork.#heads = this.#heads.fork();
    fork.#keys = this.#keys;
    fork.#sharedUpTo = this.#revision;
    return fork;
  }
}

/** The newest version that is not after a revision. */
function asOf(head: Version | undefined, revision: number): Version | undefined {
  let version = head;
  while (version !== undefined && version.revision > revision) version = version.previous;
  return version;
}

/** What can be forgotten once this version's revision is compacted. */
function freedBy(version: Version): number {
  const previous = alive(version.previous);
  return (previous === undefined ? 0 : cost(previous)) +
    (isTombstone(version) ? cost(version) : 0);
}

function cost(version: Version): number {
  return version.bytes + version.key.length + VERSION_OVERHEAD_BYTES;
}
