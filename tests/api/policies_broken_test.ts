/** Policies that can't be asked as they should be: what becomes of requests that they are about. */
import { keyPrefix, MemoryStore, type Store, Unavailable } from "../../apiserver/storage/mod.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { install as installDefinition } from "./extending/definitions.ts";
import {
  apply,
  bind,
  GROUP,
  install,
  type Kind,
  LIMIT,
  limit,
  LIMIT_DEFINITION,
  LIMITS,
  make,
  map,
  MAPS,
  matchConstraints,
  paramKind,
  validations,
} from "./policies.ts";

/** A store that can't read some keys while it is told so. */
function failingStore(): { store: Store; unreadable: Set<string> } {
  const unreadable = new Set<string>();
  const store = new MemoryStore();
  const { range } = store;
  store.range = (prefix, options) => {
    for (const one of unreadable) {
      if (prefix.includes(one)) {
        return Promise.reject(
          new Unavailable("the read", "nothing written", new Error("the disk is on fire")),
        );
      }
    }
    return range.call(store, prefix, options);
  };
  return { store, unreadable };
}

/** What a policy of each kind does to the data that is against it. */
const RULES: readonly (readonly [Kind, object, code: number])[] = [
  ["validating", validations("size(object.data) <= params.most"), 422],
  [
    "mutating",
    { mutations: [apply("Object{data: {'most': string(params.most)}}")] },
    403,
  ],
];

async function say(server: TestServer, kind: Kind, name: string, failurePolicy: string) {
  const path = `${GROUP}/${kind}admissionpolicies`;
  const { status, text } = await server.client.patch(`${path}/${name}`, "merge", {
    spec: { failurePolicy },
  });
  assertEquals(status, 200, text);
  await server.client.get(path);
}

for (const [kind, spec, code] of RULES) {
  Deno.test(`a ${kind} policy whose params can't be opened does as it is to when it fails`, async () => {
    const { store, unreadable } = failingStore();
    await using server = await startTestServer({ store });
    const { client } = server;
    await installDefinition(client, LIMIT_DEFINITION);
    unreadable.add("/limits/");
    await install(server, kind, "limit", {
      paramKind: LIMIT,
      ...spec,
    }, { paramRef: { name: "one", parameterNotFoundAction: "Deny" } });
    const refused = await client.post(MAPS, map("a", { k: "v" }));
    assertEquals(refused.status, code, refused.text);
    const why = "failed to configure binding: failed to read resource referenced by paramKind: " +
      "'example.com/v1, Kind=Limit': the store can't be read now";
    assert(refused.json.message.endsWith(why), refused.text);
    await say(server, kind, "limit", "Ignore");
    assertEquals((await client.post(MAPS, map("b", { k: "v" }))).status, 201);
    const { text } = await client.get("/metrics");
    const action = (word: string) => kind === "validating" ? `,enforcement_action="${word}"` : "";
    const counted = (word: string, count: number) =>
      `apiserver_${kind}_admission_policy_check_total{policy="limit",policy_binding="limit",` +
      `error_type="invalid_error"${action(word)}} ${count}\n`;
    const lines = kind === "validating"
      ? [counted("deny", 1), counted("allow", 1)]
      : [counted("", 2)];
    for (const line of lines) assert(text.includes(line), line);
    // It is looked for again by the next request.
    unreadable.clear();
    await say(server, kind, "limit", "Fail");
    await make(server, LIMITS, limit("one", 1));
    assertEquals((await client.post(MAPS, map("c", { k: "v" }))).status, 201);
    const { json } = await client.post(MAPS, map("d", { k: "v", l: "w" }));
    if (kind === "validating") assertEquals(json.code, code);
    else assertEquals(json.data, { k: "v", l: "w", most: "1" });
  });
}

/** Makes what lies at an object's key unreadable, as a lost key of encryption would. */
async function spoil({ store }: TestServer, group: string, resource: string, name: string) {
  const key = `${keyPrefix("/registry", { group, resource })}${name}`;
  await store.commit([{ type: "put", key, value: new TextEncoder().encode("k8s\0nonsense") }]);
}

const ADMISSION = "admissionregistration.k8s.io";

for (const [kind] of RULES) {
  for (const resource of [`${kind}admissionpolicies`, `${kind}admissionpolicybindings`]) {
    Deno.test(`nothing is written while one of the ${resource} can't be read`, async () => {
      await using server = await startTestServer();
      const { client } = server;
      await install(server, kind, "other", {
        ...validations("true"),
        mutations: [apply("Object{}")],
      });
      await install(server, kind, "lost", {
        ...validations("false"),
        mutations: [apply("Object{no: 1}")],
      });
      await spoil(server, ADMISSION, resource, "lost");
      await client.get(MAPS);
      const refused = await client.post(MAPS, map("a"));
      assertEquals([refused.status, refused.json.reason], [500, "StorageReadError"], refused.text);
      assert(refused.json.message.includes("the first of them lost"), refused.text);
      // Policies themselves can be changed, and the way out is open.
      const mended = await client.patch(`${GROUP}/${resource}/other`, "merge", {
        metadata: { labels: { a: "b" } },
      });
      assertEquals(mended.status, 200, mended.text);
      const path = `${GROUP}/${resource}/lost`;
      const gone = await client.delete(
        `${path}?ignoreStoreReadErrorWithClusterBreakingPotential=true`,
      );
      assertEquals(gone.status, 200, gone.text);
      await client.get(`${GROUP}/${resource}`);
      assertEquals((await client.post(MAPS, map("a"))).status, 201);
    });
  }
}

for (const phase of ["mutating", "validating"]) {
  const resource = `${phase}webhookconfigurations`;
  Deno.test(`nothing is written while one of the ${resource} can't be read`, async () => {
    await using server = await startTestServer();
    const { client } = server;
    await make(server, `${GROUP}/${resource}`, { metadata: { name: "lost" }, webhooks: [] });
    await spoil(server, ADMISSION, resource, "lost");
    await client.get(MAPS);
    const refused = await client.post(MAPS, map("a"));
    assertEquals([refused.status, refused.json.reason], [500, "StorageReadError"], refused.text);
    const made = await client.post(`${GROUP}/${resource}`, { metadata: { name: "other" } });
    assertEquals(made.status, 201, made.text);
    const unsafe = "ignoreStoreReadErrorWithClusterBreakingPotential=true";
    assertEquals((await client.delete(`${GROUP}/${resource}/lost?${unsafe}`)).status, 200);
    await client.get(`${GROUP}/${resource}`);
    assertEquals((await client.post(MAPS, map("a"))).status, 201);
  });
}

Deno.test("a parameter that can't be read is not missing", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const limits = "/api/v1/namespaces/limits/configmaps";
  assertEquals(
    (await client.post("/api/v1/namespaces", { metadata: { name: "limits" } })).status,
    201,
  );
  await install(server, "validating", "limit", {
    paramKind,
    ...validations("size(object.data) <= int(params.data.most)"),
    matchConditions: [{ name: "where", expression: "request.namespace == 'default'" }],
  }, null);
  const selector = { matchLabels: { limit: "yes" } };
  const refs = [{ name: "strict" }, { selector }];
  for (const [index, ref] of refs.entries()) {
    await bind(server, "validating", "limit", `ref-${index}`, {
      paramRef: { namespace: "limits", parameterNotFoundAction: "Allow", ...ref },
      matchResources: {
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "default" } },
      },
    });
  }
  const labels = { limit: "yes" };
  for (const [name, most] of [["lax", "9"], ["strict", "0"]] as const) {
    await make(server, limits, map(name, { most }, { labels }));
  }
  await spoil(server, "", "configmaps", "limits/strict");
  await client.get(`${limits}/lax`);
  for (const index of refs.keys()) {
    const { status, json } = await client.post(MAPS, map("a", { k: "v" }));
    assertEquals(status, 422);
    assert(
      json.message.includes(`'ref-${index}'`) && /can't be read/.test(json.message),
      json.message,
    );
    await client.delete(`${GROUP}/validatingadmissionpolicybindings/ref-${index}`);
    await client.get(`${GROUP}/validatingadmissionpolicybindings`);
  }
  assertEquals((await client.post(MAPS, map("a", { k: "v" }))).status, 201);
});

Deno.test("selectors don't pass over a namespace that can't be read", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(server, "validating", "never", {
    matchConstraints: {
      resourceRules: [{
        apiGroups: [""],
        apiVersions: ["v1"],
        resources: ["configmaps"],
        operations: ["UPDATE"],
      }],
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "default" } },
    },
    ...validations("false"),
  });
  assertEquals((await client.post(MAPS, map("a"))).status, 201);
  await spoil(server, "", "namespaces", "default");
  await client.get(`${MAPS}/a`);
  const { status, json } = await client.patch(`${MAPS}/a`, "merge", { data: { k: "v" } });
  assertEquals(status, 422);
  assert(/can't be read/.test(json.message), json.message);
  // Nor does anything come into it.
  const made = await client.post(MAPS, map("b"));
  assertEquals([made.status, made.json.reason], [500, "StorageReadError"], made.text);
});

/** What nobody could make today lies in the store: a server of another version took it, or a hand. */
const STORED: readonly (readonly [name: string, policy: object, binding: object, why: RegExp])[] = [
  [
    "an expression",
    validations("object.data.("),
    {},
    /compilation error: compilation failed: ERROR/,
  ],
  [
    "an expression that is no question",
    validations("'yes'"),
    {},
    /failed expression: 'yes'$/,
  ],
  [
    "a condition",
    { matchConditions: [{ name: "a", expression: "no" }], ...validations("true") },
    {},
    /compilation error: compilation failed: ERROR/,
  ],
  [
    "a condition that is no question",
    { matchConditions: [{ name: "a", expression: "1" }], ...validations("true") },
    {},
    /compilation error: must evaluate to bool but got int$/,
  ],
  [
    "a variable",
    { variables: [{ name: "a", expression: "no" }], ...validations("variables.a == 1") },
    {},
    /composited variable "a" fails to compile: /,
  ],
  [
    "an annotation",
    { auditAnnotations: [{ key: "a", valueExpression: "no" }] },
    {},
    /compilation error: compilation failed: ERROR/,
  ],
  [
    "a selector",
    {
      ...validations("true"),
      matchConstraints: {
        resourceRules: matchConstraints.resourceRules,
        objectSelector: { matchLabels: { "?": "" } },
      },
    },
    {},
    /failed to configure policy: /,
  ],
  [
    "a binding's selector",
    validations("true"),
    { matchResources: { namespaceSelector: { matchLabels: { "?": "" } } } },
    /failed to configure binding: /,
  ],
  [
    "a selector of params",
    { paramKind, ...validations("true") },
    { paramRef: { selector: { matchLabels: { "?": "" } }, parameterNotFoundAction: "Allow" } },
    /failed to configure binding: /,
  ],
  [
    "a reference to no params",
    { paramKind, ...validations("true") },
    { paramRef: { parameterNotFoundAction: "Allow" } },
    /one of name or selector must be provided$/,
  ],
];

for (const [name, policy, binding, why] of STORED) {
  for (const failurePolicy of ["Fail", "Ignore"]) {
    Deno.test(`a stored policy that may ${failurePolicy} with ${name} that is broken`, async () => {
      await using server = await startTestServer();
      const { client } = server;
      await store(server, "validatingadmissionpolicies", "ValidatingAdmissionPolicy", {
        matchConstraints,
        failurePolicy,
        ...policy,
      });
      await store(server, "validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding", {
        policyName: "old",
        validationActions: ["Deny"],
        ...binding,
      });
      const { status, json } = await client.post(MAPS, map("a", { k: "v" }));
      // What is false is no failure.
      const passes = failurePolicy === "Ignore" && name !== "an expression that is no question";
      assertEquals(status, passes ? 201 : 422, json.message);
      if (!passes) assert(why.test(json.message), json.message);
      // It can be mended.
      assertEquals((await client.delete(`${GROUP}/validatingadmissionpolicies/old`)).status, 200);
      await client.get(`${GROUP}/validatingadmissionpolicies`);
      assertEquals((await client.post(MAPS, map("b"))).status, 201);
    });
  }
}

Deno.test("a stored policy that says nothing can be deleted", async () => {
  for (const kind of ["Validating", "Mutating"]) {
    await using server = await startTestServer();
    const { client } = server;
    const policies = `${kind.toLowerCase()}admissionpolicies`;
    const bindings = `${kind.toLowerCase()}admissionpolicybindings`;
    await store(server, policies, `${kind}AdmissionPolicy`, undefined);
    await store(server, bindings, `${kind}AdmissionPolicyBinding`, { policyName: "old" });
    assertEquals((await client.post(MAPS, map("a"))).status, 201);
    assertEquals((await client.delete(`${GROUP}/${policies}/old`)).status, 200);
  }
});

/** Puts an object named `old` into the store, as nobody would be let do it. */
async function store(server: TestServer, resource: string, kind: string, spec: unknown) {
  const key = `${keyPrefix("/registry", { group: ADMISSION, resource })}old`;
  const metadata = { name: "old", uid: "u", creationTimestamp: "2026-01-01T00:00:00Z" };
  const object = { kind, apiVersion: `${ADMISSION}/v1`, metadata, spec };
  const value = new TextEncoder().encode(JSON.stringify(object));
  await server.store.commit([{ type: "put", key, value }]);
  assertEquals((await server.client.get(`${GROUP}/${resource}/old`)).status, 200);
}
