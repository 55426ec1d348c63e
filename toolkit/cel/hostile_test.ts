import { mixedText } from "../../testing/mixed_text.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { CelEnvironment } from "./environment.ts";
import { activationOf } from "./frame.ts";
import { STANDARD_LIBRARIES } from "./library/mod.ts";
import { compileCel } from "./program.ts";
import { type CelSchema, typeOfSchema } from "./schema_type.ts";
import { adapterOfSchema } from "./schema_value.ts";
import { CelCompileError } from "./source.ts";
import { DYN, INT, listOf, STRING } from "./type.ts";
import { type CelList, ofJson } from "./values.ts";
import { Work } from "./work.ts";

const ENVIRONMENT = new CelEnvironment({
  libraries: STANDARD_LIBRARIES,
  variables: {
    self: DYN,
    big: STRING,
    text: STRING,
    mixed: STRING,
    li: listOf(INT),
    ls: listOf(STRING),
    many: listOf(INT),
    long: STRING,
    alike: STRING,
  },
});
const LIMIT = 1_000_000;
const BIG = "a".repeat(10 * 1024 * 1024);
const VARIABLES = activationOf({
  self: ofJson({ a: 1, b: "x", l: [1, "a", null], m: Object.fromEntries(Array(10_000).entries()) }),
  big: BIG,
  text: "ab".repeat(60_000),
  mixed: mixedText(60_000),
  li: ofJson([1, 2, 3]),
  ls: ofJson(["a", "b"]),
  many: ofJson(Array(1_000).fill(1)),
  long: "a".repeat(1_000_000),
  // Another text of the same characters.
  alike: JSON.parse(`"${"a".repeat(1_000_000)}"`),
});

/** The first line of the error, or the value. */
function outcome(expression: string): unknown {
  try {
    const { value, error } = compileCel(expression, ENVIRONMENT).run(VARIABLES, LIMIT);
    return error?.message ?? value;
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    return error.message.split("\n")[0]?.replace(/^ERROR: <input>:\d+:\d+: /, "");
  }
}

const TOO_DEEP = "expression recursion limit exceeded: 250";
const TOO_DEAR = "operation cancelled: actual cost limit exceeded";
const NO_OVERLOAD = "no such overload";
const TOO_MUCH = "operation cancelled: too much work";

/** `x` becomes two of itself, again and again: `optional.of(x + x).optMap(x, …)`. */
function doubled(start: string, step: (name: string) => string, times: number, end: string) {
  let expression = end;
  for (let i = times; i > 0; i--) {
    const from = i === 1 ? start : `x${i - 1}`;
    expression = `optional.of(${step(from)}).optMap(x${i}, ${expression}).value()`;
  }
  return expression;
}

const twice = (name: string) => `${name} + ${name}`;
const pair = (name: string) => `[${name}, ${name}]`;

const HOSTILE: readonly [name: string, expression: string, outcome: unknown][] = [
  ["parentheses", "(".repeat(1_000) + "1" + ")".repeat(1_000), TOO_DEEP],
  ["lists", "[".repeat(1_000) + "]".repeat(1_000), TOO_DEEP],
  ["maps", "{1:".repeat(1_000) + "1" + "}".repeat(1_000), TOO_DEEP],
  ["calls", "size(".repeat(1_000) + "1" + ")".repeat(1_000), TOO_DEEP],
  ["conditions", "true ? 1 : ".repeat(1_000) + "1", TOO_DEEP],
  ["sums", "1" + " + 1".repeat(1_000), TOO_DEEP],
  ["selections", "self" + ".a".repeat(1_000), TOO_DEEP],
  ["nots", "!".repeat(10_000) + "true", true],
  ["minuses", "-".repeat(10_000) + "1", 1n],
  ["alternatives", "false || ".repeat(5_000) + "true", true],
  [
    "a source of 10 MB",
    `"${BIG}"`,
    "expression code point size exceeds limit: size: 10485762, limit 100000",
  ],
  ["a list of constants", `[${"1,".repeat(40_000)}].size()`, 40_000n],
  ["a number of 90,000 digits", "9".repeat(90_000), "invalid int literal"],
  ["a broken text", '"' + "\\x".repeat(40_000) + '"', "Syntax error: invalid escape sequence: \\x"],
  ["a pattern that is large", "mixed.matches('(a|b)*a(a|b){900}$')", TOO_MUCH],
  ["a pattern that is large in a variable", "mixed.matches('(a|b)*' + 'a(a|b){900}$')", TOO_MUCH],
  ["a pattern that is large for a text that repeats itself", "text.matches('b(a|b){900}$')", true],
  [
    "patterns that are made as it runs",
    "lists.range(1000).exists(x, mixed.substring(0, 9).matches(string(x) + 'a{900}'))",
    TOO_MUCH,
  ],
  [
    "a pattern that is too large",
    `'a'.matches('${"a{1000}".repeat(40)}')`,
    "invalid matches argument",
  ],
  [
    "a pattern that is too large in a variable",
    `'a'.matches('' + '${"a{1000}".repeat(40)}')`,
    "error parsing regexp: expression too large: about 40072 instructions, of 30000 at the most",
  ],
  ["a search for a pattern that is large", "text.find('(a|b)*a(a|b){900}$')", TOO_MUCH],
  ["searches that read to the end each", "text.findAll('(?:a.*c)|a').size() > 0", TOO_MUCH],
  ["a pattern that explodes elsewhere", "big.matches('(a+)+$')", TOO_DEAR],
  [
    "the same as a function",
    "[1, 2, 3, 4].exists(x, matches(big, '(a+)+$' + '(a|b|ab)*' + '[a-z]{20}'))",
    TOO_MUCH,
  ],
  [
    "a pattern with a large count",
    "'a'.matches('((a{100}){100}){100}')",
    "invalid matches argument",
  ],
  ["a text that is looked for in itself", "big.contains(big)", TOO_DEAR],
  ["a text that is split", "big.split('').size()", TOO_DEAR],
  ["a text that grows", doubled("big", twice, 30, "x30.size()"), TOO_DEAR],
  ["a text that grows and costs nothing", doubled("dyn(big)", twice, 30, "x30 == 1"), TOO_MUCH],
  ["bytes that grow and cost nothing", doubled("dyn(b'ab')", twice, 40, "x40 == 1"), TOO_MUCH],
  [
    "texts that are compared and cost nothing",
    "lists.range(1000).exists(x, dyn(big) < dyn(big))",
    TOO_MUCH,
  ],
  ["a list that grows", doubled("li", twice, 50, "x50.size()"), 3n * 2n ** 50n],
  ["a list that grows, gone through", doubled("li", twice, 50, "x50.all(x, x > 0)"), TOO_MUCH],
  ["a list that grows, searched", doubled("li", twice, 50, "4 in x50"), TOO_DEAR],
  ["a list that grows, summed up", doubled("li", twice, 50, "x50.sum()"), TOO_MUCH],
  ["a list that grows, sorted", doubled("li", twice, 50, "x50.sort()"), TOO_DEAR],
  ["a list that grows, joined", doubled("ls", twice, 50, "x50.join()"), TOO_MUCH],
  [
    "lists in lists, compared",
    doubled("li", pair, 30, `optional.of(x30).value() == ${doubled("[1, 2, 3]", pair, 30, "x30")}`),
    TOO_MUCH,
  ],
  ["lists in lists, printed", doubled("li", pair, 30, "'%s'.format([x30]).size()"), TOO_MUCH],
  ["lists in lists, flattened", doubled("li", pair, 30, "x30.flatten(1000).size()"), TOO_MUCH],
  ["a list for a key", "self[[1]]", "invalid qualifier type: list"],
  ["a list for a key, later", "self[self.l]", "invalid qualifier type: list"],
  ["a null for an optional", "null.hasValue()", "no such overload: hasValue(null_type)"],
  ["a sum of all sorts", "self.l.sum()", "no such overload"],
  ["a range without an end", "lists.range(9223372036854775807)", TOO_DEAR],
  [
    "folds in folds",
    "lists.range(1000).all(a, lists.range(1000).all(b, lists.range(1000).all(c, a + b + c >= 0)))",
    TOO_DEAR,
  ],
  [
    "a precision",
    "'%.999999999f'.format([1.5])",
    "could not parse formatting clause: error while " +
    "parsing precision: error while converting precision to integer: more than 1000: 999999999",
  ],
  ["a quantity", "quantity('1e999999999').add(1)", /.*/],
  ["an address", "isIP(big)", TOO_DEAR],
  ["a name of an inherited field", "self.constructor", "no such key: constructor"],
  [
    "a variable of an inherited name",
    "toString",
    "undeclared reference to 'toString' (in container '')",
  ],
  [
    "a function of an inherited name",
    "constructor(1)",
    "undeclared reference to 'constructor' (in container '')",
  ],
  ["a prototype", "self.__proto__", "no such key: __proto__"],
  [
    "errors that nobody reads",
    "many.all(x, many.all(y, 1 / 0 == 1 || true))",
    TOO_MUCH,
  ],
  ["keys that are counted again and again", "many.all(x, self.m.size() > 0)", TOO_MUCH],
  ["long texts in lists that are compared", "many.all(x, [long] == [alike])", TOO_MUCH],
  [
    "numbers among what counts as texts",
    "(ls + self.l).map(x, x.split(''))",
    `${NO_OVERLOAD}: split(int, string)`,
  ],
  [
    "null as what a text was asked of",
    "self.l.reverse().map(x, x.split(''))",
    `${NO_OVERLOAD}: split(null_type, string)`,
  ],
  ["texts among what counts as numbers", "(li + self.l).map(x, x - 1)", NO_OVERLOAD],
];
for (const [name, expression, wanted] of HOSTILE) {
  Deno.test(`an expression is bounded: ${name}`, () => {
    const found = outcome(expression);
    if (wanted instanceof RegExp) assert(wanted.test(String(found)));
    else assertEquals(found, wanted);
  });
}

const ATOMS = ["self", "self.a", "self.l", "big", "li", "ls", "1", "-1", "2.5", "1u", "'a'", "b'a'"]
  .concat(["true", "null", "[]", "{}", "x", "timestamp('2024-01-01T00:00:00Z')", "duration('1s')"]);
const OPERATORS = ["+", "-", "*", "/", "%", "==", "<", ">=", "&&", "||", "in"];
const MEMBERS = ["size()", "sum()", "split('')", "matches('a')", "sort()", "join()", "nothing", "a"]
  .concat(["distinct()", "flatten()", "contains('a')", "format([1])", "hasValue()", "reverse()"]);
const MACROS = ["all", "exists", "exists_one", "map", "filter", "sortBy"];

/** Lists whose elements count as of one type and may be of others. */
const LISTS = ["(ls + self.l)", "(li + self.l)", "self.l.reverse()", "[[], self.l]", "[ls, self]"];

/** Expressions that make sense, and some that do not. */
const anyExpression = fc.letrec<{ e: string }>((tie) => ({
  e: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...ATOMS, ...LISTS),
    fc.tuple(tie("e"), fc.constantFrom(...OPERATORS), tie("e"))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc.tuple(tie("e"), fc.constantFrom(...MEMBERS)).map(([on, member]) => `${on}.${member}`),
    fc.tuple(tie("e"), fc.constantFrom(...MACROS), tie("e"))
      .map(([on, macro, inner]) => `${on}.${macro}(x, ${inner})`),
    fc.tuple(tie("e"), tie("e")).map(([on, index]) => `${on}[${index}]`),
    fc.tuple(tie("e"), tie("e"), tie("e")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.array(tie("e"), { maxLength: 3 }).map((all) => `[${all.join(", ")}]`),
    fc.tuple(tie("e"), tie("e")).map(([key, value]) => `{${key}: ${value}}`),
    tie("e").map((of) => `optional.of(${of}).optMap(x, x)`),
    tie("e").map((of) => `dyn(${of})`),
  ),
})).e;

Deno.test("no expression crashes, and none costs more than it may", () => {
  fc.assert(
    fc.property(anyExpression, (expression) => {
      let program;
      try {
        program = compileCel(expression, ENVIRONMENT);
      } catch (error) {
        assert(error instanceof CelCompileError, String(error));
        return;
      }
      const { cost, error } = program.run(VARIABLES, 10_000);
      assert(cost <= 10_000 || error?.name === "CelLimitError", `${cost}: ${error}`);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("no text crashes the parser", () => {
  const words = fc.constantFrom(
    ..."( ) [ ] { } . , ? : ! - + && || == in 1 'a' \" ''' r' b\" \\ has x _ / //"
      .split(" "),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words).map((all) => all.join("")),
        fc.string({ unit: "binary" }),
      ),
      (text) => {
        try {
          compileCel(text, ENVIRONMENT);
        } catch (error) {
          assert(error instanceof CelCompileError, String(error));
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

const SCHEMA: CelSchema = {
  type: "object",
  properties: {
    s: { type: "string", maxLength: 20 },
    i: { type: "integer" },
    l: { type: "array", maxItems: 5, items: { type: "string", maxLength: 10 } },
    m: { type: "object", maxProperties: 4, additionalProperties: { type: "integer" } },
  },
};
const SELF = typeOfSchema(SCHEMA, "Test") ?? DYN;
const TYPED = new CelEnvironment({ libraries: STANDARD_LIBRARIES, variables: { self: SELF } });

const anyObject = fc.record({
  s: fc.string({ maxLength: 20 }),
  i: fc.integer(),
  l: fc.array(fc.string({ maxLength: 10 }), { maxLength: 5 }),
  m: fc.dictionary(fc.string({ maxLength: 3 }), fc.integer(), { maxKeys: 4 }),
});

/** Rules as people write them: no list or text is longer than the schema lets it be. */
const ESTIMATED = [
  "self.s.size() > 1 && self.l.all(x, x.startsWith(self.s))",
  "self.l.exists(x, x == self.s) || self.i in [1, 2, 3]",
  "self.l.all(x, self.l.exists_one(y, y == x))",
  "self.s.matches('^[a-z]+$') ? self.l.size() < 3 : self.m.size() > 0",
  "self.m.all(k, self.m[k] > self.i)",
  "(self.s + self.s).contains(self.s.lowerAscii())",
  "self.s.split(',').size() < 3 && self.s.replace('a', 'bb').size() < 50",
  "self.l.isSorted() && sets.contains(self.l, [self.s])",
  "self.s in self.l && self.l.indexOf(self.s) > 0",
  "self.l == self.l && self.s < 'zzz' && isURL(self.s) && isQuantity(self.s)",
  "has(self.s) && self.?l[?0].orValue('') == self.s",
];
for (const expression of ESTIMATED) {
  Deno.test(`an estimate is no less than the cost: ${expression}`, () => {
    const program = compileCel(expression, TYPED);
    const { max } = program.estimate();
    fc.assert(fc.property(anyObject, (object) => {
      const self = adapterOfSchema(SCHEMA)(object);
      const { cost } = program.run(activationOf({ self }), LIMIT);
      assert(cost <= max, `${cost} > ${max}`);
    }));
  });
}

Deno.test("values of one run are walked through whatever another run had left", () => {
  const list = compileCel("li + li", ENVIRONMENT).run(VARIABLES, LIMIT).value as CelList;
  const spent = new Work();
  spent.left = 0;
  const { error } = compileCel("li == [1, 2, 4]", ENVIRONMENT).run(VARIABLES, LIMIT, spent);
  assertEquals(error?.message, TOO_MUCH);
  assertEquals([...list], [1n, 2n, 3n, 1n, 2n, 3n]);
});
