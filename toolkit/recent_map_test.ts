import { assert, assertEquals } from "./deps/assert.ts";
import fc from "./deps/fast_check.ts";
import { RecentMap } from "./recent_map.ts";

const KEYS = Array.from({ length: 40 }, (_, key) => key);

Deno.test("RecentMap has the newest so many, and nothing else", () => {
  const step = fc.record({ key: fc.constantFrom(...KEYS), isDeleted: fc.boolean() });
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 20 }),
    fc.array(step, { maxLength: 400, size: "max" }),
    (most, steps) => {
      const map = new RecentMap<number, number>(most);
      /** The newest last. */
      let model: { readonly key: number; readonly value: number }[] = [];
      for (const [value, { key, isDeleted }] of steps.entries()) {
        model = model.filter((one) => one.key !== key);
        if (isDeleted) map.delete(key);
        else {
          map.set(key, value);
          model = [...model, { key, value }].slice(-most);
        }
        for (const one of KEYS) {
          assertEquals(map.get(one), model.find(({ key }) => key === one)?.value);
        }
      }
    },
  ));
});

Deno.test("RecentMap goes on after many times as many as it keeps", () => {
  const map = new RecentMap<number, number>(1000);
  for (let key = 0; key < 50_000; key++) map.set(key, key);
  assertEquals([map.get(48_999), map.get(49_000), map.get(49_999)], [undefined, 49_000, 49_999]);
});

Deno.test("RecentMap keeps nothing of what is set again and again", () => {
  const map = new RecentMap<number, object>(1000);
  const before = Deno.memoryUsage().heapUsed;
  for (let count = 0; count < 4_000_000; count++) map.set(count % 10, { count });
  // With an iterator that stays it would be 200 MB.
  const more = Deno.memoryUsage().heapUsed - before;
  assert(more < 100_000_000, `${more} bytes more`);
});
