import { runs } from "../../../testing/requirements.ts";
import { assert, assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { after, compareKeys, decodeKey, encodeKey, rangeOfSelector } from "./keys.ts";

const hex = (key: Deno.KvKey) => encodeKey(key).toHex();

/** Bytes as they stand in databases: that they stay the same is what this table is for. */
const ENCODED: [key: Deno.KvKey, encoded: string][] = [
  [[], ""],
  [["c", 1, 0], "026300" + "21bff0000000000000" + "218000000000000000"],
  [[-1], "21400fffffffffffff"],
  [[-0], "217fffffffffffffff"],
  [[NaN], "21fff8000000000000"],
  [["a\0b"], "026100ff6200"],
  [["ø"], "02c3b800"],
  [[new Uint8Array([0, 255])], "0100ffff00"],
  [[false, true], "2627"],
  [[0n, 1n, 255n, 256n], "14" + "1501" + "15ff" + "160100"],
  [[-1n, -255n, -256n], "13fe" + "1300" + "12feff"],
  [[2n ** 64n - 1n], "1cffffffffffffffff"],
  [[2n ** 64n], "1d09010000000000000000"],
  [[-(2n ** 64n)], "0bf6feffffffffffffffff"],
];

Deno.test("encodeKey() writes what databases have always held", () => {
  for (const [key, encoded] of ENCODED) {
    assertEquals(hex(key), encoded, `${encoded}`);
    assertEquals(decodeKey(Uint8Array.fromHex(encoded)), [...key]);
  }
});

/** What orders before what, by type, then by value. */
const RISING: Deno.KvKey = [
  new Uint8Array(0),
  new Uint8Array([0]),
  new Uint8Array([0, 0]),
  new Uint8Array([1]),
  "",
  "\0",
  "\0a",
  "a",
  "aa",
  "b",
  "ø",
  -(2n ** 300n),
  -(2n ** 64n),
  -(2n ** 64n) + 1n,
  -256n,
  -255n,
  -1n,
  0n,
  1n,
  255n,
  256n,
  2n ** 64n,
  2n ** 300n,
  -Infinity,
  -1.5,
  -1,
  -0,
  0,
  Number.MIN_VALUE,
  1,
  2 ** 53,
  Infinity,
  false,
  true,
];

Deno.test("encodeKey() keeps the order of keys, of those that begin alike too", () => {
  const keys = RISING.flatMap((part) => [[part], [part, "x"], [part, 7]]);
  const encoded = keys.map(encodeKey);
  const sorted = encoded.toSorted(compareKeys).map((bytes) => decodeKey(bytes)[0]);
  assertEquals(sorted, RISING.flatMap((part) => [part, part, part]));
  assert(compareKeys(encodeKey(["a"]), after(encodeKey(["a"]))) < 0);
});

Deno.test("decodeKey() reverses encodeKey(), and throws for what is no key", () => {
  const part = fc.oneof(
    fc.uint8Array(),
    fc.string({ unit: "grapheme" }),
    fc.double(),
    fc.bigInt({ min: -(2n ** 1000n), max: 2n ** 1000n }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (key) => {
      assertEquals(decodeKey(encodeKey(key)), key);
    }),
    { numRuns: runs(500) },
  );
  const anyBytes = fc.oneof(
    fc.uint8Array(),
    fc.array(fc.constantFrom(0, 1, 2, 0x0b, 0x13, 0x15, 0x1d, 0x21, 0x26, 0xff)).map((bytes) =>
      Uint8Array.from(bytes)
    ),
  );
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      let key: Deno.KvKey;
      try {
        key = decodeKey(bytes);
      } catch (error) {
        return assert(error instanceof RangeError || error instanceof TypeError, String(error));
      }
      assert(key.length <= bytes.length);
    }),
    { numRuns: runs(2000) },
  );
});

Deno.test("encodeKey() refuses what is no key, or too long", () => {
  assertThrows(() => encodeKey(["x".repeat(2047)]), "longer than 2048 bytes");
  assertEquals(encodeKey(["x".repeat(2046)]).length, 2048);
  assertThrows(() => encodeKey([{} as Uint8Array]), "a part of a key");
  assertThrows(() => encodeKey([2n ** 3000n]), "too large");
  // A key that failed leaves nothing behind.
  assertEquals(hex(["a"]), "026100");
  assertThrows(() => rangeOfSelector({ start: ["a"] } as unknown as Deno.KvListSelector), "needs");
});
