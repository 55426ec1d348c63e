import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Pending } from "./pending.ts";

Deno.test("Pending has what was taken until the cache has seen it", () => {
  let seen = 1;
  const pending = new Pending<number>(() => seen);
  pending.add(7);
  assertEquals(pending.has(7), true);
  pending.settle(7, 3);
  seen = 2;
  assertEquals(pending.has(7), true);
  seen = 3;
  assertEquals(pending.has(7), false);
  pending.settle(7, 9);
  assertEquals(pending.has(7), false, "what is not there is not settled");
  pending.add(8);
  pending.delete(8);
  assertEquals(pending.has(8), false);
});

Deno.test("Pending forgets by itself, but nothing that is under way", () => {
  let seen = 0;
  const pending = new Pending<number>(() => seen);
  for (let number = 0; number < 5000; number++) {
    pending.add(number);
    if (number % 10 !== 0) pending.settle(number, ++seen);
  }
  const kept = Array.from({ length: 5000 }, (_, number) => number).filter((one) =>
    pending.has(one)
  );
  assertEquals(kept, Array.from({ length: 500 }, (_, number) => number * 10));
});
