import { assertEquals } from "../../toolkit/deps/assert.ts";
import {
  type Failures,
  failuresAfter,
  KnownFailures,
  NO_FAILURES,
  restMs,
} from "./failure_backoff.ts";
import { podOf } from "./testdata/made_up.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
const at = (minute: number) => START + minute * 60_000;
const ended = (...minutes: number[]) =>
  minutes.map((minute) =>
    podOf({ name: `at-${minute}`, phase: "Failed", finishedAt: new Date(at(minute)).toISOString() })
  );

const CASES: Readonly<
  Record<
    string,
    readonly [before: Failures, succeeded: number[], failed: number[], after: Failures]
  >
> = {
  "nothing new": [{ count: 2, lastMs: at(1) }, [], [], { count: 2, lastMs: at(1) }],
  "failures": [NO_FAILURES, [], [3, 2], { count: 2, lastMs: at(3) }],
  "more failures": [{ count: 2, lastMs: at(3) }, [], [4], { count: 3, lastMs: at(4) }],
  "a success": [{ count: 2, lastMs: at(3) }, [4], [], NO_FAILURES],
  "failures before and after a success": [
    { count: 2, lastMs: at(1) },
    [3],
    [2, 5, 4],
    { count: 2, lastMs: at(5) },
  ],
};

for (const [name, [before, succeeded, failed, after]] of Object.entries(CASES)) {
  Deno.test(`failuresAfter() counts ${name}`, () => {
    assertEquals(failuresAfter(before, ended(...succeeded), ended(...failed)), after);
  });
}

Deno.test("failuresAfter() takes as many pods as there are", () => {
  const pods = new Array(300_000).fill(ended(1)[0]!);
  assertEquals(failuresAfter(NO_FAILURES, [], pods), { count: 300_000, lastMs: at(1) });
});

Deno.test("restMs() doubles from 10 s up to 10 min, from the last failure on", () => {
  const rest = (count: number) => restMs({ count, lastMs: START }, START) / 1000;
  assertEquals([0, 1, 2, 3, 6, 7, 8, 5000].map(rest), [0, 10, 20, 40, 320, 600, 600, 600]);
  assertEquals(restMs({ count: 1, lastMs: START }, START + 4000), 6000);
  assertEquals(restMs({ count: 1, lastMs: START }, START + 11_000), 0);
});

Deno.test("KnownFailures knows nothing of another job of the same name", () => {
  const known = new KnownFailures();
  known.set("default/sum", "one", { count: 3, lastMs: START });
  assertEquals(known.of("default/sum", "one").count, 3);
  assertEquals(known.of("default/sum", "other"), NO_FAILURES);
  known.forget("default/sum");
  assertEquals(known.of("default/sum", "one"), NO_FAILURES);
});
