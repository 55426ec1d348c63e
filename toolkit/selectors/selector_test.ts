import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import {
  parseLabelSelector,
  printLabelSelector,
  selectorOf,
  selectorOfLabels,
} from "./from_object.ts";
import {
  parseSelector,
  SELECTOR_LIMIT_CHARS,
  SELECTOR_LIMIT_REQUIREMENTS,
} from "./parse_selector.ts";
import { type LabelMap, Requirement, SelectorError, type SelectorOperator } from "./requirement.ts";
import { Selector } from "./selector.ts";

const PRINTED: [text: string, canonical: string][] = [
  ["", ""],
  ["a", "a"],
  ["!a", "!a"],
  [" ! a ", "!a"],
  ["a=b", "a=b"],
  ["a = b", "a=b"],
  ["a==b", "a==b"],
  ["a!=b", "a!=b"],
  ["a=", "a="],
  ["a=,b", "a=,b"],
  ["a>1", "a>1"],
  ["a<007", "a<007"],
  ["a in (c,b,c)", "a in (b,c)"],
  ["a notin (b)", "a notin (b)"],
  ["a in ()", "a in ()"],
  ["a in (,)", "a in ()"],
  ["a in (b,,)", "a in (,b)"],
  ["in in (in,notin)", "in in (in,notin)"],
  ["notin", "notin"],
  ["z=1,a=2,m in (x)", "a=2,m in (x),z=1"],
  ["x.y/z\t!=\r\nq", "x.y/z!=q"],
];

for (const [text, canonical] of PRINTED) {
  Deno.test(`parseSelector() prints ${canonical} when it reads ${JSON.stringify(text)}`, () => {
    assertEquals(String(parseSelector(text)), canonical);
    assertEquals(String(parseSelector(canonical)), canonical);
  });
}

const requirement = "unable to parse requirement: ";
const REFUSED: [text: string, message: string][] = [
  [",", "found ',', expected: !, identifier, or 'end of string'"],
  ["a,", "found '', expected: identifier after ','"],
  ["a,,b", "found ',', expected: identifier after ','"],
  ["a b", `${requirement}found 'b', expected: in, notin, =, ==, !=, gt, lt`],
  ["a=b c", "found 'c', expected: ',' or 'end of string'"],
  ["!a=b", "found '=', expected: ',' or 'end of string'"],
  ["!", `${requirement}found '', expected: identifier`],
  ["!!a", `${requirement}found '!', expected: identifier`],
  ["a=!b", `${requirement}found '!', expected: identifier`],
  ["a===b", `${requirement}found '=', expected: identifier`],
  ["a in b", `${requirement}found 'b' expected: '('`],
  ["a in (", `${requirement}found '', expected: ',', ')' or identifier`],
  ["a in (b", `${requirement}found '', expected: ',' or ')'`],
  ["a in (b,", `${requirement}found '', expected: ',', or identifier`],
  ["a in (b c)", `${requirement}found 'c', expected: ',' or ')'`],
  [
    "a>b",
    `${requirement}values[0]: Invalid value: "b": for 'Gt', 'Lt' operators, the value must be an integer`,
  ],
  [
    "a>9223372036854775808",
    `${requirement}values[0]: Invalid value: "9223372036854775808": for 'Gt', 'Lt' operators, the value must be an integer`,
  ],
  [
    "a>",
    `${requirement}values[0]: Invalid value: "": for 'Gt', 'Lt' operators, the value must be an integer`,
  ],
  ["a/b/c", `${requirement}<nil>: Invalid value: "a/b/c": a valid label key must`],
  ["a=-", `${requirement}values[0][a]: Invalid value: "-": a valid label must`],
  ["a=b\0", `${requirement}values[0][a]: Invalid value: "b\\x00": a valid label must`],
  ["a".repeat(SELECTOR_LIMIT_CHARS + 1), "the selector has more than 131072 characters"],
  ["a,".repeat(SELECTOR_LIMIT_REQUIREMENTS + 1), "the selector has more than 1024 requirements"],
];

for (const [text, message] of REFUSED) {
  Deno.test(`parseSelector() refuses ${JSON.stringify(text.slice(0, 30))}`, () => {
    const error = assertThrows(() => parseSelector(text));
    assert(error instanceof SelectorError);
    assertEquals(error.message.slice(0, message.length), message);
  });
}

const KEYS = ["a", "b", "x.y/z", "constructor", "in"];
const VALUES = ["", "1", "2", "10", "b", "9223372036854775807"];

/** The same question, answered without the code under test. */
function naive(
  labels: LabelMap,
  key: string,
  operator: SelectorOperator,
  values: readonly string[],
): boolean {
  const has = Object.hasOwn(labels, key);
  const value = has ? labels[key] ?? "" : "";
  const found = has && values.some((one) => one === value);
  const number = /^\d+$/.test(value) ? BigInt(value) : undefined;
  const bound = /^\d+$/.test(values[0] ?? "") ? BigInt(values[0] ?? "") : 0n;
  const answers: Record<SelectorOperator, boolean> = {
    "in": found,
    "=": found,
    "==": found,
    "notin": !found,
    "!=": !found,
    "exists": has,
    "!": !has,
    "gt": number !== undefined && number > bound,
    "lt": number !== undefined && number < bound,
  };
  return answers[operator];
}

const key = fc.constantFrom(...KEYS);
const value = fc.constantFrom(...VALUES);
const numeric = fc.constantFrom(...VALUES.filter((one) => /^\d+$/.test(one)));
type Parts = { key: string; operator: SelectorOperator; values: string[] };
const parts: fc.Arbitrary<Parts> = fc.oneof(
  fc.record({
    key,
    operator: fc.constantFrom<SelectorOperator>("in", "notin"),
    values: fc.oneof(
      fc.array(value, { minLength: 1, maxLength: 4 }),
      fc.array(fc.stringMatching(/^[a-z]{3}$/), { minLength: 9, maxLength: 12 }),
    ),
  }),
  fc.record({
    key,
    operator: fc.constantFrom<SelectorOperator>("=", "==", "!="),
    values: fc.tuple(value).map(([one]) => [one]),
  }),
  fc.record({
    key,
    operator: fc.constantFrom<SelectorOperator>("gt", "lt"),
    values: fc.tuple(numeric).map(([one]) => [one]),
  }),
  fc.record({
    key,
    operator: fc.constantFrom<SelectorOperator>("exists", "!"),
    values: fc.constant<string[]>([]),
  }),
);
const labelSets = fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true });

Deno.test("Selector.matches() agrees with a naive evaluator, also when printed and read", () => {
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 4 }), labelSets, (all, labels) => {
      const selector = Selector.of(
        all.map((one) => new Requirement(one.key, one.operator, one.values)),
      );
      const expected = all.every((one) => naive(labels, one.key, one.operator, one.values));
      assertEquals(selector.matches(labels), expected, String(selector));
      const again = parseSelector(String(selector));
      assertEquals(again.matches(labels), expected);
      assertEquals(String(again), String(parseSelector(String(again))));
    }),
    { numRuns: runs(2000) },
  );
});

Deno.test("Selector.exactValue() gives a value that every match has", () => {
  fc.assert(fc.property(fc.array(parts, { maxLength: 4 }), key, labelSets, (all, asked, labels) => {
    const selector = Selector.of(
      all.map((one) => new Requirement(one.key, one.operator, one.values)),
    );
    const exact = selector.exactValue(asked);
    if (exact !== undefined && selector.matches(labels)) assertEquals(labels[asked], exact);
    const must = all.some((one) =>
      one.key === asked && /^(=|==|in)$/.test(one.operator) && one.values.length === 1
    );
    assertEquals(exact !== undefined, must);
  }));
});

Deno.test("Selector does not take a property of every object for a label", () => {
  assert(!parseSelector("constructor").matches({}));
  assert(parseSelector("!toString").matches({}));
  assert(!parseSelector("a").matches(undefined));
  assert(parseSelector("a").matches(JSON.parse('{"a":""}')));
});

Deno.test("Selector.nothing matches nothing, whatever is added; everything matches all", () => {
  const one = new Requirement("a", "exists", []);
  assert(!Selector.nothing.matches({}) && Selector.nothing.with(one).matchesNothing);
  assert(Selector.everything.matches(undefined) && Selector.of([]).matchesEverything);
  assertEquals(String(Selector.everything.with(one)), "a");
});

Deno.test("selectorOf() reads what objects hold", () => {
  assert(selectorOf(undefined).matchesNothing);
  assert(selectorOf({}).matchesEverything);
  const selector = selectorOf({
    matchLabels: { b: "1" },
    matchExpressions: [
      { key: "a", operator: "In", values: ["y", "x"] },
      { key: "c", operator: "NotIn", values: ["z"] },
      { key: "d", operator: "Exists" },
      { key: "e", operator: "DoesNotExist", values: [] },
    ],
  });
  assertEquals(String(selector), "a in (x,y),b=1,c notin (z),d,!e");
  assertEquals(String(selectorOfLabels({ b: "2", a: "1" })), "a=1,b=2");
  assertThrows(
    () => selectorOf({ matchExpressions: [{ key: "a", operator: "Gt", values: ["1"] }] }),
    /^"Gt" is not a valid label selector operator$/,
  );
  assertThrows(
    () => selectorOf({ matchExpressions: [{ key: "a", operator: "In" }] }),
    /^values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty$/,
  );
  assertEquals(printLabelSelector({}), "<none>");
  assertEquals(printLabelSelector({ matchLabels: { a: "-" } }), "<error>");
});

Deno.test("parseLabelSelector() gives what an object would hold", () => {
  assertEquals(parseLabelSelector("a=1,b in (x,y),!c,d,e==2"), {
    matchLabels: { a: "1", e: "2" },
    matchExpressions: [
      { key: "b", operator: "In", values: ["x", "y"] },
      { key: "c", operator: "DoesNotExist", values: [] },
      { key: "d", operator: "Exists", values: [] },
    ],
  });
  assertThrows(() => parseLabelSelector("a>1"), `"gt" isn't supported in label selectors`);
  assertThrows(() => parseLabelSelector("a!=1"), `"!=" is not a valid label selector operator`);
  assertThrows(() => parseLabelSelector("a b"), `couldn't parse the selector string "a b": unable`);
});
