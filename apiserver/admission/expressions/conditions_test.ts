import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import type { AdmissionRequest } from "../admission.ts";
import { authorizerVariables } from "./questions.ts";
import { systemClock } from "../../../toolkit/clock.ts";
import { MatchConditions, type Verdict } from "./conditions.ts";
import { Evaluation } from "./evaluation.ts";
import { requestActivation } from "./subject.ts";
import { TimeSlice } from "../../../toolkit/time_slice.ts";

const OBJECT = { metadata: { name: "a", labels: { x: "1" } }, data: { list: "abc" } };
const FACTS = {
  kind: { group: "", version: "v1", kind: "ConfigMap" },
  resource: { group: "", version: "v1", resource: "configmaps" },
  name: "a",
  operation: "CREATE",
  userInfo: { username: "jane", groups: ["g"] },
  dryRun: false,
  options: { kind: "CreateOptions" },
};

const authorizer = () =>
  authorizerVariables(
    {
      user: { name: "jane", uid: "", groups: [], extra: {} },
      resource: { group: "", resource: "configmaps" },
      subresource: "",
      namespace: "n",
      name: "a",
    } as unknown as AdmissionRequest,
    {
      authorize({ user, verb, namespace, resource, name }) {
        const asked = [user.name, verb, namespace, resource, name].join(" ");
        const allowed = [
          "jane get n configmaps a",
          "system:serviceaccount:x:y list  pods ",
        ];
        const decision = allowed.includes(asked) ? "allow" : "deny";
        return Promise.resolve({ decision, reason: asked });
      },
    },
  );

const run = (...expressions: string[]) =>
  new MatchConditions(expressions.map((expression, index) => ({ name: `c${index}`, expression })))
    .run(
      new Evaluation({
        base: requestActivation({ object: OBJECT, old: undefined, facts: () => FACTS, authorizer }),
        params: null,
        namespace: null,
        slice: new TimeSlice(systemClock, new AbortController().signal),
      }),
    );

const ROWS: readonly (readonly [expressions: string[], outcome: boolean | RegExp])[] = [
  [["true"], true],
  [["true", "false"], false],
  [['object.metadata.name == "a"'], true],
  [["oldObject == null"], true],
  [["object.data.missing == 1"], /^expression 'object.data.missing == 1' resulted in error: /],
  [["object.data.missing == 1", "false"], false],
  [["has(object.data.list)", '"x" in object.metadata.labels'], true],
  [['request.userInfo.username == "jane" && "g" in request.userInfo.groups'], true],
  [['request.kind.kind == "ConfigMap" && request.resource.resource == "configmaps"'], true],
  [['request.operation == "UPDATE"'], false],
  [["request.dryRun"], false],
  [['request.options.kind == "CreateOptions"'], true],
  [["request.colour == 1"], /^compilation error: compilation failed: .*undefined field 'colour'/s],
  [["1 + 1"], /^compilation error: must evaluate to bool but got int$/],
  [["object.data"], /^compilation error: must evaluate to bool but got dyn$/],
  [['authorizer.requestResource.check("get").allowed()'], true],
  [['authorizer.requestResource.check("delete").allowed()'], false],
  [['authorizer.group("").resource("pods").check("list").allowed()'], false],
  [
    ['authorizer.serviceAccount("x", "y").group("").resource("pods").check("list").allowed()'],
    true,
  ],
  [["namespaceObject == null"], true],
  [["object.("], /^compilation error: compilation failed: ERROR: /],
  [["[1, 2].all(x, object.nothing == x)", "object.no == 1"], /^\[expression .*, expression .*\]$/],
];

for (const [expressions, outcome] of ROWS) {
  Deno.test(`MatchConditions.run() of ${expressions.join(" and ")}`, async () => {
    const verdict = await run(...expressions);
    if (typeof outcome === "boolean") assertEquals(verdict.matches, outcome);
    else {
      assert(verdict.matches === undefined);
      assert(outcome.test(verdict.why), verdict.why);
    }
  });
}

/** Loops in loops: ten times the cost for each. */
const loops = (depth: number) => {
  const many = "[1,2,3,4,5,6,7,8,9,10]";
  return Array.from({ length: depth }, (_, index) => `${many}.all(x${index}, `).join("") + "true" +
    ")".repeat(depth);
};

const missing = "object.data.missing == 1";
const whyMissing = `expression '${missing}' resulted in error: no such key: missing`;
const outOfBudget =
  "validation failed due to running out of cost budget, no further validation rules will be run";
const tooMuch = `expression '${loops(6)}' resulted in error: operation cancelled: actual cost ` +
  "limit exceeded";

const VERDICTS: readonly (readonly [name: string, expressions: string[], Verdict])[] = [
  ["all hold", ["true", loops(3)], { matches: true, failed: 0 }],
  ["one does not", ["true", "false", missing], { matches: false, failed: 0 }],
  ["one can't be told before one that does not", [missing, "false"], { matches: false, failed: 1 }],
  ["the same goes wrong twice", [missing, "true", missing], {
    matches: undefined,
    why: whyMissing,
    kind: "invalid_error",
    failed: 2,
  }],
  ["one is of another type", ["1"], {
    matches: undefined,
    why: "compilation error: must evaluate to bool but got int",
    kind: "compile_error",
    failed: 1,
  }],
  ["two go wrong in two ways", ["1", missing], {
    matches: undefined,
    why: `[compilation error: must evaluate to bool but got int, ${whyMissing}]`,
    kind: "invalid_error",
    failed: 2,
  }],
  ["one alone costs too much", [loops(6), "true"], {
    matches: undefined,
    why: tooMuch,
    kind: "invalid_error",
    failed: 1,
  }],
  ["one costs too much, and another one does not hold", [loops(6), "false"], {
    matches: false,
    failed: 1,
  }],
  ["all together cost too much", [missing, ...Array.from({ length: 40 }, () => loops(5))], {
    matches: undefined,
    why: outOfBudget,
    kind: "out_of_budget",
    failed: 0,
  }],
];

for (const [name, expressions, verdict] of VERDICTS) {
  Deno.test(`MatchConditions.run() tells where ${name}`, async () => {
    assertEquals(await run(...expressions), verdict);
  });
}
