import { assertEquals } from "../../toolkit/deps/assert.ts";
import { among, replicasByCount } from "./replicas.ts";

const CASES: readonly (readonly [shown: string[], own: string, count: number, all: string[]])[] = [
  [[], "b", 1, ["b"]],
  [["b"], "b", 1, ["b"]],
  [["a"], "b", 2, ["a", "b"]],
  [["c", "a"], "b", 3, ["a", "b", "c"]],
  [["a", "c"], "b", 2, ["a", "b"]],
  [["a", "b"], "c", 2, ["b", "c"]],
  [["a", "b", "d"], "c", 1, ["c"]],
  [["a", "a"], "b", 3, ["a", "b"]],
];

for (const [shown, own, count, all] of CASES) {
  Deno.test(`among() has ${all} where ${own} comes to ${shown} of ${count}`, () => {
    assertEquals(among(shown, own, count), all);
  });
}

Deno.test("replicasByCount() takes off itself alone when it ends", async () => {
  const replicas = replicasByCount("b", 2);
  const { signal } = new AbortController();
  await replicas.join(signal);
  assertEquals(await replicas.addresses(["a"], signal), ["a", "b"]);
  await replicas.leave();
  assertEquals(await replicas.addresses(["a", "b"], signal), ["a"]);
});
