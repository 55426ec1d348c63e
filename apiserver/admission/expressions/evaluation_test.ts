import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { ofJson } from "../../../toolkit/cel/mod.ts";
import { PolicyExpressions } from "../../../toolkit/policies/mod.ts";
import { Budget, ExpressionFailure, POLICY_COST_LIMIT } from "./budget.ts";
import { Evaluation } from "./evaluation.ts";
import { TimeSlice } from "../../../toolkit/time_slice.ts";

const numbers = () => Array.from({ length: 100_000 }, (_, index) => index);

const OBJECT = {
  list: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  text: "a",
  // To compare them costs little: they have one element each.
  one: [numbers()],
  other: [numbers()],
};

/** A policy's variables, and a request about {@link OBJECT}; `asked` is what expressions looked at. */
function policy(variables: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const clock = new FakeClock();
  const abort = new AbortController();
  const expressions = new PolicyExpressions({
    paramKind: { apiVersion: "v1", kind: "ConfigMap" },
    variables: Object.entries(variables).map(([name, expression]) => ({ name, expression })),
  });
  const evaluation = new Evaluation({
    base: {
      resolve(name) {
        asked.push(name);
        return name === "object" ? ofJson(OBJECT) : null;
      },
    },
    params: ofJson({ most: 3 }),
    namespace: null,
    slice: new TimeSlice(clock, abort.signal),
  }, expressions.variables);
  const run = (source: string, budget = new Budget(POLICY_COST_LIMIT)) =>
    evaluation.run(expressions.compile(source), budget);
  return { asked, clock, abort, run };
}

/** Loops in loops: ten times the cost for each. */
const loops = (depth: number) =>
  Array.from({ length: depth }, (_, index) => `object.list.all(x${index}, `).join("") +
  "object.text != ''" + ")".repeat(depth);

Deno.test("Evaluation.run() makes a variable when it is asked for, and once", async () => {
  const { run, asked } = policy({
    unused: "object.nothing",
    size: "size(object.list)",
    double: "variables.size + variables.size",
  });
  assertEquals(await run("1 + 1"), 2n);
  assertEquals(asked, []);
  assertEquals(await run("variables.double + variables.double + variables.size"), 50n);
  assertEquals(await run("has(variables.double) && variables.size == 10"), true);
  assertEquals(asked, ["object"]);
});

Deno.test("Evaluation.run() knows parameters, and namespaces that are none", async () => {
  const { run } = policy();
  assertEquals(await run("params.most == 3 && namespaceObject == null"), true);
});

const FAILURES: readonly (readonly [
  name: string,
  source: string,
  variables: Readonly<Record<string, string>>,
  kind: string,
  message: RegExp,
])[] = [
  [
    "an error",
    "object.a",
    {},
    "invalid_error",
    /^expression 'object.a' resulted in error: no such/,
  ],
  [
    "no expression",
    "object.",
    {},
    "compile_error",
    /^compilation error: compilation failed: ERROR/,
  ],
  ["no variable", "variables.b", { a: "1" }, "compile_error", /undefined field 'b'/],
  [
    "a later variable",
    "variables.a",
    { a: "variables.b", b: "1" },
    "invalid_error",
    /composited variable "a" fails to compile: compilation failed: .*undefined field 'b'/s,
  ],
  [
    "a broken variable",
    "variables.a == 1 || variables.a == 2",
    { a: "object.b" },
    "invalid_error",
    /composited variable "a" fails to evaluate: no such key: b$/,
  ],
  ["too much at once", loops(6), {}, "invalid_error", /actual cost limit exceeded$/],
  [
    "too much in a variable",
    "variables.a",
    { a: loops(6) },
    "invalid_error",
    /"a" fails to evaluate: .*actual cost limit exceeded$/,
  ],
];

for (const [name, source, variables, kind, message] of FAILURES) {
  Deno.test(`Evaluation.run() fails for ${name}`, async () => {
    const { run } = policy(variables);
    const error = await assertFailure(run(source));
    assertEquals(error.kind, kind);
    assert(message.test(error.message), error.message);
    // Those that come after it are judged as if it were not there.
    assertEquals(await run("true"), true);
  });
}

Deno.test("Evaluation.run() spends what variables cost, even where nobody minds that they fail", async () => {
  for (const source of ["variables.a", "variables.a || true"]) {
    const { run } = policy({ a: loops(4) });
    const budget = new Budget(20_000);
    const error = await assertFailure(run(source, budget));
    assertEquals(error.kind, "out_of_budget");
    assert(budget.left < 0);
  }
  const { run } = policy({ a: loops(3) });
  const budget = new Budget(20_000);
  await run("variables.a", budget);
  const once = budget.left;
  assert(once < 19_000, `${once}`);
  await run("variables.a", budget);
  assert(once - budget.left < 10, "it is paid for once");
});

/** A comparison of two large values, so many times: each is a two hundredth of the work that may be done. */
const laborious = (times: number) => `lists.range(${times}).all(x, object.one == object.other)`;

/** How often an expression runs before there is too much work. */
async function runsOf(run: () => Promise<unknown>): Promise<number> {
  for (let count = 0;; count++) {
    try {
      assertEquals(await run(), true);
    } catch (error) {
      assert(/too much work$/.test((error as Error).message), String(error));
      return count;
    }
    assert(count < 100, "it never ends");
  }
}

Deno.test("Evaluation.run() counts what costs don't see of all expressions together", async () => {
  const { run } = policy();
  const budget = new Budget(POLICY_COST_LIMIT);
  const runs = await runsOf(() => run(laborious(20), budget));
  assert(runs > 5 && runs <= 10, `${runs} times`);
  assertEquals(await run(laborious(20)), true);
});

Deno.test("Evaluation.run() counts what costs don't see of variables too", async () => {
  const { run } = policy({ a: laborious(12), b: laborious(12) });
  const budget = new Budget(POLICY_COST_LIMIT);
  assertEquals(await run("variables.a && variables.b", budget), true);
  const left = await runsOf(() => run(laborious(20), budget));
  const fresh = new Budget(POLICY_COST_LIMIT);
  const all = await runsOf(() => run(laborious(20), fresh));
  assert(left < all, `${left} times, and ${all} without variables`);
});

Deno.test("Evaluation.run() counts what costs don't see of one expression, in which nobody else has a turn", async () => {
  const error = await assertFailure(policy().run(laborious(80)));
  assert(/too much work$/.test(error.message), error.message);
});

Deno.test("Evaluation.run() bounds how deep variables are made of each other", async () => {
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from(
        { length },
        (_, index) => [`v${index}`, index === 0 ? "1" : `variables.v${index - 1}`],
      ),
    );
  assertEquals(await policy(chain(100)).run("variables.v99"), 1n);
  const error = await assertFailure(policy(chain(5000)).run("variables.v4999"));
  assert(/depends on more than 100 other variables$/.test(error.message), error.message);
});

Deno.test("Evaluation.run() fails where a value is too deep for the runtime", async () => {
  const rows = [
    ["[1]", (one: string) => `${one} + [1]`, "variables.v19999.all(x, x == 1)"],
    ["dyn([1])", (one: string) => `dyn([${one}])`, "variables.v19999 == variables.v19998"],
  ] as const;
  for (const [first, more, source] of rows) {
    const { run } = policy(Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [
        `v${at}`,
        at === 0 ? first : more(`variables.v${at - 1}`),
      ]),
    ));
    // From the ground up: each is made of one that is known.
    for (let at = 0; at < 20_000; at += 50) await run(`size(variables.v${at}) > 0`);
    const error = await assertFailure(run(source));
    assertEquals(error.kind, "invalid_error");
    assert(/operation cancelled: /.test(error.message), error.message);
    assertEquals(await run("true"), true);
  }
});

Deno.test("Evaluation.run() lets others have their turn, and ends with its request", async () => {
  const { run, clock, abort } = policy();
  assertEquals(await run("true"), true);
  assertEquals(clock.pending, 0);
  await clock.advance(10);
  const later = run("true");
  assertEquals(clock.pending, 1);
  await clock.advance(0);
  assertEquals(await later, true);
  // That turn has just begun.
  assertEquals(await run("true"), true);
  await clock.advance(10);
  const ended = run("true");
  abort.abort(new Error("gone"));
  await assertRejects(() => ended, /gone/);
});

async function assertFailure(run: Promise<unknown>): Promise<ExpressionFailure> {
  try {
    await run;
  } catch (error) {
    if (error instanceof ExpressionFailure) return error;
    throw error;
  }
  throw new Error("it did not fail");
}
