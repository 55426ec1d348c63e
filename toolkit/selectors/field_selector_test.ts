import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import {
  escapeFieldValue,
  FIELD_SELECTOR_LIMIT_CHARS,
  FIELD_SELECTOR_LIMIT_REQUIREMENTS,
  FieldSelector,
} from "./field_selector.ts";
import { SelectorError } from "./requirement.ts";

const PRINTED: [text: string, printed: string][] = [
  ["", ""],
  [",,", ""],
  ["=", ""],
  ["a=b", "a=b"],
  ["a==b", "a=b"],
  ["a!=b", "a!=b"],
  ["z=1,a=2", "a=2,z=1"],
  ["a=", "a="],
  ["=a", "=a"],
  ["a= b", "a= b"],
  ["a!b=c", "a!b=c"],
  ["a=b\\,c\\=d\\\\", "a=b\\,c\\=d\\\\"],
  ["metadata.name=x,", "metadata.name=x"],
];

for (const [text, printed] of PRINTED) {
  Deno.test(`FieldSelector prints ${printed} when it reads ${text}`, () => {
    const selector = FieldSelector.parse(text);
    assertEquals(String(selector), printed);
    assertEquals(FieldSelector.parse(printed).requirements, selector.requirements);
    assertEquals(selector.matchesEverything, printed === "");
  });
}

Deno.test("FieldSelector.parse() refuses what it can't understand", () => {
  const cases: [string, string][] = [
    ["a", "invalid selector: 'a'; can't understand 'a'"],
    ["a=b,c!", "invalid selector: 'a=b,c!'; can't understand 'c!'"],
    ["a=b=c", "invalid field selector: unescaped character in value: 61"],
    ["a=\\x", "invalid field selector: invalid escape sequence: \\x"],
    ["a=b\\", "invalid field selector: invalid escape sequence: \\"],
    ["a=\\😀", "invalid field selector: invalid escape sequence: \\😀"],
    [
      `a=${"b".repeat(FIELD_SELECTOR_LIMIT_CHARS)}`,
      "the field selector has more than 131072 characters",
    ],
    [
      "a=b,".repeat(FIELD_SELECTOR_LIMIT_REQUIREMENTS + 1),
      "the field selector has more than 1024 requirements",
    ],
  ];
  for (const [text, message] of cases) {
    const error = assertThrows(() => FieldSelector.parse(text));
    assert(error instanceof SelectorError);
    assertEquals(error.message, message);
  }
});

Deno.test("FieldSelector reads the longest text that it takes, whatever it is made of", () => {
  for (const unit of ["a", "\\\\", "\\,", ",", "!"]) {
    const value = unit.repeat(FIELD_SELECTOR_LIMIT_CHARS / unit.length - 8);
    try {
      FieldSelector.parse(`a=${value}`);
    } catch (error) {
      assert(error instanceof SelectorError);
    }
  }
});

const fields = fc.constantFrom("a", "b", "metadata.name", "constructor");
const values = fc.oneof(
  fc.constantFrom("", "x", "y,z", "a=b", "\\"),
  fc.string({ unit: "binary" }),
);

Deno.test("FieldSelector.matches() agrees with a naive evaluator when any value is escaped", () => {
  const term = fc.record({
    field: fields,
    operator: fc.constantFrom("=", "==", "!="),
    value: values,
  });
  const objects = fc.dictionary(fields, values, { noNullPrototype: true });
  fc.assert(fc.property(fc.array(term, { maxLength: 4 }), objects, (terms, object) => {
    const text = terms.map((one) => one.field + one.operator + escapeFieldValue(one.value)).join(
      ",",
    );
    const expected = terms.every((one) => {
      const same = (Object.hasOwn(object, one.field) ? object[one.field] : "") === one.value;
      return one.operator === "!=" ? !same : same;
    });
    assertEquals(FieldSelector.parse(text).matches(object), expected, text);
  }));
});

Deno.test("FieldSelector gives the value for an index, and lets a kind rename fields", () => {
  const selector = FieldSelector.parse("a=1,b!=2,c=3");
  assertEquals(selector.exactValue("a"), "1");
  assertEquals(selector.exactValue("b"), undefined);
  const renamed = selector.transform((field, value) =>
    field === "c" ? undefined : { field: `x.${field}`, value }
  );
  assertEquals(String(renamed), "x.a=1,x.b!=2");
  assertThrows(() =>
    selector.transform((field) => {
      throw new SelectorError(`"${field}" is not a known field selector`);
    }), '"a" is not a known');
});
