// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of apiextensions/v1. */
export declare namespace apiextensionsV1 {
  /** Whether a condition holds. Unknown: whoever sets it can't tell. */
  type ConditionStatus = "True" | "False" | "Unknown" | (string & Record<never, never>);

  /** Objects to convert. */
  interface ConversionRequest {
    /** A unique ID of this question, to be repeated in the response. */
    uid: string;
    /** The version to convert to: GROUP/VERSION. */
    desiredAPIVersion: string;
    /** The objects. They may be in several versions, and some in the desired one. */
    objects: scalars.JsonValue[];
  }

  /** The answer of a conversion webhook. */
  interface ConversionResponse {
    /** The uid of the request. A response with another one is refused. */
    uid: string;
    /**
     * The objects in the desired version, as many and in the same order. Name, namespace and UID must
     * be those of the request; of the metadata only labels and annotations may differ.
     */
    convertedObjects: scalars.JsonValue[];
    /**
     * Whether all objects were converted: a Status of Success, or of Failure with a message for the
     * client. There is no partial success.
     */
    result: metaV1.Status;
  }

  /**
   * What the server asks a conversion webhook, and what the webhook answers: the server sends it with
   * request set, the webhook returns it with response set.
   */
  interface ConversionReview {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ConversionReview";
    /** The objects to convert. Set by the server. */
    request?: ConversionRequest;
    /** The converted objects. Set by the webhook. */
    response?: ConversionResponse;
  }

  /**
   * How objects are converted between versions. None: only apiVersion changes. Webhook: a webhook
   * converts them.
   */
  type ConversionStrategyType = "None" | "Webhook" | (string & Record<never, never>);

  /** A column of the tables that list the objects. */
  interface CustomResourceColumnDefinition {
    /** The heading of the column. */
    name: string;
    /** The type of the values: integer, number, string, boolean or date. */
    type: string;
    /** The format of the values: int32, int64, float, double, byte, date, date-time, password. */
    format?: string;
    /** A human-readable description of the column. */
    description?: string;
    /**
     * Columns of priority 0 (the default) are always shown, those of higher numbers in wide output
     * only.
     */
    priority?: number;
    /** The JSON path of the value, such as .spec.replicas. */
    jsonPath: string;
  }

  /** How objects are converted between versions. */
  interface CustomResourceConversion {
    /** None changes only the apiVersion, Webhook calls a webhook. */
    strategy: ConversionStrategyType;
    /** The conversion webhook. Required for strategy Webhook, otherwise not allowed. */
    webhook?: WebhookConversion;
  }

  /** Adds a custom resource to the API. Its name is PLURAL.GROUP. */
  interface CustomResourceDefinition {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CustomResourceDefinition";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec: CustomResourceDefinitionSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: CustomResourceDefinitionStatus;
  }

  /** A condition of a custom resource definition. */
  interface CustomResourceDefinitionCondition {
    /** Established, NamesAccepted, NonStructuralSchema, Terminating and others. */
    type: CustomResourceDefinitionConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: ConditionStatus;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
    /** The metadata.generation of the object that the condition was determined for. */
    observedGeneration?: scalars.Int64;
  }

  /**
   * A condition of a definition. NamesAccepted: no other has its names. Established: its kind is
   * served. Terminating: it is deleted with its objects. NonStructuralSchema: a schema lacks types.
   * StorageMigrating: stored objects are being rewritten in another version.
   */
  type CustomResourceDefinitionConditionType = "Established" | "NamesAccepted" | "NonStructuralSchema" | "Terminating" | "KubernetesAPIApprovalPolicyConformant" | "StorageMigrating" | (string & Record<never, never>);

  /** A list of CustomResourceDefinition objects. */
  interface CustomResourceDefinitionList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CustomResourceDefinitionList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: CustomResourceDefinition[];
  }

  /** The names of a custom resource and its kind. */
  interface CustomResourceDefinitionNames {
    /** The plural name in lower case, as used in request paths. Can't be changed. */
    plural: string;
    /** The singular name for command lines. Default: the kind in lower case. */
    singular?: string;
    /** Short names for command lines. */
    shortNames?: string[];
    /** The kind of the objects, in CamelCase. */
    kind: string;
    /** The kind of lists of the objects. Default: the kind followed by List. */
    listKind?: string;
    /** The categories of the resource, such as all. Clients can list all resources of a category. */
    categories?: string[];
  }

  /** The custom resource: its group, names, scope and versions. */
  interface CustomResourceDefinitionSpec {
    /** The API group of the resource. Can't be changed. */
    group: string;
    /** The names of the resource and its kind. */
    names: CustomResourceDefinitionNames;
    /**
     * Whether objects are cluster-wide or in a namespace: Cluster or Namespaced. Can't be changed.
     */
    scope: ResourceScope;
    /** The versions of the resource: at least one. Exactly one is the storage version. */
    versions: CustomResourceDefinitionVersion[];
    /** How objects are converted between versions. Default: strategy None. */
    conversion?: CustomResourceConversion;
    /** Deprecated: must be false. Set preserve-unknown-fields in the schema instead. */
    preserveUnknownFields?: boolean;
  }

  /** The observed state of a custom resource definition. */
  interface CustomResourceDefinitionStatus {
    /** The conditions of the object, at most one of each type. */
    conditions?: CustomResourceDefinitionCondition[] | null;
    /**
     * The names in use. They differ from spec.names while another resource of the group holds a name.
     */
    acceptedNames?: CustomResourceDefinitionNames;
    /**
     * All versions in which objects have ever been stored. Remove one only after all its objects were
     * migrated.
     */
    storedVersions?: string[] | null;
    /**
     * The metadata.generation of the object that this status describes. If it is less than the
     * object's, the latest change of the spec has not been processed yet.
     */
    observedGeneration?: scalars.Int64;
  }

  /** A version of a custom resource. */
  interface CustomResourceDefinitionVersion {
    /** The name of the version, such as v1beta1. */
    name: string;
    /** Whether the API serves this version. */
    served: boolean;
    /** Whether objects are stored in this version: true for exactly one version. */
    storage: boolean;
    /** Whether the version is deprecated, so that its users get a warning. Default: false. */
    deprecated?: boolean;
    /** The text of the deprecation warning. If unset, a standard text. */
    deprecationWarning?: string;
    /** The schema of the objects in this version. Required. */
    schema?: CustomResourceValidation;
    /** The subresources that this version has. */
    subresources?: CustomResourceSubresources;
    /** The columns of tables, as command lines show them. If unset, the age. */
    additionalPrinterColumns?: CustomResourceColumnDefinition[];
    /** Fields that field selectors can use: at most 8. */
    selectableFields?: SelectableField[];
  }

  /** The scale subresource: where the object holds its replica counts. */
  interface CustomResourceSubresourceScale {
    /** The path of the desired number of replicas, such as .spec.replicas. */
    specReplicasPath: string;
    /** The path of the actual number of replicas, such as .status.replicas. */
    statusReplicasPath: string;
    /**
     * The path of the label selector in string form, such as .status.selector. Required for pod
     * autoscalers.
     */
    labelSelectorPath?: string;
  }

  /** The status subresource. It has no options. */
  type CustomResourceSubresourceStatus = Record<never, never>;

  /** The subresources of a custom resource. */
  interface CustomResourceSubresources {
    /**
     * Enables the status subresource: writes to the object then ignore changes of its status, and
     * writes to the subresource ignore everything else.
     */
    status?: CustomResourceSubresourceStatus;
    /** Enables the scale subresource, which autoscalers and other clients use. */
    scale?: CustomResourceSubresourceScale;
  }

  /** The schema of a custom resource. */
  interface CustomResourceValidation {
    /** The OpenAPI v3 schema of the objects. It must be structural: every field has a type. */
    openAPIV3Schema?: JSONSchemaProps;
  }

  /** A link to documentation. */
  interface ExternalDocumentation {
    /** A description of the documentation. */
    description?: string;
    /** The URL of the documentation. */
    url?: string;
  }

  /**
   * What clients are told of a value that fails a rule: required, a duplicate, invalid or forbidden.
   */
  type FieldValueErrorReason = "FieldValueRequired" | "FieldValueDuplicate" | "FieldValueInvalid" | "FieldValueForbidden";

  /** Schemas by name. */
  type JSONSchemaDefinitions = Record<string, JSONSchemaProps>;

  /**
   * What must hold of an object that has a property: by its name, a schema, or the properties that
   * must be there too.
   */
  type JSONSchemaDependencies = Record<string, JSONSchemaProps | string[]>;

  /** The schema of a JSON value. */
  interface JSONSchemaProps {
    /** A part of JSON Schema that custom resource definitions don't allow. */
    id?: string;
    /** A part of JSON Schema that custom resource definitions don't allow. */
    "$schema"?: JSONSchemaURL;
    /** A part of JSON Schema that custom resource definitions don't allow. */
    "$ref"?: string;
    /** A description of the value. */
    description?: string;
    /** The JSON type: object, array, string, integer, number or boolean. */
    type?: string;
    /** The format of the value: date-time, int32, byte and others. Unknown formats are ignored. */
    format?: string;
    /** A short title of the value. */
    title?: string;
    /** The value that is set if none is given. */
    default?: scalars.JsonValue;
    /** The maximum of a number. */
    maximum?: number;
    /** Whether a number must be less than maximum. Default: false. */
    exclusiveMaximum?: boolean;
    /** The minimum of a number. */
    minimum?: number;
    /** Whether a number must be greater than minimum. Default: false. */
    exclusiveMinimum?: boolean;
    /** The maximum length of a string, in characters. */
    maxLength?: scalars.Int64;
    /** The minimum length of a string, in characters. */
    minLength?: scalars.Int64;
    /** A regular expression that a string must match, in any part. */
    pattern?: string;
    /** The maximum number of elements of a list. */
    maxItems?: scalars.Int64;
    /** The minimum number of elements of a list. */
    minItems?: scalars.Int64;
    /** Must not be true. Use the list type set instead. */
    uniqueItems?: boolean;
    /** A number must be a multiple of this one. */
    multipleOf?: number;
    /** The allowed values. */
    enum?: scalars.JsonValue[];
    /** The maximum number of properties of an object. */
    maxProperties?: scalars.Int64;
    /** The minimum number of properties of an object. */
    minProperties?: scalars.Int64;
    /** The names of required properties. */
    required?: string[];
    /** The schema of the elements of a list. */
    items?: JSONSchemaProps | JSONSchemaProps[];
    /** Schemas that must all match the value. */
    allOf?: JSONSchemaProps[];
    /** Schemas of which exactly one must match the value. */
    oneOf?: JSONSchemaProps[];
    /** Schemas of which at least one must match the value. */
    anyOf?: JSONSchemaProps[];
    /** A schema that must not match the value. */
    not?: JSONSchemaProps;
    /** The schemas of an object's properties, by name. */
    properties?: Record<string, JSONSchemaProps>;
    /** The schema of the values of a map. Not allowed with properties. */
    additionalProperties?: JSONSchemaProps | boolean;
    /** A part of JSON Schema that custom resource definitions don't allow. */
    patternProperties?: Record<string, JSONSchemaProps>;
    /** A part of JSON Schema that custom resource definitions don't allow. */
    dependencies?: JSONSchemaDependencies;
    /** A part of JSON Schema that custom resource definitions don't allow. */
    additionalItems?: JSONSchemaProps | boolean;
    /** A part of JSON Schema that custom resource definitions don't allow. */
    definitions?: JSONSchemaDefinitions;
    /** A link to more documentation. */
    externalDocs?: ExternalDocumentation;
    /** An example of the value. */
    example?: scalars.JsonValue;
    /** Whether null is allowed. Default: false. */
    nullable?: boolean;
    /** True keeps fields that the schema does not specify. Otherwise they are pruned. */
    "x-kubernetes-preserve-unknown-fields"?: boolean;
    /** True keeps fields that the schema does not specify. Otherwise they are pruned. */
    "x-orch-preserve-unknown-fields"?: boolean;
    /** Whether the value is an API object with kind, apiVersion and metadata. Default: false. */
    "x-kubernetes-embedded-resource"?: boolean;
    /** Whether the value is an API object with kind, apiVersion and metadata. Default: false. */
    "x-orch-embedded-resource"?: boolean;
    /** Whether the value may be an integer or a string. Default: false. */
    "x-kubernetes-int-or-string"?: boolean;
    /** Whether the value may be an integer or a string. Default: false. */
    "x-orch-int-or-string"?: boolean;
    /** The fields that identify an element of a list of type map. */
    "x-kubernetes-list-map-keys"?: string[];
    /** The fields that identify an element of a list of type map. */
    "x-orch-list-map-keys"?: string[];
    /**
     * How lists are merged: atomic (the default) as a whole, set as a set of scalars, map by the key
     * fields of the elements.
     */
    "x-kubernetes-list-type"?: string;
    /**
     * How lists are merged: atomic (the default) as a whole, set as a set of scalars, map by the key
     * fields of the elements.
     */
    "x-orch-list-type"?: string;
    /** How objects are merged: granular (the default) field by field, atomic as a whole. */
    "x-kubernetes-map-type"?: string;
    /** How objects are merged: granular (the default) field by field, atomic as a whole. */
    "x-orch-map-type"?: string;
    /** Validation rules for the value, as CEL expressions. */
    "x-kubernetes-validations"?: ValidationRules;
    /** Validation rules for the value, as CEL expressions. */
    "x-orch-validations"?: ValidationRules;
  }

  /** The URL of the language that a schema is written in. */
  type JSONSchemaURL = string;

  /** Whether objects of the kind are in namespaces. */
  type ResourceScope = "Cluster" | "Namespaced" | (string & Record<never, never>);

  /** A field that field selectors can use. */
  interface SelectableField {
    /** The JSON path of a string, boolean or integer field, such as .spec.color. */
    jsonPath: string;
  }

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

  /** A validation rule for a value. */
  interface ValidationRule {
    /**
     * A CEL expression that must be true. self is the value, oldSelf the previous one; a rule that
     * uses oldSelf applies to updates only.
     */
    rule: string;
    /** The error message. Required if the rule has several lines. */
    message?: string;
    /** A CEL expression that evaluates to the error message. If it fails, message is used. */
    messageExpression?: string;
    /**
     * The reason of the error: FieldValueInvalid (the default), FieldValueForbidden,
     * FieldValueRequired or FieldValueDuplicate.
     */
    reason?: FieldValueErrorReason;
    /**
     * The path of the field that the error names, relative to the value, such as .a.b. Default: the
     * value itself.
     */
    fieldPath?: string;
    /**
     * True makes oldSelf an optional value, so that the rule applies at creation too. Default: false.
     */
    optionalOldSelf?: boolean;
  }

  /** Rules as expressions. All must hold. */
  type ValidationRules = ValidationRule[];

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

  /** A webhook that converts objects between versions. */
  interface WebhookConversion {
    /** How to connect to the webhook. */
    clientConfig?: WebhookClientConfig;
    /**
     * The ConversionReview versions that the webhook accepts, in order of preference; the first one
     * that the server supports is used.
     */
    conversionReviewVersions: string[];
  }
}

export type ConditionStatus = apiextensionsV1.ConditionStatus;
export type ConversionRequest = apiextensionsV1.ConversionRequest;
export type ConversionResponse = apiextensionsV1.ConversionResponse;
export type ConversionReview = apiextensionsV1.ConversionReview;
export type ConversionStrategyType = apiextensionsV1.ConversionStrategyType;
export type CustomResourceColumnDefinition = apiextensionsV1.CustomResourceColumnDefinition;
export type CustomResourceConversion = apiextensionsV1.CustomResourceConversion;
export type CustomResourceDefinition = apiextensionsV1.CustomResourceDefinition;
export type CustomResourceDefinitionCondition = apiextensionsV1.CustomResourceDefinitionCondition;
export type CustomResourceDefinitionConditionType = apiextensionsV1.CustomResourceDefinitionConditionType;
export type CustomResourceDefinitionList = apiextensionsV1.CustomResourceDefinitionList;
export type CustomResourceDefinitionNames = apiextensionsV1.CustomResourceDefinitionNames;
export type CustomResourceDefinitionSpec = apiextensionsV1.CustomResourceDefinitionSpec;
export type CustomResourceDefinitionStatus = apiextensionsV1.CustomResourceDefinitionStatus;
export type CustomResourceDefinitionVersion = apiextensionsV1.CustomResourceDefinitionVersion;
export type CustomResourceSubresourceScale = apiextensionsV1.CustomResourceSubresourceScale;
export type CustomResourceSubresourceStatus = apiextensionsV1.CustomResourceSubresourceStatus;
export type CustomResourceSubresources = apiextensionsV1.CustomResourceSubresources;
export type CustomResourceValidation = apiextensionsV1.CustomResourceValidation;
export type ExternalDocumentation = apiextensionsV1.ExternalDocumentation;
export type FieldValueErrorReason = apiextensionsV1.FieldValueErrorReason;
export type JSONSchemaDefinitions = apiextensionsV1.JSONSchemaDefinitions;
export type JSONSchemaDependencies = apiextensionsV1.JSONSchemaDependencies;
export type JSONSchemaProps = apiextensionsV1.JSONSchemaProps;
export type JSONSchemaURL = apiextensionsV1.JSONSchemaURL;
export type ResourceScope = apiextensionsV1.ResourceScope;
export type SelectableField = apiextensionsV1.SelectableField;
export type ServiceReference = apiextensionsV1.ServiceReference;
export type ValidationRule = apiextensionsV1.ValidationRule;
export type ValidationRules = apiextensionsV1.ValidationRules;
export type WebhookClientConfig = apiextensionsV1.WebhookClientConfig;
export type WebhookConversion = apiextensionsV1.WebhookConversion;
