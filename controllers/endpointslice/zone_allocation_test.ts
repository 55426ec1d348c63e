import { assertEquals } from "../../toolkit/deps/assert.ts";
import { allocateZones, balanceZones, isOverloaded } from "./zone_allocation.ts";

const shares = (zones: Record<string, number>) => new Map(Object.entries(zones));

const REFUSED: [zones: Record<string, number> | undefined, endpoints: number, why: RegExp][] = [
  [undefined, 9, /^Insufficient Node information/],
  [{ a: 0.5, b: 0.5 }, 1, /^Insufficient number of endpoints \(1 endpoints, 2 zones\)$/],
  [
    { a: 0.33, b: 0.33, c: 0.34 },
    4,
    /^Unable to allocate minimum required .* \(4 endpoints, 3 zones\)$/,
  ],
];

for (const [zones, endpoints, why] of REFUSED) {
  Deno.test(`allocateZones() refuses ${endpoints} endpoints over ${JSON.stringify(zones)}`, () => {
    const result = allocateZones(zones && shares(zones), endpoints);
    assertEquals(why.test(String(result)), true, String(result));
  });
}

Deno.test("allocateZones() gives each zone its share", () => {
  assertEquals(
    allocateZones(shares({ a: 0.5, b: 0.25, c: 0.25 }), 12),
    new Map([
      ["a", { most: 6, wanted: 6 }],
      ["b", { most: 4, wanted: 3 }],
      ["c", { most: 4, wanted: 3 }],
    ]),
  );
});

Deno.test("balanceZones() has those give who have too many", () => {
  const allocations = new Map([
    ["a", { most: 6, wanted: 6 }],
    ["b", { most: 4, wanted: 3 }],
    ["c", { most: 4, wanted: 3 }],
  ]);
  assertEquals(balanceZones(allocations, new Map([["a", 2], ["b", 8], ["c", 2]])), {
    giving: new Map([["b", 5]]),
    receiving: new Map([["a", 4], ["c", 1]]),
  });
  assertEquals(balanceZones(allocations, new Map([["a", 6], ["b", 3], ["c", 3]])), {
    giving: new Map(),
    receiving: new Map(),
  });
});

Deno.test("isOverloaded() tells of a zone with too few", () => {
  const even = shares({ a: 0.5, b: 0.5 });
  assertEquals(isOverloaded(new Map([["a", 5], ["b", 5]]), even), false);
  assertEquals(isOverloaded(new Map([["a", 8], ["b", 2]]), even), true);
  assertEquals(isOverloaded(new Map([["a", 8]]), even), true);
  assertEquals(isOverloaded(new Map([["a", 8]]), undefined), true);
  assertEquals(isOverloaded(new Map(), undefined), false);
});
