import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { type SeatClaim, shareSeats } from "./share_seats.ts";

type Row = [target: number, atLeast: number, atMost: number];

const CASES: [what: string, total: number, rows: Row[], seats: number[] | undefined][] = [
  ["nobody, of nothing", 0, [], []],
  ["nobody, of something", 1, [], undefined],
  ["in proportion", 30, [[1, 0, 100], [2, 0, 100]], [10, 20]],
  ["more than its target", 60, [[10, 5, 100], [20, 5, 100]], [20, 40]],
  ["the least that it keeps", 30, [[20, 20, 100], [100, 0, 100]], [20, 10]],
  ["the most that it has", 30, [[100, 0, 10], [1, 0, 100]], [10, 20]],
  ["those without a target evenly", 10, [[0, 0, 100], [0, 0, 100]], [5, 5]],
  ["exactly the least", 30, [[10, 10, 40], [20, 20, 40]], [10, 20]],
  ["exactly the most", 30, [[10, 1, 10], [10, 1, 20]], [10, 20]],
  ["less than the least", 9, [[10, 10, 40]], undefined],
  ["more than the most", 41, [[10, 10, 40]], undefined],
];

for (const [what, total, rows, seats] of CASES) {
  Deno.test(`shareSeats() gives ${what}`, () => {
    const claims = rows.map(([target, atLeast, atMost]) => ({ target, atLeast, atMost }));
    assertEquals(shareSeats(total, claims)?.seats.map((one) => +one.toFixed(6)), seats);
  });
}

Deno.test("shareSeats() gives all of it, within the bounds, in one proportion", () => {
  const count = fc.integer({ min: 0, max: 200 });
  const claim = fc.tuple(count, count, count).map(([atLeast, more, above]): SeatClaim => ({
    atLeast,
    atMost: atLeast + more,
    target: atLeast + above,
  }));
  const some = fc.array(claim, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(some, fc.double({ min: 0, max: 1, noNaN: true }), (claims, part) => {
      const least = claims.reduce((sum, { atLeast }) => sum + atLeast, 0);
      const most = claims.reduce((sum, { atMost }) => sum + atMost, 0);
      const total = Math.round(least + (most - least) * part);
      const shared = shareSeats(total, claims);
      assert(shared !== undefined);
      const sum = shared.seats.reduce((all, one) => all + one, 0);
      assert(Math.abs(sum - total) < 1e-6, `${sum} of ${total}`);
      for (const [index, { atLeast, atMost, target }] of claims.entries()) {
        const wanted = shared.proportion * Math.max(target, 0.001);
        const expected = Math.max(atLeast, Math.min(atMost, wanted));
        assert(Math.abs(shared.seats[index]! - expected) < 1e-6);
      }
    }),
    { numRuns: runs(1000) },
  );
});
