import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { emptyPlan, type Endpoint, endpointKey, type SliceDraft } from "../slices/mod.ts";
import { packEndpoints } from "./pack_endpoints.ts";

const endpoint = (n: number, ready = true): Endpoint => ({
  addresses: [`10.0.0.${n}`],
  conditions: { ready },
});

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => endpoint(from + at));

function draft(name: string, endpoints: Endpoint[], labels = {}): SliceDraft {
  const slice = { metadata: { name } } as SliceDraft["slice"];
  return { slice, addressType: "IPv4", ports: [], labels, endpoints };
}

/** What becomes of slices: by name, how many endpoints each has that is written; "-": it is deleted. */
function packed(existing: SliceDraft[], wanted: Endpoint[], most = 4) {
  const plan = emptyPlan();
  const count = packEndpoints(
    existing,
    new Map(wanted.map((one) => [endpointKey(one), one])),
    {
      most,
      labels: { a: "b" },
      isLabelled: ({ labels }) => "wrong" in labels === false,
      fresh: () => ({ ...draft("", []), slice: undefined }),
    },
    plan,
  );
  const told = [
    ...plan.create.map(({ endpoints }) => `new ${endpoints.length}`),
    ...plan.update.map(({ slice, endpoints }) => `${slice!.metadata.name} ${endpoints.length}`),
    ...plan.remove.map(({ metadata }) => `${metadata.name} -`),
  ];
  return { plan, count, told: told.sort() };
}

const CASES: [what: string, existing: SliceDraft[], wanted: Endpoint[], expected: string[]][] = [
  ["all in new ones, full ones first", [], range(0, 9), ["new 1", "new 4", "new 4"]],
  ["nothing, where all is there", [draft("a", range(0, 4))], range(0, 4), []],
  ["a slice is emptied", [draft("a", range(0, 2)), draft("b", range(2, 4))], range(0, 2), ["b -"]],
  [
    "who is new goes where something changes anyhow, the fullest first",
    [draft("a", range(0, 3)), draft("b", range(10, 14))],
    [...range(0, 2), ...range(10, 13), ...range(20, 22)],
    ["a 3", "b 4"],
  ],
  [
    "who is left goes into one that has just room, though nothing else changes in it",
    [draft("a", range(0, 1)), draft("b", range(10, 12))],
    [...range(0, 1), ...range(10, 12), ...range(20, 22)],
    ["b 4"],
  ],
  [
    "into a new one where none has room for all",
    [draft("a", range(0, 3)), draft("b", range(10, 13))],
    [...range(0, 3), ...range(10, 13), ...range(20, 22)],
    ["new 2"],
  ],
  ["one that changed", [draft("a", range(0, 2))], [endpoint(0, false), endpoint(1)], ["a 2"]],
  ["one with other labels", [draft("a", range(0, 2), { wrong: "" })], range(0, 2), ["a 2"]],
  [
    "half empty ones are not joined",
    [draft("a", range(0, 1)), draft("b", range(10, 11))],
    [...range(0, 1), ...range(10, 11)],
    [],
  ],
];

for (const [what, existing, wanted, expected] of CASES) {
  Deno.test(`packEndpoints() writes ${expected.join(", ") || "nothing"}: ${what}`, () => {
    assertEquals(packed(existing, wanted).told, expected);
  });
}

Deno.test("packEndpoints() leaves exactly what is wanted, once, in slices that are not too full", () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 40 }));
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 5 }), numbers, (slices, wanted) => {
      const seen = new Set<number>();
      const existing = slices.map((list, at) => {
        const own = list.filter((n) => !seen.has(n)).slice(0, 8);
        own.forEach((n) => seen.add(n));
        return draft(`s${at}`, own.map((n) => endpoint(n, n % 3 !== 0)));
      });
      const { plan, count } = packed(existing, wanted.map((n) => endpoint(n)), 8);
      const left = [...plan.create, ...plan.update, ...plan.unchanged];
      const told = left.flatMap(({ endpoints }) => endpoints);
      assertEquals(
        told.map((one) => JSON.stringify(one)).sort(),
        wanted.map((n) => JSON.stringify(endpoint(n))).sort(),
      );
      assert(left.every(({ endpoints }) => endpoints.length <= 8));
      assertEquals(left.length + plan.remove.length, existing.length + plan.create.length);
      assertEquals(count.added, wanted.filter((n) => !seen.has(n)).length);
    }),
    { numRuns: runs(300) },
  );
});
