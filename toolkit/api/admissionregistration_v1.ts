// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of admissionregistration/v1. */
export declare namespace admissionregistrationV1 {
  /** A partial object that is merged into the object by the rules of server-side apply. */
  interface ApplyConfiguration {
    /**
     * A CEL expression for it, such as Object{spec: Object.spec{...}}. It can use object, oldObject,
     * request, params, namespaceObject, variables and authorizer.
     */
    expression?: string;
  }

  /** An annotation to add to the audit event of a request. */
  interface AuditAnnotation {
    /** The key. In the audit event the policy's name and a slash precede it. */
    key: string;
    /** A CEL expression that evaluates to the value: a string, or null to add no annotation. */
    valueExpression: string;
  }

  /** A type error in an expression. */
  interface ExpressionWarning {
    /** The path of the expression, such as spec.validations[0].expression. */
    fieldRef: string;
    /** The type error as a human-readable message. */
    warning: string;
  }

  /**
   * What happens if a webhook or an expression fails. Ignore: the request goes on. Fail: it is
   * refused.
   */
  type FailurePolicyType = "Ignore" | "Fail";

  /** JSON Patch operations that are applied to the object. */
  interface JSONPatch {
    /**
     * A CEL expression for a list of them: [JSONPatch{op: ...}]. It can use object, oldObject,
     * request, params, namespaceObject, variables and authorizer.
     */
    expression?: string;
  }

  /** A CEL condition that a request must meet. */
  interface MatchCondition {
    /** A name for the condition, unique in the list. */
    name: string;
    /**
     * A CEL expression that evaluates to true or false. It can use object, oldObject, request,
     * authorizer and, in policies, params.
     */
    expression: string;
  }

  /**
   * Which versions of a resource a rule matches. Exact: the versions that it names. Equivalent: all
   * versions, converted to one that it names.
   */
  type MatchPolicyType = "Exact" | "Equivalent";

  /** Selects requests by their resources and labels. */
  interface MatchResources {
    /**
     * Matches the labels of the object's namespace, or of the object if it is a namespace. Other
     * cluster-scoped objects always match. Default: empty, which matches all.
     */
    namespaceSelector?: metaV1.LabelSelector;
    /**
     * Matches the labels of the new or the old object; users who can set labels can avoid it.
     * Default: empty, which matches all.
     */
    objectSelector?: metaV1.LabelSelector;
    /**
     * The operations and resources to match; one matching rule is enough. If unset in a binding,
     * everything that the policy matches.
     */
    resourceRules?: NamedRuleWithOperations[];
    /** Operations and resources to exclude, even if resourceRules match them. */
    excludeResourceRules?: NamedRuleWithOperations[];
    /**
     * Equivalent (the default) also matches requests through other groups or versions of the
     * resource, and converts them. Exact matches only what the rules list.
     */
    matchPolicy?: MatchPolicyType;
  }

  /** Changes objects with CEL expressions. It takes effect only through a binding. */
  interface MutatingAdmissionPolicy {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "MutatingAdmissionPolicy";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: MutatingAdmissionPolicySpec;
  }

  /** Binds a mutating admission policy to requests and to parameters. */
  interface MutatingAdmissionPolicyBinding {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "MutatingAdmissionPolicyBinding";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: MutatingAdmissionPolicyBindingSpec;
  }

  /** A list of MutatingAdmissionPolicyBinding objects. */
  interface MutatingAdmissionPolicyBindingList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "MutatingAdmissionPolicyBindingList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: MutatingAdmissionPolicyBinding[];
  }

  /** The policy, its parameters, and the requests it applies to. */
  interface MutatingAdmissionPolicyBindingSpec {
    /** The name of the policy. The binding has no effect while the policy doesn't exist. */
    policyName?: string;
    /** The parameter objects. If unset, there are none. */
    paramRef?: ParamRef;
    /** Further restricts the requests that the policy matches. If unset, all of them. */
    matchResources?: MatchResources;
  }

  /** A list of MutatingAdmissionPolicy objects. */
  interface MutatingAdmissionPolicyList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "MutatingAdmissionPolicyList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: MutatingAdmissionPolicy[];
  }

  /** Which requests a policy matches, and how it changes their objects. */
  interface MutatingAdmissionPolicySpec {
    /**
     * The kind of the parameter objects that bindings refer to. If unset, the policy has no params.
     */
    paramKind?: ParamKind;
    /** The requests that the policy applies to. Required. */
    matchConstraints?: MatchResources;
    /**
     * Named expressions that other expressions use as variables.NAME; each is evaluated on first use.
     */
    variables?: Variable[];
    /** The mutations, applied in order: at least one. */
    mutations?: Mutation[];
    /** What happens on an error: Fail (the default) rejects the request, Ignore lets it continue. */
    failurePolicy?: FailurePolicyType;
    /**
     * At most 64 CEL expressions that must all be true, otherwise the request is skipped. If one has
     * an error and none is false, failurePolicy applies.
     */
    matchConditions?: MatchCondition[];
    /**
     * Whether it is called again if the object was changed after its first call: IfNeeded, or Never.
     * Required.
     */
    reinvocationPolicy?: ReinvocationPolicyType;
  }

  /** A webhook that can change objects and reject requests. */
  interface MutatingWebhook {
    /**
     * The name of the webhook: a domain name of at least three parts, unique in the configuration.
     */
    name: string;
    /** How to connect to the webhook. */
    clientConfig: WebhookClientConfig;
    /** The operations and resources that are sent to the webhook; one matching rule is enough. */
    rules?: RuleWithOperations[];
    /** What happens on an error: Fail (the default) rejects the request, Ignore lets it continue. */
    failurePolicy?: FailurePolicyType;
    /**
     * Equivalent (the default) also matches requests through other groups or versions of the
     * resource, and converts them. Exact matches only what the rules list.
     */
    matchPolicy?: MatchPolicyType;
    /**
     * Matches the labels of the object's namespace, or of the object if it is a namespace. Other
     * cluster-scoped objects always match. Default: empty, which matches all.
     */
    namespaceSelector?: metaV1.LabelSelector;
    /**
     * Matches the labels of the new or the old object; users who can set labels can avoid it.
     * Default: empty, which matches all.
     */
    objectSelector?: metaV1.LabelSelector;
    /**
     * Whether calls have side effects: None, or NoneOnDryRun if only calls for dry runs have none.
     */
    sideEffects: SideEffectClass | null;
    /** The timeout of a call in seconds: 1 to 30. On a timeout failurePolicy applies. Default: 10. */
    timeoutSeconds?: number;
    /**
     * The AdmissionReview versions that the webhook accepts, in order of preference; the first one
     * that the server supports is used.
     */
    admissionReviewVersions: string[];
    /**
     * Whether it is called again if the object was changed after its first call: IfNeeded, or Never,
     * the default.
     */
    reinvocationPolicy?: ReinvocationPolicyType;
    /**
     * At most 64 CEL expressions that must all be true, otherwise the request is skipped. If one has
     * an error and none is false, failurePolicy applies.
     */
    matchConditions?: MatchCondition[];
  }

  /** Registers webhooks that can change objects and reject requests. */
  interface MutatingWebhookConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "MutatingWebhookConfiguration";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The webhooks. They are called one after another, in order. */
    webhooks?: MutatingWebhook[];
  }

  /** A list of MutatingWebhookConfiguration objects. */
  interface MutatingWebhookConfigurationList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "MutatingWebhookConfigurationList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: MutatingWebhookConfiguration[];
  }

  /** A change to the object of a request. */
  interface Mutation {
    /** ApplyConfiguration or JSONPatch: which one of the other fields is set. */
    patchType: PatchType;
    /** A partial object to merge into the object. */
    applyConfiguration?: ApplyConfiguration;
    /** JSON Patch operations to apply to the object. */
    jsonPatch?: JSONPatch;
  }

  /** Matches requests by operation, resource and object name. All parts must match. */
  interface NamedRuleWithOperations extends RuleWithOperations {
    /** The names of the objects. If empty, all names match. */
    resourceNames?: string[];
  }

  /** What a request does to an object; `*` means all. */
  type OperationType = "*" | "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

  /** The kind of the parameter objects. */
  interface ParamKind {
    /** The API group and version of the parameter objects. */
    apiVersion?: string;
    /** The kind of the parameter objects. */
    kind?: string;
  }

  /** Selects parameter objects, either by name or by selector. */
  interface ParamRef {
    /** The name of the parameter object. */
    name?: string;
    /** The namespace of the parameter objects. If unset, the namespace of the request's object. */
    namespace?: string;
    /**
     * Labels of the parameter objects. The policy is evaluated with each of them, and all evaluations
     * must pass.
     */
    selector?: metaV1.LabelSelector;
    /**
     * What to do if no parameter object is found: Allow, or Deny, which applies failurePolicy.
     * Required.
     */
    parameterNotFoundAction?: ParameterNotFoundActionType;
  }

  /**
   * What happens if there is no parameter object. Allow: the binding doesn't apply. Deny: the failure
   * policy decides.
   */
  type ParameterNotFoundActionType = "Allow" | "Deny" | (string & Record<never, never>);

  /**
   * How an expression tells the change. ApplyConfiguration: as an object to apply. JSONPatch: as the
   * operations of RFC 6902.
   */
  type PatchType = "ApplyConfiguration" | "JSONPatch";

  /**
   * Whether a webhook is called again for one request. Never: no. IfNeeded: if others changed the
   * object after the first call.
   */
  type ReinvocationPolicyType = "Never" | "IfNeeded";

  /** Matches requests by API group, version, resource and scope. */
  interface Rule {
    /** The API groups of the resources; `*` matches all. */
    apiGroups?: string[];
    /** The API versions of the resources; `*` matches all. */
    apiVersions?: string[];
    /**
     * Resources in the plural: pods, pods/log for a subresource, `pods/*` for all subresources of
     * pods, &#42;/scale for a subresource of any resource, `*` for all resources without
     * subresources, &#42;/&#42; for everything.
     */
    resources?: string[];
    /** The scope of the resources: Cluster, Namespaced, or `*` (the default) for both. */
    scope?: ScopeType;
  }

  /** Matches requests by operation and resource. All parts must match. */
  interface RuleWithOperations extends Rule {
    /** The operations: CREATE, UPDATE, DELETE, CONNECT; `*` matches all. */
    operations?: OperationType[];
  }

  /**
   * Which resources a rule matches: those that are not in namespaces, those that are, or both (`*`).
   */
  type ScopeType = "Cluster" | "Namespaced" | "*";

  /** A reference to a service in the cluster. */
  interface ServiceReference {
    /** The namespace of the service. */
    namespace: string;
    /** The name of the service. */
    name: string;
    /** The URL path of requests. Default: /. */
    path?: string;
    /** The port of the service: 1 to 65535. Default: 443. */
    port?: number;
  }

  /**
   * Whether a webhook changes anything besides its answer. None: no. NoneOnDryRun: no, if the request
   * is a dry run. Some and Unknown: dry runs are refused; webhooks of version 1 can't say them.
   */
  type SideEffectClass = "Unknown" | "None" | "Some" | "NoneOnDryRun";

  /** The result of type checking the expressions of a policy. */
  interface TypeChecking {
    /** The type errors, by expression. */
    expressionWarnings?: ExpressionWarning[];
  }

  /** Validates requests with CEL expressions. It takes effect only through a binding. */
  interface ValidatingAdmissionPolicy {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ValidatingAdmissionPolicy";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: ValidatingAdmissionPolicySpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: ValidatingAdmissionPolicyStatus;
  }

  /** Binds a validating admission policy to requests and to parameters. */
  interface ValidatingAdmissionPolicyBinding {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ValidatingAdmissionPolicyBinding";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: ValidatingAdmissionPolicyBindingSpec;
  }

  /** A list of ValidatingAdmissionPolicyBinding objects. */
  interface ValidatingAdmissionPolicyBindingList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ValidatingAdmissionPolicyBindingList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ValidatingAdmissionPolicyBinding[];
  }

  /** The policy, its parameters, and the requests it applies to. */
  interface ValidatingAdmissionPolicyBindingSpec {
    /** The name of the policy. The binding has no effect while the policy doesn't exist. */
    policyName?: string;
    /** The parameter objects. If unset, there are none. */
    paramRef?: ParamRef;
    /** Further restricts the requests that the policy matches. If unset, all of them. */
    matchResources?: MatchResources;
    /** What to do if a validation fails: Deny, Warn, Audit. Deny and Warn can't be combined. */
    validationActions?: ValidationAction[];
  }

  /** A condition of a validating admission policy. None is defined. */
  type ValidatingAdmissionPolicyConditionType = string;

  /** A list of ValidatingAdmissionPolicy objects. */
  interface ValidatingAdmissionPolicyList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ValidatingAdmissionPolicyList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ValidatingAdmissionPolicy[];
  }

  /** Which requests a policy validates, and how. */
  interface ValidatingAdmissionPolicySpec {
    /**
     * The kind of the parameter objects that bindings refer to. If unset, the policy has no params.
     */
    paramKind?: ParamKind;
    /** The requests that the policy applies to. Required. */
    matchConstraints?: MatchResources;
    /** The validations. Required unless auditAnnotations is set. */
    validations?: Validation[];
    /** What happens on an error: Fail (the default) rejects the request, Ignore lets it continue. */
    failurePolicy?: FailurePolicyType;
    /** Annotations to add to the audit event of the request: at most 20. */
    auditAnnotations?: AuditAnnotation[];
    /**
     * At most 64 CEL expressions that must all be true, otherwise the request is skipped. If one has
     * an error and none is false, failurePolicy applies.
     */
    matchConditions?: MatchCondition[];
    /**
     * Named expressions that other expressions use as variables.NAME; each is evaluated on first use.
     */
    variables?: Variable[];
  }

  /** The observed state of a validating admission policy. */
  interface ValidatingAdmissionPolicyStatus {
    /**
     * The metadata.generation of the object that this status describes. If it is less than the
     * object's, the latest change of the spec has not been processed yet.
     */
    observedGeneration?: scalars.Int64;
    /** Type errors that were found in the policy's expressions. */
    typeChecking?: TypeChecking;
    /** The conditions of the object, at most one of each type. */
    conditions?: metaV1.Condition[];
  }

  /** A webhook that validates requests and can reject them. */
  interface ValidatingWebhook {
    /**
     * The name of the webhook: a domain name of at least three parts, unique in the configuration.
     */
    name: string;
    /** How to connect to the webhook. */
    clientConfig: WebhookClientConfig;
    /** The operations and resources that are sent to the webhook; one matching rule is enough. */
    rules?: RuleWithOperations[];
    /** What happens on an error: Fail (the default) rejects the request, Ignore lets it continue. */
    failurePolicy?: FailurePolicyType;
    /**
     * Equivalent (the default) also matches requests through other groups or versions of the
     * resource, and converts them. Exact matches only what the rules list.
     */
    matchPolicy?: MatchPolicyType;
    /**
     * Matches the labels of the object's namespace, or of the object if it is a namespace. Other
     * cluster-scoped objects always match. Default: empty, which matches all.
     */
    namespaceSelector?: metaV1.LabelSelector;
    /**
     * Matches the labels of the new or the old object; users who can set labels can avoid it.
     * Default: empty, which matches all.
     */
    objectSelector?: metaV1.LabelSelector;
    /**
     * Whether calls have side effects: None, or NoneOnDryRun if only calls for dry runs have none.
     */
    sideEffects: SideEffectClass | null;
    /** The timeout of a call in seconds: 1 to 30. On a timeout failurePolicy applies. Default: 10. */
    timeoutSeconds?: number;
    /**
     * The AdmissionReview versions that the webhook accepts, in order of preference; the first one
     * that the server supports is used.
     */
    admissionReviewVersions: string[];
    /**
     * At most 64 CEL expressions that must all be true, otherwise the request is skipped. If one has
     * an error and none is false, failurePolicy applies.
     */
    matchConditions?: MatchCondition[];
  }

  /** Registers webhooks that validate requests and can reject them. */
  interface ValidatingWebhookConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ValidatingWebhookConfiguration";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The webhooks. They are called in parallel, and all of them must allow the request. */
    webhooks?: ValidatingWebhook[];
  }

  /** A list of ValidatingWebhookConfiguration objects. */
  interface ValidatingWebhookConfigurationList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ValidatingWebhookConfigurationList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ValidatingWebhookConfiguration[];
  }

  /** A CEL expression that must be true for the request to be allowed. */
  interface Validation {
    /**
     * A CEL expression; if it is false, the validation fails. It can use object, oldObject, request,
     * params, namespaceObject, variables and authorizer.
     */
    expression: string;
    /**
     * The message if the validation fails. Required if the expression has several lines. If unset,
     * the expression is shown.
     */
    message?: string;
    /**
     * The reason in the error response: Forbidden, Invalid (the default) or RequestEntityTooLarge.
     */
    reason?: metaV1.StatusReason;
    /** A CEL expression that evaluates to the message. If it fails, message is used. */
    messageExpression?: string;
  }

  /**
   * What happens to a request that fails a validation. Deny: it is refused. Warn: the client is told.
   * Audit: the audit log is told.
   */
  type ValidationAction = "Deny" | "Warn" | "Audit";

  /** A named expression, available to other expressions as variables.NAME. */
  interface Variable {
    /** The name: a CEL identifier. */
    name: string;
    /**
     * A CEL expression for the value. It can use object, oldObject, request, params, namespaceObject,
     * variables and authorizer; of variables only earlier ones.
     */
    expression: string;
  }

  /** How to connect to a webhook: either url or service. */
  interface WebhookClientConfig {
    /** The URL of the webhook: https://HOST:PORT/PATH, without user, query or fragment. */
    url?: string;
    /** The service of the webhook. */
    service?: ServiceReference;
    /**
     * The CA certificates that verify the webhook's certificate: PEM, in Base64. If unset, the CAs of
     * the host.
     */
    caBundle?: scalars.Base64;
  }
}

export type ApplyConfiguration = admissionregistrationV1.ApplyConfiguration;
export type AuditAnnotation = admissionregistrationV1.AuditAnnotation;
export type ExpressionWarning = admissionregistrationV1.ExpressionWarning;
export type FailurePolicyType = admissionregistrationV1.FailurePolicyType;
export type JSONPatch = admissionregistrationV1.JSONPatch;
export type MatchCondition = admissionregistrationV1.MatchCondition;
export type MatchPolicyType = admissionregistrationV1.MatchPolicyType;
export type MatchResources = admissionregistrationV1.MatchResources;
export type MutatingAdmissionPolicy = admissionregistrationV1.MutatingAdmissionPolicy;
export type MutatingAdmissionPolicyBinding = admissionregistrationV1.MutatingAdmissionPolicyBinding;
export type MutatingAdmissionPolicyBindingList = admissionregistrationV1.MutatingAdmissionPolicyBindingList;
export type MutatingAdmissionPolicyBindingSpec = admissionregistrationV1.MutatingAdmissionPolicyBindingSpec;
export type MutatingAdmissionPolicyList = admissionregistrationV1.MutatingAdmissionPolicyList;
export type MutatingAdmissionPolicySpec = admissionregistrationV1.MutatingAdmissionPolicySpec;
export type MutatingWebhook = admissionregistrationV1.MutatingWebhook;
export type MutatingWebhookConfiguration = admissionregistrationV1.MutatingWebhookConfiguration;
export type MutatingWebhookConfigurationList = admissionregistrationV1.MutatingWebhookConfigurationList;
export type Mutation = admissionregistrationV1.Mutation;
export type NamedRuleWithOperations = admissionregistrationV1.NamedRuleWithOperations;
export type OperationType = admissionregistrationV1.OperationType;
export type ParamKind = admissionregistrationV1.ParamKind;
export type ParamRef = admissionregistrationV1.ParamRef;
export type ParameterNotFoundActionType = admissionregistrationV1.ParameterNotFoundActionType;
export type PatchType = admissionregistrationV1.PatchType;
export type ReinvocationPolicyType = admissionregistrationV1.ReinvocationPolicyType;
export type Rule = admissionregistrationV1.Rule;
export type RuleWithOperations = admissionregistrationV1.RuleWithOperations;
export type ScopeType = admissionregistrationV1.ScopeType;
export type ServiceReference = admissionregistrationV1.ServiceReference;
export type SideEffectClass = admissionregistrationV1.SideEffectClass;
export type TypeChecking = admissionregistrationV1.TypeChecking;
export type ValidatingAdmissionPolicy = admissionregistrationV1.ValidatingAdmissionPolicy;
export type ValidatingAdmissionPolicyBinding = admissionregistrationV1.ValidatingAdmissionPolicyBinding;
export type ValidatingAdmissionPolicyBindingList = admissionregistrationV1.ValidatingAdmissionPolicyBindingList;
export type ValidatingAdmissionPolicyBindingSpec = admissionregistrationV1.ValidatingAdmissionPolicyBindingSpec;
export type ValidatingAdmissionPolicyConditionType = admissionregistrationV1.ValidatingAdmissionPolicyConditionType;
export type ValidatingAdmissionPolicyList = admissionregistrationV1.ValidatingAdmissionPolicyList;
export type ValidatingAdmissionPolicySpec = admissionregistrationV1.ValidatingAdmissionPolicySpec;
export type ValidatingAdmissionPolicyStatus = admissionregistrationV1.ValidatingAdmissionPolicyStatus;
export type ValidatingWebhook = admissionregistrationV1.ValidatingWebhook;
export type ValidatingWebhookConfiguration = admissionregistrationV1.ValidatingWebhookConfiguration;
export type ValidatingWebhookConfigurationList = admissionregistrationV1.ValidatingWebhookConfigurationList;
export type Validation = admissionregistrationV1.Validation;
export type ValidationAction = admissionregistrationV1.ValidationAction;
export type Variable = admissionregistrationV1.Variable;
export type WebhookClientConfig = admissionregistrationV1.WebhookClientConfig;
