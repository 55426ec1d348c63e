import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import type { AdmissionRequest } from "../admission.ts";
import { authorizerVariables } from "./questions.ts";
import { MatchConditions, requestActivation } from "./conditions.ts";

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
    .run(requestActivation({ object: OBJECT, old: undefined, facts: () => FACTS, authorizer }));

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
  [["request.colour == 1"], /^compilation error: .*undefined field 'colour'/s],
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
  [["object.("], /^compilation error: /],
  [["[1, 2].all(x, object.nothing == x)", "object.no == 1"], /^\[expression .*, expression .*\]$/],
];

for (const [expressions, outcome] of ROWS) {
  Deno.test(`MatchConditions.run() of ${expressions.join(" and ")}`, async () => {
    const verdict = await run(...expressions);
    if (typeof outcome === "boolean") assertEquals(verdict, { matches: outcome });
    else {
      assert(verdict.matches === undefined);
      assert(outcome.test(verdict.why), verdict.why);
    }
  });
}

Deno.test("MatchConditions.run() stops what costs too much, all conditions together", async () => {
  const many = "[1,2,3,4,5,6,7,8,9,10]";
  const loops = (depth: number) =>
    Array.from({ length: depth }, (_, index) => `${many}.all(x${index}, `).join("") + "true" +
    ")".repeat(depth);
  assertEquals(await run(loops(3)), { matches: true });
  const costly = loops(7);
  const verdict = await run(costly);
  assert(verdict.matches === undefined && /cost budget/.test(verdict.why));
  // One by one they are within it.
  const each = loops(5);
  assertEquals(await run(each), { matches: true });
  const together = await run(...Array.from({ length: 40 }, () => each));
  assert(together.matches === undefined && /cost budget/.test(together.why));
});
