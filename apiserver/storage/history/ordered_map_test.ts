import { runs } from "../../../testing/requirements.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { OrderedMap } from "./ordered_map.ts";

const encoder = new TextEncoder();

/** A text's UTF-8 bytes as characters: these sort as the bytes do. */
const bytesOf = new Map<string, string>();

function bytes(text: string): string {
  const known = bytesOf.get(text);
  if (known !== undefined) return known;
  const made = String.fromCharCode(...encoder.encode(text));
  bytesOf.set(text, made);
  return made;
}

function compareBytes(a: string, b: string): number {
  const [x, y] = [bytes(a), bytes(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function entries(map: OrderedMap<number>, start = ""): [string, number][] {
  const found: [string, number][] = [];
  map.scan(start, (key, value) => found.push([key, value]) > 0);
  return found;
}

type Difference = [key: string, own: number | undefined, others: number | undefined];

function differences(map: OrderedMap<number>, other: OrderedMap<number>): Difference[] {
  const found: Difference[] = [];
  map.differences(other, (...difference) => found.push(difference));
  return found;
}

function differencesIn(map: Map<string, number>, other: Map<string, number>): Difference[] {
  return [...new Set([...map.keys(), ...other.keys()])].sort(compareBytes)
    .map((key): Difference => [key, map.get(key), other.get(key)])
    .filter(([, own, others]) => own !== others);
}

const key = fc.oneof(
  fc.nat(2000).map((number) => `/registry/${number}`),
  fc.string({
    unit: fc.constantFrom("a", "b", "é", "\ud7ff", "\ue000", "\uffff", "😀"),
    maxLength: 3,
  }),
);

/** Invariants: as a Map that is sorted by UTF-8; forks never see each other's changes, and tell how they differ. */
Deno.test("OrderedMap does what a sorted Map does, forks included", () => {
  const step = fc.oneof(
    { weight: 20, arbitrary: fc.record({ do: fc.constant("set" as const), key }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant("delete" as const), key }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("fork" as const), key }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("scan" as const), key }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 1500, size: "max" }), (steps) => {
      const all: { map: OrderedMap<number>; model: Map<string, number> }[] = [
        { map: new OrderedMap(), model: new Map() },
      ];
      steps.forEach(({ do: what, key }, index) => {
        const one = all[index % all.length];
        if (one === undefined) return;
        const { map, model } = one;
        if (what === "set") {
          assertEquals(map.set(key, index), model.get(key));
          model.set(key, index);
        } else if (what === "delete") {
          assertEquals(map.delete(key), model.delete(key));
        } else if (what === "fork" && all.length < 4) {
          all.push({ map: map.fork(), model: new Map(model) });
        } else {
          const after = sorted(model).filter(([other]) => compareBytes(other, key) >= 0);
          assertEquals(entries(map, key), after);
          assertEquals(map.countBefore(key), model.size - after.length);
          const started = after.filter(([other]) => other.startsWith(key)).length;
          assertEquals(map.countThrough(key), model.size - after.length + started);
        }
        assertEquals(map.get(key), model.get(key));
        if (what === "scan") {
          const other = all[(index + 1) % all.length]!;
          assertEquals(differences(map, other.map), differencesIn(model, other.model));
        }
      });
      for (const { map, model } of all) {
        assertEquals(map.size, model.size);
        assertEquals(entries(map), sorted(model));
      }
    }),
    { numRuns: runs(60) },
  );
});

function sorted(model: Map<string, number>): [string, number][] {
  return [...model].sort(([a], [b]) => compareBytes(a, b));
}

Deno.test("OrderedMap counts what is before a key and through a prefix", () => {
  const map = new OrderedMap<number>();
  assertEquals([map.countBefore("a"), map.countThrough("a")], [0, 0]);
  const names = ["a/", "b/", "c/"].flatMap((prefix) =>
    Array.from({ length: 1000 }, (_, index) => `${prefix}${1000 + index}`)
  );
  for (const name of names) map.set(name, 0);
  const counted: [text: string, before: number, through: number][] = [
    ["", 0, 3000],
    ["A", 0, 0],
    ["a/", 0, 1000],
    ["a/1500", 500, 501],
    ["b/", 1000, 2000],
    ["b/12", 1200, 1300],
    ["c/1999", 2999, 3000],
    ["d", 3000, 3000],
  ];
  for (const [text, before, through] of counted) {
    assertEquals([text, map.countBefore(text), map.countThrough(text)], [text, before, through]);
  }
});

Deno.test("OrderedMap scans until it is told to stop", () => {
  const map = new OrderedMap<number>();
  for (let index = 0; index < 1000; index++) map.set(`${1000 + index}`, index);
  const seen: number[] = [];
  map.scan("1500", (_key, value) => seen.push(value) < 3);
  assertEquals(seen, [500, 501, 502]);
});
