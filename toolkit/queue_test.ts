import { Random } from "../testing/random_objects.ts";
import { assertEquals } from "./deps/assert.ts";
import { Queue } from "./queue.ts";

Deno.test("Queue has nothing to give when it is empty", () => {
  const queue = new Queue<number>();
  assertEquals([queue.length, queue.at(0), queue.at(-1), queue.take()], [
    0,
    undefined,
    undefined,
    undefined,
  ]);
  queue.drop(5);
  queue.push(1);
  assertEquals([queue.length, queue.at(0), queue.at(1)], [1, 1, undefined]);
});

Deno.test("Queue gives what an array would, whatever is added and dropped when", () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const random = new Random(seed);
  const queue = new Queue<number>();
  const array: number[] = [];
  let next = 0;
  for (let step = 0; step < 2000; step++) {
    const what = `seed ${seed}, step ${step}`;
    const kind = random.below(3);
    // Enough of them, so that the used front is cut off now and then.
    const count = random.below(40);
    if (kind === 0) {
      for (let left = 2 * count; left > 0; left--) {
        queue.push(next);
        array.push(next++);
      }
    } else if (kind === 1) {
      for (let left = count; left > 0; left--) assertEquals(queue.take(), array.shift(), what);
    } else {
      queue.drop(count);
      array.splice(0, count);
    }
    assertEquals(queue.length, array.length, what);
    for (const index of [-1, 0, random.below(array.length + 1), array.length]) {
      assertEquals(queue.at(index), index < 0 ? undefined : array[index], what);
    }
  }
});
