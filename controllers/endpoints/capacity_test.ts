import { assertEquals } from "../../toolkit/deps/assert.ts";
import { cutAddresses } from "./capacity.ts";

const many = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => ({ ip: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` }),
  );

const CASES: [given: [ready: number, not: number][], expected: [ready: number, not: number][]][] = [
  [[[600, 400]], [[600, 400]]],
  [[[600, 401]], [[600, 400]]],
  [[[1200, 10]], [[1000, 0]]],
  [[[600, 0], [600, 0]], [[500, 0], [500, 0]]],
  [[[900, 100], [50, 300]], [[900, 13], [50, 37]]],
  [[[1001, 0], [1001, 0], [1001, 5]], [[334, 0], [334, 0], [332, 0]]],
];

for (const [given, expected] of CASES) {
  Deno.test(`cutAddresses() leaves ${JSON.stringify(expected)} of ${JSON.stringify(given)}`, () => {
    const subsets = given.map(([ready, not]) => ({
      addresses: many(ready),
      notReadyAddresses: many(not),
    }));
    assertEquals(
      cutAddresses(subsets).map(({ addresses = [], notReadyAddresses = [] }) => [
        addresses.length,
        notReadyAddresses.length,
      ]),
      expected,
    );
  });
}
