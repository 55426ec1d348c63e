import { assertEquals } from "../../toolkit/deps/assert.ts";
import { slowStart } from "./slow_start.ts";

/** How many calls go on at once in each round, and what fails. */
async function roundsOf(count: number, fails: (index: number) => boolean = () => false) {
  const rounds: number[] = [];
  let open: number | undefined;
  const result = await slowStart(count, async (index) => {
    if (open === undefined) {
      rounds.push(0);
      open = rounds.length - 1;
      queueMicrotask(() => open = undefined);
    }
    rounds[open]!++;
    await Promise.resolve();
    if (fails(index)) throw new Error(`no ${index}`);
  });
  return { rounds, done: result.done, error: String(result.error ?? "none") };
}

Deno.test("slowStart() doubles how many it does at once", async () => {
  assertEquals(await roundsOf(12), { rounds: [1, 2, 4, 5], done: 12, error: "none" });
  assertEquals(await roundsOf(0), { rounds: [], done: 0, error: "none" });
});

Deno.test("slowStart() ends after the round in which one failed, and names the first", async () => {
  const all = await roundsOf(100, (index) => index >= 0);
  assertEquals(all, { rounds: [1], done: 0, error: "Error: no 0" });
  const some = await roundsOf(100, (index) => index === 4 || index === 5);
  assertEquals(some, { rounds: [1, 2, 4], done: 5, error: "Error: no 4" });
});
