/**
 * Descriptions of webhook configurations, and admission policies and their bindings.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";
import { WEBHOOK_CLIENTS } from "./webhook_clients.ts";

const FAILURE = "What happens on an error: Fail (the default) rejects the request, Ignore lets " +
  "it continue.";
const CONDITIONS = "At most 64 CEL expressions that must all be true, otherwise the request is " +
  "skipped. If one has an error and none is false, failurePolicy applies.";
const REINVOCATION = "Whether it is called again if the object was changed after its first call: " +
  "IfNeeded, or Never";
const EXPRESSION = "It can use object, oldObject, request, params, namespaceObject, variables " +
  "and authorizer";

const MATCH: FieldWords = {
  matchPolicy: "Equivalent (the default) also matches requests through other groups or versions " +
    "of the resource, and converts them. Exact matches only what the rules list.",
  namespaceSelector: "Matches the labels of the object's namespace, or of the object if it is a " +
    "namespace. Other cluster-scoped objects always match. Default: empty, which matches all.",
  objectSelector: "Matches the labels of the new or the old object; users who can set labels can " +
    "avoid it. Default: empty, which matches all.",
};

const WEBHOOK: FieldWords = {
  ...MATCH,
  name: "The name of the webhook: a domain name of at least three parts, unique in the " +
    "configuration.",
  clientConfig: "How to connect to the webhook.",
  rules: "The operations and resources that are sent to the webhook; one matching rule is enough.",
  failurePolicy: FAILURE,
  sideEffects: "Whether calls have side effects: None, or NoneOnDryRun if only calls for dry " +
    "runs have none.",
  timeoutSeconds: "The timeout of a call in seconds: 1 to 30. On a timeout failurePolicy " +
    "applies. Default: 10.",
  admissionReviewVersions: "The AdmissionReview versions that the webhook accepts, in order of " +
    "preference; the first one that the server supports is used.",
  matchConditions: CONDITIONS,
};

const POLICY: FieldWords = {
  paramKind: "The kind of the parameter objects that bindings refer to. If unset, the policy has " +
    "no params.",
  matchConstraints: "The requests that the policy applies to. Required.",
  variables: "Named expressions that other expressions use as variables.NAME; each is evaluated " +
    "on first use.",
  failurePolicy: FAILURE,
  matchConditions: CONDITIONS,
};

const RULE: FieldWords = {
  apiGroups: "The API groups of the resources; * matches all.",
  apiVersions: "The API versions of the resources; * matches all.",
  resources: "Resources in the plural: pods, pods/log for a subresource, pods/* for all " +
    "subresources of pods, */scale for a subresource of any resource, * for all resources " +
    "without subresources, */* for everything.",
  scope: "The scope of the resources: Cluster, Namespaced, or * (the default) for both.",
};

/** The descriptions of webhook configurations, admission policies and their bindings. */
export const ADMISSION_REGISTRATION: Words = {
  ...WEBHOOK_CLIENTS,
  ValidatingWebhookConfiguration: [
    "Registers webhooks that validate requests and can reject them.",
    {
      webhooks: "The webhooks. They are called in parallel, and all of them must allow the " +
        "request.",
    },
  ],
  ValidatingWebhook: ["A webhook that validates requests and can reject them.", WEBHOOK],
  MutatingWebhookConfiguration: [
    "Registers webhooks that can change objects and reject requests.",
    {
      webhooks: "The webhooks. They are called one after another, in order.",
    },
  ],
  MutatingWebhook: ["A webhook that can change objects and reject requests.", {
    ...WEBHOOK,
    reinvocationPolicy: `${REINVOCATION}, the default.`,
  }],
  Rule: ["Matches requests by API group, version, resource and scope.", RULE],
  RuleWithOperations: ["Matches requests by operation and resource. All parts must match.", {
    operations: "The operations: CREATE, UPDATE, DELETE, CONNECT; * matches all.",
  }],
  NamedRuleWithOperations: [
    "Matches requests by operation, resource and object name. All parts must match.",
    {
      resourceNames: "The names of the objects. If empty, all names match.",
    },
  ],
  MatchCondition: ["A CEL condition that a request must meet.", {
    name: "A name for the condition, unique in the list.",
    expression: "A CEL expression that evaluates to true or false. It can use object, oldObject, " +
      "request, authorizer and, in policies, params.",
  }],
  ValidatingAdmissionPolicy: [
    "Validates requests with CEL expressions. It takes effect only through a binding.",
  ],
  ValidatingAdmissionPolicySpec: ["Which requests a policy validates, and how.", {
    ...POLICY,
    validations: "The validations. Required unless auditAnnotations is set.",
    auditAnnotations: "Annotations to add to the audit event of the request: at most 20.",
  }],
  Validation: ["A CEL expression that must be true for the request to be allowed.", {
    expression: `A CEL expression; if it is false, the validation fails. ${EXPRESSION}.`,
    message: "The message if the validation fails. Required if the expression has several lines. " +
      "If unset, the expression is shown.",
    messageExpression: "A CEL expression that evaluates to the message. If it fails, message is " +
      "used.",
    reason: "The reason in the error response: Forbidden, Invalid (the default) or " +
      "RequestEntityTooLarge.",
  }],
  Variable: ["A named expression, available to other expressions as variables.NAME.", {
    name: "The name: a CEL identifier.",
    expression: `A CEL expression for the value. ${EXPRESSION}; of variables only earlier ones.`,
  }],
  AuditAnnotation: ["An annotation to add to the audit event of a request.", {
    key: "The key. In the audit event the policy's name and a slash precede it.",
    valueExpression: "A CEL expression that evaluates to the value: a string, or null to add no " +
      "annotation.",
  }],
  ParamKind: ["The kind of the parameter objects.", {
    apiVersion: "The API group and version of the parameter objects.",
    kind: "The kind of the parameter objects.",
  }],
  MatchResources: ["Selects requests by their resources and labels.", {
    ...MATCH,
    resourceRules: "The operations and resources to match; one matching rule is enough. If unset " +
      "in a binding, everything that the policy matches.",
    excludeResourceRules: "Operations and resources to exclude, even if resourceRules match them.",
  }],
  ValidatingAdmissionPolicyStatus: ["The observed state of a validating admission policy.", {
    typeChecking: "Type errors that were found in the policy's expressions.",
  }],
  TypeChecking: ["The result of type checking the expressions of a policy.", {
    expressionWarnings: "The type errors, by expression.",
  }],
  ExpressionWarning: ["A type error in an expression.", {
    fieldRef: "The path of the expression, such as spec.validations[0].expression.",
    warning: "The type error as a human-readable message.",
  }],
  ValidatingAdmissionPolicyBinding: [
    "Binds a validating admission policy to requests and to parameters.",
  ],
  ValidatingAdmissionPolicyBindingSpec: [
    "The policy, its parameters, and the requests it applies to.",
    {
      policyName: "The name of the policy. The binding has no effect while the policy doesn't " +
        "exist.",
      paramRef: "The parameter objects. If unset, there are none.",
      matchResources: "Further restricts the requests that the policy matches. If unset, all of " +
        "them.",
      validationActions: "What to do if a validation fails: Deny, Warn, Audit. Deny and Warn " +
        "can't be combined.",
    },
  ],
  ParamRef: ["Selects parameter objects, either by name or by selector.", {
    name: "The name of the parameter object.",
    namespace: "The namespace of the parameter objects. If unset, the namespace of the request's " +
      "object.",
    selector: "Labels of the parameter objects. The policy is evaluated with each of them, and " +
      "all evaluations must pass.",
    parameterNotFoundAction: "What to do if no parameter object is found: Allow, or Deny, which " +
      "applies failurePolicy. Required.",
  }],
  MutatingAdmissionPolicy: [
    "Changes objects with CEL expressions. It takes effect only through a binding.",
  ],
  MutatingAdmissionPolicySpec: [
    "Which requests a policy matches, and how it changes their objects.",
    {
      ...POLICY,
      mutations: "The mutations, applied in order: at least one.",
      reinvocationPolicy: `${REINVOCATION}. Required.`,
    },
  ],
  Mutation: ["A change to the object of a request.", {
    patchType: "ApplyConfiguration or JSONPatch: which one of the other fields is set.",
    applyConfiguration: "A partial object to merge into the object.",
    jsonPatch: "JSON Patch operations to apply to the object.",
  }],
  ApplyConfiguration: [
    "A partial object that is merged into the object by the rules of server-side apply.",
    {
      expression: `A CEL expression for it, such as Object{spec: Object.spec{...}}. ${EXPRESSION}.`,
    },
  ],
  JSONPatch: ["JSON Patch operations that are applied to the object.", {
    expression: `A CEL expression for a list of them: [JSONPatch{op: ...}]. ${EXPRESSION}.`,
  }],
  MutatingAdmissionPolicyBinding: [
    "Binds a mutating admission policy to requests and to parameters.",
  ],
  MutatingAdmissionPolicyBindingSpec: [
    "The policy, its parameters, and the requests it applies to.",
    {
      policyName: "The name of the policy. The binding has no effect while the policy doesn't " +
        "exist.",
      paramRef: "The parameter objects. If unset, there are none.",
      matchResources: "Further restricts the requests that the policy matches. If unset, all of " +
        "them.",
    },
  ],
};
