import { assert, assertEquals } from "../deps/assert.ts";
import { type Delta, ObjectCache } from "./object_cache.ts";
import { type NewObject, ObjectStore } from "./object_store.ts";
import { compareRevisions } from "./revision.ts";
import { Tombstones, TOMBSTONES_LIMIT } from "./tombstones.ts";

function object(key: string, revision: string, uid = `uid-${key}`): NewObject {
  return { key, uid, revision, bytes: new Uint8Array(2) };
}

/** A cache that a list of these filled. */
function make(revision: string, ...objects: NewObject[]) {
  const store = new ObjectStore();
  const cache = new ObjectCache({ store });
  const deltas = relist(cache, revision, objects, true);
  const read = () => [...store.objects()].map(({ key, revision }) => `${key}@${revision}`).join();
  return { store, cache, deltas, read };
}

function relist(
  cache: ObjectCache,
  revision: string,
  objects: readonly NewObject[],
  initial = false,
): string[] {
  const list = cache.list({ latest: true });
  assert(list.start(revision));
  const deltas = objects.flatMap((one) => [...cache.tell(list.put(one), initial)]);
  return [...deltas, ...cache.tell(list.finish(), initial)].map(textOf);
}

function textOf({ type, object, previous, initial }: Delta): string {
  const to = object?.revision ?? "";
  return `${type} ${(object ?? previous).key} ${previous?.revision ?? ""}>${to}${
    initial ? " initial" : ""
  }`;
}

const told = (cache: ObjectCache, keys: readonly string[]) => [...cache.tell(keys)].map(textOf);

for (
  const [a, b, expected] of [
    ["9", "10", -1],
    ["10", "9", 1],
    ["90071992547409931", "90071992547409932", -1],
    ["7", "7", 0],
    ["", "7", undefined],
    ["07", "7", undefined],
    ["0", "7", undefined],
    ["-1", "7", undefined],
    ["7", "7a", undefined],
  ] as const
) {
  Deno.test(`compareRevisions() of ${JSON.stringify(a)} and ${JSON.stringify(b)}`, () => {
    const order = compareRevisions(a, b);
    assertEquals(order && Math.sign(order), expected);
  });
}

Deno.test("has() knows an object by its uid and revision, but nothing of a server that was set back", () => {
  const { cache } = make("20", object("a", "15"));
  assert(cache.has(object("a", "15")));
  assert(!cache.has(object("a", "14")));
  assert(!cache.has(object("a", "15", "another")));
  assert(!cache.has(object("b", "15")));
  // The same revision may come once more, for something else.
  assert(cache.list({ latest: true }).start("10"));
  assert(!cache.has(object("a", "15")));
});

Deno.test("list() tells what is there as initial, and later lists what differs", () => {
  const { cache, deltas } = make("10", object("a", "4"), object("b", "9"));
  assertEquals(deltas, ["Added a >4 initial", "Added b >9 initial"]);
  assertEquals(relist(cache, "20", [object("a", "4"), object("c", "15")]), [
    "Added c >15",
    "Deleted b 9>",
  ]);
});

Deno.test("wrote() is read at once, and told at the next event of its key, however old", () => {
  const { cache, read } = make("10", object("a", "4"));
  assertEquals(cache.wrote(object("a", "13")), "entered");
  assertEquals(read(), "a@13");
  assertEquals(told(cache, cache.event("MODIFIED", object("a", "11"))), ["Updated a 4>13"]);
  assertEquals(told(cache, cache.event("MODIFIED", object("a", "13"))), []);
  assertEquals(told(cache, cache.event("MODIFIED", object("a", "14"))), ["Updated a 13>14"]);
});

Deno.test("wrote() does not bring back what a deletion that was seen has removed", () => {
  const { cache, read } = make("10", object("a", "4"));
  assertEquals(told(cache, cache.event("DELETED", object("a", "13"))), ["Deleted a 4>"]);
  assertEquals(cache.wrote(object("a", "12")), "known");
  assertEquals(read(), "");
});

Deno.test("wrote() of an object that is no longer selected takes it out", () => {
  const { cache, read } = make("10", object("a", "4"));
  assertEquals(cache.wrote(object("a", "13"), { selected: false }), "entered");
  assertEquals(read(), "");
  assertEquals(told(cache, cache.event("MODIFIED", object("a", "12"))), ["Deleted a 4>"]);
  assertEquals(told(cache, cache.event("MODIFIED", object("a", "14"))), ["Added a >14"]);
});

Deno.test("deleted() leaves nothing behind that an older event could bring back", () => {
  const { cache, read } = make("10", object("a", "4"));
  cache.deleted({ key: "a", uid: "uid-a" });
  assertEquals(read(), "");
  assertEquals(told(cache, cache.event("MODIFIED", object("a", "12"))), ["Deleted a 4>"]);
  assertEquals(told(cache, cache.event("ADDED", object("a", "15", "another"))), ["Added a >15"]);
});

Deno.test("deleted() of an object that nobody was told of tells that it was there", () => {
  const { cache } = make("10");
  cache.wrote(object("a", "11"));
  cache.deleted({ key: "a", uid: "uid-a" });
  assertEquals(told(cache, cache.event("ADDED", object("a", "11"))), [
    "Added a >11",
    "Deleted a 11>",
  ]);
});

Deno.test("a list that lacks what nobody was told of tells that it was there", () => {
  const { cache, read } = make("9", object("a", "5"));
  cache.wrote(object("b", "10"));
  cache.wrote(object("a", "11"));
  assertEquals(relist(cache, "12", []), ["Added b >10", "Deleted b 10>", "Deleted a 5>"]);
  assertEquals([read(), cache.remembered], ["", 0]);
});

Deno.test("deleted() takes out what is here, whatever the revision of the answer is that of", () => {
  const { cache, read } = make("10", object("a", "4"));
  cache.bookmark("12");
  // Some servers answer with the last state, which was seen long ago.
  cache.deleted({ key: "a", uid: "uid-a", revision: "4" });
  assertEquals(read(), "");
  assertEquals(told(cache, cache.event("MODIFIED", object("a", "13"))), ["Deleted a 4>"]);
  cache.event("ADDED", object("b", "15"));
  cache.deleted({ key: "b", uid: "another", revision: "14" });
  assertEquals([read(), cache.isDoubtful("b")], ["b@15", false]);
});

Deno.test("a server that was set back is believed although its first list broke off", () => {
  const { cache, read } = make("100", object("a", "40"), object("b", "90"), object("c", "95"));
  const list = cache.list({ latest: true });
  assert(list.start("50"));
  list.put(object("b", "45"));
  // Meanwhile this process writes.
  assertEquals(cache.wrote(object("c", "52")), "entered");
  cache.deleted({ key: "a", uid: "uid-a" });
  assertEquals(read(), "b@45,c@52");
  assertEquals(relist(cache, "53", [object("b", "45"), object("c", "52")]), [
    "Updated b 90>45",
    "Updated c 95>52",
    "Deleted a 40>",
  ]);
  assertEquals(read(), "b@45,c@52");
});

Deno.test("left() takes out what is older, and no more", () => {
  const { cache, read } = make("10", object("a", "4"), object("b", "5"));
  cache.wrote(object("b", "13"));
  assertEquals(told(cache, cache.left({ key: "a", uid: "uid-a", revision: "11" })), [
    "Deleted a 4>",
  ]);
  assertEquals(told(cache, cache.left({ key: "b", uid: "uid-b", revision: "12" })), [
    "Updated b 5>13",
  ]);
  assertEquals([read(), cache.revision], ["b@13", "12"]);
});

Deno.test("an event at the revision of an own write that was thought to leave brings it back", () => {
  const { cache, read } = make("10", object("a", "4"));
  cache.wrote(object("a", "13"), { selected: false });
  assertEquals(read(), "");
  assertEquals(told(cache, cache.event("MODIFIED", object("a", "13"))), ["Updated a 4>13"]);
  assertEquals(read(), "a@13");
});

Deno.test("told() is what was told last, until the differences are taken", () => {
  const { cache } = make("10", object("a", "4"), object("b", "5"));
  const all = () =>
    [...cache.told()].map(({ key, revision }) => `${key}@${revision}`).sort().join();
  cache.wrote(object("a", "11"));
  cache.wrote(object("c", "12"));
  cache.deleted({ key: "b", uid: "uid-b" });
  assertEquals(all(), "a@4,b@5");
  const [...deltas] = cache.tell(["a", "b", "c", "none"]);
  assertEquals(deltas.map(textOf), ["Updated a 4>11", "Deleted b 5>", "Added c >12"]);
  assertEquals(all(), "a@11,c@12");
});

Deno.test("an object that is made anew under the same name is another one", () => {
  const { cache } = make("10", object("a", "4"));
  cache.wrote(object("a", "14", "another"));
  assertEquals(told(cache, cache.event("DELETED", object("a", "12"))), [
    "Deleted a 4>",
    "Added a >14",
  ]);
  assertEquals(told(cache, cache.event("ADDED", object("a", "14", "another"))), []);
});

Deno.test("a deletion whose place in time is unknown has its key looked up", () => {
  const { cache, read } = make("10", object("a", "4"));
  cache.deleted({ key: "a", uid: "another" });
  assertEquals([cache.isDoubtful("a"), read()], [true, "a@4"]);
  cache.lookedUp({ key: "a", revision: "15", uid: "u" });
  assertEquals([cache.isDoubtful("a"), read()], [false, ""]);
  cache.event("ADDED", object("a", "12", "third"));
  assertEquals(read(), "");
});

Deno.test("the answer to a deletion whose event came before leaves no doubt", () => {
  const { cache } = make("10", object("a", "4"));
  cache.event("DELETED", object("a", "12"));
  cache.deleted({ key: "a", uid: "uid-a" });
  assertEquals(cache.isDoubtful("a"), false);
});

Deno.test("what a list has under the key of an object keeps no other one there", () => {
  const { cache, read } = make("10", object("a", "4"));
  const list = cache.list();
  list.start("13");
  // It came and went since, and the list still has it.
  cache.deleted({ key: "a", uid: "another" });
  assertEquals(told(cache, list.put(object("a", "12", "another"))), []);
  assertEquals([told(cache, list.finish()), read()], [["Deleted a 4>"], ""]);
});

Deno.test("lost() is doubtful until the key was looked up", () => {
  const { cache, read } = make("10", object("a", "4"));
  cache.lost("a");
  cache.wrote(object("a", "11"));
  assertEquals(cache.isDoubtful("a"), true);
  const answer = { key: "a", revision: "20", uid: undefined, object: object("a", "13") };
  assertEquals(cache.lookedUp(answer), "entered");
  assertEquals([cache.isDoubtful("a"), read()], [false, "a@13"]);
});

Deno.test("list() asks for what was seen or written last, and refuses less", () => {
  const { cache } = make("10");
  assertEquals(cache.list().atLeast, "10");
  cache.bookmark("12");
  assertEquals(cache.revision, "12");
  cache.wrote(object("a", "15"));
  assertEquals([cache.list().atLeast, cache.revision], ["15", "12"]);
  assertEquals(cache.list().start("14"), false);
  assertEquals(new ObjectCache({ store: new ObjectStore() }).list().atLeast, undefined);
});

Deno.test("the most recent list of a server that was set back holds, whatever was seen", () => {
  const { cache, read } = make("100", object("a", "40"), object("b", "90"));
  cache.wrote(object("c", "101"));
  assertEquals(relist(cache, "50", [object("a", "40"), object("b", "45")]), [
    "Updated a 40>40",
    "Updated b 90>45",
    "Added c >101",
    "Deleted c 101>",
  ]);
  assertEquals([read(), cache.revision], ["a@40,b@45", "50"]);
  assertEquals(told(cache, cache.event("MODIFIED", object("a", "51"))), ["Updated a 40>51"]);
});

Deno.test("revisions that are no integers are awaited until their event, a list, or no longer", () => {
  const { cache, read } = make("x1", object("a", "x0"));
  assertEquals(cache.wrote(object("a", "x0")), "known");
  assertEquals(cache.wrote(object("a", "x2")), "awaited");
  assertEquals(cache.wrote(object("a", "x3")), "awaited");
  assertEquals(read(), "a@x0");
  cache.event("MODIFIED", object("a", "x2"));
  assertEquals(cache.isAwaited("a"), true);
  cache.event("MODIFIED", object("a", "x3"));
  assertEquals([cache.isAwaited("a"), read()], [false, "a@x3"]);
  cache.wrote(object("a", "x9"));
  assertEquals(cache.list().atLeast, undefined);
  relist(cache, "x9", [object("a", "x9")]);
  assertEquals(cache.isAwaited("a"), false);
  cache.wrote(object("a", "x10"));
  cache.stopAwaiting("a");
  assertEquals(cache.isAwaited("a"), false);
});

Deno.test("Tombstones past the limit drop the oldest", () => {
  const tombstones = new Tombstones();
  for (let at = 0; at <= TOMBSTONES_LIMIT; at++) tombstones.add(`${at}`, undefined);
  assertEquals([tombstones.has("0"), tombstones.has("1")], [false, true]);
});

Deno.test("Tombstones outlive lists that were asked for before them, are older, or have them", () => {
  const tombstones = new Tombstones();
  tombstones.add("old", "10");
  tombstones.add("listed", "10");
  tombstones.add("newer", "30");
  tombstones.add("unknown", undefined);
  const { order } = tombstones;
  tombstones.add("later", "10");
  tombstones.settle({ revision: "20", latest: false, listed: new Set(["listed"]), order });
  const left = ["old", "listed", "newer", "unknown", "later"].filter((uid) => tombstones.has(uid));
  assertEquals(left, ["listed", "newer", "unknown", "later"]);
});

for (
  const [name, uid, expected] of [
    ["was here when the server was asked is gone", "first", ["entered", ""]],
    ["came since stays", undefined, ["known", "a@r5"]],
    ["came since in the place of another stays", "another", ["known", "a@r5"]],
  ] as const
) {
  Deno.test(`lookedUp() finds nothing, at a revision that can't be compared: what ${name}`, () => {
    const { cache, read } = make("r3");
    cache.event("ADDED", object("a", "r5", "first"));
    cache.lost("a");
    assertEquals([cache.lookedUp({ key: "a", revision: "r4", uid }), read()], [...expected]);
    cache.event("MODIFIED", object("a", "r7", "first"));
    assertEquals([cache.isDoubtful("a"), read()], [false, uid === "first" ? "" : "a@r7"]);
  });
}
