import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { Query } from "./query.ts";

const INTEGERS: [text: string, value: number][] = [
  ["0", 0],
  ["-5", -5],
  ["+7", 7],
  ["0000000000000000000000012", 12],
  // The largest number of the protocol is what clients send that want all there is.
  ["9223372036854775807", Number.MAX_SAFE_INTEGER],
  ["1000000000000000000", Number.MAX_SAFE_INTEGER],
  ["-9223372036854775808", Number.MIN_SAFE_INTEGER],
];

for (const [text, value] of INTEGERS) {
  Deno.test(`integer() reads ${text} as ${value}`, () => {
    assertEquals(new Query(`limit=${encodeURIComponent(text)}`).integer("limit"), value);
  });
}

const REFUSED: [text: string, why: string][] = [
  ["9223372036854775808", "value out of range"],
  ["-9223372036854775809", "value out of range"],
  ["9".repeat(5000), "value out of range"],
  ["", "invalid syntax"],
  ["1.5", "invalid syntax"],
  ["1e3", "invalid syntax"],
  [" 1", "invalid syntax"],
];

for (const [text, why] of REFUSED) {
  Deno.test(`integer() refuses "${text.slice(0, 24)}": ${why}`, () => {
    const query = new Query(`limit=${encodeURIComponent(text)}`);
    assertThrows(
      () => query.integer("limit"),
      `strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`,
    );
  });
}
