import { FakeClock } from "../clock.ts";
import { assertEquals } from "../deps/assert.ts";
import { onEndOf, PARENT_VARIABLE, parentOf } from "./parent.ts";

Deno.test("parentOf() reads the id of a process, and nothing else", () => {
  const clock = new FakeClock();
  assertEquals(parentOf({ [PARENT_VARIABLE]: "17" }, clock), { pid: 17, clock });
  assertEquals(parentOf({}, clock), undefined);
  for (const text of ["", " 17", "-1", "1e3", "17\n", "12345678901", "$PPID"]) {
    assertEquals(parentOf({ [PARENT_VARIABLE]: text }, clock), undefined, text);
  }
});

Deno.test("onEndOf() calls once, when the parent is another one", async () => {
  const clock = new FakeClock();
  let parent = 17;
  let ends = 0;
  onEndOf({ pid: 17, clock, now: () => parent }, () => ends++);
  await clock.advance(60_000);
  assertEquals(ends, 0);
  parent = 1;
  await clock.advance(1000);
  assertEquals(ends, 1);
  await clock.advance(60_000);
  assertEquals(ends, 1);
});

Deno.test("onEndOf() calls at once when the parent ended before", () => {
  let ends = 0;
  onEndOf({ pid: 17, clock: new FakeClock(), now: () => 1 }, () => ends++);
  assertEquals(ends, 1);
});
