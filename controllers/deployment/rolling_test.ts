import { deploymentInWords, rolling, setInWords } from "../../testing/deployment_views.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { newSetReplicas, resizeNewSet, shrinkOldSets } from "./rolling.ts";
import { availableToStay, sumOf } from "./set_view.ts";

const GROWING = {
  "from nothing": [[10, 3, 2], 0, 0, 10],
  "as far as there may be more": [[10, 3, 2], 0, 10, 3],
  "not where there are too many": [[10, 3, 2], 4, 20, 4],
  "not beyond what is wanted": [[10, 30, 2], 8, 12, 10],
  "by nothing where nothing is wanted": [[0, 1, 0], 0, 5, 0],
} as const;

for (
  const [name, [[replicas, surge, unavailable], current, all, wanted]] of Object.entries(GROWING)
) {
  Deno.test(`newSetReplicas() grows ${name}`, () => {
    const deployment = deploymentInWords({ replicas, ...rolling(surge, unavailable) });
    assertEquals(newSetReplicas(deployment, current, all), wanted);
  });
}

Deno.test("newSetReplicas() is all at once when the deployment does not roll", () => {
  const deployment = deploymentInWords({ replicas: 4, strategy: { type: "Recreate" } });
  assertEquals(newSetReplicas(deployment, 0, 100), 4);
});

Deno.test("resizeNewSet() shrinks a set that is larger than wanted", () => {
  const deployment = deploymentInWords({ replicas: 2, ...rolling(1, 0) });
  const set = setInWords({ name: "new", replicas: 5 });
  assertEquals(resizeNewSet(deployment, set, [])?.replicas, 2);
});

/** Sizes of [new, old…] as wanted and available; then each step. */
const SHRINKING = {
  "nothing while pods of the new set are missing": [
    [10, 3, 2],
    [5, 0],
    [[8, 8]],
    [],
  ],
  "as many as may be missing": [[10, 3, 2], [3, 0], [[10, 10]], [["a", 8]]],
  "unhealthy ones first": [[4, 1, 1], [1, 0], [[4, 2]], [["a", 3]]],
  "unhealthy ones of each, the oldest first": [
    [6, 3, 3],
    [3, 3],
    [[3, 1], [3, 2]],
    [["a", 1], ["b", 2], ["a", 0], ["b", 0]],
  ],
  "no available ones beyond the least": [[4, 0, 1], [1, 1], [[3, 3]], [["a", 2]]],
  "nothing of sets that are empty": [[1, 1, 0], [1, 1], [[0, 0]], []],
  "all when the new set is there": [[3, 1, 0], [3, 3], [[1, 1]], [["a", 0]]],
  "no pods that are about to go anyway": [[10, 3, 2], [5, 5], [[8, 10]], [["a", 3]]],
} as const;

for (const [name, [[replicas, surge, missing], newSet, old, steps]] of Object.entries(SHRINKING)) {
  Deno.test(`shrinkOldSets() takes ${name}`, () => {
    const deployment = deploymentInWords({ replicas, ...rolling(surge, missing) });
    const sets = old.map(([size, available], index) =>
      setInWords({ name: "abc"[index]!, replicas: size, available, age: index })
    );
    const found = shrinkOldSets(
      deployment,
      setInWords({ name: "new", replicas: newSet[0], available: newSet[1] }),
      sets.toReversed(),
    );
    assertEquals(found.map(({ set, replicas }) => [set.name, replicas]), steps as never);
  });
}

Deno.test("a rollout never has too many pods nor too few, whatever becomes available when", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 }),
      (replicas, surge, missing, chances) => {
        const deployment = deploymentInWords({ replicas, ...rolling(surge, missing) });
        const least = replicas - deployment.unavailable;
        let newSet = setInWords({ name: "new", replicas: 0 });
        let old = setInWords({ name: "old", replicas });
        for (const chance of chances) {
          const step = resizeNewSet(deployment, newSet, [old]);
          const available = Math.round(chance * newSet.replicas);
          if (step !== undefined) {
            newSet = setInWords({ name: "new", replicas: step.replicas, available });
          } else {
            const before = newSet.counts.available + availableToStay(old);
            for (const { replicas } of shrinkOldSets(deployment, newSet, [old])) {
              old = setInWords({ name: "old", replicas });
            }
            const after = newSet.counts.available + availableToStay(old);
            assert(after >= Math.min(before, least), `${after} are left of ${before}`);
            newSet = setInWords({ name: "new", replicas: newSet.replicas, available });
          }
          const all = sumOf([newSet, old], (set) => set.replicas);
          assert(all <= replicas + deployment.surge, `there are ${all}`);
        }
      },
    ),
  );
});
