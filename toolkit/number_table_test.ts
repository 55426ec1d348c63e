import { Random } from "../testing/random_objects.ts";
import { assertEquals } from "./deps/assert.ts";
import { NumberTable } from "./number_table.ts";

Deno.test("NumberTable is what a map is, whatever comes and goes", () => {
  const seed = Math.trunc(Math.random() * 2 ** 32);
  const random = new Random(seed);
  const table = new NumberTable<string>();
  const map = new Map<number, string>();
  try {
    for (let step = 0; step < 20_000; step++) {
      // Few numbers, so that they collide; more for a while, so that the table grows and is given back.
      const number = random.below(step % 5000 < 2500 ? 40 : 5000) * 2 + 1;
      if (random.below(2) === 0) {
        table.set(number, `${step}`);
        map.set(number, `${step}`);
      } else assertEquals(table.delete(number), map.delete(number));
      assertEquals(table.get(number), map.get(number));
      assertEquals(table.size, map.size);
      if (step % 500 === 0) assertEquals(table.all().sort(), [...map.values()].sort());
    }
    for (const number of map.keys()) assertEquals(table.delete(number), true);
    assertEquals([table.size, table.all()], [0, []]);
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error });
  }
});

Deno.test("NumberTable finds those again that stood behind one that is gone", () => {
  const table = new NumberTable<number>();
  const numbers = Array.from({ length: 200 }, (_, index) => index * 2 + 1);
  for (const number of numbers) table.set(number, number);
  for (const gone of numbers) {
    table.delete(gone);
    for (const number of numbers) {
      assertEquals(table.get(number), number <= gone ? undefined : number);
    }
  }
});
