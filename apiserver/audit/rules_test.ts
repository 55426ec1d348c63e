import { assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import { requestInfoOf } from "../http/request_info.ts";
import type { Policy, PolicyRule } from "./policy.ts";
import { judgeOf, type RuleSubject } from "./rules.ts";

const user = (name: string, ...groups: string[]): User => ({ name, uid: "", groups, extra: {} });
const ANN = user("ann", "staff", "all");

const asked = (method: string, path: string, query = "") => requestInfoOf(method, path, query);
const POD = asked("GET", "/api/v1/namespaces/shop/pods/web");
const LOG = asked("GET", "/api/v1/namespaces/shop/pods/web/log");
const NODES = asked("GET", "/api/v1/nodes");
const SCALE = asked("PUT", "/apis/apps/v1/namespaces/shop/deployments/web/scale");
const HEALTH = asked("GET", "/healthz/ping");

Deno.test("judgeOf() matches rules as they are written", () => {
  const cases: [rule: Partial<PolicyRule>, subject: RuleSubject, matches: boolean][] = [
    [{}, POD, true],
    [{}, HEALTH, true],
    [{ users: ["ann"] }, POD, true],
    [{ users: ["bob"] }, POD, false],
    [{ userGroups: ["x", "staff"] }, POD, true],
    [{ userGroups: ["x"] }, POD, false],
    [{ users: ["ann"], userGroups: ["x"] }, POD, false],
    [{ verbs: ["get"] }, POD, true],
    [{ verbs: ["list"] }, POD, false],
    [{ verbs: ["*"] }, POD, false],
    [{ namespaces: ["shop"] }, POD, true],
    [{ namespaces: ["shop"] }, NODES, false],
    [{ namespaces: [""] }, NODES, true],
    [{ namespaces: [""] }, HEALTH, false],
    [{ resources: [{}] }, POD, true],
    [{ resources: [{}] }, SCALE, false],
    [{ resources: [{}] }, HEALTH, false],
    [{ resources: [{ group: "*" }] }, SCALE, true],
    [{ resources: [{ resources: ["pods"] }] }, POD, true],
    [{ resources: [{ resources: ["pods"] }] }, LOG, false],
    [{ resources: [{ resources: ["pods/log"] }] }, LOG, true],
    [{ resources: [{ resources: ["pods/log"] }] }, POD, false],
    [{ resources: [{ resources: ["pods/*"] }] }, LOG, true],
    [{ resources: [{ resources: ["pods/*"] }] }, POD, true],
    [{ resources: [{ resources: ["*/log"] }] }, LOG, true],
    [{ resources: [{ resources: ["*/scale"] }] }, LOG, false],
    [{ resources: [{ resources: ["*"] }] }, LOG, true],
    [{ resources: [{ group: "apps", resources: ["deployments/scale"] }] }, SCALE, true],
    [{ resources: [{ resources: ["pods"], resourceNames: ["web"] }] }, POD, true],
    [{ resources: [{ resources: ["pods"], resourceNames: ["db"] }] }, POD, false],
    [{ resources: [{ resources: ["x"] }, { resources: ["pods"] }] }, POD, true],
    [{ nonResourceURLs: ["/healthz/ping"] }, HEALTH, true],
    [{ nonResourceURLs: ["/healthz"] }, HEALTH, false],
    [{ nonResourceURLs: ["/healthz*"] }, HEALTH, true],
    [{ nonResourceURLs: ["/healthz/*"] }, HEALTH, true],
    [{ nonResourceURLs: ["*"] }, HEALTH, true],
    [{ nonResourceURLs: ["*"] }, POD, false],
    [{ nonResourceURLs: ["/livez*"] }, HEALTH, false],
  ];
  for (const [rule, subject, matches] of cases) {
    const judge = judgeOf({ rules: [{ level: "Metadata", ...rule }] }, "kubernetes");
    const expected = matches ? "Metadata" : "None";
    assertEquals(judge(ANN, subject).level, expected, JSON.stringify([rule, subject.path]));
  }
});

Deno.test("judgeOf() takes the first rule that matches, and joins what is omitted", () => {
  const judge = judgeOf({
    omitStages: ["RequestReceived"],
    omitManagedFields: true,
    rules: [
      { level: "None", users: ["bob"] },
      { level: "Request", verbs: ["get"], omitStages: ["Panic"], omitManagedFields: false },
      { level: "RequestResponse" },
    ],
  }, "kubernetes");
  const shown = ({ level, omitStages, omitManagedFields }: ReturnType<typeof judge>) => [
    level,
    [...omitStages].sort(),
    omitManagedFields,
  ];
  assertEquals(shown(judge(user("bob"), POD)), ["None", ["RequestReceived"], true]);
  assertEquals(shown(judge(ANN, POD)), ["Request", ["Panic", "RequestReceived"], false]);
  assertEquals(shown(judge(ANN, SCALE)), ["RequestResponse", ["RequestReceived"], true]);
});

Deno.test("judgeOf() matches no rule that names users where nobody knows who asks", () => {
  const rules = [{ users: [""] }, { userGroups: [""] }, { users: ["ann"] }];
  for (const rule of rules) {
    const judge = judgeOf({ rules: [{ level: "Metadata", ...rule }] }, "kubernetes");
    assertEquals(judge(undefined, POD).level, "None");
  }
  assertEquals(
    judgeOf({ rules: [{ level: "Metadata" }] }, "orch")(undefined, POD).level,
    "Metadata",
  );
});

Deno.test("judgeOf() takes groups in either dialect's names", () => {
  const rules = (group: string) => ({ rules: [{ level: "Metadata", resources: [{ group }] }] });
  const roles = (group: string) => asked("GET", `/apis/${group}/v1/roles`);
  const names = ["rbac.authorization.k8s.io", "rbac.authorization.orch.io"] as const;
  for (const [dialect, own] of [["kubernetes", names[0]], ["orch", names[1]]] as const) {
    for (const name of names) {
      assertEquals(judgeOf(rules(name), dialect)(ANN, roles(own)).level, "Metadata");
    }
  }
});

/** The rules word for word, as slowly as it likes. */
function naive(policy: Policy, who: User | undefined, one: RuleSubject): string {
  for (const rule of policy.rules ?? []) {
    const has = (list: readonly string[] | null | undefined, value: string) =>
      !list?.length || list.includes(value);
    if (rule.users?.length && !(who && rule.users.includes(who.name))) continue;
    if (rule.userGroups?.length && !who?.groups.some((g) => rule.userGroups!.includes(g))) continue;
    if (!has(rule.verbs, one.verb)) continue;
    if (rule.namespaces?.length || rule.resources?.length) {
      if (!one.isResource || !has(rule.namespaces, one.namespace)) continue;
      const full = one.subresource ? `${one.resource}/${one.subresource}` : one.resource;
      const fits = !rule.resources?.length ||
        rule.resources.some((choice) =>
          ((choice.group ?? "") === one.group || choice.group === "*") &&
          (!choice.resources?.length ||
            choice.resources.some((res) =>
              has(choice.resourceNames, one.name) && (
                res === "*" || res === full ||
                one.subresource !== "" && (
                    res === `*/${one.subresource}` || res === `${one.resource}/*`
                  )
              )
            ))
        );
      if (!fits) continue;
    } else if (rule.nonResourceURLs?.length) {
      if (one.isResource) continue;
      const fits = rule.nonResourceURLs.some((url) =>
        url === "*" || url === one.path ||
        url.endsWith("*") && one.path.startsWith(url.slice(0, -1))
      );
      if (!fits) continue;
    }
    return rule.level;
  }
  return "None";
}

Deno.test("judgeOf() says what the rules say word for word", () => {
  const some = (...values: string[]) => fc.subarray(values, { maxLength: 2 });
  const rule = fc.record({
    level: fc.constantFrom("None", "Metadata", "Request", "RequestResponse"),
    users: some("ann", "bob"),
    userGroups: some("staff", "others"),
    verbs: some("get", "list", "update", "watch"),
    namespaces: some("shop", "", "other"),
    resources: fc.array(
      fc.record({
        group: fc.constantFrom("", "apps", "*"),
        resources: some("pods", "pods/log", "*/scale", "deployments/*", "*", "nodes"),
        resourceNames: some("web", "", "db"),
      }),
      { maxLength: 2 },
    ),
    nonResourceURLs: some("/healthz*", "/healthz/ping", "*", "/version"),
  }, { requiredKeys: ["level"] });
  const subject = fc.constantFrom(POD, LOG, NODES, SCALE, HEALTH, asked("GET", "/version"));
  const who = fc.constantFrom(undefined, ANN, user("bob"), user("eve", "others"));
  fc.assert(fc.property(fc.array(rule, { maxLength: 5 }), who, subject, (rules, one, about) => {
    const policy = { rules } as Policy;
    assertEquals(judgeOf(policy, "kubernetes")(one, about).level, naive(policy, one, about));
  }));
});
