import { systemClock } from "../../../toolkit/clock.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";
import type { ResourceSource } from "../../resource/resource_source.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { TimeSlice } from "../../../toolkit/time_slice.ts";
import { warningsOf } from "./type_check.ts";

const SCHEMA = {
  type: "object",
  properties: {
    spec: { type: "object", properties: { size: { type: "integer" }, in: { type: "string" } } },
  },
};

function served(group: string, version: string, resource: string, kind: string): ServedResource {
  const type = schemaOf("kubernetes").kind(group, version, kind);
  const describe = () => kind === "Widget" ? SCHEMA : undefined;
  return { group, version, resource, kind, type, describe, open() {} } as unknown as ServedResource;
}

const ALL = [
  served("", "v1", "pods", "Pod"),
  served("", "v1", "configmaps", "ConfigMap"),
  served("apps", "v1", "deployments", "Deployment"),
  served("example.com", "v1", "widgets", "Widget"),
  served("example.com", "v1", "things", "Thing"),
];
const source: ResourceSource = {
  generation: 1,
  all: () => ALL,
  find: (group: string, version: string, resource: string) =>
    ALL.find((one) => one.group === group && one.version === version && one.resource === resource),
};

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
  const slice = new TimeSlice(systemClock, new AbortController().signal);
  const warnings = await warningsOf(spec, source, "kubernetes", slice);
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
