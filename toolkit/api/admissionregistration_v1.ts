// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";
import type { Base64, Int64 } from "./scalars.ts";

export interface ApplyConfiguration {
  expression?: string;
}

export interface AuditAnnotation {
  key: string;
  valueExpression: string;
}

export interface ExpressionWarning {
  fieldRef: string;
  warning: string;
}

export type FailurePolicyType = "Ignore" | "Fail";

export interface JSONPatch {
  expression?: string;
}

export interface MatchCondition {
  name: string;
  expression: string;
}

export type MatchPolicyType = "Exact" | "Equivalent";

export interface MatchResources {
  namespaceSelector?: metaV1.LabelSelector;
  objectSelector?: metaV1.LabelSelector;
  resourceRules?: NamedRuleWithOperations[];
  excludeResourceRules?: NamedRuleWithOperations[];
  matchPolicy?: MatchPolicyType;
}

export interface MutatingAdmissionPolicy {
  apiVersion?: string;
  kind?: "MutatingAdmissionPolicy";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: MutatingAdmissionPolicySpec;
}

export interface MutatingAdmissionPolicyBinding {
  apiVersion?: string;
  kind?: "MutatingAdmissionPolicyBinding";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: MutatingAdmissionPolicyBindingSpec;
}

export interface MutatingAdmissionPolicyBindingList {
  apiVersion?: string;
  kind?: "MutatingAdmissionPolicyBindingList";
  metadata?: metaV1.ListMeta;
  items: MutatingAdmissionPolicyBinding[];
}

export interface MutatingAdmissionPolicyBindingSpec {
  policyName?: string;
  paramRef?: ParamRef;
  matchResources?: MatchResources;
}

export interface MutatingAdmissionPolicyList {
  apiVersion?: string;
  kind?: "MutatingAdmissionPolicyList";
  metadata?: metaV1.ListMeta;
  items: MutatingAdmissionPolicy[];
}

export interface MutatingAdmissionPolicySpec {
  paramKind?: ParamKind;
  matchConstraints?: MatchResources;
  variables?: Variable[];
  mutations?: Mutation[];
  failurePolicy?: FailurePolicyType;
  matchConditions?: MatchCondition[];
  reinvocationPolicy?: ReinvocationPolicyType;
}

export interface MutatingWebhook {
  name: string;
  clientConfig: WebhookClientConfig;
  rules?: RuleWithOperations[];
  failurePolicy?: FailurePolicyType;
  matchPolicy?: MatchPolicyType;
  namespaceSelector?: metaV1.LabelSelector;
  objectSelector?: metaV1.LabelSelector;
  sideEffects: SideEffectClass | null;
  timeoutSeconds?: number;
  admissionReviewVersions: string[];
  reinvocationPolicy?: ReinvocationPolicyType;
  matchConditions?: MatchCondition[];
}

export interface MutatingWebhookConfiguration {
  apiVersion?: string;
  kind?: "MutatingWebhookConfiguration";
  metadata?: metaV1.ClusterObjectMeta;
  webhooks?: MutatingWebhook[];
}

export interface MutatingWebhookConfigurationList {
  apiVersion?: string;
  kind?: "MutatingWebhookConfigurationList";
  metadata?: metaV1.ListMeta;
  items: MutatingWebhookConfiguration[];
}

export interface Mutation {
  patchType: PatchType;
  applyConfiguration?: ApplyConfiguration;
  jsonPatch?: JSONPatch;
}

export interface NamedRuleWithOperations extends RuleWithOperations {
  resourceNames?: string[];
}

export type OperationType = "*" | "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

export interface ParamKind {
  apiVersion?: string;
  kind?: string;
}

export interface ParamRef {
  name?: string;
  namespace?: string;
  selector?: metaV1.LabelSelector;
  parameterNotFoundAction?: ParameterNotFoundActionType;
}

export type ParameterNotFoundActionType = "Allow" | "Deny" | (string & Record<never, never>);

export type PatchType = "ApplyConfiguration" | "JSONPatch";

export type ReinvocationPolicyType = "Never" | "IfNeeded";

export interface Rule {
  apiGroups?: string[];
  apiVersions?: string[];
  resources?: string[];
  scope?: ScopeType;
}

export interface RuleWithOperations extends Rule {
  operations?: OperationType[];
}

export type ScopeType = "Cluster" | "Namespaced" | "*";

export interface ServiceReference {
  namespace: string;
  name: string;
  path?: string;
  port?: number;
}

export type SideEffectClass = "Unknown" | "None" | "Some" | "NoneOnDryRun";

export interface TypeChecking {
  expressionWarnings?: ExpressionWarning[];
}

export interface ValidatingAdmissionPolicy {
  apiVersion?: string;
  kind?: "ValidatingAdmissionPolicy";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: ValidatingAdmissionPolicySpec;
  status?: ValidatingAdmissionPolicyStatus;
}

export interface ValidatingAdmissionPolicyBinding {
  apiVersion?: string;
  kind?: "ValidatingAdmissionPolicyBinding";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: ValidatingAdmissionPolicyBindingSpec;
}

export interface ValidatingAdmissionPolicyBindingList {
  apiVersion?: string;
  kind?: "ValidatingAdmissionPolicyBindingList";
  metadata?: metaV1.ListMeta;
  items: ValidatingAdmissionPolicyBinding[];
}

export interface ValidatingAdmissionPolicyBindingSpec {
  policyName?: string;
  paramRef?: ParamRef;
  matchResources?: MatchResources;
  validationActions?: ValidationAction[];
}

export type ValidatingAdmissionPolicyConditionType = string;

export interface ValidatingAdmissionPolicyList {
  apiVersion?: string;
  kind?: "ValidatingAdmissionPolicyList";
  metadata?: metaV1.ListMeta;
  items: ValidatingAdmissionPolicy[];
}

export interface ValidatingAdmissionPolicySpec {
  paramKind?: ParamKind;
  matchConstraints?: MatchResources;
  validations?: Validation[];
  failurePolicy?: FailurePolicyType;
  auditAnnotations?: AuditAnnotation[];
  matchConditions?: MatchCondition[];
  variables?: Variable[];
}

export interface ValidatingAdmissionPolicyStatus {
  observedGeneration?: Int64;
  typeChecking?: TypeChecking;
  conditions?: metaV1.Condition[];
}

export interface ValidatingWebhook {
  name: string;
  clientConfig: WebhookClientConfig;
  rules?: RuleWithOperations[];
  failurePolicy?: FailurePolicyType;
  matchPolicy?: MatchPolicyType;
  namespaceSelector?: metaV1.LabelSelector;
  objectSelector?: metaV1.LabelSelector;
  sideEffects: SideEffectClass | null;
  timeoutSeconds?: number;
  admissionReviewVersions: string[];
  matchConditions?: MatchCondition[];
}

export interface ValidatingWebhookConfiguration {
  apiVersion?: string;
  kind?: "ValidatingWebhookConfiguration";
  metadata?: metaV1.ClusterObjectMeta;
  webhooks?: ValidatingWebhook[];
}

export interface ValidatingWebhookConfigurationList {
  apiVersion?: string;
  kind?: "ValidatingWebhookConfigurationList";
  metadata?: metaV1.ListMeta;
  items: ValidatingWebhookConfiguration[];
}

export interface Validation {
  expression: string;
  message?: string;
  reason?: metaV1.StatusReason;
  messageExpression?: string;
}

export type ValidationAction = "Deny" | "Warn" | "Audit";

export interface Variable {
  name: string;
  expression: string;
}

export interface WebhookClientConfig {
  url?: string;
  service?: ServiceReference;
  caBundle?: Base64;
}
