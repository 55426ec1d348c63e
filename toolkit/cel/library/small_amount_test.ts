import { assertEquals } from "../../deps/assert.ts";
import { smallAmountOf, smallNegated, smallSum, smallWhole } from "./small_amount.ts";

const WHOLE: readonly (readonly [text: string, whole: bigint | undefined])[] = [
  ["0", 0n],
  ["-5k", -5000n],
  ["+3", 3n],
  ["007", 7n],
  ["1e3", 1000n],
  ["1E", 10n ** 18n],
  ["10E", undefined],
  ["512Mi", 2n ** 29n],
  ["1.5Gi", undefined],
  ["1000m", undefined],
  ["1.0", undefined],
  ["123456789012345678", 123456789012345678n],
  ["1234567890123456789", undefined],
  ["1e-10", undefined],
  ["1e999999", undefined],
  ["x", undefined],
];
for (const [text, whole] of WHOLE) {
  Deno.test(`smallWhole() of ${text}`, () => assertEquals(smallWhole(smallAmountOf(text)), whole));
}

Deno.test("smallSum() is exact, or none", () => {
  const [one, half, most] = ["1", "500m", "9"].map(smallAmountOf);
  assertEquals(smallSum(one, half), { value: 1500n, scale: -3 });
  assertEquals(smallSum(one, smallNegated(one)), { value: 0n, scale: 0 });
  assertEquals(smallSum(one, undefined), undefined);
  assertEquals(smallSum({ value: 2n ** 63n - 1n, scale: 0 }, most), undefined);
  assertEquals(smallSum({ value: 1n, scale: 999_999 }, one), undefined);
  assertEquals(smallNegated({ value: -(2n ** 63n), scale: 0 }), undefined);
});
