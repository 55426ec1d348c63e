import type { Authorizer } from "../../apiserver/authorization/authorizer.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const AUTHENTICATION = "/apis/authentication.k8s.io/v1";
const AUTHORIZATION = "/apis/authorization.k8s.io/v1";

/** Lets everybody ask reviews, and `jane` get pods; denies the verb `steal`. */
const strict: Authorizer = {
  authorize({ user, verb, resource, group, name }) {
    if (verb === "steal") return { decision: "deny", reason: "nobody may" };
    const asks = group.endsWith(".k8s.io") || resource === "namespaces";
    const janes = user.name === "jane" && verb === "get" && resource === "pods" && name === "p";
    if (asks || janes) return { decision: "allow", reason: "" };
    return { decision: "no opinion", reason: "no rule" };
  },
};

const TESTER = {
  username: "tester",
  uid: "1",
  groups: ["system:authenticated"],
};

Deno.test("reviews tell who asks, and who bears a token", async () => {
  await using server = await startTestServer();
  const self = await server.client.post(`${AUTHENTICATION}/selfsubjectreviews`, {});
  assertEquals([self.status, self.json.status.userInfo], [201, TESTER]);
  assert(Date.parse(self.json.metadata.creationTimestamp) > 0, self.text);
  const known = await server.client.post(`${AUTHENTICATION}/tokenreviews`, {
    spec: { token: "test-token" },
  });
  assertEquals(known.json.status, { authenticated: true, user: TESTER });
  const unknown = await server.client.post(`${AUTHENTICATION}/tokenreviews`, {
    spec: { token: "other" },
  });
  assertEquals([unknown.status, unknown.json.status], [201, {
    user: {},
    error: "invalid bearer token",
  }]);
  const none = await server.client.post(`${AUTHENTICATION}/tokenreviews`, { spec: {} });
  assertEquals([none.status, none.json.message], [
    400,
    "token is required for TokenReview in authentication",
  ]);
});

Deno.test("a review asks about the very user that it names", async () => {
  const asked: unknown[] = [];
  const noting: Authorizer = {
    authorize(attributes) {
      if (attributes.user.name === "jane") asked.push(attributes.user);
      return { decision: "allow", reason: "" };
    },
  };
  await using server = await startTestServer({ authorizer: noting });
  const jane = { uid: "u", groups: ["g"], extra: { "Example.com/Scope": ["A"] } };
  const { status } = await server.client.post(`${AUTHORIZATION}/subjectaccessreviews`, {
    spec: { ...jane, user: "jane", nonResourceAttributes: { path: "/", verb: "get" } },
  });
  assertEquals([status, asked], [201, [{ ...jane, name: "jane" }]]);
});

Deno.test("reviews tell who may do what", async () => {
  await using server = await startTestServer({ authorizer: strict });
  const pods = { namespace: "default", verb: "get", resource: "pods", name: "p" };
  const cases: [resource: string, spec: object, status: object][] = [
    ["selfsubjectaccessreviews", { resourceAttributes: pods }, {
      allowed: false,
      reason: "no rule",
    }],
    ["subjectaccessreviews", { user: "jane", resourceAttributes: pods }, { allowed: true }],
    ["subjectaccessreviews", { groups: ["g"], resourceAttributes: pods }, {
      allowed: false,
      reason: "no rule",
    }],
    ["subjectaccessreviews", {
      user: "jane",
      nonResourceAttributes: { path: "/x", verb: "steal" },
    }, { allowed: false, denied: true, reason: "nobody may" }],
  ];
  for (const [resource, spec, status] of cases) {
    const answer = await server.client.post(`${AUTHORIZATION}/${resource}`, { spec });
    assertEquals([answer.status, answer.json.status], [201, status], JSON.stringify(spec));
  }
  const local = `${AUTHORIZATION}/namespaces/default/localsubjectaccessreviews`;
  const allowed = await server.client.post(local, {
    spec: { user: "jane", resourceAttributes: pods },
  });
  assertEquals([allowed.status, allowed.json.status], [201, { allowed: true }]);
  const elsewhere = await server.client.post(local, {
    spec: { user: "jane", resourceAttributes: { ...pods, namespace: "other" } },
  });
  assertEquals([elsewhere.status, elsewhere.json.details.causes], [422, [{
    reason: "FieldValueInvalid",
    message: 'Invalid value: "other": must match metadata.namespace',
    field: "spec.resourceAttributes.namespace",
  }]]);
  const astray = await server.client.post(local, {
    metadata: { namespace: "other" },
    spec: { user: "jane", resourceAttributes: pods },
  });
  assertEquals([astray.status, astray.json.message], [
    400,
    "the namespace of the provided object does not match the namespace sent on the request",
  ]);
  const rules = await server.client.post(`${AUTHORIZATION}/selfsubjectrulesreviews`, {
    spec: { namespace: "default" },
  });
  assertEquals(rules.json.status.incomplete, true);
});

Deno.test("reviews refuse what is no question", async () => {
  await using server = await startTestServer();
  const resourceAttributes = { verb: "get", resource: "pods" };
  const nonResourceAttributes = { verb: "get", path: "/x" };
  const cases: [resource: string, spec: object, ...causes: string[]][] = [
    ["selfsubjectaccessreviews", {}, "spec.resourceAttributes"],
    [
      "selfsubjectaccessreviews",
      { resourceAttributes, nonResourceAttributes },
      "spec.nonResourceAttributes",
    ],
    ["subjectaccessreviews", { resourceAttributes }, "spec.user"],
    ["subjectaccessreviews", {}, "spec.resourceAttributes", "spec.user"],
    [
      "selfsubjectaccessreviews",
      {
        resourceAttributes: {
          ...resourceAttributes,
          fieldSelector: { rawSelector: "a=b", requirements: [{ key: "", operator: "In" }] },
          labelSelector: { requirements: [{ key: "a b", operator: "Exists", values: ["a b"] }] },
        },
      },
      "spec.resourceAttributes.fieldSelector.rawSelector",
      "spec.resourceAttributes.fieldSelector.requirements[0].key",
      "spec.resourceAttributes.fieldSelector.requirements[0].values",
      "spec.resourceAttributes.labelSelector.requirements[0].values",
      "spec.resourceAttributes.labelSelector.requirements[0].key",
      "spec.resourceAttributes.labelSelector.requirements[0].values[0]",
    ],
    [
      "subjectaccessreviews",
      { user: "u", resourceAttributes: { ...resourceAttributes, labelSelector: {} } },
      "spec.resourceAttributes.labelSelector.requirements",
    ],
    [
      "namespaces/default/localsubjectaccessreviews",
      { user: "u", nonResourceAttributes },
      "spec.nonResourceAttributes",
    ],
  ];
  for (const [resource, spec, ...causes] of cases) {
    const { status, json } = await server.client.post(`${AUTHORIZATION}/${resource}`, { spec });
    const fields = json.details.causes.map(({ field }: { field: string }) => field);
    assertEquals([status, fields], [422, causes], JSON.stringify(spec));
  }
  const named = await server.client.post(`${AUTHORIZATION}/selfsubjectaccessreviews`, {
    metadata: { name: "a", namespace: "b" },
    spec: { resourceAttributes },
  });
  assertEquals([named.status, named.json.details.causes[0].field], [422, "metadata"]);
  const bare = await server.client.post(`${AUTHORIZATION}/subjectaccessreviews`, {});
  assertEquals(bare.status, 422);
  const newer = await server.client.post(`${AUTHORIZATION}/selfsubjectaccessreviews`, {
    metadata: { namespace: "b", creationTimestamp: null },
    spec: {
      resourceAttributes: {
        ...resourceAttributes,
        fieldSelector: { requirements: [{ key: "a", operator: "Newer" }] },
      },
    },
  });
  assertEquals(newer.status, 201);
});

Deno.test("who may do everything is told so", async () => {
  await using server = await startTestServer();
  const { json } = await server.client.post(`${AUTHORIZATION}/selfsubjectrulesreviews`, {
    spec: { namespace: "default" },
  });
  assertEquals(json.status, {
    resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
    nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
    incomplete: false,
  });
});

Deno.test("of somebody whose groups are not told everything is allowed that is to everybody", async () => {
  await using server = await startTestServer();
  const resourceAttributes = { namespace: "default", verb: "get", resource: "pods" };
  const allowed = async (subject: object) => {
    const { json } = await server.client.post(`${AUTHORIZATION}/subjectaccessreviews`, {
      spec: { ...subject, resourceAttributes },
    });
    return json.status.allowed;
  };
  assertEquals(await allowed({ user: "a" }), true);
  assertEquals(await allowed({ groups: ["g"] }), true);
  assertEquals(await allowed({ user: "system:anonymous" }), false);
  assertEquals(await allowed({ user: "a", groups: ["system:unauthenticated"] }), false);
});
