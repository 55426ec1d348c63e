/** Who may have claims on devices that others use, and who may write what of a claim's status, over the API. */
import { bearerTokens } from "../../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../../apiserver/authentication/token_file.ts";
import { startTestServer, TEST_TOKEN } from "../../testing/api_server.ts";
import type { ApiClient } from "../../testing/api_client.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { binding, CLUSTER, role, WITH_ROLES } from "./rbac.ts";

const GROUP = "resource.k8s.io";
const BASE = `/apis/${GROUP}/v1/namespaces/default`;
const CLAIMS = `${BASE}/resourceclaims`;
const ROBOT = "system:serviceaccount:default:robot";
const NODE_KEY = "authentication.kubernetes.io/node-name";

const user = (name: string, groups: readonly string[] = [], extra = {}) => ({
  name,
  uid: "",
  groups,
  extra,
});

/** By their tokens. */
const PEOPLE = new Map([
  [TEST_TOKEN, user("admin", ["system:masters"])],
  ["alice", user("alice")],
  ["on-a", user(ROBOT, [], { [NODE_KEY]: ["a"] })],
  ["on-b", user(ROBOT, [], { [NODE_KEY]: ["b"] })],
  ["on-both", user(ROBOT, [], { [NODE_KEY]: ["a", "b"] })],
  ["says-a", user("eve", [], { [NODE_KEY]: ["a"] })],
]);

/** A server on which somebody may write claims and their statuses, and more if told. */
async function start(...more: readonly string[]) {
  const running = await startTestServer({
    ...WITH_ROLES,
    authenticator: bearerTokens([tokenFile(PEOPLE)]),
  });
  await running.server.ready;
  const { client: admin } = running;
  const rules = [
    `create,get ${GROUP} resourceclaims,resourceclaimtemplates`,
    `update,patch ${GROUP} resourceclaims/status`,
    ...more,
  ];
  await made(admin, `${CLUSTER}/clusterroles`, role("writer", ...rules));
  const subjects = ["alice", "eve", ROBOT].map((name) => `User/${name}`);
  await made(
    admin,
    `${CLUSTER}/clusterrolebindings`,
    binding("writers", "ClusterRole/writer", ...subjects),
  );
  return { running, admin, as: (token: string) => running.clientWith({ token }) };
}

async function made(client: ApiClient, path: string, object: unknown): Promise<void> {
  const { status, text } = await client.post(path, object);
  assertEquals(status, 201, text);
}

const patch = (client: ApiClient, path: string, body: object) => client.patch(path, "merge", body);

const request = (more: object = {}) => ({
  name: "r",
  exactly: { deviceClassName: "c", ...more },
});
const claim = (name: string, more: object = {}) => ({
  metadata: { name },
  spec: { devices: { requests: [{ ...request(), name: "q" }, request(more)] } },
});
const FOR_ADMINS = { adminAccess: true };
const NO_LABEL = "Forbidden: admin access to devices requires the " +
  "`resource.kubernetes.io/admin-access: true` label on the containing namespace";

const device = (driver = "d") => ({ driver, pool: "p", device: "one" });
const allocation = (more: object = {}) => ({
  devices: { results: [{ request: "r", ...device(), ...more }, { request: "q", ...device("e") }] },
  nodeSelector: {
    nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["a"] }] }],
  },
});

Deno.test("devices that others use are for namespaces that say so", async () => {
  await using running = (await start()).running;
  const { client: admin } = running;
  const template = { metadata: { name: "t" }, spec: { spec: claim("", FOR_ADMINS).spec } };
  const posts: [string, unknown, string][] = [
    [CLAIMS, claim("c", FOR_ADMINS), `ResourceClaim.${GROUP} "c"`],
    [`${BASE}/resourceclaimtemplates`, template, `ResourceClaimTemplate.${GROUP} "t"`],
  ];
  for (const [path, object, what] of posts) {
    const { status, json } = await admin.post(path, object);
    const why = `${what} is invalid: spec.devices.requests[1].adminAccess: ${NO_LABEL}`;
    assertEquals([status, json.message], [422, why]);
  }
  // A claim that asks for nothing of the kind may get nothing of the kind either.
  await made(admin, CLAIMS, claim("plain"));
  const status = { allocation: allocation(FOR_ADMINS) };
  const given = await patch(admin, `${CLAIMS}/plain/status`, { status });
  assertEquals([given.status, given.json.message], [
    422,
    `ResourceClaim.${GROUP} "plain" is invalid: ` +
    `status.allocation.devices.results[0].adminAccess: ${NO_LABEL}`,
  ]);
  const label = (value: string | null) =>
    patch(admin, "/api/v1/namespaces/default", {
      metadata: { labels: { "resource.kubernetes.io/admin-access": value } },
    });
  await label("yes");
  assertEquals((await admin.post(CLAIMS, claim("c", FOR_ADMINS))).status, 422);
  await label("true");
  for (const [path, object] of posts) await made(admin, path, object);
  assertEquals(
    (await patch(admin, `${CLAIMS}/plain/status`, { status })).status,
    200,
  );
  // What was granted stays.
  await label(null);
  assertEquals((await admin.post(CLAIMS, claim("d", FOR_ADMINS))).status, 422);
  const more = { status: { reservedFor: [{ resource: "pods", name: "p", uid: "u" }] } };
  assertEquals((await patch(admin, `${CLAIMS}/plain/status`, more)).status, 200);
});

const BINDING =
  'changing status.allocation or status.reservedFor requires resource="resourceclaims/binding"';

Deno.test("which devices a claim has is for those who bind claims", async () => {
  await using running = (await start()).running;
  const { client: admin } = running;
  const alice = running.clientWith({ token: "alice" });
  await made(alice, CLAIMS, claim("c"));
  const bind = (client: ApiClient, status: object) =>
    patch(client, `${CLAIMS}/c/status`, { status });
  const refused = await bind(alice, { allocation: allocation() });
  assertEquals([refused.status, refused.json.message], [
    422,
    `ResourceClaim.${GROUP} "c" is invalid: status.allocation: Forbidden: ${BINDING}, verb="patch" permission: ` +
    `resourceclaims.${GROUP} is forbidden: User "alice" cannot patch resource "resourceclaims/binding" in API group ` +
    `"${GROUP}" at the cluster scope`,
  ]);
  const { json } = await alice.get(`${CLAIMS}/c`);
  const put = await alice.put(`${CLAIMS}/c/status`, {
    ...json,
    status: { allocation: allocation() },
  });
  assertEquals(put.status, 422);
  assertEquals(put.json.message.includes(`${BINDING}, verb="update"`), true, put.text);
  // Others than those of the claim's own namespace decide, and by the verb of the request.
  await made(
    admin,
    `${CLUSTER}/namespaces/default/roles`,
    role("binder", `* ${GROUP} resourceclaims/binding`),
  );
  await made(
    admin,
    `${CLUSTER}/namespaces/default/rolebindings`,
    binding("b", "Role/binder", "User/alice"),
  );
  assertEquals((await bind(alice, { allocation: allocation() })).status, 422);
  await made(
    admin,
    `${CLUSTER}/clusterroles`,
    role("binder", `patch ${GROUP} resourceclaims/binding`),
  );
  await made(
    admin,
    `${CLUSTER}/clusterrolebindings`,
    binding("b", "ClusterRole/binder", "User/alice"),
  );
  assertEquals((await bind(alice, { allocation: allocation() })).status, 200);
  const reservedFor = [{ resource: "pods", name: "p", uid: "u" }];
  assertEquals((await bind(alice, { reservedFor })).status, 200);
  const other = running.clientWith({ token: "says-a" });
  assertEquals((await bind(other, { reservedFor: null })).status, 422);
  // What leaves both as they are needs nothing of the kind.
  assertEquals((await bind(other, { reservedFor })).status, 200);
});

/** By who says how a device of driver `d` on node `a` is: what they are told. */
const DEVICES: readonly (readonly [
  name: string,
  rules: readonly string[],
  allowed: readonly string[],
])[] = [
  ["nobody may", [], []],
  ["on the node", [`associated-node:patch ${GROUP} resourceclaims/driver`], ["on-a"]],
  ["of one driver", [`associated-node:patch ${GROUP} resourceclaims/driver e`], []],
  ["on any node", [`arbitrary-node:patch ${GROUP} resourceclaims/driver d`], [
    "alice",
    "on-a",
    "on-b",
    "on-both",
    "says-a",
  ]],
  ["by another verb", [
    `arbitrary-node:update,associated-node:update,patch ${GROUP} resourceclaims/driver`,
  ], []],
];

for (const [name, rules, allowed] of DEVICES) {
  Deno.test(`how devices are is for those who work with them: ${name}`, async () => {
    await using running = (await start(...rules)).running;
    const { client: admin } = running;
    await made(admin, CLAIMS, claim("c"));
    const path = `${CLAIMS}/c/status`;
    const bound = await patch(admin, path, { status: { allocation: allocation() } });
    assertEquals(bound.status, 200, bound.text);
    for (const token of [...PEOPLE.keys()].slice(1)) {
      const client = running.clientWith({ token });
      const devices = [{ ...device(), data: { by: token } }];
      const { status, text, json } = await patch(client, path, { status: { devices } });
      assertEquals(status, allowed.includes(token) ? 200 : 422, `${token}: ${text}`);
      if (status === 200) continue;
      const verbs = token === "on-a"
        ? "associated-node:patch arbitrary-node:patch"
        : "arbitrary-node:patch";
      const [verb] = verbs.split(" ");
      const { name } = PEOPLE.get(token)!;
      assertEquals(
        json.message,
        `ResourceClaim.${GROUP} "c" is invalid: status.devices: Forbidden: changing status.devices requires ` +
          `resource="resourceclaims/driver", verb="[${verbs}]" permission: resourceclaims.${GROUP} "d" is forbidden: ` +
          `User "${name}" cannot ${verb} resource "resourceclaims/driver" in API group "${GROUP}" in the ` +
          `namespace "default"`,
      );
    }
    // Nor may they take away what others have said.
    const said = [{ ...device(), data: { by: "admin" } }, device("e")];
    assertEquals(
      (await patch(admin, path, { status: { devices: said } })).status,
      200,
    );
    const alice = running.clientWith({ token: "alice" });
    const gone = await patch(alice, path, { status: { devices: [said[0]] } });
    assertEquals(gone.status, 422);
  });
}
