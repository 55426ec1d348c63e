/**
 * What validating policies say: whoever looks for what does not fit in their expressions, the same is told.
 *
 * @module
 */

import { type AnyObject, CustomResourceDefinition, ValidatingAdmissionPolicy } from "../../mod.ts";
import type { ObjectScenario } from "./account_scenarios.ts";
import type { ObjectStage } from "./object_stage.ts";

/** A rule of a policy, about everything that may be done. */
interface About {
  readonly groups?: readonly string[];
  readonly versions?: readonly string[];
  readonly resources: readonly string[];
}

const DEPLOYMENTS: About = { groups: ["apps"], resources: ["deployments"] };
const CONFIG_MAPS: About = { resources: ["configmaps"] };
const OF_CONFIG_MAP = { apiVersion: "v1", kind: "ConfigMap" };

const constraints = (abouts: readonly About[]) => ({
  resourceRules: abouts.map(({ groups = [""], versions = ["v1"], resources }) => ({
    apiGroups: groups,
    apiVersions: versions,
    resources,
    operations: ["*"],
  })),
});

const isChecked = (one?: AnyObject) =>
  one !== undefined && Number(one.status?.observedGeneration ?? 0) >= one.metadata!.generation!;

/** A policy that was checked. */
async function check(stage: ObjectStage, spec: object, name = "p"): Promise<void> {
  await stage.make(ValidatingAdmissionPolicy, name, { spec });
  await stage.comes(ValidatingAdmissionPolicy, name, isChecked);
}

/** A policy with expressions, and what is to be seen of it besides. */
function policy(
  abouts: readonly About[],
  expressions: readonly string[],
  more: object = {},
): ObjectScenario {
  return (stage) =>
    check(stage, {
      matchConstraints: constraints(abouts),
      validations: expressions.map((expression) => ({ expression })),
      ...more,
    });
}

const SPEC = {
  type: "object",
  properties: {
    size: { type: "integer" },
    share: { type: "number" },
    name: { type: "string" },
    port: { "x-kubernetes-int-or-string": true },
    since: { type: "string", format: "date-time" },
    every: { type: "string", format: "duration" },
    bytes: { type: "string", format: "byte" },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    labels: { type: "object", additionalProperties: { type: "string" } },
    parts: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" } } },
    },
    inner: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    "with-dash": { type: "boolean" },
    namespace: { type: "string" },
  },
};

/** Defines a kind in a group of the scenario's own, and returns the group. */
async function define(stage: ObjectStage, kind = "Widget", spec: object = SPEC): Promise<string> {
  const group = `${stage.nameOf("defined")}.example.com`;
  const plural = `${kind.toLowerCase()}s`;
  const name = `${plural}.${group}`;
  await stage.client.create(CustomResourceDefinition, {
    metadata: { name },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind, plural },
      versions: [{
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { spec } } as never },
      }],
    },
  });
  await stage.client.waitFor(
    CustomResourceDefinition,
    name,
    (one) =>
      one?.status?.conditions?.some(({ type, status }) =>
        type === "Established" && status === "True"
      ) ?? false,
    { timeout: "60s" },
  );
  // What is described follows a little later.
  await stage.pass(3);
  return group;
}

const BUILT_IN: Readonly<Record<string, ObjectScenario>> = {
  "nothing is wrong": policy([DEPLOYMENTS], [
    "object.spec.replicas < 5 && oldObject == null",
    "object.metadata.?labels['a'].orValue('') == 'b'",
    "has(object.metadata.labels) && request.operation == 'CREATE'",
  ]),
  "fields that are not there": policy([DEPLOYMENTS], [
    "object.spec.replica < 5",
    "object.foo == 1 || oldObject.spec.bar == 2",
    "object.spec.template.spec.containers.all(c, c.imagine == '')",
    "has(object.spec.nothing)",
    "object.metadata.names == ''",
  ]),
  "types that do not fit": policy([DEPLOYMENTS], [
    "object.spec.replicas == 'three'",
    "object.spec.replicas + 1.5 > 2.0",
    "object.spec.template.spec.containers == 1",
    "object.metadata.labels['a'] > 1",
    "object == 1",
    "object.spec == object.metadata",
    "object.spec.replicas.size() > 1",
    "object.spec.template.spec.containers.exists(c, c.ports == c.name)",
  ]),
  "times, numbers and texts of objects": policy([{ resources: ["pods"] }], [
    "object.metadata.creationTimestamp == 'a'",
    "object.metadata.generation == 1.0",
    "object.spec.containers[0].livenessProbe.httpGet.port == 'http'",
    "object.spec.containers[0].livenessProbe.httpGet.port == true",
    "object.spec.activeDeadlineSeconds > 'a'",
  ]),
  "bytes of secrets": policy([{ resources: ["secrets"] }], [
    "object.data['a'] == 'b'",
    "object.data['a'] == b'b'",
    "object.data['a'] == 1",
    "object.stringData['a'] == 1",
    "object.immutable == 'no'",
  ]),
  "what requests and namespaces are": policy([DEPLOYMENTS], [
    "request.userInfo.groups == [object.spec.replicas]",
    "request.dryRun == object.spec.replicas",
    "request.kind.group == object.spec.replicas",
    "request.options == object.metadata.name || request.options.dryRun == 1",
    "namespaceObject.metadata.labels == object.metadata.labels",
    "namespaceObject.metadata.labels == object.spec.template",
    "namespaceObject.metadata.creationTimestamp == object.metadata.creationTimestamp",
    "authorizer.group('').resource('pods').check('get').allowed() == object.spec.paused",
    "authorizer.group(object.spec.replicas).resource('pods').check('get').allowed()",
  ]),
  "several kinds, each with its own": policy(
    [{ groups: ["", "apps"], resources: ["statefulsets", "deployments", "configmaps", "pods"] }],
    ["object.spec.replicas < 5", "object.data['a'] == 1", "object.metadata.name == 1"],
  ),
  "rules that name a kind twice": policy([DEPLOYMENTS, DEPLOYMENTS, CONFIG_MAPS], [
    "object.nothing == 1",
  ]),
  "resources that are of parts": policy([
    { groups: ["apps"], resources: ["deployments/status", "deployments/*", "*/scale"] },
  ], ["object.nothing == 1"]),
  "resources of every name": policy([{ groups: ["apps"], resources: ["*"] }], [
    "object.nothing == 1",
  ]),
  "every group": policy([{ groups: ["*"], resources: ["deployments"] }], ["object.nothing == 1"]),
  "every version": policy([{ groups: ["apps"], versions: ["*"], resources: ["deployments"] }], [
    "object.nothing == 1",
  ]),
  "a pattern in one rule, names in the next": policy([
    { groups: ["apps"], resources: ["*"] },
    CONFIG_MAPS,
  ], ["object.nothing == 1"]),
  "kinds that nobody serves": policy([
    { groups: ["nobody.example.com"], resources: ["things"] },
    { groups: ["apps"], versions: ["v1", "v7"], resources: ["deployments", "things"] },
  ], ["object.nothing == 1"]),
  "many kinds in a rule": policy([{
    groups: [""],
    resources: [
      "configmaps",
      "endpoints",
      "limitranges",
      "namespaces",
      "nodes",
      "persistentvolumeclaims",
      "persistentvolumes",
      "pods",
      "podtemplates",
      "replicationcontrollers",
      "resourcequotas",
      "secrets",
    ],
  }], ["object.nothing == 1"]),
  "many kinds in two rules": policy([
    {
      groups: [""],
      resources: ["configmaps", "limitranges", "namespaces", "nodes", "pods", "secrets"],
    },
    { groups: ["apps"], resources: ["daemonsets", "deployments", "replicasets", "statefulsets"] },
    { groups: ["batch"], resources: ["cronjobs", "jobs"] },
  ], ["object.nothing == 1"]),
};

const WORDS: Readonly<Record<string, ObjectScenario>> = {
  "parameters of a built-in kind": policy([DEPLOYMENTS], [
    "params.data['a'] == 1",
    "params.spec == 1",
    "params == null || object.nothing == params.nothing",
  ], { paramKind: OF_CONFIG_MAP }),
  "parameters of a kind that nobody serves": policy([DEPLOYMENTS], [
    "params.anything.at.all == 1",
    "params.data == object.nothing",
  ], { paramKind: { apiVersion: "nobody.example.com/v1", kind: "Thing" } }),
  async "parameters of a kind of its own"(stage) {
    const group = await define(stage, "Limit");
    await policy([DEPLOYMENTS], [
      "object.spec.replicas < params.spec.size",
      "object.spec.replicas < params.spec.name",
      "params.spec.nothing == 1",
    ], { paramKind: { apiVersion: `${group}/v1`, kind: "Limit" } })(stage);
  },
  "variables": policy([DEPLOYMENTS], [
    "variables.replicas > 'a'",
    "variables.replicas > 1 && variables.name.size() == object.metadata.name",
    "variables.wrong == 1",
    "variables.after == 1",
  ], {
    variables: [
      { name: "replicas", expression: "object.spec.replicas" },
      { name: "name", expression: "object.metadata.name + string(variables.replicas)" },
      { name: "wrong", expression: "object.nothing" },
      { name: "after", expression: "variables.wrong" },
    ],
  }),
  "texts of messages": (stage) =>
    check(stage, {
      matchConstraints: constraints([DEPLOYMENTS, CONFIG_MAPS]),
      validations: [
        { expression: "true", messageExpression: "'a' + object.spec.nothing" },
        {
          expression: "object.data == 1",
          messageExpression: "object.metadata.name + string(object.metadata)",
        },
        { expression: "true", messageExpression: "'all is well with ' + object.metadata.name" },
      ],
    }),
  "what is noted for audits, and conditions, are not looked at": policy([DEPLOYMENTS], ["true"], {
    auditAnnotations: [{ key: "a", valueExpression: "string(object.nothing)" }],
    matchConditions: [{ name: "c", expression: "object.nothing == 1" }],
  }),
  "no validation": (stage) =>
    check(stage, {
      matchConstraints: constraints([DEPLOYMENTS]),
      auditAnnotations: [{ key: "a", valueExpression: "string(object.nothing)" }],
    }),
  "expressions of many lines": policy([DEPLOYMENTS], [
    "object.spec.replicas > 1 &&\n  object.spec.nothing == 1 &&\n\tobject.more == 2",
    "  object.nothing == 'a text with ünïcödé and 𝒳' || object.more",
    "'日本' + object.nothing == ''",
  ]),
  "macros and functions": policy([DEPLOYMENTS], [
    "object.spec.template.spec.containers.map(c, c.name + 1).size() > 0",
    "object.spec.template.spec.containers.filter(c, c.name).size() > 0",
    "object.spec.template.spec.containers.all(c, c)",
    "object.metadata.labels.all(k, k == 1)",
    "object.metadata.labels.all(k, v, k == v && v == 1)",
    "dyn(object.spec.replicas) == 'a'",
    "object.spec.replicas in ['a', 'b']",
    "quantity(object.spec.replicas).isLessThan(quantity('1'))",
    "{'a': object.spec.replicas}.a == 'b'",
    "optional.of(object.spec.replicas).value() == 'a'",
    "object.?spec.?nothing.orValue(1) == 1",
    "duration(object.spec.replicas) < duration('1s')",
    "type(object) == string",
    "-object.metadata.name == 1",
    "!object.spec.replicas",
  ]),
};

const CUSTOM: Readonly<Record<string, ObjectScenario>> = {
  async "fields of a kind of its own"(stage) {
    const group = await define(stage);
    await policy([{ groups: [group], resources: ["widgets"] }], [
      "object.spec.size > 1 && object.metadata.name != ''",
      "object.spec.weight > 1",
      "object.spec.size == 'a'",
      "object.spec.share == 1",
      "object.spec.port == 'http' || object.spec.port == 80",
      "object.spec.since < timestamp('2026-01-01T00:00:00Z')",
      "object.spec.since == 'a'",
      "object.spec.every < duration('1s')",
      "object.spec.every == 'a'",
      "object.spec.bytes == 'a'",
      "object.spec.free.anything == 1",
      "object.spec.labels['a'] == 1",
      "object.spec.parts.all(p, p.names == '')",
      "object.spec.inner.metadata.name == 1",
      "object.spec.inner.more == 1",
      "object.spec.with__dash__dash == 'a'",
      "object.spec.__namespace__ == 1",
      "object.status.ready == true",
      "object.metadata.labels == 1",
      "object.metadata.generation == 'a'",
      "object.apiVersion == 1",
    ])(stage);
  },
  async "a kind of its own beside one that is built in"(stage) {
    const group = await define(stage, "Gadget");
    await policy([
      { groups: [group], resources: ["gadgets"] },
      DEPLOYMENTS,
    ], ["object.spec.size > 1", "object.spec.replicas > 1", "object.spec.nothing == 1"])(stage);
  },
  async "a kind whose objects may have anything"(stage) {
    const group = await define(stage, "Bag", {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
    });
    await policy([{ groups: [group], resources: ["bags"] }], [
      "object.spec.anything == 1",
      "object.spec.a.b.c == 'a'",
      "object.anything == 1",
    ])(stage);
  },
};

const CHANGES: Readonly<Record<string, ObjectScenario>> = {
  async "a policy that changes is checked again"(stage) {
    await policy([DEPLOYMENTS], ["object.nothing == 1"])(stage);
    await stage.same("first");
    const change = async (patch: object, label: string) => {
      await stage.change(ValidatingAdmissionPolicy, "p", patch);
      await stage.comes(ValidatingAdmissionPolicy, "p", isChecked);
      await stage.same(label);
    };
    await change({ spec: { validations: [{ expression: "object.more == 1" }] } }, "another");
    await change({ spec: { matchConstraints: constraints([CONFIG_MAPS]) } }, "another kind");
    await change({ spec: { validations: [{ expression: "true" }] } }, "nothing");
    await change({ metadata: { labels: { a: "b" } } }, "a label");
  },
  async "what somebody else says of a policy stays"(stage) {
    await policy([DEPLOYMENTS], ["object.nothing == 1"])(stage);
    await stage.say(ValidatingAdmissionPolicy, "p", {
      conditions: [{
        type: "Mine",
        status: "True",
        reason: "Tested",
        message: "it is mine",
        lastTransitionTime: new Date().toISOString().replace(/\.\d+/, ""),
      }],
    });
    await stage.change(ValidatingAdmissionPolicy, "p", {
      spec: { validations: [{ expression: "object.more == 1" }] },
    });
    await stage.comes(ValidatingAdmissionPolicy, "p", isChecked);
  },
  async "a status that somebody has written is written again with the next generation"(stage) {
    await policy([DEPLOYMENTS], ["object.nothing == 1"])(stage);
    await stage.say(ValidatingAdmissionPolicy, "p", {
      observedGeneration: 1,
      typeChecking: { expressionWarnings: [{ fieldRef: "a", warning: "b" }] },
    });
    await stage.pass(1);
    await stage.same("as somebody wrote it");
    await stage.change(ValidatingAdmissionPolicy, "p", { spec: { failurePolicy: "Ignore" } });
    await stage.comes(ValidatingAdmissionPolicy, "p", isChecked);
  },
};

/** All of them. */
export const POLICY_STATUS_SCENARIOS: Readonly<Record<string, ObjectScenario>> = {
  ...BUILT_IN,
  ...WORDS,
  ...CUSTOM,
  ...CHANGES,
};
