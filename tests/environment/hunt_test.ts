/**
 * Bugs of the kinds that are found in the field: `explore()` finds each of them, and nothing in the operator
 * that does the same without it.
 */
import { assert, assertRejects } from "../../toolkit/deps/assert.ts";
import { explore, type ExploreOptions, type TestEnv } from "../../testing.ts";
import { slowTests } from "../../testing/requirements.ts";
import * as duplicateChild from "./hunt/duplicate_child.ts";
import * as lostFinalizer from "./hunt/lost_finalizer.ts";
import * as missedDeletion from "./hunt/missed_deletion.ts";
import * as requeueStorm from "./hunt/requeue_storm.ts";
import * as staleRead from "./hunt/stale_read.ts";
import * as statusConflict from "./hunt/status_conflict.ts";

interface Hunt {
  readonly buggy: ExploreOptions["operator"];
  readonly healthy: ExploreOptions["operator"];
  scenario(env: TestEnv): Promise<void>;
}

/** With a seed whose first runs find the bug, and what the failure says. */
const HUNTS: readonly [name: string, hunt: Hunt, seed: number, message: RegExp][] = [
  ["a stale read", staleRead, 3, /'1' == '2'/],
  ["a lost finalizer", lostFinalizer, 1, /deep-equal/],
  ["a status conflict", statusConflict, 3, /== 3/],
  ["a missed deletion", missedDeletion, 1, /deep-equal/],
  ["a duplicate child after a lost answer", duplicateChild, 1, /2 == 1/],
  ["a requeue storm", requeueStorm, 2, /a requeue storm: task ran for default\/write/],
];

/** So many runs find each bug, whatever the seed. */
const RUNS = 1000;
/** Runs in which nothing is found in an operator without the bug. */
const HEALTHY_RUNS = 5;

for (const [name, { buggy, healthy, scenario }, seed, message] of HUNTS) {
  Deno.test(`explore() finds ${name}`, async () => {
    const error = await assertRejects(() =>
      explore({ operator: buggy, runs: RUNS, seed }, scenario)
    );
    assert(message.test(error.message), error.message);
    const replay = /replay: "([^"]+)"/.exec(error.message)?.[1] ?? "";
    const again = await assertRejects(() =>
      explore({ operator: buggy, runs: 1, replay }, scenario)
    );
    assert(message.test(again.message), again.message);
  });

  Deno.test(`explore() finds nothing where ${name} can't happen`, () =>
    explore({ operator: healthy, runs: slowTests() ? RUNS : HEALTHY_RUNS }, scenario));

  if (!slowTests()) continue;
  Deno.test(`explore() finds ${name} from any seed`, async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const error = await assertRejects(() => explore({ operator: buggy, runs: RUNS }, scenario));
      assert(message.test(error.message), error.message);
    }
  });
}
