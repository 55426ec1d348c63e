/** What a server with RBAC lets people do, over its API. */
import type { ApiClient } from "../../testing/api_client.ts";
import { PATCHES } from "../../testing/api_client.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { binding, CLUSTER, LOCAL, role, startWithRoles } from "./rbac.ts";

const PODS = "/api/v1/namespaces/default/pods";

async function made(client: ApiClient, path: string, object: unknown): Promise<void> {
  const { status, text } = await client.post(path, object);
  assertEquals(status, 201, text);
}

Deno.test("requests are refused as the reference refuses them", async () => {
  await using server = await startWithRoles();
  const { alice, robot } = server;
  const anonymous = server.running.clientWith({});
  const cases: [client: ApiClient, method: string, path: string, why: string][] = [
    [
      alice,
      "GET",
      PODS,
      'pods is forbidden: User "alice" cannot list resource "pods" in API group "" in the namespace ' +
      '"default"',
    ],
    [
      alice,
      "GET",
      "/apis/apps/v1/deployments",
      'deployments.apps is forbidden: User "alice" cannot list resource "deployments" in API group ' +
      '"apps" at the cluster scope',
    ],
    [
      robot,
      "DELETE",
      "/api/v1/nodes/n",
      'nodes "n" is forbidden: User "system:serviceaccount:default:robot" cannot delete resource ' +
      '"nodes" in API group "" at the cluster scope',
    ],
    [
      alice,
      "GET",
      "/metrics",
      'forbidden: User "alice" cannot get path "/metrics"',
    ],
    [
      anonymous,
      "GET",
      "/apis",
      'forbidden: User "system:anonymous" cannot get path "/apis"',
    ],
  ];
  for (const [client, method, path, why] of cases) {
    const { status, json, headers } = await client.request(method, path);
    const type = headers.get("x-content-type-options");
    assertEquals([status, json.message, type], [403, why, "nosniff"], path);
  }
  const asBob = { headers: { "impersonate-user": "bob" } };
  const { status, headers } = await alice.request("GET", "/api", asBob);
  assertEquals([status, headers.get("x-content-type-options")], [403, "nosniff"]);
  for (const path of ["/version", "/healthz", "/livez", "/readyz"]) {
    assertEquals((await anonymous.get(path)).status, 200, path);
  }
  assertEquals((await alice.get("/apis")).status, 200);
});

Deno.test("a binding holds from the request after the one that made it, and none after its end", async () => {
  await using server = await startWithRoles();
  const { admin, alice, bob } = server;
  await made(admin, `${LOCAL}/roles`, role("reader", "get,list core pods"));
  const statuses = async () => [(await alice.get(PODS)).status, (await bob.get(PODS)).status];
  for (let round = 0; round < 20; round++) {
    assertEquals(await statuses(), [403, 403]);
    await made(admin, `${LOCAL}/rolebindings`, binding("b", "Role/reader", "Group/devs"));
    assertEquals(await statuses(), [200, 403]);
    const other = binding("b", "Role/reader", "User/bob");
    const moved = await admin.request("PUT", `${LOCAL}/rolebindings/b`, { body: other });
    assertEquals([moved.status, ...await statuses()], [200, 403, 200], moved.text);
    // A role that allows it no more.
    await admin.request("PUT", `${LOCAL}/roles/reader`, {
      body: role("reader", "get core pods"),
    });
    assertEquals(await statuses(), [403, 403]);
    await admin.request("PUT", `${LOCAL}/roles/reader`, {
      body: role("reader", "get,list core pods"),
    });
    assertEquals(await statuses(), [403, 200]);
    await admin.request("DELETE", `${LOCAL}/rolebindings/b`);
  }
});

Deno.test("a role that can't be read allows nothing", async () => {
  await using server = await startWithRoles();
  const { admin, alice, running: { store } } = server;
  await made(admin, `${LOCAL}/roles`, role("reader", "get,list core pods"));
  await made(admin, `${LOCAL}/rolebindings`, binding("b", "Role/reader", "User/alice"));
  assertEquals((await alice.get(PODS)).status, 200);
  const key = `/registry/rbac.authorization.k8s.io/roles/default/reader`;
  const { items } = await store.range("/registry/rbac.authorization.k8s.io/roles/");
  const stored = items.find((item) => item.key.endsWith("default/reader"));
  assertEquals(stored?.key, key);
  await store.commit([{ type: "put", key, value: new TextEncoder().encode("nonsense") }]);
  // The cache sees changes in their order.
  await made(admin, `${LOCAL}/roles`, role("other"));
  const answer = await alice.get(PODS);
  assertEquals(answer.status, 403);
  assert(
    answer.json.message.endsWith(': RBAC: role.rbac.authorization.k8s.io "reader" not found'),
    answer.text,
  );
});

const HELD = 'user "alice" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC ' +
  "permissions not currently held:\n";
const SECRETS = '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}';

/** What alice may not hand out: she may write roles and bindings, and get and list pods. */
const ESCALATING: [what: string, method: string, path: string, body: unknown, why: string][] = [
  [
    "a role of more than she has",
    "POST",
    `${LOCAL}/roles`,
    role("x", "get,list core pods,secrets"),
    `roles.rbac.authorization.k8s.io "x" is forbidden: ${HELD}${SECRETS}`,
  ],
  [
    "a change of her role",
    "PUT",
    `${LOCAL}/roles/mine`,
    role("mine", "get,list core secrets"),
    `roles.rbac.authorization.k8s.io "mine" is forbidden: ${HELD}${SECRETS}`,
  ],
  [
    "a role that a PUT makes",
    "PUT",
    `${LOCAL}/roles/new`,
    role("new", "get,list core secrets"),
    `roles.rbac.authorization.k8s.io "new" is forbidden: ${HELD}${SECRETS}`,
  ],
  [
    "what is all that there is",
    "POST",
    `${LOCAL}/roles`,
    role("x", "* * *"),
    `roles.rbac.authorization.k8s.io "x" is forbidden: ${HELD}` +
    '{APIGroups:["*"], Resources:["*"], Verbs:["*"]}',
  ],
  [
    "a binding of another role",
    "POST",
    `${LOCAL}/rolebindings`,
    binding("x", "Role/secrets", "User/alice"),
    `rolebindings.rbac.authorization.k8s.io "x" is forbidden: ${HELD}${SECRETS}`,
  ],
  [
    "somebody else in a binding that is there",
    "PUT",
    `${LOCAL}/rolebindings/secrets`,
    binding("secrets", "Role/secrets", "User/alice"),
    `rolebindings.rbac.authorization.k8s.io "secrets" is forbidden: ${HELD}${SECRETS}`,
  ],
  [
    "a label of a binding that is there",
    "PUT",
    `${LOCAL}/rolebindings/secrets`,
    { ...binding("secrets", "Role/secrets"), metadata: { name: "secrets", labels: { a: "b" } } },
    `rolebindings.rbac.authorization.k8s.io "secrets" is forbidden: ${HELD}${SECRETS}`,
  ],
];

async function stage() {
  const server = await startWithRoles();
  const { admin } = server;
  const rbac = "rbac.authorization.k8s.io";
  await made(admin, `${LOCAL}/roles`, role("secrets", "get,list core secrets"));
  await made(admin, `${LOCAL}/rolebindings`, binding("secrets", "Role/secrets", "User/bob"));
  const writes = "get,create,update,patch,delete";
  await made(
    admin,
    `${LOCAL}/roles`,
    role("mine", "get,list core pods", `${writes} ${rbac} roles,rolebindings`),
  );
  await made(admin, `${LOCAL}/rolebindings`, binding("mine", "Role/mine", "User/alice"));
  return server;
}

Deno.test("nobody hands out more than they have", async (t) => {
  await using server = await stage();
  const { alice, admin } = server;
  const before = (await admin.get(`${LOCAL}/roles/mine`)).json.metadata.resourceVersion;
  for (const [what, method, path, body, why] of ESCALATING) {
    for (const query of ["", "?dryRun=All"]) {
      await t.step(`${what} ${query}`, async () => {
        const answer = await alice.request(method, path + query, { body });
        assertEquals([answer.status, answer.json.message], [403, why]);
      });
    }
  }
  await t.step("patches of all kinds", async () => {
    const rules = role("", "get,list core secrets").rules;
    const why = `roles.rbac.authorization.k8s.io "mine" is forbidden: ${HELD}${SECRETS}`;
    const patches: [type: keyof typeof PATCHES, body: unknown][] = [
      ["merge", { rules }],
      ["strategic", { rules }],
      ["json", [{ op: "replace", path: "/rules", value: rules }]],
    ];
    for (const [type, body] of patches) {
      const answer = await alice.request("PATCH", `${LOCAL}/roles/mine`, {
        contentType: PATCHES[type],
        body,
      });
      assertEquals([answer.status, answer.json.message], [403, why], type);
    }
    for (const name of ["mine", "fresh"]) {
      const applied = await alice.request(
        "PATCH",
        `${LOCAL}/roles/${name}?fieldManager=m&force=true`,
        {
          contentType: PATCHES.apply,
          body: {
            apiVersion: "rbac.authorization.k8s.io/v1",
            kind: "Role",
            metadata: { name },
            rules,
          },
        },
      );
      assertEquals(
        [applied.status, applied.json.message],
        [403, why.replace('"mine"', `"${name}"`)],
      );
    }
  });
  await t.step("nothing of it has happened", async () => {
    const after = (await admin.get(`${LOCAL}/roles/mine`)).json.metadata.resourceVersion;
    assertEquals(after, before);
    assertEquals((await admin.get(`${LOCAL}/roles/x`)).status, 404);
    assertEquals((await admin.get(`${LOCAL}/roles/fresh`)).status, 404);
  });
  await t.step("a role that is not there can't be bound", async () => {
    const answer = await alice.post(
      `${LOCAL}/rolebindings`,
      binding("y", "ClusterRole/gone", "User/x"),
    );
    assertEquals([answer.status, answer.json.message], [
      404,
      'rolebindings.rbac.authorization.k8s.io "gone" not found',
    ]);
  });
  await t.step("what she has, she may hand out", async () => {
    await made(alice, `${LOCAL}/roles`, role("z", "get core pods"));
    await made(alice, `${LOCAL}/rolebindings`, binding("z", "Role/z", "User/carol"));
  });
  await t.step("owners and finalizers of a binding are anybody's who may write it", async () => {
    const path = `${LOCAL}/rolebindings/secrets`;
    const patch = (metadata: object) =>
      alice.request("PATCH", path, { contentType: PATCHES.merge, body: { metadata } });
    assertEquals((await patch({ finalizers: ["a.b/c"] })).status, 200);
    assertEquals((await patch({ finalizers: null })).status, 200);
    assertEquals((await patch({ labels: { a: "b" } })).status, 403);
  });
});

Deno.test("the verbs escalate and bind let somebody hand out what they don't have", async () => {
  await using server = await stage();
  const { admin, alice } = server;
  const rbac = "rbac.authorization.k8s.io";
  const grant = async (name: string, rule: string) => {
    await made(admin, `${LOCAL}/roles`, role(name, rule));
    await made(admin, `${LOCAL}/rolebindings`, binding(name, `Role/${name}`, "User/alice"));
  };
  await grant("binder", `bind ${rbac} roles secrets`);
  await made(alice, `${LOCAL}/rolebindings`, binding("x", "Role/secrets", "User/carol"));
  const other = await alice.post(`${LOCAL}/rolebindings`, binding("y", "ClusterRole/edit"));
  assertEquals(other.status, 403, other.text);
  await grant("named", `escalate ${rbac} roles x`);
  // A request that makes an object has no name to go by, unless its path does.
  assertEquals((await alice.post(`${LOCAL}/roles`, role("x", "* * *"))).status, 403);
  const put = await alice.request("PUT", `${LOCAL}/roles/x`, { body: role("x", "* * *") });
  assertEquals(put.status, 201, put.text);
  await grant("any", `escalate ${rbac} roles`);
  await made(alice, `${LOCAL}/roles`, role("y", "* * *"));
});

Deno.test("only who may do everything sums roles up", async () => {
  await using server = await startWithRoles();
  const { admin, bob } = server;
  const rbac = "rbac.authorization.k8s.io";
  await made(
    admin,
    `${CLUSTER}/clusterroles`,
    role("writer", `get,create,update ${rbac} clusterroles`),
  );
  await made(
    admin,
    `${CLUSTER}/clusterrolebindings`,
    binding("writer", "ClusterRole/writer", "User/bob"),
  );
  const sum = {
    metadata: { name: "sum" },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
  };
  const why =
    `clusterroles.${rbac} "sum" is forbidden: must have cluster-admin privileges to use the ` +
    "aggregationRule";
  const refused = await bob.post(`${CLUSTER}/clusterroles`, sum);
  assertEquals([refused.status, refused.json.message], [403, why]);
  await made(admin, `${CLUSTER}/clusterroles`, sum);
  // Nor may others end a sum.
  const ended = await bob.request("PUT", `${CLUSTER}/clusterroles/sum`, {
    body: { metadata: { name: "sum" }, rules: [] },
  });
  assertEquals([ended.status, ended.json.message], [403, why]);
});

for (const dialect of DIALECTS) {
  Deno.test(`a server of the ${dialect} dialect has its bootstrap roles once it is ready`, async () => {
    await using server = await startWithRoles({ dialect });
    const names = NAMES[dialect];
    const path = `/apis/${names.group("rbac.authorization")}/v1`;
    const { status, json } = await server.admin.get(`${path}/clusterroles/view`);
    assertEquals([status, json.rules.length], [200, 12]);
    const admin = (await server.admin.get(`${path}/clusterroles/admin`)).json;
    // What edit got of view is in admin too.
    assertEquals(admin.rules.length, 29);
    assertEquals(admin.metadata.annotations, { [names.annotationRbacAutoUpdate]: "true" });
    const ready = await server.admin.get("/readyz?verbose");
    assert(ready.text.includes("[+]poststarthook/rbac/bootstrap-roles ok"), ready.text);
    const local = await server.admin.get(
      `${path}/namespaces/${names.namespaceSystem}/rolebindings`,
    );
    assertEquals(local.json.items.length, 6);
  });
}

Deno.test("who may change objects may not make them by a PUT or an apply", async (t) => {
  await using server = await startWithRoles();
  const { admin, alice } = server;
  const limits = "/api/v1/namespaces/default/limitranges";
  const grant = async (verb: string, resource: string) => {
    const name = `${verb}-${resource}`;
    await made(admin, `${LOCAL}/roles`, role(name, `${verb} core ${resource}`));
    await made(admin, `${LOCAL}/rolebindings`, binding(name, `Role/${name}`, "User/alice"));
  };
  const object = (kind: string, more: object = {}) => ({
    apiVersion: "v1",
    kind,
    metadata: { name: "a" },
    ...more,
  });
  const containers = [{ name: "c", image: "i" }];
  const cases = {
    "an apply": {
      write: (query: string) =>
        alice.patch(
          `${PODS}/a?fieldManager=m${query}`,
          "apply",
          object("Pod", { spec: { containers } }),
        ),
      of: "pods",
      verb: "patch",
    },
    "a PUT": {
      write: (query: string) =>
        alice.put(`${limits}/a?fieldManager=m${query}`, object("LimitRange")),
      of: "limitranges",
      verb: "update",
    },
  };
  for (const [what, { write, of, verb }] of Object.entries(cases)) {
    await t.step(what, async () => {
      const refusal = (verb: string) =>
        `${of} "a" is forbidden: User "alice" cannot ${verb} resource "${of}" in API group "" in the ` +
        'namespace "default"';
      const refused = async (verb: string) => {
        for (const query of ["", "&dryRun=All"]) {
          const { status, json } = await write(query);
          assertEquals([status, json.reason, json.message, json.details], [
            403,
            "Forbidden",
            refusal(verb),
            { name: "a", kind: of },
          ]);
        }
        const { status } = await admin.get(`/api/v1/namespaces/default/${of}/a`);
        assertEquals(status, 404);
      };
      await refused(verb);
      await grant(verb, of);
      await refused("create");
      await grant("create", of);
      assertEquals((await write("")).status, 201);
    });
  }
  await t.step("what is there takes no permission to create", async () => {
    const roles = await admin.delete(`${LOCAL}/rolebindings/create-pods`);
    assertEquals(roles.status, 200);
    assertEquals((await cases["an apply"].write("")).status, 200);
  });
});
