import { assertEquals, assertThrows } from "../../deps/assert.ts";
import { CelEnvironment } from "../environment.ts";
import { activationOf } from "../frame.ts";
import { compileCel } from "../program.ts";
import {
  type AuthorizationAnswer,
  type AuthorizationQuestion,
  AuthorizationQuestions,
  AUTHORIZER_TYPE,
  AuthorizerValue,
  RESOURCE_CHECK_TYPE,
  ResourceCheckValue,
} from "./authorizer.ts";
import { STANDARD_LIBRARIES } from "./mod.ts";

const ENVIRONMENT = new CelEnvironment({
  libraries: STANDARD_LIBRARIES,
  variables: {
    authorizer: AUTHORIZER_TYPE,
    "authorizer.requestResource": RESOURCE_CHECK_TYPE,
  },
});
const LIMIT = 1_000_000;

type Ask = ConstructorParameters<typeof AuthorizationQuestions>[0];

function variables(ask: Ask) {
  const authorizer = new AuthorizerValue(new AuthorizationQuestions(ask));
  const question = { group: "apps", resource: "deployments", namespace: "ns", name: "a" };
  return activationOf({
    authorizer,
    "authorizer.requestResource": new ResourceCheckValue(authorizer, question),
  });
}

/** Says yes to `get`, late. */
function yesToGet(asked: AuthorizationQuestion[]): Ask {
  return (question) => {
    asked.push(question);
    const allowed = question.verb === "get";
    return Promise.resolve({ allowed, reason: allowed ? "may get" : "may not" });
  };
}

async function run(expression: string, ask: Ask) {
  const program = compileCel(expression, ENVIRONMENT);
  const { value, error, cost } = await program.runAsync(variables(ask), LIMIT);
  return [error === undefined ? value : `error: ${error.message}`, cost];
}

const ROWS: readonly [expression: string, value: unknown, cost: number, question?: object][] = [
  ["authorizer.path('/healthz').check('get').allowed()", true, 350003, {
    verb: "get",
    path: "/healthz",
  }],
  ["authorizer.path('/healthz').check('post').reason()", "may not", 350003, {
    verb: "post",
    path: "/healthz",
  }],
  ["authorizer.group('apps').resource('deployments').check('get').allowed()", true, 350004, {
    verb: "get",
    group: "apps",
    resource: "deployments",
  }],
  [
    "authorizer.group('').resource('pods').subresource('log').namespace('ns').name('a')" +
    ".check('get').errored()",
    false,
    350007,
    {
      verb: "get",
      group: "",
      resource: "pods",
      subresource: "log",
      namespace: "ns",
      name: "a",
    },
  ],
  [
    "authorizer.group('').resource('pods').fieldSelector('a=b').labelSelector('c in (d)')" +
    ".check('list').allowed()",
    false,
    350326,
    { verb: "list", group: "", resource: "pods", fieldSelector: "a=b", labelSelector: "c in (d)" },
  ],
  ["authorizer.serviceAccount('ns', 'robot').path('/a').check('get').allowed()", true, 350004, {
    serviceAccount: { namespace: "ns", name: "robot" },
    verb: "get",
    path: "/a",
  }],
  ["authorizer.requestResource.check('get').allowed()", true, 350002, {
    verb: "get",
    group: "apps",
    resource: "deployments",
    namespace: "ns",
    name: "a",
  }],
  ["authorizer.path(' ').check('get').allowed()", "error: path must not be empty", 2],
  [
    "authorizer.group('').resource('').check('get').allowed()",
    "error: resource must not be empty",
    3,
  ],
  ["authorizer.serviceAccount('NS', 'a').path('/')", "error: Invalid service account namespace", 2],
  ["authorizer.serviceAccount('ns', 'A').path('/')", "error: Invalid service account name", 2],
];
for (const [expression, value, cost, question] of ROWS) {
  Deno.test(`the authorizer is asked: ${expression}`, async () => {
    const asked: AuthorizationQuestion[] = [];
    assertEquals(await run(expression, yesToGet(asked)), [value, cost]);
    // Undefined parts are no parts.
    assertEquals(JSON.parse(JSON.stringify(asked)), question === undefined ? [] : [question]);
  });
}

Deno.test("runAsync() asks each question once and pays for the last run only", async () => {
  const asked: AuthorizationQuestion[] = [];
  const twice = "[1, 2].all(x, authorizer.path('/a').check('get').allowed()) && " +
    "!authorizer.path('/b').check('put').allowed()";
  const program = compileCel(twice, ENVIRONMENT);
  const { value, cost } = await program.runAsync(variables(yesToGet(asked)), 2 * LIMIT);
  assertEquals([value, asked.map(({ path }) => path)], [true, ["/a", "/b"]]);
  const inOne = await program.runAsync(
    variables(({ verb }) => ({ allowed: verb === "get", reason: "" })),
    2 * LIMIT,
  );
  assertEquals(cost, inOne.cost);
});

Deno.test("run() throws when an answer isn't there, and works when it is", () => {
  const program = compileCel("authorizer.path('/a').check('get').allowed()", ENVIRONMENT);
  const late = variables(() => Promise.resolve({ allowed: true, reason: "" }));
  assertThrows(() => program.run(late, LIMIT), /waits for an answer/);
  const soon = variables(() => ({ allowed: true, reason: "" }));
  assertEquals(program.run(soon, LIMIT).value, true);
});

Deno.test("no operator swallows a question", async () => {
  const asked: AuthorizationQuestion[] = [];
  const expression = "authorizer.path('/a').check('get').allowed() || true";
  assertEquals(await run(expression, yesToGet(asked)), [true, 350003]);
  assertEquals(asked.length, 1);
});

Deno.test("an authorizer that fails is an answer with an error", async () => {
  const fails = (): Promise<AuthorizationAnswer> => Promise.reject(new Error("no connection"));
  const check = "authorizer.path('/a').check('get')";
  assertEquals((await run(`${check}.allowed()`, fails))[0], false);
  assertEquals((await run(`${check}.errored()`, fails))[0], true);
  assertEquals((await run(`${check}.error()`, fails))[0], "no connection");
});

Deno.test("three questions are more than an expression can pay for", async () => {
  const expression = ["a", "b", "c"]
    .map((path) => `authorizer.path('/${path}').check('get').allowed()`).join(" && ");
  const [error] = await run(expression, yesToGet([]));
  assertEquals(error, "error: operation cancelled: actual cost limit exceeded");
});

Deno.test("runAsync() ends where nobody remembers the answers", async () => {
  const program = compileCel("authorizer.path('/x').check('get').allowed()", ENVIRONMENT);
  const ask: Ask = () => Promise.resolve({ allowed: true, reason: "" });
  const forgetful = {
    resolve: () => new AuthorizerValue(new AuthorizationQuestions(ask)),
  };
  const { error } = await program.runAsync(forgetful, LIMIT);
  assertEquals(error?.message, "operation cancelled: it waits for too many answers");
});
