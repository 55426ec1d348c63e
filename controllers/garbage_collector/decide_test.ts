import { assertEquals } from "../../toolkit/deps/assert.ts";
import { decide, type Decision, type OwnerState } from "./decide.ts";

const release = (uids: string[], again = false): Decision => ({
  type: "release",
  uids: new Set(uids),
  again,
});
const KEEP: Decision = { type: "keep" };
const [BACKGROUND, FOREGROUND, ORPHAN] = (["Background", "Foreground", "Orphan"] as const).map(
  (propagation): Decision => ({ type: "delete", propagation }),
);

const CASES: [
  owners: OwnerState[],
  finalizers: string[],
  hasDependents: boolean,
  decision: Decision | undefined,
][] = [
  [[], [], false, KEEP],
  [[], ["foregroundDeletion"], true, KEEP],
  [["solid"], [], false, KEEP],
  [["solid", "solid"], [], true, KEEP],
  [["solid", "dangling"], [], false, release(["1"])],
  [["dangling", "solid"], ["orphan"], true, release(["0"])],
  [["solid", "waiting"], [], true, release(["1"])],
  [["solid", "dangling", "waiting", "orphaned"], [], true, release(["1", "2", "3"])],
  [["dangling"], [], false, BACKGROUND],
  [["dangling"], [], true, BACKGROUND],
  [["dangling", "dangling"], ["example.com/hold"], false, BACKGROUND],
  [["dangling"], ["foregroundDeletion"], true, FOREGROUND],
  [["dangling"], ["orphan"], true, ORPHAN],
  [["waiting"], [], false, BACKGROUND],
  [["waiting"], [], true, FOREGROUND],
  [["waiting"], ["orphan"], false, ORPHAN],
  [["waiting"], ["orphan"], true, FOREGROUND],
  [["waiting", "dangling"], [], true, FOREGROUND],
  [["waiting", "dangling"], [], false, BACKGROUND],
  [["orphaned"], [], true, release(["0"])],
  [["orphaned", "orphaned"], [], true, release(["0", "1"])],
  [["orphaned", "dangling"], [], false, release(["0"], true)],
  [["orphaned", "waiting"], ["foregroundDeletion"], true, release(["0"], true)],
];

Deno.test("decide() keeps, lets go or deletes, by owners, finalizers and dependents", async (t) => {
  for (const [states, finalizers, hasDependents, decision] of CASES) {
    const name = `${states} ${finalizers} ${hasDependents ? "with" : "without"} dependents`;
    await t.step(name, () => {
      const owners = new Map(states.map((state, index) => [String(index), state]));
      assertEquals(decide({ owners, finalizers, hasDependents }), decision);
    });
  }
});
