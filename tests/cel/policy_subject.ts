/**
 * A request that expressions of a policy are about, with the variables of that policy.
 *
 * @module
 */

import type { AdmissionRequest } from "../../apiserver/admission/admission.ts";
import {
  Budget,
  Evaluation,
  ExpressionFailure,
  typed,
} from "../../apiserver/admission/expressions/mod.ts";
import { authorizerVariables } from "../../apiserver/admission/expressions/questions.ts";
import { requestActivation } from "../../apiserver/admission/expressions/subject.ts";
import { requestFacts } from "../../apiserver/admission/objects/facts.ts";
import type { Attributes, Authorizer } from "../../apiserver/authorization/authorizer.ts";
import type { Requirements } from "../../apiserver/authorization/selectors.ts";
import type { ServedResource } from "../../apiserver/resource/served_resource.ts";
import { shown } from "../../testing/cel_answers.ts";
import type { Verdict } from "../../toolkit/authorization/verdict.ts";
import { ofJson } from "../../toolkit/cel/mod.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { NAMESPACE_TYPE, PolicyExpressions, Unusable } from "../../toolkit/policies/mod.ts";
import { TimeSlice } from "../../toolkit/time_slice.ts";

const METADATA = {
  name: "web",
  namespace: "shop",
  uid: "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  resourceVersion: "41",
  generation: 3,
  creationTimestamp: "2024-02-29T23:59:59Z",
  labels: { app: "web", "example.com/tier": "front" },
  annotations: { note: "héllo", "a/b": "1" },
};

/** What expressions are about, in the words of the reference's program too. */
export const POLICY_SUBJECT = {
  group: "apps",
  version: "v1",
  kind: "Deployment",
  resource: "deployments",
  subresource: "scale",
  namespace: "shop",
  name: "web",
  operation: "UPDATE",
  dryRun: true,
  options: {
    kind: "UpdateOptions",
    apiVersion: "meta.k8s.io/v1",
    fieldManager: "tester",
    dryRun: ["All"],
  },
  user: {
    name: "jane",
    uid: "u1",
    groups: ["dev", "system:authenticated"],
    extra: { "example.com/scopes": ["read", "write"] },
  },
  object: {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: METADATA,
    spec: {
      replicas: 3,
      paused: false,
      ratio: 1.5,
      whole: 2.0,
      selector: { matchLabels: { app: "web" } },
      nothing: null,
      empty: {},
      none: [],
      template: {
        spec: {
          containers: [
            { name: "a", image: "web:1", ports: [{ containerPort: 80 }], limits: { cpu: "100m" } },
            { name: "b", image: "side:2", args: ["-x", "-y"] },
          ],
        },
      },
    },
  },
  oldObject: {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: METADATA,
    spec: { replicas: 2, paused: true },
  },
  params: {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "limits", namespace: "shop" },
    data: { most: "5", names: "a,b" },
  },
  namespaceObject: {
    metadata: {
      name: "shop",
      uid: "n1",
      resourceVersion: "7",
      creationTimestamp: "2024-01-02T03:04:05Z",
      labels: { "kubernetes.io/metadata.name": "shop", team: "sales" },
    },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  },
  variables: [
    { name: "count", expression: "object.spec.replicas + 1" },
    { name: "whole", expression: "int(object.spec.replicas)" },
    { name: "names", expression: "object.spec.template.spec.containers.map(c, c.name)" },
    { name: "words", expression: 'params.data.names.split(",")' },
    { name: "text", expression: "request.name + '!'" },
    { name: "amount", expression: 'quantity("1Gi")' },
    { name: "when", expression: 'timestamp("2024-02-29T23:59:59Z")' },
    { name: "long", expression: 'duration("1h")' },
    { name: "pairs", expression: '{"a": 1, "b": 2}' },
    { name: "maybe", expression: "object.spec.?missing" },
    { name: "has", expression: "object.?spec" },
    { name: "list", expression: "[object.?spec]" },
    { name: "address", expression: 'ip("10.0.0.1")' },
    { name: "broken", expression: "object.spec.missing" },
    { name: "wrong", expression: "object.spec +" },
    { name: "made", expression: "Object{spec: Object.spec{replicas: 1}}" },
    { name: "may", expression: 'authorizer.group("apps").resource("deployments").check("get")' },
    { name: "asked", expression: "authorizer.requestResource" },
    { name: "twice", expression: "variables.count * 2" },
    { name: "kinds", expression: "[request.kind, request.requestKind]" },
    { name: "user", expression: "request.userInfo" },
    { name: "nested", expression: '[{"x": [1u]}]' },
    { name: "type", expression: "type(1)" },
    { name: "nothing", expression: "null" },
    { name: "bytes", expression: 'b"ab"' },
  ],
} as const;

const SERVED = {
  group: POLICY_SUBJECT.group,
  version: POLICY_SUBJECT.version,
  kind: POLICY_SUBJECT.kind,
  resource: POLICY_SUBJECT.resource,
} as unknown as ServedResource;

const REQUEST = {
  operation: POLICY_SUBJECT.operation,
  resource: SERVED,
  kind: SERVED,
  subresource: POLICY_SUBJECT.subresource,
  namespace: POLICY_SUBJECT.namespace,
  name: POLICY_SUBJECT.name,
  user: POLICY_SUBJECT.user,
  dryRun: POLICY_SUBJECT.dryRun,
  options: { kind: POLICY_SUBJECT.options.kind, fields: POLICY_SUBJECT.options },
} as unknown as AdmissionRequest;

const EXPRESSIONS = new PolicyExpressions({
  paramKind: { apiVersion: "v1", kind: "ConfigMap" },
  variables: POLICY_SUBJECT.variables,
});

/** What comes of an expression, and what it costs with the variables that it asks for. */
export async function policyAnswerOf(
  expression: string,
): Promise<readonly [answer: string, cost?: number]> {
  const compiled = EXPRESSIONS.compile(expression, { hasPatchTypes: true });
  const { program } = compiled;
  if (program instanceof Unusable) {
    const why = program.why.replace("compilation failed:", "compile:")
      .replace("program instantiation failed:", "program:");
    return [why];
  }
  const budget = new Budget(Number.MAX_SAFE_INTEGER);
  const cost = () => Number.MAX_SAFE_INTEGER - budget.left;
  try {
    const value = await evaluation().run(compiled, budget);
    return [shown(value), cost()];
  } catch (error) {
    if (!(error instanceof ExpressionFailure)) throw error;
    const why = error.message.replace(`expression '${expression}' resulted in error: `, "error: ");
    return [why, cost()];
  }
}

/** Of one request: what it asked for is not known to the next. */
function evaluation(): Evaluation {
  const base = requestActivation({
    object: POLICY_SUBJECT.object,
    old: POLICY_SUBJECT.oldObject,
    facts: () => requestFacts(REQUEST, SERVED, "meta.k8s.io"),
    authorizer: () => authorizerVariables(REQUEST, TELLING),
  });
  return new Evaluation({
    base,
    params: ofJson(POLICY_SUBJECT.params),
    namespace: typed(NAMESPACE_TYPE, POLICY_SUBJECT.namespaceObject),
    slice: new TimeSlice(systemClock, new AbortController().signal),
  }, EXPRESSIONS.variables);
}

/** Says what it was asked: who may read may do it, of the rest it knows nothing, or less. */
const TELLING: Authorizer = {
  authorize(asked: Attributes): Verdict {
    const { labels, fields } = asked.selectors ?? {};
    const reason = [
      asked.user.name,
      asked.isResource,
      asked.verb,
      asked.path,
      asked.group,
      asked.version,
      asked.namespace,
      asked.resource,
      asked.subresource,
      asked.name,
      selectorText(labels),
      selectorText(fields),
    ].join(" ");
    switch (asked.verb) {
      case "get":
        return { decision: "allow", reason };
      case "delete":
        return { decision: "deny", reason };
      case "watch":
        return { decision: "no opinion", reason: "", evaluationError: `cannot tell ${reason}` };
      default:
        return { decision: "no opinion", reason };
    }
  },
};

function selectorText(asked: Requirements<unknown> | undefined): string {
  return `[${asked?.requirements.length ?? 0} ${asked?.error !== undefined}]`;
}
