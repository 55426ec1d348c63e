import { attributesOf } from "../../../testing/access_attributes.ts";
import {
  bindingOf,
  type PolicyObject,
  roleOf,
  RolesInMemory,
} from "../../../testing/roles_in_memory.ts";
import { runs } from "../../../testing/requirements.ts";
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Subject,
} from "../../../toolkit/api/rbac_v1.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import type { Attributes } from "../authorizer.ts";
import type { Verdict } from "../../../toolkit/authorization/verdict.ts";
import { rbacAuthorizer } from "./authorizer.ts";

const call = { signal: new AbortController().signal };

const JANE: User = { name: "jane", uid: "", groups: ["devs", "ops"], extra: {} };

function of(parts: Partial<Attributes> = {}): Attributes {
  return attributesOf(JANE, parts);
}

const path = (path: string, verb = "get") => of({ isResource: false, path, verb, namespace: "" });

const decided = (roles: RolesInMemory, attributes: Attributes) =>
  rbacAuthorizer(roles.index, NAMES.kubernetes).authorize(attributes, call) as Verdict;

const user = (name: string): Subject => ({ kind: "User", name });
const group = (name: string): Subject => ({ kind: "Group", name });
const account = (name: string, namespace?: string): Subject => ({
  kind: "ServiceAccount",
  name,
  ...(namespace !== undefined && { namespace }),
});

const PODS: PolicyRule = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };

/** One role of one rule, bound to jane in one namespace, or in the cluster. */
function janeHas(rule: PolicyRule, namespace = "shop"): RolesInMemory {
  return new RolesInMemory([
    roleOf("", "r", [rule]),
    bindingOf(namespace, "b", "ClusterRole/r", [user("jane")]),
  ]);
}

const REFUSED: [what: string, rule: PolicyRule, asked: Attributes][] = [
  ["another verb", PODS, of({ verb: "list" })],
  ["another group", PODS, of({ group: "apps" })],
  ["another resource", PODS, of({ resource: "secrets" })],
  ["a subresource of the resource", PODS, of({ subresource: "log" })],
  ["the resource of a subresource", { ...PODS, resources: ["pods/log"] }, of()],
  [
    "the subresource of any, without one",
    { ...PODS, resources: ["*/log"] },
    of({ resource: "log" }),
  ],
  [
    "a longer subresource than that of any",
    { ...PODS, resources: ["*/log"] },
    of({ subresource: "xlog" }),
  ],
  ["another name", { ...PODS, resourceNames: ["a"] }, of({ name: "b" })],
  ["no name, where names are listed", { ...PODS, resourceNames: ["a"] }, of()],
  ["another namespace", PODS, of({ namespace: "other" })],
  ["the whole cluster", PODS, of({ namespace: "" })],
  ["somebody else", PODS, of({ user: { ...JANE, name: "Jane" } })],
  ["a group of the name of the user", PODS, of({ user: { ...JANE, name: "x", groups: ["jane"] } })],
  ["a path by a rule of resources", { ...PODS, verbs: ["*"], resources: ["*"] }, path("/metrics")],
  ["a resource by a rule of paths", { verbs: ["*"], nonResourceURLs: ["*"] }, of()],
  ["a resource without groups", { verbs: ["*"], resources: ["*"] }, of()],
  ["no verbs", { ...PODS, verbs: [] }, of()],
  ["a prefix that is none", { ...PODS, resources: ["po*"] }, of()],
  ["a group's prefix that is none", { ...PODS, apiGroups: ["app*"] }, of({ group: "apps" })],
];

Deno.test("rbacAuthorizer() has no opinion on what no rule allows", () => {
  for (const [what, rule, asked] of REFUSED) {
    assertEquals(decided(janeHas(rule), asked), { decision: "no opinion", reason: "" }, what);
  }
});

const PATHS_REFUSED: [what: string, url: string, asked: string][] = [
  ["another path", "/metrics", "/metricsx"],
  ["a path below", "/metrics", "/metrics/a"],
  ["what a star does not begin", "/debug/*", "/debug"],
  ["a star inside", "/a/*/c", "/a/b/c"],
];

Deno.test("rbacAuthorizer() goes by paths as they are written", () => {
  for (const [what, url, asked] of PATHS_REFUSED) {
    const roles = janeHas({ verbs: ["get"], nonResourceURLs: [url] }, "");
    assertEquals(decided(roles, path(asked)).decision, "no opinion", what);
  }
  for (
    const [url, asked] of [
      ["/debug/*", "/debug/"],
      ["/debug/*", "/debug/a/b"],
      ["/debug*", "/debugger"],
      ["/debug***", "/debug"],
      ["/a/*/c", "/a/*/c"],
      ["*", "/"],
    ] as const
  ) {
    const roles = janeHas({ verbs: ["get"], nonResourceURLs: [url] }, "");
    assertEquals(decided(roles, path(asked)).decision, "allow", `${url} ${asked}`);
    assertEquals(decided(roles, path(asked, "post")).decision, "no opinion", `${url} ${asked}`);
    // Bindings in a namespace are of no use for paths.
    const local = janeHas({ verbs: ["get"], nonResourceURLs: [url] }, "shop");
    assertEquals(decided(local, path(asked)).decision, "no opinion", `${url} ${asked}`);
  }
});

Deno.test("rbacAuthorizer() says by which binding something is allowed", () => {
  const robot: User = { ...JANE, name: "system:serviceaccount:shop:robot", groups: [] };
  const cases: [binding: PolicyObject, who: User, reason: string][] = [
    [
      bindingOf("", "b", "ClusterRole/r", [user("x"), group("ops"), user("jane")]),
      JANE,
      'ClusterRoleBinding "b" of ClusterRole "r" to Group "ops"',
    ],
    [
      bindingOf("shop", "b", "ClusterRole/r", [user("jane"), group("ops")]),
      JANE,
      'RoleBinding "b/shop" of ClusterRole "r" to User "jane"',
    ],
    [
      bindingOf("shop", "b", "Role/r", [account("robot")]),
      robot,
      'RoleBinding "b/shop" of Role "r" to ServiceAccount "robot/shop"',
    ],
    [
      bindingOf("", "b", "ClusterRole/r", [account("robot", "shop")]),
      robot,
      'ClusterRoleBinding "b" of ClusterRole "r" to ServiceAccount "robot/shop"',
    ],
  ];
  for (const [binding, who, reason] of cases) {
    const roles = new RolesInMemory([
      roleOf("", "r", [PODS]),
      roleOf("shop", "r", [PODS]),
      binding,
    ]);
    assertEquals(decided(roles, of({ user: who })), {
      decision: "allow",
      reason: `RBAC: allowed by ${reason}`,
    });
  }
});

Deno.test("rbacAuthorizer() lets accounts be bound only where they have a namespace", () => {
  const robot: User = { ...JANE, name: "system:serviceaccount:shop:robot", groups: [] };
  const refused: PolicyObject[] = [
    bindingOf("", "b", "ClusterRole/r", [account("robot")]),
    bindingOf("shop", "b", "ClusterRole/r", [account("robot", "other")]),
    bindingOf("shop", "b", "ClusterRole/r", [account("shop:robot", "")]),
    bindingOf("shop", "b", "ClusterRole/r", [group(robot.name)]),
    bindingOf("shop", "b", "ClusterRole/r", [{ kind: "Robot", name: robot.name }]),
  ];
  for (const binding of refused) {
    const roles = new RolesInMemory([roleOf("", "r", [PODS]), binding]);
    assertEquals(
      decided(roles, of({ user: robot })).decision,
      "no opinion",
      JSON.stringify(binding),
    );
  }
});

Deno.test("rbacAuthorizer() tells of roles that are not there, and heeds the others", () => {
  const roles = new RolesInMemory([
    bindingOf("", "a", "ClusterRole/gone", [user("jane")]),
    bindingOf("shop", "b", "Role/lost", [group("ops")]),
    bindingOf("shop", "c", "Role/lost", [group("devs")]),
    bindingOf("shop", "d", "ClusterRole/r", [user("jane")]),
    roleOf("", "r", [PODS]),
    // A role of another namespace is none here.
    roleOf("other", "lost", [{ ...PODS, verbs: ["*"] }]),
  ]);
  const missing = '[clusterrole.rbac.authorization.k8s.io "gone" not found, ' +
    'role.rbac.authorization.k8s.io "lost" not found]';
  assertEquals(decided(roles, of()).decision, "allow");
  assertEquals(decided(roles, of({ verb: "list" })).reason, `RBAC: ${missing}`);
  const { rulesOf } = rbacAuthorizer(roles.index, NAMES.kubernetes);
  assertEquals(rulesOf?.(JANE, "shop", call), {
    resourceRules: [PODS],
    nonResourceRules: [],
    incomplete: false,
    evaluationError: missing,
  });
  // It is heeded once it is there.
  const lost = roleOf("shop", "lost", [{ ...PODS, verbs: ["list"] }]);
  roles.put(lost);
  assertEquals(decided(roles, of({ verb: "list" })).decision, "allow");
  roles.delete(lost);
  assertEquals(decided(roles, of({ verb: "list" })).decision, "no opinion");
});

/** As few names as make all of them meet. */
const word = fc.constantFrom("a", "b", "*");
const words = fc.array(word, { maxLength: 2 });
const resources = fc.array(fc.constantFrom("a", "b", "*", "a/s", "*/s", "b/t", "*/t"), {
  maxLength: 2,
});
const urls = fc.array(fc.constantFrom("/a", "/a/*", "*", "/a/b", "/*/b"), { maxLength: 2 });
const namespace = fc.constantFrom("", "n", "m");
const rule: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: words,
  apiGroups: words,
  resources,
  resourceNames: fc.array(fc.constantFrom("a", "b"), { maxLength: 1 }),
  nonResourceURLs: urls,
});
const subject: fc.Arbitrary<Subject> = fc.record({
  kind: fc.constantFrom("User", "Group", "ServiceAccount"),
  name: fc.constantFrom("a", "b", "system:serviceaccount:n:a"),
  namespace: fc.constantFrom("", "n", "m"),
});
const role = fc.tuple(namespace, word, fc.array(rule, { maxLength: 3 }))
  .map(([namespace, name, rules]) => roleOf(namespace, name, rules));
const binding = fc.tuple(
  namespace,
  fc.constantFrom("a", "b", "c", "d"),
  fc.constantFrom("Role", "ClusterRole"),
  word,
  fc.array(subject, { maxLength: 3 }),
).map(([namespace, name, kind, role, subjects]) =>
  bindingOf(namespace, name, `${kind}/${role}`, subjects)
);
const step = fc.tuple(
  fc.constantFrom("put", "put", "put", "delete"),
  fc.oneof(role, binding),
);
const asked: fc.Arbitrary<Attributes> = fc.record({
  user: fc.record({
    name: fc.constantFrom("a", "b", "system:serviceaccount:n:a", "system:serviceaccount:m:b"),
    uid: fc.constant(""),
    groups: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
    extra: fc.constant({}),
  }),
  isResource: fc.boolean(),
  verb: fc.constantFrom("a", "b", "c"),
  path: fc.constantFrom("/a", "/a/b", "/a/", "/", "/x/b"),
  group: fc.constantFrom("a", "b", "c"),
  version: fc.constant("v1"),
  namespace,
  resource: fc.constantFrom("a", "b", "c"),
  subresource: fc.constantFrom("", "s", "t"),
  name: fc.constantFrom("", "a", "b"),
});

/** What the index is to come to, found by looking at everything each time. */
function naive(objects: readonly PolicyObject[], asked: Attributes): boolean {
  const { user, namespace, verb, group, resource, subresource, name, path } = asked;
  const has = (list: readonly string[] | undefined, text: string) =>
    list?.some((one) => one === "*" || one === text) ?? false;
  const isSubject = (subject: Subject, place: string) => {
    if (subject.kind === "User") return subject.name === user.name;
    if (subject.kind === "Group") return user.groups.includes(subject.name);
    const home = subject.namespace || place;
    return home !== "" && user.name === `system:serviceaccount:${home}:${subject.name}`;
  };
  const combined = subresource === "" ? resource : `${resource}/${subresource}`;
  const allows = (rule: PolicyRule) => {
    if (!has(rule.verbs, verb)) return false;
    if (!asked.isResource) {
      return rule.nonResourceURLs?.some((url) =>
        url === path || url.endsWith("*") && path.startsWith(url.slice(0, -1))
      ) ?? false;
    }
    const names = rule.resourceNames ?? [];
    return has(rule.apiGroups, group) && (names.length === 0 || names.includes(name)) &&
      (has(rule.resources, combined) ||
        subresource !== "" && (rule.resources?.includes(`*/${subresource}`) ?? false));
  };
  return objects.some((object) => {
    if (!("roleRef" in object)) return false;
    const { roleRef, subjects = [] } = object as ClusterRoleBinding;
    const place = (object.metadata as { namespace?: string }).namespace ?? "";
    if (place !== "" && place !== namespace) return false;
    if (!subjects.some((one) => isSubject(one, place))) return false;
    return objects.some((role) =>
      role.kind === roleRef.kind && role.metadata?.name === roleRef.name &&
      (role.kind === "ClusterRole" ||
        (role.metadata as { namespace?: string }).namespace === place) &&
      ((role as ClusterRole).rules ?? []).some(allows)
    );
  });
}

const keyOf = ({ kind, metadata }: PolicyObject) =>
  `${kind}/${(metadata as { namespace?: string }).namespace}/${metadata?.name}`;

Deno.test("rbacAuthorizer() decides as one who looks at everything each time, whatever changes", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(step, asked), { minLength: 1, maxLength: 30 }),
      (steps) => {
        const roles = new RolesInMemory();
        const objects = new Map<string, PolicyObject>();
        for (const [[what, object], attributes] of steps) {
          if (what === "put") {
            roles.put(object);
            objects.set(keyOf(object), object);
          } else {
            roles.delete(object);
            objects.delete(keyOf(object));
          }
          const expected = naive([...objects.values()], attributes);
          assertEquals(decided(roles, attributes).decision === "allow", expected);
        }
        // One that was made of the same objects at once says the same.
        const [, attributes] = steps.at(-1)!;
        const anew = new RolesInMemory([...objects.values()]);
        assertEquals(decided(anew, attributes), decided(roles, attributes));
      },
    ),
    { numRuns: runs(1500) },
  );
});
