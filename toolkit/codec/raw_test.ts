// Texts of untyped values are what a writer makes that knows no short cuts.

import { runs } from "../../testing/requirements.ts";
import { assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import {} from "./json_read.ts";
import { setMember } from "../values/json.ts";
import { sortedNames } from "./order.ts";
import { checkedText, checkRaw, newReading, rawText } from "./raw.ts";

const TRAPS = [
  ...["<", ">", "&", "\u2028", "\u2029", "\ud800", "\udc00", "😀", "\u0000", "\u007f"],
  ...["\\", "\\ud800", "\\\\ud", '"', '{"1":', ',"2":', "0", "10", "007", "1a", "4294967295"],
  ...["toJSON", "__proto__", "constructor"],
];

const text = fc.array(
  fc.oneof(fc.constantFrom(...TRAPS), fc.string({ unit: "binary", maxLength: 3 })),
  { maxLength: 4 },
).map((parts) => parts.join(""));

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }),
    text,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie("value")), { maxLength: 5 }).map((members) => {
      const object = {};
      for (const [name, member] of members) setMember(object, name, member);
      return object;
    }),
  ),
}));

const SHORT: Readonly<Record<string, string>> = {
  ...{ '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r" },
  ...{ "\t": "\\t", "\b": "\\b", "\f": "\\f" },
};

/** A text as Go writes it, character by character. */
function plainString(string: string): string {
  const characters = [...string].map((character) => {
    const code = character.codePointAt(0)!;
    if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
    const escaped = code < 0x20 || "<>&\u2028\u2029".includes(character);
    return SHORT[character] ??
      (escaped ? `\\u${code.toString(16).padStart(4, "0")}` : character);
  });
  return `"${characters.join("")}"`;
}

function plainText(value: unknown): string {
  if (typeof value === "string") return plainString(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(plainText).join(",")}]`;
  const names = Object.keys(value);
  const ordered = /^\d+$/.test(names[0] ?? "") ? sortedNames(value) : names;
  const members = ordered.map((name) =>
    `${plainString(name)}:${plainText((value as Record<string, unknown>)[name])}`
  );
  return `{${members.join(",")}}`;
}

Deno.test("rawText() and checkedText() write every value as Go does", () => {
  const property = fc.property(value, (value) => {
    const expected = plainText(value);
    const reading = newReading();
    assertEquals(checkedText(checkRaw(value, reading), reading), expected);
    assertEquals(rawText(value), expected);
  });
  fc.assert(property, { numRuns: runs(2000) });
});

Deno.test("names that only begin with a digit stay where they are", () => {
  for (const value of [{ "1a": 1, c: 2, b: 3 }, { "1a": "\ud800", c: 2, b: 3 }]) {
    const reading = newReading();
    const text = checkedText(checkRaw(value, reading), reading);
    assertEquals(text, rawText(value));
    assertEquals(Object.keys(JSON.parse(text)), ["1a", "c", "b"]);
  }
});
