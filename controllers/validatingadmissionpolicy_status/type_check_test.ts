import { systemClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { TimeSlice } from "../../toolkit/time_slice.ts";
import { ServedKinds } from "./served_kinds.ts";
import { warningsOf } from "./type_check.ts";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const { definitionExtensionPrefix: prefix } = NAMES.kubernetes;
const named = (kind: string) => ({
  [`${prefix}group-version-kind`]: [{ group: "example.com", version: "v1", kind }],
});

/** What a server describes of its own, parts of it elsewhere. */
const SCHEMAS = {
  Widget: {
    ...named("Widget"),
    type: "object",
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      metadata: { allOf: [reference("Meta")], default: {} },
      spec: { ...reference("Spec") },
    },
  },
  Meta: { type: "object", properties: { name: { type: "string" } } },
  Spec: {
    type: "object",
    properties: {
      size: { type: "integer" },
      in: { type: "string" },
      parent: { allOf: [reference("Spec")] },
      missing: reference("Nowhere"),
    },
  },
};

const LISTED: Readonly<Record<string, unknown>> = {
  "/api/v1": {
    resources: [
      { name: "pods", kind: "Pod" },
      { name: "pods/status", kind: "Pod" },
      { name: "configmaps", kind: "ConfigMap" },
    ],
  },
  "/apis/apps/v1": { resources: [{ name: "deployments", kind: "Deployment" }] },
  "/apis/example.com/v1": {
    resources: [{ name: "widgets", kind: "Widget" }, { name: "things", kind: "Thing" }],
  },
  "/openapi/v3/apis/example.com/v1": { components: { schemas: SCHEMAS } },
};

/** A server that has these kinds; whoever asks twice is told. */
function serverOf(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  return {
    asked,
    dialect: "kubernetes" as const,
    fetch(path: string) {
      asked.push(path);
      const answer = answers[path];
      if (answer === undefined) return Promise.resolve(new Response("", { status: 404 }));
      if (answer instanceof Response) return Promise.resolve(answer);
      return Promise.resolve(Response.json(answer));
    },
  };
}

const { signal } = new AbortController();

const about = (group: string, ...resources: string[]) => ({
  apiGroups: [group],
  apiVersions: ["v1"],
  resources,
  operations: ["*" as const],
});

/** Each warning by its kind and the last word that it says of its first line. */
async function found(rules: ReturnType<typeof about>[], expression: string, more: object = {}) {
  const spec = {
    matchConstraints: { resourceRules: rules },
    validations: [{ expression }],
    ...more,
  };
  const kinds = new ServedKinds(serverOf(LISTED), signal);
  const warnings = await warningsOf(spec, kinds, new TimeSlice(systemClock, signal));
  return warnings.flatMap(({ warning }) =>
    [...warning.matchAll(/^(.*), Kind=(.*?): .*?'?(\w+)\)?'?$/gm)].map((one) =>
      one.slice(2).join(" ")
    )
  );
}

const PODS = about("", "pods");
const WIDGETS = about("example.com", "widgets");
const params = { paramKind: { apiVersion: "v1", kind: "ConfigMap" } };

const ROWS: readonly (readonly [
  rules: ReturnType<typeof about>[],
  expression: string,
  warnings: readonly string[],
  more?: object,
])[] = [
  [[PODS], "object.spec.containers.all(c, c.image.startsWith('a'))", []],
  [[PODS], "object.spec.containers.all(c, c.imag.startsWith('a'))", ["Pod imag"]],
  [[PODS], "oldObject == null || object.spec.nodeName == oldObject.spec.nodename", [
    "Pod nodename",
  ]],
  [[PODS], "object.spec.containers[0].resources.limits['cpu'] > 1", ["Pod int"]],
  [[PODS], "quantity(object.spec.containers[0].resources.limits['cpu']).isInteger()", []],
  [[PODS], "object.metadata.creationTimestamp < timestamp('2030-01-01T00:00:00Z')", []],
  [[PODS], "object.metadata.managedFields[0].fieldsV1.anything.goes", []],
  [[PODS], "has(object.spec.securityContext.runAsUser) && object.kind == 'Pod'", []],
  [[PODS, about("apps", "deployments")], "object.spec.replicas > 1", ["Pod replicas"]],
  [[about("", "pods", "configmaps")], "object.none", ["ConfigMap none", "Pod none"]],
  [[WIDGETS], "object.spec.size > 1 && object.metadata.labels['a'] == 'b'", []],
  [[WIDGETS], "object.spec.__in__ == 'a' && object.apiVersion != ''", []],
  [[WIDGETS], "object.spec.weight > 1", ["Widget weight"]],
  [[WIDGETS], "object.spec.parent.parent.size > 1 && object.spec.missing.goes == 1", []],
  [[WIDGETS], "object.metadata.colour == ''", ["Widget colour"]],
  [[about("example.com", "things")], "object.anything.goes", []],
  [[about("*", "pods")], "object.none", []],
  [[about("", "*", "pods/status", "nothing")], "object.none", []],
  [[PODS], "params.data['a'] == 'b'", [], params],
  [[PODS], "params.spec.a == 'b'", ["Pod spec"], params],
  [[PODS], "params.spec.a", [], { paramKind: { apiVersion: "x/v1", kind: "Unknown" } }],
  [[PODS], "variables.a > 'b'", ["Pod string"], {
    variables: [{ name: "a", expression: "object.spec.priority" }],
  }],
  [[PODS], "variables.a > 'b'", [], { variables: [{ name: "a", expression: "object.none" }] }],
];

for (const [rules, expression, warnings, more] of ROWS) {
  const kinds = rules.map(({ apiGroups, resources }) => [...resources, ...apiGroups].join(" "));
  Deno.test(`warningsOf() of ${expression} about ${kinds} with ${JSON.stringify(more)}`, async () => {
    assertEquals(await found(rules, expression, more), warnings);
  });
}

Deno.test("warningsOf() is about ten kinds of a rule at most, and then of no other rule", async () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Kind${at + 10}`);
  const listed = (path: string, count: number) => ({
    [path]: { resources: numbered(count).map((kind) => ({ name: kind.toLowerCase(), kind })) },
    [`/openapi/v3${path}`]: {
      components: {
        schemas: Object.fromEntries(
          numbered(count).map((kind) => [kind, {
            [`${prefix}group-version-kind`]: [{ group: path.split("/")[2], version: "v1", kind }],
            type: "object",
            properties: { a: { type: "string" } },
          }]),
        ),
      },
    },
  });
  const answers = {
    ...listed("/apis/a.example.com/v1", 12),
    ...listed("/apis/b.example.com/v1", 9),
  };
  const names = (count: number) => numbered(count).map((kind) => kind.toLowerCase());
  const countOf = async (...rules: ReturnType<typeof about>[]) => {
    const spec = {
      matchConstraints: { resourceRules: rules },
      validations: [{ expression: "object.b" }],
    };
    const kinds = new ServedKinds(serverOf(answers), signal);
    const [found] = await warningsOf(spec, kinds, new TimeSlice(systemClock, signal));
    return [...found?.warning.matchAll(/, Kind=/g) ?? []].length;
  };
  const all = about("b.example.com", ...names(9));
  assertEquals(await countOf(about("a.example.com", ...names(12))), 10);
  assertEquals(await countOf(about("a.example.com", ...names(9)), all), 18);
  assertEquals(await countOf(about("a.example.com", ...names(10)), all), 10);
});

Deno.test("ServedKinds asks once for each group version, however often it is named", async () => {
  const server = serverOf(LISTED);
  const kinds = new ServedKinds(server, signal);
  for (let times = 0; times < 3; times++) {
    await kinds.ofResource("example.com", "v1", "widgets");
    await kinds.ofKind("example.com/v1", "Thing");
    assertEquals(await kinds.ofResource("gone.example.com", "v1", "widgets"), undefined);
  }
  assertEquals(server.asked, [
    "/apis/example.com/v1",
    "/openapi/v3/apis/example.com/v1",
    "/apis/gone.example.com/v1",
  ]);
});

Deno.test("ServedKinds throws what keeps the server from answering: the policy is looked at again", async () => {
  const server = serverOf({ "/api/v1": new Response("no", { status: 503 }) });
  const error = await new ServedKinds(server, signal).ofResource("", "v1", "pods").catch(String);
  assertEquals(error, "Error: GET /api/v1: the server answered 503");
});
