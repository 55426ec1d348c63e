import { assertEquals } from "../deps/assert.ts";
import { RecentWriters } from "./recent_writers.ts";

Deno.test("of() names who made an object what it is, and nobody for another revision", () => {
  const writers = new RecentWriters();
  writers.saw("a/x", "7", "kubectl");
  assertEquals([writers.of("a/x", "7"), writers.of("a/x", "8"), writers.of("a/y", "7")], [
    "kubectl",
    undefined,
    undefined,
  ]);
  writers.saw("a/x", "8", "");
  assertEquals([writers.of("a/x", "7"), writers.of("a/x", "8")], [undefined, undefined]);
});

Deno.test("saw() forgets the changes that came longest ago", () => {
  const writers = new RecentWriters();
  writers.saw("first", "1", "me");
  for (let at = 0; at < 1023; at++) writers.saw(`k${at}`, "2", "me");
  assertEquals(writers.of("first", "1"), "me");
  writers.saw("last", "3", "me");
  assertEquals([writers.of("first", "1"), writers.of("last", "3")], [undefined, "me"]);
});
