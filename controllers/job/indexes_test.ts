import { assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { Indexes } from "./indexes.ts";

const MOST = 40;

const TEXTS: Readonly<Record<string, readonly [text: string | undefined, wanted: string]>> = {
  "no text": [undefined, ""],
  "one": ["3", "3"],
  "two that follow each other": ["3-4", "3,4"],
  "three that follow each other": ["3,4,5", "3-5"],
  "ranges that overlap, in no order": ["7-9,1,8-12,2", "1,2,7-12"],
  "what is beyond the completions": ["38-90,95", "38,39"],
  "what can't be read": ["1,-2,x,4-,5-3,6-7-8,1e3,9", "1,9"],
  "numbers that are too long": ["99999999999,2", "2"],
};

for (const [name, [text, wanted]] of Object.entries(TEXTS)) {
  Deno.test(`Indexes.read() reads ${name}`, () => {
    assertEquals(String(Indexes.read(text, MOST)), wanted);
  });
}

const lists = fc.array(fc.nat(MOST - 1), { maxLength: 60 });

Deno.test("Indexes does what a set of numbers does", () => {
  fc.assert(fc.property(lists, lists, fc.nat(MOST), (one, other, count) => {
    const [set, others] = [new Set(one), new Set(other)];
    const indexes = Indexes.of(one);
    const all = Array.from({ length: MOST }, (_, index) => index);
    assertEquals(String(Indexes.read(String(indexes), MOST)), String(indexes));
    assertEquals(indexes.total, set.size);
    assertEquals(all.filter((index) => indexes.has(index)), all.filter((index) => set.has(index)));
    assertEquals(String(indexes.with(Indexes.of(other))), String(Indexes.of([...one, ...other])));
    assertEquals(indexes.countIn(Indexes.of(other)), set.intersection(others).size);
    assertEquals(
      indexes.missing(count, MOST),
      all.filter((index) => !set.has(index)).slice(0, count),
    );
  }));
});
