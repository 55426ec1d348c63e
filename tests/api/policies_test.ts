import { auditTo } from "../../testing/audit.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { install as installDefinition } from "./extending/definitions.ts";
import {
  apply,
  bind,
  denied,
  GROUP,
  install,
  jsonPatch,
  LIMIT,
  limit,
  LIMIT_DEFINITION,
  LIMITS,
  make,
  map,
  MAPS,
  matchConstraints,
  paramKind,
  rule,
  told,
  validations,
} from "./policies.ts";
import { withKubectl } from "./with_kubectl.ts";

const few = validations("size(object.data) <= int(params.data.most)");

Deno.test("a policy denies what does not meet it, with its own message and reason", async () => {
  await using server = await startTestServer();
  await install(server, "validating", "small", {
    variables: [
      { name: "size", expression: "has(object.data) ? size(object.data) : 0" },
      { name: "double", expression: "variables.size * 2" },
    ],
    ...validations(
      { expression: "variables.double < 4" },
      { expression: "!('long' in object.data)", message: " too long ", reason: "Forbidden" },
      {
        expression: "!('big' in object.data)",
        message: "not shown",
        messageExpression: "'too big: ' + object.data.big",
        reason: "RequestEntityTooLarge",
      },
      {
        expression: "!('huge' in object.data)",
        message: "fallback",
        messageExpression: "string(object.data.huge) + string(object.data.huge)",
      },
    ),
  });
  const { client } = server;
  assertEquals((await client.post(MAPS, map("a", { k: "v" }))).status, 201);
  const many = await client.post(MAPS, map("b", { k: "v", l: "w" }));
  const why = denied("b", "small", "failed expression: variables.double < 4");
  assertEquals(told(many), [422, "Invalid", why]);
  assertEquals(many.json.details, {
    name: "b",
    kind: "configmaps",
    causes: [{ message: why.slice(why.indexOf("Validating")) }],
  });
  const rows = [
    [{ long: "1" }, 403, "Forbidden", "too long"],
    [{ big: "x" }, 413, "RequestEntityTooLarge", "too big: x"],
    [{ huge: "x".repeat(2560) }, 422, "Invalid", "x".repeat(5120)],
    // Too long to be shown, and more than one line.
    [{ huge: "x".repeat(2561) }, 422, "Invalid", "fallback"],
    [{ huge: "x\ny" }, 422, "Invalid", "fallback"],
  ] as const;
  for (const [data, status, reason, message] of rows) {
    const answer = await client.patch(`${MAPS}/a`, "merge", { data: { k: null, ...data } });
    assertEquals(told(answer), [status, reason, denied("a", "small", message)]);
  }
  const dry = await client.post(`${MAPS}?dryRun=All`, map("b", { k: "v", l: "w" }));
  assertEquals(dry.status, 422);
});

Deno.test("what is against a policy can be warned of, and told to the audit log", async () => {
  const annotations: Record<string, string>[] = [];
  const audit = auditTo(({ context: { annotations: { authentication: _, ...all }, info } }) => {
    if (info.resource === "configmaps") annotations.push(all);
  });
  await using server = await startTestServer({ audit });
  await install(server, "validating", "calm", {
    ...validations("true", "!has(object.data.loud)"),
    auditAnnotations: [
      { key: "size", valueExpression: "string(size(object.data))" },
      { key: "none", valueExpression: "null" },
      { key: "empty", valueExpression: "'  '" },
    ],
  }, { validationActions: ["Warn", "Audit"] });
  const { client } = server;
  const quiet = await client.post(MAPS, map("quiet", { low: "" }));
  assertEquals([quiet.status, quiet.headers.get("warning")], [201, null]);
  const loud = await client.post(MAPS, map("loud", { loud: "1" }));
  assertEquals([loud.status, loud.headers.get("warning")], [
    201,
    "299 - \"Validation failed for ValidatingAdmissionPolicy 'calm' with binding 'calm': " +
    'failed expression: !has(object.data.loud)"',
  ]);
  assertEquals(annotations, [{ "calm/size": "1" }, {
    "calm/size": "1",
    "validation.policy.admission.k8s.io/validation_failure": JSON.stringify([{
      message: "failed expression: !has(object.data.loud)",
      policy: "calm",
      binding: "calm",
      expressionIndex: 1,
      validationActions: ["Warn", "Audit"],
    }]),
  }]);
});

Deno.test("a policy is asked with the parameters that its bindings name or select", async () => {
  await using server = await startTestServer();
  const { client } = server;
  for (const name of ["limits", "other"]) {
    assertEquals((await client.post("/api/v1/namespaces", { metadata: { name } })).status, 201);
  }
  const limits = "/api/v1/namespaces/limits/configmaps";
  await install(server, "validating", "limit", { paramKind, ...few }, null);
  const inDefault = {
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "default" } },
    objectSelector: {},
  };
  const at = (more: object) => ({
    matchResources: inDefault,
    paramRef: { namespace: "limits", parameterNotFoundAction: "Deny", ...more },
  });
  await bind(server, "validating", "limit", "by-name", at({ name: "two" }));
  const missing = await client.post(MAPS, map("a"));
  assertEquals(told(missing), [
    422,
    "Invalid",
    "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'limit' with binding 'by-name' " +
    "denied request: failed to configure binding: no params found for policy binding with " +
    "`Deny` parameterNotFoundAction",
  ]);
  const path = `${GROUP}/validatingadmissionpolicies`;
  for (const [failurePolicy, status] of [["Ignore", 201], ["Fail", 422]] as const) {
    await client.patch(`${path}/limit`, "merge", { spec: { failurePolicy } });
    await client.get(path);
    assertEquals((await client.post(`${MAPS}?dryRun=All`, map("a"))).status, status);
  }
  // The binding is about another namespace.
  assertEquals((await client.post(limits, map("two", { most: "2" }))).status, 201);
  assertEquals((await client.post(MAPS, map("a", { k: "", l: "" }))).status, 201);
  const three = { k: "", l: "", m: "" };
  assertEquals((await client.post(MAPS, map("b", three))).status, 422);
  // The parameter may change.
  await client.patch(`${limits}/two`, "merge", { data: { most: "3" } });
  await client.get(limits);
  assertEquals((await client.post(MAPS, map("b", three))).status, 201);
  const selector = { matchLabels: { limit: "yes" } };
  const select = at({ selector, parameterNotFoundAction: "Allow" });
  await bind(server, "validating", "limit", "selected", select);
  assertEquals((await client.post(MAPS, map("c", three))).status, 201);
  const labels = { limit: "yes" };
  for (const most of ["5", "1"]) {
    assertEquals(
      (await client.post(limits, map(`most-${most}`, { most }, { labels }))).status,
      201,
    );
  }
  const refused = await client.post(MAPS, map("d", three));
  assertEquals(
    refused.json.message,
    denied(
      "d",
      "limit",
      "failed expression: " +
        "size(object.data) <= int(params.data.most)",
    ).replace("binding 'limit'", "binding 'selected'"),
  );
  // Neither what is not selected counts nor what is in another namespace.
  assertEquals((await client.post(limits, map("strict", { most: "0" }))).status, 201);
  const elsewhere = "/api/v1/namespaces/other/configmaps";
  const strict = map("strict", { most: "0" }, { labels });
  assertEquals((await client.post(elsewhere, strict)).status, 201);
  assertEquals((await client.post(MAPS, map("d", { k: "" }))).status, 201);
  // In the namespace of the request, where none is said.
  const own = { paramRef: { name: "own", parameterNotFoundAction: "Allow" } };
  await bind(server, "validating", "limit", "own", own);
  const others = "/api/v1/namespaces/other/configmaps";
  assertEquals((await client.post(others, map("own", { most: "1" }))).status, 201);
  assertEquals((await client.post(others, map("e", { k: "", l: "" }))).status, 422);
  assertEquals((await client.post(others, map("e", { k: "" }))).status, 201);
});

Deno.test("parameters may be custom resources, and their kind may come and go", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(server, "validating", "limit", {
    paramKind: LIMIT,
    ...validations("size(object.data) <= params.most"),
  }, { paramRef: { name: "one", parameterNotFoundAction: "Deny" } });
  const unknown = await client.post(MAPS, map("a"));
  assertEquals(
    unknown.json.message,
    "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'limit' denied request: failed to " +
      "configure policy: failed to find resource referenced by paramKind: 'example.com/v1, " +
      "Kind=Limit'",
  );
  await installDefinition(client, LIMIT_DEFINITION);
  const none = await client.post(MAPS, map("a"));
  assert(/no params found/.test(none.json.message), none.text);
  await make(server, LIMITS, limit("one", 1));
  assertEquals((await client.post(MAPS, map("a", { k: "" }))).status, 201);
  assertEquals((await client.post(MAPS, map("b", { k: "", l: "" }))).status, 422);
});

Deno.test("a policy is about what its rules, names, selectors and conditions say", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const resourceRules = [{ ...rule, resourceNames: ["named"] }];
  const never = validations("false");
  await install(server, "validating", "named", { matchConstraints: { resourceRules }, ...never });
  const excluding = {
    resourceRules: [{ ...rule, operations: ["DELETE"] }],
    excludeResourceRules: [{ ...rule, operations: ["*"], resourceNames: ["may-go"] }],
  };
  await install(server, "validating", "stays", { matchConstraints: excluding, ...never });
  const objectSelector = { matchLabels: { policed: "yes" } };
  await install(server, "validating", "labelled", {
    matchConstraints: { resourceRules: [rule], objectSelector },
    ...never,
  });
  await install(server, "validating", "conditioned", {
    matchConditions: [
      { name: "who", expression: "request.userInfo.username == 'tester'" },
      // They are judged before anybody looks at the namespace.
      { name: "where", expression: "namespaceObject == null" },
      { name: "what", expression: "has(object.data) && 'if' in object.data" },
    ],
    ...never,
  });
  const rows: readonly (readonly [object: AnyObject, policy: string])[] = [
    [map("free"), ""],
    [map("may-go"), ""],
    [map("named"), "named"],
    [map("x", {}, { labels: { policed: "yes" } }), "labelled"],
    [map("x", { if: "1" }), "conditioned"],
  ];
  for (const [object, policy] of rows) {
    const { status, json } = await client.post(MAPS, object);
    if (policy === "") assertEquals(status, 201, json.message);
    else {
      const why = denied(object.metadata.name, policy, "failed expression: false");
      assertEquals([status, json.message], [422, why]);
    }
  }
  assertEquals((await client.delete(`${MAPS}/may-go`)).status, 200);
  assertEquals((await client.delete(`${MAPS}/free`)).status, 422);
});

Deno.test("expressions see the request, its namespace, and what its user may do", async () => {
  await using server = await startTestServer({
    authorizer: {
      async authorize({ verb }) {
        await Promise.resolve();
        return { decision: verb === "shine" ? "deny" : "allow", reason: "" };
      },
    },
  });
  await install(server, "validating", "seeing", {
    variables: [{
      name: "shines",
      expression: "authorizer.group('').resource('configmaps').check('shine').allowed()",
    }],
    ...validations(
      "request.operation == 'CREATE' && request.name == object.metadata.name && oldObject == null",
      "namespaceObject.metadata.name == 'default' && namespaceObject.status.phase == 'Active'",
      "namespaceObject.metadata.creationTimestamp < timestamp('9999-01-01T00:00:00Z')",
      "authorizer.requestResource.check('create').allowed()",
      { expression: "!has(object.data) || variables.shines", message: "no shine" },
    ),
  });
  const { client } = server;
  const plain = await client.post(MAPS, map("plain"));
  assertEquals(plain.status, 201, plain.text);
  const bright = await client.post(MAPS, map("bright", { shine: "1" }));
  assertEquals(bright.json.message, denied("bright", "seeing", "no shine"));
});

Deno.test("a policy that breaks denies what it is about, and nothing else, if it is to", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const many = "[1,2,3,4,5,6,7,8,9,10]";
  const loops = (depth: number) =>
    Array.from({ length: depth }, (_, index) => `${many}.all(x${index}, `).join("") +
    "object.data.k != ''" + ")".repeat(depth);
  const costly = loops(5);
  const rows: readonly (readonly [name: string, spec: object, why: RegExp])[] = [
    [
      "missing",
      validations("object.data.no == 1"),
      /'object.data.no == 1' resulted in error: no such key: no$/,
    ],
    ["costly", validations(loops(7)), /resulted in error: operation cancelled: actual cost limit/],
    ["budget", validations(...Array.from({ length: 40 }, () => costly)), /out of cost budget/],
    ["condition", {
      matchConditions: [{ name: "a", expression: "object.data.no == 1" }],
      ...validations("true"),
    }, /resulted in error: no such key: no$/],
    ["variable", {
      variables: [{ name: "a", expression: "object.data.no" }, {
        name: "b",
        expression: "variables.a",
      }],
      ...validations("variables.b == 1"),
    }, /composited variable "b" fails to evaluate: composited variable "a" fails/],
    ["variables", {
      variables: Array.from({ length: 300 }, (_, index) => ({
        name: `v${index}`,
        expression: index === 0 ? "1" : `variables.v${index - 1} + 1`,
      })),
      ...validations("variables.v299 == 300"),
    }, /depends on more than 100 other variables/],
    ["annotation", {
      auditAnnotations: [{ key: "a", valueExpression: "string(object.data.no)" }],
    }, /resulted in error: no such key: no$/],
  ];
  for (const [name, spec, why] of rows) {
    const matchConstraints = { resourceRules: [{ ...rule, resourceNames: [name] }] };
    await install(server, "validating", name, { matchConstraints, ...spec });
    const { status, json } = await client.post(MAPS, map(name, { k: "v" }));
    assertEquals(status, 422, name);
    assert(why.test(json.message), `${name}: ${json.message}`);
    assertEquals((await client.post(MAPS, map(`not-${name}`, { k: "v" }))).status, 201);
    await client.patch(`${GROUP}/validatingadmissionpolicies/${name}`, "merge", {
      spec: { failurePolicy: "Ignore" },
    });
    await client.get(`${GROUP}/validatingadmissionpolicies`);
    const open = await client.post(MAPS, map(name, { k: "v" }));
    assertEquals(open.status, 201, `${name}: ${open.text}`);
  }
});

Deno.test("policies against everything can be mended", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const all = { apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["*"] };
  const matchConstraints = { resourceRules: [all] };
  await install(server, "validating", "never", { matchConstraints, ...validations("false") });
  const changing = { ...all, operations: ["CREATE", "UPDATE"] };
  await install(server, "mutating", "broken", {
    matchConstraints: { resourceRules: [changing] },
    mutations: [jsonPatch("[JSONPatch{op: 'remove', path: '/no'}]")],
  });
  assertEquals((await client.post(MAPS, map("a"))).status, 403);
  for (const [kind, name] of [["mutating", "broken"], ["validating", "never"]] as const) {
    const path = `${GROUP}/${kind}admissionpolicybindings/${name}`;
    const patched = await client.patch(path, "merge", { metadata: { labels: { a: "b" } } });
    assertEquals(patched.status, 200, patched.text);
    assertEquals((await client.delete(path)).status, 200);
  }
  await client.get(`${GROUP}/validatingadmissionpolicybindings`);
  assertEquals((await client.post(MAPS, map("a"))).status, 201);
});

for (const dialect of ["kubernetes", "orch"] as const) {
  testWith(
    ["kubectl"],
    `kubectl shows what policies deny and warn of (${dialect})`,
    () =>
      withKubectl(dialect, async (kubectl) => {
        const apiVersion = `admissionregistration.${dialect === "orch" ? "orch" : "k8s"}.io/v1`;
        const made = (kind: string, name: string, spec: object) =>
          kubectl.ok("create -f -", JSON.stringify({ apiVersion, kind, metadata: { name }, spec }));
        for (const [name, action] of [["strict", "Deny"], ["kind", "Warn"]] as const) {
          await made("ValidatingAdmissionPolicy", name, {
            matchConstraints,
            ...validations(`!has(object.data) || !('${name}' in object.data)`),
          });
          const validationActions = [action];
          const binding = { policyName: name, validationActions };
          await made("ValidatingAdmissionPolicyBinding", name, binding);
        }
        await kubectl.ok("get validatingadmissionpolicies,validatingadmissionpolicybindings");
        const warned = await kubectl.run(["create", "configmap", "a", "--from-literal=kind=1"]);
        assertEquals([warned.code, warned.out], [0, "configmap/a created\n"]);
        assertEquals(
          warned.err,
          "Warning: Validation failed for ValidatingAdmissionPolicy 'kind' with binding 'kind': " +
            "failed expression: !has(object.data) || !('kind' in object.data)\n",
        );
        const refused = await kubectl.fails("create configmap b --from-literal=strict=1");
        assert(
          refused.includes(
            "ValidatingAdmissionPolicy 'strict' with binding 'strict' denied request: failed " +
              "expression: !has(object.data) || !('strict' in object.data)",
          ),
          refused,
        );
      }),
  );
}

Deno.test("what policies do is measured", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const never = validations("false", "object.data.no == 1");
  await install(server, "validating", "warns", never, { validationActions: ["Warn", "Audit"] });
  await install(server, "validating", "open", { ...never, failurePolicy: "Ignore" });
  await install(server, "mutating", "changes", {
    failurePolicy: "Ignore",
    mutations: [apply("Object{}"), apply("Object{data: {'a': object.data.no}}")],
  });
  assertEquals((await client.post(MAPS, map("a", { k: "v" }))).status, 422);
  const { text } = await client.get("/metrics");
  const line = (kind: string, name: string, failure: string, action = "") =>
    `apiserver_${kind}_admission_policy_check_total{policy="${name}",policy_binding="${name}",` +
    `error_type="${failure}"${action && `,enforcement_action="${action}"`}} 1`;
  const lines = [
    line("validating", "warns", "no_error", "warn"),
    line("validating", "warns", "no_error", "audit"),
    line("validating", "warns", "invalid_error", "warn"),
    line("validating", "open", "no_error", "deny"),
    line("validating", "open", "invalid_error", "allow"),
    line("mutating", "changes", "no_error"),
    line("mutating", "changes", "invalid_error"),
  ];
  for (const one of lines) {
    assert(text.includes(one), `${one}\n${text.match(/^apiserver_.*policy_check_total.*$/gm)}`);
    assert(text.includes(one.replace("check_total", "check_duration_seconds_count")));
  }
});

Deno.test("a namespace is judged by its own parameters, and webhook configurations as all else", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const namespaces = { ...rule, resources: ["namespaces"], operations: ["UPDATE"] };
  await install(server, "validating", "namespaces", {
    matchConstraints: { resourceRules: [namespaces] },
    paramKind,
    ...validations("namespaceObject == null && params.data.allow == 'yes'"),
  }, { paramRef: { name: "own", parameterNotFoundAction: "Deny" } });
  const change = () =>
    client.patch("/api/v1/namespaces/default", "merge", { metadata: { labels: { a: "b" } } });
  assert(/no params found/.test((await change()).json.message));
  assertEquals((await client.post(MAPS, map("own", { allow: "yes" }))).status, 201);
  assertEquals((await change()).status, 200);
  const hooks = { ...rule, apiGroups: ["*"], resources: ["validatingwebhookconfigurations"] };
  const matchConstraints = { resourceRules: [hooks] };
  await install(server, "validating", "hooks", { matchConstraints, ...validations("false") });
  const refused = await client.post(`${GROUP}/validatingwebhookconfigurations`, {
    metadata: { name: "a" },
    webhooks: [],
  });
  assertEquals(refused.status, 422, refused.text);
});
