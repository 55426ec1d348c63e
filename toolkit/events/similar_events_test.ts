import { assertEquals } from "../deps/assert.ts";
import { SimilarEvents } from "./similar_events.ts";

const MINUTE = 60_000;

Deno.test("isOneOfMany() is true of the tenth message and of other new ones, and not of the first nine", () => {
  const similar = new SimilarEvents();
  const told = Array.from(
    { length: 12 },
    (_, index) => similar.isOneOfMany("g", `${index}`, index),
  );
  assertEquals(told, [...Array(9).fill(false), true, true, true]);
  assertEquals(similar.isOneOfMany("g", "3", 20), false);
  assertEquals(similar.isOneOfMany("other", "99", 20), false);
});

Deno.test("isOneOfMany() begins anew after ten quiet minutes", () => {
  const similar = new SimilarEvents();
  for (let index = 0; index < 12; index++) similar.isOneOfMany("g", `${index}`, 0);
  assertEquals(similar.isOneOfMany("g", "x", 10 * MINUTE), true);
  assertEquals(similar.isOneOfMany("g", "y", 20 * MINUTE + 1), false);
});

Deno.test("isOneOfMany() forgets the group that was quiet for longest when there are very many", () => {
  const similar = new SimilarEvents();
  for (let index = 0; index < 9; index++) similar.isOneOfMany("first", `${index}`, 0);
  for (let index = 0; index < 4096; index++) similar.isOneOfMany(`${index}`, "m", 0);
  assertEquals(similar.isOneOfMany("first", "new", 0), false);
});
