// A server with a past, other writers, old replicas, watches that end, repeat themselves and find
// their revision compacted; own writes whose answers come late, in another order, or never. Invariants,
// over random schedules:
// 1. What is read of a key is never older than an own write that was answered.
// 2. What is read of a key never goes back in time.
// 3. When all has come, the store holds what the server holds.
// 4. Every change is told of when it can be read: each delta shows what is read now, and begins where
//    the one before ended; when all has come, what was told last is what the server holds.
// 5. An object whose bytes are left out of an event, as it is here already, is never kept without them.
// 6. After a lost answer, a run that looks the key up first reads nothing older than the lost write.

import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { type Listing, ObjectCache } from "./object_cache.ts";
import { type NewObject, ObjectStore } from "./object_store.ts";

const KEYS = ["n/a", "n/b", "n/c"];
const BYTES = Uint8Array.of(1), NO_BYTES = new Uint8Array();

/** An object at the server, from one revision until the next of its key. */
interface Version {
  readonly at: number;
  readonly key: string;
  readonly uid: string;
  readonly exists: boolean;
  readonly selected: boolean;
}

class Server {
  revision = 10;
  compacted = 0;
  readonly log: Version[] = [];
  #uids = 0;

  constructor(readonly integers: boolean, readonly selective: boolean) {}

  /** Nine and more of these have one digit more than those before. */
  text(at: number): string {
    return this.integers ? String(at * 7) : `r${(at * 7919) % 10007}`;
  }

  at(text: string): number {
    return Number(text) / 7;
  }

  /** What there is of a key at a revision. */
  version(key: string, at = this.revision): Version | undefined {
    return this.log.findLast((version) => version.key === key && version.at <= at);
  }

  change(key: string, how: "create" | "update" | "select" | "delete"): Version | undefined {
    const now = this.version(key);
    const exists = now?.exists ?? false;
    if (exists === (how === "create")) return undefined;
    const version = {
      at: ++this.revision,
      key,
      uid: how === "create" ? `uid-${this.#uids++}` : now!.uid,
      exists: how !== "delete",
      selected: how === "create"
        ? !this.selective || this.revision % 3 > 0
        : how === "select" && this.selective
        ? !now!.selected
        : now!.selected,
    };
    this.log.push(version);
    return version;
  }

  object({ key, uid, at }: Version): NewObject {
    return { key, uid, revision: this.text(at), bytes: BYTES };
  }

  list(at: number): NewObject[] {
    return KEYS.map((key) => this.version(key, at)).filter((version) => version !== undefined)
      .filter(isSeen).map((version) => this.object(version));
  }

  /** The event of a version, or undefined where a watch has none. */
  event(version: Version): [type: "ADDED" | "MODIFIED" | "DELETED", NewObject] | undefined {
    const before = isSeen(this.version(version.key, version.at - 1));
    const now = isSeen(version);
    if (!before && !now) return undefined;
    return [now ? before ? "MODIFIED" : "ADDED" : "DELETED", this.object(version)];
  }
}

function isSeen(version: Version | undefined): version is Version {
  return version !== undefined && version.exists && version.selected;
}

interface Step {
  readonly do: keyof typeof STEPS;
  readonly key: string;
  readonly n: number;
}

class World {
  readonly server: Server;
  readonly store = new ObjectStore();
  readonly cache: ObjectCache;
  readonly answers: (() => void)[] = [];
  /** Where the watch goes on; undefined: a list is needed. */
  watching: number | undefined;
  listing: { readonly list: Listing; at?: number; rest: NewObject[] } | undefined;
  delivered: Version[] = [];
  /** What is read of a key must be of this revision or a later one. */
  readonly low = new Map<string, number>();
  readonly lost = new Map<string, { at: number; uid: string }>();
  readonly told = new Map<string, string>();

  constructor(integers: boolean, selective: boolean) {
    this.server = new Server(integers, selective);
    this.cache = new ObjectCache({ store: this.store, selective });
  }

  /** Takes in what those who follow are told. */
  hear(keys: readonly string[]): void {
    const deltas = [...this.cache.tell(keys)];
    const ofEnd = new Map(deltas.map((delta) => [(delta.object ?? delta.previous).key, delta]));
    for (const delta of deltas) {
      const { type, object, previous } = delta;
      const { key } = object ?? previous;
      const before = this.told.get(key);
      assertEquals(previous && nameOf(previous), before, `${type} of ${key} has its previous`);
      if (object === undefined) this.told.delete(key);
      else this.told.set(key, nameOf(object));
      if (ofEnd.get(key) === delta) {
        const read = this.store.get(key);
        assertEquals(object && nameOf(object), read && nameOf(read), `${key} is told as it reads`);
      }
    }
  }

  event([type, object]: NonNullable<ReturnType<Server["event"]>>): void {
    const bytes = this.cache.has(object) ? NO_BYTES : object.bytes;
    this.hear(this.cache.event(type, { ...object, bytes }));
    for (const { key, bytes } of this.store.objects()) assertEquals(bytes, BYTES, key);
  }

  /** Fails where what is read of a key was over before {@link low}. */
  checkReads(): void {
    for (const key of KEYS) {
      // A worker waits for the one, and looks up the other.
      if (this.cache.isAwaited(key) || this.cache.isDoubtful(key)) continue;
      const read = this.store.get(key);
      const low = this.low.get(key) ?? 0;
      const versions = this.server.log.filter((version) => version.key === key);
      const all = [undefined, ...versions];
      const match = all.findIndex((version, index) => {
        const end = all[index + 1]?.at ?? Infinity;
        if (end <= low) return false;
        if (read === undefined) return !isSeen(version);
        return isSeen(version) && nameOf(this.server.object(version)) === nameOf(read);
      });
      assert(match >= 0, `${key} reads ${read && nameOf(read)}, which was over before ${low}`);
      this.raise(key, all[match]?.at ?? 0);
    }
  }

  raise(key: string, at: number): void {
    this.low.set(key, Math.max(at, this.low.get(key) ?? 0));
  }

  /** What an answer to an own write does; `n` decides what the answer to a deletion says. */
  answer(version: Version, n: number): () => void {
    const { key, uid, at } = version;
    return () => {
      if (version.exists) {
        this.cache.wrote(this.server.object(version), { selected: version.selected });
        this.raise(key, at);
        return;
      }
      const here = this.store.get(key)?.uid === uid;
      if (n % 2 > 0) this.cache.deleted({ key, uid, revision: this.server.text(at) });
      else this.cache.deleted({ key, uid });
      if (here || this.server.integers) this.raise(key, at);
    };
  }

  settle(): void {
    for (const answer of this.answers.splice(0)) answer();
    for (const key of KEYS) STEPS.run(this, key);
    this.checkReads();
    for (let turn = 0; turn < 3; turn++) {
      if (this.listing !== undefined) {
        if (this.listing.at === undefined) STEPS.serve(this, KEYS[0]!, 0);
        if (this.listing !== undefined) STEPS.page(this, KEYS[0]!, 1000);
      } else if (this.watching === undefined) STEPS.list(this);
      if (this.watching !== undefined) STEPS.events(this, KEYS[0]!, 1000);
    }
    // Answers that came after their event.
    for (const key of KEYS) this.cache.stopAwaiting(key);
    this.checkReads();
    const expected = this.server.list(this.server.revision).map((one) => [one.key, nameOf(one)]);
    const held = [...this.store.objects()].map((one) => [one.key, nameOf(one)]);
    assertEquals(held.sort(), expected.sort(), "the store holds what the server holds");
    assertEquals([...this.told].sort(), expected.sort(), "all was told");
  }
}

const nameOf = ({ uid, revision }: { uid: string; revision: string }) => `${uid}@${revision}`;

function own(world: World, version: Version | undefined, n: number): void {
  if (version !== undefined) world.answers.push(world.answer(version, n));
}

const HOW = ["create", "update", "select", "delete", "update"] as const;

const STEPS = {
  other(world: World, key: string, n: number) {
    world.server.change(key, HOW[n % HOW.length]!);
  },
  own(world: World, key: string, n: number) {
    own(world, world.server.change(key, HOW[n % HOW.length]!), n);
  },
  /** A write that changes nothing is answered with the object as it is. */
  nothing(world: World, key: string, n: number) {
    const version = world.server.version(key);
    own(world, version?.exists ? version : undefined, n);
  },
  /** The write is done, or not, and no answer comes. */
  lose(world: World, key: string, n: number) {
    const version = n % 4 === 0 ? undefined : world.server.change(key, HOW[n % HOW.length]!);
    world.cache.lost(key);
    if (version !== undefined) world.lost.set(key, version);
  },
  answer(world: World, _key: string, n: number) {
    const [answer] = world.answers.splice(n % Math.max(1, world.answers.length), 1);
    answer?.();
  },
  /** A worker has the key: it looks up what is doubtful, and reads. */
  run(world: World, key: string) {
    const { cache, server, store, lost } = world;
    const now = server.version(key);
    const uid = store.get(key)?.uid;
    if (cache.isDoubtful(key)) {
      const revision = server.text(server.revision);
      if (!now?.exists) cache.lookedUp({ key, revision, uid });
      else {
        const object = server.object(now);
        cache.lookedUp({ key, revision, uid, object, selected: now.selected });
      }
      if (server.integers) world.raise(key, server.revision);
      // Of what was never here nobody can say when it went.
      else if (!now?.exists && uid !== now?.uid) lost.delete(key);
    }
    const at = lost.get(key)?.at;
    lost.delete(key);
    if (at !== undefined) world.raise(key, at);
  },
  list(world: World) {
    if (world.listing !== undefined) return;
    world.watching = undefined;
    world.listing = { list: world.cache.list(), rest: [] };
  },
  /** A replica that may be old, but not older than what was asked for. */
  serve(world: World, _key: string, n: number) {
    const { listing, server } = world;
    if (listing === undefined || listing.at !== undefined) return;
    const { atLeast } = listing.list;
    const oldest = atLeast === undefined ? server.revision : server.at(atLeast);
    const at = server.revision - n % (server.revision - oldest + 1);
    listing.at = at;
    listing.rest = server.list(at);
    assert(listing.list.start(server.text(at)), "a list as it was asked for is taken");
  },
  page(world: World, _key: string, n: number) {
    const { listing } = world;
    if (listing?.at === undefined) return;
    for (const object of listing.rest.splice(0, 1 + n)) world.hear(listing.list.put(object));
    if (listing.rest.length > 0) return;
    world.hear(listing.list.finish());
    world.watching = listing.at;
    world.listing = undefined;
  },
  breakList(world: World) {
    world.listing = undefined;
  },
  events(world: World, _key: string, n: number) {
    const { server } = world;
    for (let left = 1 + n; left > 0 && world.watching !== undefined; left--) {
      const { watching } = world;
      const version = server.log.find(({ at }) => at > watching);
      if (version === undefined) return;
      if (watching < server.compacted) {
        world.watching = undefined;
        return;
      }
      world.watching = version.at;
      const event = server.event(version);
      if (event === undefined) continue;
      world.delivered.push(version);
      world.event(event);
    }
  },
  bookmark(world: World) {
    const { server, watching } = world;
    if (watching === undefined) return;
    const next = server.log.find((one) => one.at > watching && server.event(one) !== undefined);
    const at = (next?.at ?? server.revision + 1) - 1;
    if (at <= watching || watching < server.compacted) return;
    world.watching = at;
    world.cache.bookmark(server.text(at));
  },
  /** A watch that begins again says some of what it said before. */
  repeat(world: World, _key: string, n: number) {
    if (!world.server.integers || world.watching === undefined) return;
    for (const version of world.delivered.slice(-1 - n)) {
      world.event(world.server.event(version)!);
    }
  },
  compact(world: World) {
    world.server.compacted = world.server.revision;
  },
};

const NAMES = Object.keys(STEPS) as (keyof typeof STEPS)[];
/** What happens most. */
const OFTEN: readonly (keyof typeof STEPS)[] = ["own", "own", "other", "answer", "events", "page"];

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(...NAMES, ...OFTEN, "list", "serve"),
  key: fc.constantFrom(...KEYS),
  n: fc.nat(9),
});

for (
  const [name, integers, selective] of [
    ["all objects", true, false],
    ["selected objects", true, true],
    ["revisions that are no integers", false, false],
  ] as const
) {
  Deno.test(`ObjectCache never reads the past, whatever comes when: ${name}`, () => {
    const steps = fc.array(step, { minLength: 10, maxLength: 80, size: "max" });
    fc.assert(
      fc.property(steps, (steps) => {
        const world = new World(integers, selective);
        STEPS.list(world);
        STEPS.serve(world, "", 0);
        STEPS.page(world, "", 9);
        for (const { do: name, key, n } of steps) {
          (STEPS[name] as (world: World, key: string, n: number) => void)(world, key, n);
          world.checkReads();
        }
        world.settle();
      }),
      { numRuns: runs(5000) },
    );
  });
}
