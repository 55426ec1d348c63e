import { assertEquals } from "../deps/assert.ts";
import { type Run, RunHistory } from "./run_history.ts";

const runAt = (at: number): Run => ({
  controller: "c",
  at,
  tookMs: 1,
  attempt: 1,
  causes: [],
  writes: [],
  result: "ok",
});

const times = (history: RunHistory, object: string) => history.of(object).map(({ at }) => at);

Deno.test("RunHistory has the last twenty runs of an object, the oldest first", () => {
  const history = new RunHistory();
  for (let at = 0; at < 50; at++) history.add("n/a", runAt(at));
  assertEquals(times(history, "n/a"), Array.from({ length: 20 }, (_, at) => 30 + at));
  assertEquals(times(history, "n/b"), []);
});

Deno.test("RunHistory holds a bounded number of runs, whatever the number of objects", () => {
  const OBJECTS = 10_000, ROUNDS = 5;
  const history = new RunHistory();
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < OBJECTS; at++) history.add(`n/${at}`, runAt(round));
  }
  let held = 0;
  for (let at = 0; at < OBJECTS; at++) {
    const found = times(history, `n/${at}`);
    held += found.length;
    assertEquals(found.at(-1), ROUNDS - 1, `n/${at}`);
  }
  assertEquals(held, 20_000);
});

Deno.test("RunHistory forgets the objects that ran longest ago where there are too many", () => {
  const history = new RunHistory();
  for (let at = 0; at < 30_000; at++) history.add(`n/${at}`, runAt(at));
  assertEquals(times(history, "n/0"), []);
  assertEquals(times(history, "n/9999"), []);
  assertEquals(times(history, "n/10000"), [10_000]);
});
