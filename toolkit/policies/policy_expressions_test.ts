import { assertEquals } from "../deps/assert.ts";
import { Unusable } from "./expression.ts";
import { PolicyExpressions } from "./policy_expressions.ts";

const EXPRESSIONS = new PolicyExpressions({
  variables: [
    { name: "count", expression: "int(object.spec.replicas)" },
    { name: "words", expression: 'request.name.split("-")' },
    { name: "user", expression: "request.userInfo" },
    { name: "amount", expression: 'quantity("1Gi")' },
    { name: "maybe", expression: "object.?spec" },
    { name: "kinds", expression: "[request.kind]" },
    { name: "made", expression: "Object{}" },
    { name: "later", expression: "variables.count + 1" },
  ],
});

/** `undefined`: it can be compiled. */
const ROWS: readonly [expression: string, why: RegExp | undefined][] = [
  ["variables.count + 1", undefined],
  ["variables.later + 1", undefined],
  ['variables.count + "a"', /no matching overload for '_\+_' applied to '\(int, string\)'/],
  ["variables.words + [1]", /applied to '\(list\(string\), list\(int\)\)'/],
  ["request.userInfo.nothing", /undefined field 'nothing'/],
  // Of all that is no plain value, no list and no map, a variable doesn't tell what it is.
  ["variables.user.nothing", undefined],
  ["variables.kinds[0].nothing", undefined],
  ["variables.amount.nothing()", /undeclared reference to 'nothing'/],
  ["variables.amount + 1", undefined],
  ["variables.maybe + 1", undefined],
  ["variables.nothing", /undefined field 'nothing'/],
  ["Object{}", /undeclared reference to 'Object'/],
];

for (const [expression, why] of ROWS) {
  Deno.test(`PolicyExpressions.compile() ${why ? "refuses" : "takes"} ${expression}`, () => {
    const { program } = EXPRESSIONS.compile(expression);
    const problem = program instanceof Unusable ? program.why : undefined;
    assertEquals(why?.test(problem ?? "") ?? problem === undefined, true, problem);
  });
}

Deno.test("a variable can't write changes down, though what uses it may", () => {
  const { program } = EXPRESSIONS.variables.get("made") ?? {};
  assertEquals(program instanceof Unusable, true);
  assertEquals(
    EXPRESSIONS.compile("Object{}", { hasPatchTypes: true }).program instanceof Unusable,
    false,
  );
});
