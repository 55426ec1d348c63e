import { assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { turn } from "../../testing/virtual_clock.ts";
import { together } from "./own_objects.ts";

Deno.test("together() waits for all, and rejects with the first that failed", async () => {
  const slow = Promise.withResolvers<void>();
  let isOver = false;
  const failing = [
    slow.promise,
    Promise.reject(new Error("one")),
    Promise.reject(new Error("two")),
  ];
  const all = together(failing).finally(() => isOver = true);
  await turn();
  assertEquals(isOver, false);
  slow.resolve();
  await assertRejects(() => all, "one");
  await together([]);
  await together([Promise.resolve()]);
});
