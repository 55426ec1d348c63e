import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { dealHand, hashOfFlow } from "./hand.ts";

/** As the hash's digits say, least first: of 5 cards, then of the 4 that are left, then of 3. */
const CASES: [hash: bigint, deck: number, size: number, hand: number[]][] = [
  [0n, 5, 3, [0, 1, 2]],
  [4n, 5, 3, [4, 0, 1]],
  [4n + 5n * (3n + 4n * 2n), 5, 3, [4, 3, 2]],
  [1n + 5n * (1n + 4n * 1n), 5, 3, [1, 2, 3]],
  [7n, 1, 1, [0]],
];

for (const [hash, deck, size, hand] of CASES) {
  Deno.test(`dealHand() deals ${hand} of ${deck} by ${hash}`, () => {
    assertEquals(dealHand(hash, deck, size), hand);
  });
}

Deno.test("dealHand() deals different cards of the deck, all about as often", () => {
  const seen = new Array<number>(16).fill(0);
  fc.assert(
    fc.property(fc.string(), fc.string(), (schema, distinguisher) => {
      const hand = dealHand(hashOfFlow(schema, distinguisher), 16, 4);
      assertEquals(new Set(hand).size, 4);
      for (const card of hand) assert(Number.isInteger(card) && card >= 0 && card < 16);
    }),
    { numRuns: runs(500) },
  );
  for (let flow = 0; flow < 4000; flow++) {
    for (const card of dealHand(hashOfFlow("schema", `user ${flow}`), 16, 4)) seen[card]!++;
  }
  for (const count of seen) assert(count > 850 && count < 1150, `${seen}`);
});

Deno.test("hashOfFlow() tells a schema's name from what comes after it", () => {
  assert(hashOfFlow("a", "b") !== hashOfFlow("ab", ""));
  assert(hashOfFlow("a", "b") !== hashOfFlow("a", "c"));
});
