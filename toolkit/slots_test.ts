import { assertEquals } from "./deps/assert.ts";
import { NO_PLACE, type Placed, Slots } from "./slots.ts";

class Thing implements Placed {
  place = NO_PLACE;
  constructor(readonly name: string) {}
}

const namesOf = (slots: Slots<Thing>) => [...slots].map(({ name }) => name).sort().join("");

Deno.test("Slots has what was added and not removed, once each", () => {
  const slots = new Slots<Thing>();
  const [a, b, c] = [..."abc"].map((name) => new Thing(name)) as [Thing, Thing, Thing];
  for (const thing of [a, b, c]) slots.add(thing);
  assertEquals([slots.size, namesOf(slots)], [3, "abc"]);
  assertEquals([slots.remove(b), slots.remove(b)], [true, false]);
  assertEquals([slots.size, namesOf(slots)], [2, "ac"]);
  const d = new Thing("d");
  slots.add(d);
  // Its place is another's now.
  assertEquals(slots.remove(b), false);
  assertEquals([slots.size, namesOf(slots)], [3, "acd"]);
});

Deno.test("Slots forgets all, and those who are removed late take nothing with them", () => {
  const slots = new Slots<Thing>();
  const [a, b] = [new Thing("a"), new Thing("b")];
  slots.add(a);
  slots.clear();
  slots.add(b);
  assertEquals([slots.remove(a), slots.size, namesOf(slots)], [false, 1, "b"]);
});

Deno.test("Slots can be looked through while things come and go", () => {
  const slots = new Slots<Thing>();
  const things = [..."abcdef"].map((name) => new Thing(name));
  for (const thing of things) slots.add(thing);
  const seen: string[] = [];
  for (const thing of slots) {
    seen.push(thing.name);
    slots.remove(thing);
    slots.remove(things[3]!);
    if (thing.name === "b") slots.add(new Thing("g"));
  }
  assertEquals([seen.join(""), namesOf(slots)], ["abcef", "g"]);
});

Deno.test("Slots gives its room back when many are gone", () => {
  const slots = new Slots<Thing>();
  const things = Array.from({ length: 5000 }, (_, index) => new Thing(`${index}`));
  for (const thing of things) slots.add(thing);
  for (const thing of things) slots.remove(thing);
  const next = new Thing("next");
  slots.add(next);
  assertEquals([next.place, slots.size], [0, 1]);
});
