import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { isKnown } from "./known.ts";
import { KNOWN_DIFFERENCES } from "./known_differences.ts";

const DIFFERENCE = { where: "body .a", ours: { b: 1 }, reference: undefined };

Deno.test("isKnown() asks for all that a row says, values as JSON", () => {
  const row = { where: /^body/, ours: /"b":1/, reference: /^undefined$/, why: "" };
  assert(isKnown(row, "x", DIFFERENCE));
  assert(isKnown({ ...row, request: /x/ }, "x", DIFFERENCE));
  assert(!isKnown({ ...row, request: /y/ }, "x", DIFFERENCE));
  assert(!isKnown({ ...row, where: /^header/ }, "x", DIFFERENCE));
  assert(!isKnown({ ...row, ours: /"b":2/ }, "x", DIFFERENCE));
  assert(!isKnown({ ...row, reference: /null/ }, "x", DIFFERENCE));
});

Deno.test("every known difference has a reason, and says what it is about", () => {
  for (const { why, request, where } of KNOWN_DIFFERENCES) {
    assert(why.length > 10, String(where));
    assert(request !== undefined || where.source !== ".*", `${why}: about everything`);
  }
  const all = KNOWN_DIFFERENCES.map((row) =>
    `${row.request} ${row.where} ${row.ours} ${row.reference}`
  );
  assertEquals(all.length, new Set(all).size);
});
