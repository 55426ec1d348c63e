/**
 * What looks at requests before they are stored: webhooks, and policies of expressions.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";
import { WEBHOOK_CLIENTS } from "./webhook_clients.ts";

const FAILURE = "What an error means: Fail (the default) refuses the request, Ignore goes on.";
const CONDITIONS = "Expressions that all have to be true, or it is left out: at most 64. An " +
  "error counts as failurePolicy says, unless another is false.";
const REINVOCATION = "Whether it is called once more when others changed the object after it: " +
  "IfNeeded, or Never";
const EXPRESSION = "It knows object, oldObject, request, params, namespaceObject, variables and " +
  "authorizer";

const MATCH: FieldWords = {
  matchPolicy: "Equivalent (the default): requests in other versions of the resource fit too, " +
    "and are converted. Exact: only as the rules have it.",
  namespaceSelector: "Labels of the namespace of the object (or of the namespace itself). " +
    "Default: empty, all.",
  objectSelector: "Labels of the object, old or new. Whoever writes the object can set them. " +
    "Default: empty, all.",
};

const WEBHOOK: FieldWords = {
  ...MATCH,
  name: "A name of at least three parts with dots between, unique in the configuration.",
  clientConfig: "How to reach it.",
  rules: "The requests that it gets: one rule that fits is enough.",
  failurePolicy: FAILURE,
  sideEffects: "Whether it does more than to answer: None, or NoneOnDryRun when it does, but not " +
    "for dry runs.",
  timeoutSeconds: "After how many seconds without an answer it has failed: 1 to 30. Default: 10.",
  admissionReviewVersions: "The versions of reviews that it knows; the first that the server " +
    "knows too is used.",
  matchConditions: CONDITIONS,
};

const POLICY: FieldWords = {
  paramKind: "The kind of the objects that bindings give as params. Left out: no params.",
  matchConstraints: "The requests that it looks at. Required.",
  variables: "Values to use in expressions, each computed on first use.",
  failurePolicy: FAILURE,
  matchConditions: CONDITIONS,
};

const RULE: FieldWords = {
  apiGroups: "The groups of the resources; * for all.",
  apiVersions: "The versions of the resources; * for all.",
  resources: "The resources, in the plural; pods/log for a subresource, pods/* for all of one, " +
    "*/scale for one of all; * for all without subresources, */* for all with them.",
  scope: "Cluster, Namespaced, or * (the default) for both.",
};

/** The OpenAPI descriptions of webhook configurations, admission policies and their bindings. */
export const ADMISSION_REGISTRATION: Words = {
  ...WEBHOOK_CLIENTS,
  ValidatingWebhookConfiguration: ["Webhooks that may refuse requests.", {
    webhooks: "The webhooks. They are asked at the same time; all have to agree.",
  }],
  ValidatingWebhook: ["A webhook that may refuse requests.", WEBHOOK],
  MutatingWebhookConfiguration: ["Webhooks that may refuse requests and change objects.", {
    webhooks: "The webhooks. They are asked one after the other, in order.",
  }],
  MutatingWebhook: ["A webhook that may refuse requests and change objects.", {
    ...WEBHOOK,
    reinvocationPolicy: `${REINVOCATION}, the default.`,
  }],
  Rule: ["Some requests: by group, version and resource.", RULE],
  RuleWithOperations: ["Some requests. All parts have to fit.", {
    operations: "CREATE, UPDATE, DELETE, CONNECT; * for all.",
  }],
  NamedRuleWithOperations: ["Some requests. All parts have to fit.", {
    resourceNames: "Only the objects of these names. Left out: all.",
  }],
  MatchCondition: ["A condition of being asked.", {
    name: "A name for it, unique in the list.",
    expression: "A CEL expression that is true or false. It knows object, oldObject, request and " +
      "authorizer, and in policies params.",
  }],
  ValidatingAdmissionPolicy: [
    "Expressions that may refuse requests. Without effect until a binding puts it to use.",
  ],
  ValidatingAdmissionPolicySpec: ["Which requests, and what must be true of them.", {
    ...POLICY,
    validations: "What must be true. This or auditAnnotations must be given.",
    auditAnnotations: "What to add to audit events: at most 20.",
  }],
  Validation: ["Something that must be true.", {
    expression: `A CEL expression: where it is false, the request is refused. ${EXPRESSION}.`,
    message: "What to say then. Required where the expression has several lines. Left out: the " +
      "expression itself.",
    messageExpression: "A CEL expression that makes the message; where it fails, message is used.",
    reason: "The reason of the answer: Forbidden, Invalid (the default) or RequestEntityTooLarge.",
  }],
  Variable: ["A value to use in expressions, as variables.NAME.", {
    name: "The name: a CEL identifier.",
    expression:
      `A CEL expression that makes the value; variables above it can be used. ${EXPRESSION}.`,
  }],
  AuditAnnotation: ["Something to add to audit events.", {
    key: "The key, after the policy's name and a slash.",
    valueExpression: "A CEL expression that makes the value: a string, or null for none.",
  }],
  ParamKind: ["The kind of params.", {
    apiVersion: "The group and version of the objects.",
    kind: "The kind of the objects.",
  }],
  MatchResources: ["Some requests.", {
    ...MATCH,
    resourceRules: "The requests: one rule that fits is enough. Left out, in bindings: all that " +
      "the policy looks at.",
    excludeResourceRules: "Requests that are left out, whatever else fits.",
  }],
  ValidatingAdmissionPolicyStatus: ["What is known of a policy.", {
    typeChecking: "What does not fit the types of the resources in its expressions.",
  }],
  TypeChecking: ["What does not fit the types of the resources.", {
    expressionWarnings: "What does not fit, by expression.",
  }],
  ExpressionWarning: ["What does not fit in an expression.", {
    fieldRef: "The path of the expression: spec.validations[0].expression.",
    warning: "What does not fit, for people.",
  }],
  ValidatingAdmissionPolicyBinding: ["Puts a policy to use, with params."],
  ValidatingAdmissionPolicyBindingSpec: ["Which policy, with what, for which requests.", {
    policyName: "The name of the policy. While there is none, nothing happens.",
    paramRef: "The params. Left out: none.",
    matchResources: "Narrows the requests that the policy looks at. Left out: all of them.",
    validationActions: "What happens when something is not true: Deny, Warn, Audit. Deny and " +
      "Warn exclude each other.",
  }],
  ParamRef: ["Params: by name or by selector, not both.", {
    name: "The name of the object.",
    namespace: "The namespace of the objects. Left out: that of the request's object.",
    selector: "Labels of the objects. The policy is asked with each of them; all have to agree.",
    parameterNotFoundAction: "What there being none means: Allow, or Deny as failurePolicy says. " +
      "Required.",
  }],
  MutatingAdmissionPolicy: [
    "Expressions that change objects. Without effect until a binding puts it to use.",
  ],
  MutatingAdmissionPolicySpec: ["Which requests, and what to change.", {
    ...POLICY,
    mutations: "What to change, in order: at least one.",
    reinvocationPolicy: `${REINVOCATION}. Required.`,
  }],
  Mutation: ["Something to change.", {
    patchType: "ApplyConfiguration or JSONPatch: which one of the others is set.",
    applyConfiguration: "A part of the object, to be merged into it.",
    jsonPatch: "Operations to be done on the object.",
  }],
  ApplyConfiguration: ["A part of the object, to be merged into it as by server-side apply.", {
    expression: `A CEL expression that makes it: Object{spec: Object.spec{...}}. ${EXPRESSION}.`,
  }],
  JSONPatch: ["Operations to be done on the object.", {
    expression: `A CEL expression that makes a list of them: [JSONPatch{op: ...}]. ${EXPRESSION}.`,
  }],
  MutatingAdmissionPolicyBinding: ["Puts a policy to use, with params."],
  MutatingAdmissionPolicyBindingSpec: ["Which policy, with what, for which requests.", {
    policyName: "The name of the policy. While there is none, nothing happens.",
    paramRef: "The params. Left out: none.",
    matchResources: "Narrows the requests that the policy looks at. Left out: all of them.",
  }],
};
