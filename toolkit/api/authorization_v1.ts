// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";

/** The types of authorization/v1. */
export declare namespace authorizationV1 {
  /** The values of one additional attribute of a user. */
  type ExtraValue = string[];

  /** A field selector, either as a string or as requirements. */
  interface FieldSelectorAttributes {
    /** The selector as a string. */
    rawSelector?: string;
    /** The requirements of the selector. All of them must be met. */
    requirements?: metaV1.FieldSelectorRequirement[];
  }

  /** A label selector, either as a string or as requirements. */
  interface LabelSelectorAttributes {
    /** The selector as a string. */
    rawSelector?: string;
    /** The requirements of the selector. All of them must be met. */
    requirements?: metaV1.LabelSelectorRequirement[];
  }

  /** Checks whether a user or group may perform an action in this namespace. */
  interface LocalSubjectAccessReview {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "LocalSubjectAccessReview";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.LocalReviewMeta;
    /** The request to evaluate. */
    spec: SubjectAccessReviewSpec;
    /** The result, set by the server. */
    status?: SubjectAccessReviewStatus;
  }

  /** An action on a path that is not a resource. */
  interface NonResourceAttributes {
    /** The URL path. */
    path?: string;
    /** The HTTP method in lower case. */
    verb?: string;
  }

  /** Allowed actions on non-resource paths. */
  interface NonResourceRule {
    /** The verbs that are allowed; `*` means all. */
    verbs: string[];
    /** The URL paths; a `*` at the end matches any rest. */
    nonResourceURLs?: string[];
  }

  /** An action on a resource. */
  interface ResourceAttributes {
    /** The namespace of the action. Empty: all namespaces, or none for cluster-scoped resources. */
    namespace?: string;
    /** The verb: get, list, watch, create, update, patch, delete, proxy and others; `*` means all. */
    verb?: string;
    /** The resource's API group; `*` matches every group. */
    group?: string;
    /** The resource's API version; `*` matches every version. */
    version?: string;
    /** The resource in the plural; `*` matches every resource. */
    resource?: string;
    /** The subresource. Empty means none. */
    subresource?: string;
    /** The name of the object. Empty means all. */
    name?: string;
    /** The field selector of the request, which authorizers may use to limit access. */
    fieldSelector?: FieldSelectorAttributes;
    /** The label selector of the request, which authorizers may use to limit access. */
    labelSelector?: LabelSelectorAttributes;
  }

  /** Allowed actions on resources. */
  interface ResourceRule {
    /** The verbs that are allowed; `*` means all. */
    verbs: string[];
    /** The API groups of the resources; `*` means all. */
    apiGroups?: string[];
    /** The resources in the plural, or RESOURCE/SUBRESOURCE; `*` means all. */
    resources?: string[];
    /** The names of the objects. If empty, all names. */
    resourceNames?: string[];
  }

  /** Checks whether the current user may perform an action. */
  interface SelfSubjectAccessReview {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "SelfSubjectAccessReview";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ReviewMeta;
    /** The request to evaluate. */
    spec: SelfSubjectAccessReviewSpec;
    /** The result, set by the server. */
    status?: SubjectAccessReviewStatus;
  }

  /** The action to check. */
  interface SelfSubjectAccessReviewSpec {
    /** The access to a resource to check. Not allowed with nonResourceAttributes. */
    resourceAttributes?: ResourceAttributes;
    /** The access to a non-resource path to check. Not allowed with resourceAttributes. */
    nonResourceAttributes?: NonResourceAttributes;
  }

  /**
   * Lists the actions that the current user may perform in a namespace: for display only, not for
   * access decisions.
   */
  interface SelfSubjectRulesReview {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "SelfSubjectRulesReview";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ReviewMeta;
    /** The request to evaluate. */
    spec: SelfSubjectRulesReviewSpec;
    /** The result, set by the server. */
    status?: SubjectRulesReviewStatus;
  }

  /** The namespace to list the rules of. */
  interface SelfSubjectRulesReviewSpec {
    /** The namespace. Required. */
    namespace?: string;
  }

  /** Checks whether a user or group may perform an action. */
  interface SubjectAccessReview {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "SubjectAccessReview";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ReviewMeta;
    /** The request to evaluate. */
    spec: SubjectAccessReviewSpec;
    /** The result, set by the server. */
    status?: SubjectAccessReviewStatus;
  }

  /** The user and the action to check. A user or a group is required. */
  interface SubjectAccessReviewSpec {
    /** The access to a resource to check. Not allowed with nonResourceAttributes. */
    resourceAttributes?: ResourceAttributes;
    /** The access to a non-resource path to check. Not allowed with resourceAttributes. */
    nonResourceAttributes?: NonResourceAttributes;
    /** The name of the user. */
    user?: string;
    /** The groups of the user. */
    groups?: string[];
    /** Additional attributes of the user from the authenticator, by key. */
    extra?: Record<string, ExtraValue>;
    /** The UID of the user. */
    uid?: string;
  }

  /** The result of the check. */
  interface SubjectAccessReviewStatus {
    /** Whether the action is allowed. */
    allowed: boolean;
    /**
     * Whether the action is explicitly denied. If neither allowed nor denied is true, no authorizer
     * had an opinion, and access is refused.
     */
    denied?: boolean;
    /** Why the action is allowed or denied, as a human-readable message. */
    reason?: string;
    /** An error during the check. The result may be valid nevertheless. */
    evaluationError?: string;
  }

  /** The allowed actions. */
  interface SubjectRulesReviewStatus {
    /** The allowed actions on resources, in no particular order. */
    resourceRules: ResourceRule[];
    /** The allowed actions on non-resource paths, in no particular order. */
    nonResourceRules: NonResourceRule[];
    /** Whether the lists may be incomplete, because an authorizer can't list its rules. */
    incomplete: boolean;
    /** The errors that made the lists incomplete. */
    evaluationError?: string;
  }
}

export type ExtraValue = authorizationV1.ExtraValue;
export type FieldSelectorAttributes = authorizationV1.FieldSelectorAttributes;
export type LabelSelectorAttributes = authorizationV1.LabelSelectorAttributes;
export type LocalSubjectAccessReview = authorizationV1.LocalSubjectAccessReview;
export type NonResourceAttributes = authorizationV1.NonResourceAttributes;
export type NonResourceRule = authorizationV1.NonResourceRule;
export type ResourceAttributes = authorizationV1.ResourceAttributes;
export type ResourceRule = authorizationV1.ResourceRule;
export type SelfSubjectAccessReview = authorizationV1.SelfSubjectAccessReview;
export type SelfSubjectAccessReviewSpec = authorizationV1.SelfSubjectAccessReviewSpec;
export type SelfSubjectRulesReview = authorizationV1.SelfSubjectRulesReview;
export type SelfSubjectRulesReviewSpec = authorizationV1.SelfSubjectRulesReviewSpec;
export type SubjectAccessReview = authorizationV1.SubjectAccessReview;
export type SubjectAccessReviewSpec = authorizationV1.SubjectAccessReviewSpec;
export type SubjectAccessReviewStatus = authorizationV1.SubjectAccessReviewStatus;
export type SubjectRulesReviewStatus = authorizationV1.SubjectRulesReviewStatus;
