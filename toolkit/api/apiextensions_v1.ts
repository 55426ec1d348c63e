// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";
import type { Base64, Int64, JsonValue, Time } from "./scalars.ts";

export type ConditionStatus = "True" | "False" | "Unknown" | (string & Record<never, never>);

export interface ConversionRequest {
  uid: string;
  desiredAPIVersion: string;
  objects: JsonValue[];
}

export interface ConversionResponse {
  uid: string;
  convertedObjects: JsonValue[];
  result: metaV1.Status;
}

export interface ConversionReview {
  apiVersion?: string;
  kind?: "ConversionReview";
  request?: ConversionRequest;
  response?: ConversionResponse;
}

export type ConversionStrategyType = "None" | "Webhook" | (string & Record<never, never>);

export interface CustomResourceColumnDefinition {
  name: string;
  type: string;
  format?: string;
  description?: string;
  priority?: number;
  jsonPath: string;
}

export interface CustomResourceConversion {
  strategy: ConversionStrategyType;
  webhook?: WebhookConversion;
}

export interface CustomResourceDefinition {
  apiVersion?: string;
  kind?: "CustomResourceDefinition";
  metadata?: metaV1.ClusterObjectMeta;
  spec: CustomResourceDefinitionSpec;
  status?: CustomResourceDefinitionStatus;
}

export interface CustomResourceDefinitionCondition {
  type: CustomResourceDefinitionConditionType;
  status: ConditionStatus;
  lastTransitionTime?: Time | null;
  reason?: string;
  message?: string;
  observedGeneration?: Int64;
}

export type CustomResourceDefinitionConditionType = "Established" | "NamesAccepted" | "NonStructuralSchema" | "Terminating" | "KubernetesAPIApprovalPolicyConformant" | "StorageMigrating" | (string & Record<never, never>);

export interface CustomResourceDefinitionList {
  apiVersion?: string;
  kind?: "CustomResourceDefinitionList";
  metadata?: metaV1.ListMeta;
  items: CustomResourceDefinition[];
}

export interface CustomResourceDefinitionNames {
  plural: string;
  singular?: string;
  shortNames?: string[];
  kind: string;
  listKind?: string;
  categories?: string[];
}

export interface CustomResourceDefinitionSpec {
  group: string;
  names: CustomResourceDefinitionNames;
  scope: ResourceScope;
  versions: CustomResourceDefinitionVersion[];
  conversion?: CustomResourceConversion;
  preserveUnknownFields?: boolean;
}

export interface CustomResourceDefinitionStatus {
  conditions?: CustomResourceDefinitionCondition[] | null;
  acceptedNames?: CustomResourceDefinitionNames;
  storedVersions?: string[] | null;
  observedGeneration?: Int64;
}

export interface CustomResourceDefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: CustomResourceValidation;
  subresources?: CustomResourceSubresources;
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  selectableFields?: SelectableField[];
}

export interface CustomResourceSubresourceScale {
  specReplicasPath: string;
  statusReplicasPath: string;
  labelSelectorPath?: string;
}

export type CustomResourceSubresourceStatus = Record<never, never>;

export interface CustomResourceSubresources {
  status?: CustomResourceSubresourceStatus;
  scale?: CustomResourceSubresourceScale;
}

export interface CustomResourceValidation {
  openAPIV3Schema?: JSONSchemaProps;
}

export interface ExternalDocumentation {
  description?: string;
  url?: string;
}

export type FieldValueErrorReason = "FieldValueRequired" | "FieldValueDuplicate" | "FieldValueInvalid" | "FieldValueForbidden";

export type JSONSchemaDefinitions = Record<string, JSONSchemaProps>;

export type JSONSchemaDependencies = Record<string, JSONSchemaProps | string[]>;

export interface JSONSchemaProps {
  id?: string;
  "$schema"?: JSONSchemaURL;
  "$ref"?: string;
  description?: string;
  type?: string;
  format?: string;
  title?: string;
  default?: JsonValue;
  maximum?: number;
  exclusiveMaximum?: boolean;
  minimum?: number;
  exclusiveMinimum?: boolean;
  maxLength?: Int64;
  minLength?: Int64;
  pattern?: string;
  maxItems?: Int64;
  minItems?: Int64;
  uniqueItems?: boolean;
  multipleOf?: number;
  enum?: JsonValue[];
  maxProperties?: Int64;
  minProperties?: Int64;
  required?: string[];
  items?: JSONSchemaProps | JSONSchemaProps[];
  allOf?: JSONSchemaProps[];
  oneOf?: JSONSchemaProps[];
  anyOf?: JSONSchemaProps[];
  not?: JSONSchemaProps;
  properties?: Record<string, JSONSchemaProps>;
  additionalProperties?: JSONSchemaProps | boolean;
  patternProperties?: Record<string, JSONSchemaProps>;
  dependencies?: JSONSchemaDependencies;
  additionalItems?: JSONSchemaProps | boolean;
  definitions?: JSONSchemaDefinitions;
  externalDocs?: ExternalDocumentation;
  example?: JsonValue;
  nullable?: boolean;
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  "x-orch-preserve-unknown-fields"?: boolean;
  "x-kubernetes-embedded-resource"?: boolean;
  "x-orch-embedded-resource"?: boolean;
  "x-kubernetes-int-or-string"?: boolean;
  "x-orch-int-or-string"?: boolean;
  "x-kubernetes-list-map-keys"?: string[];
  "x-orch-list-map-keys"?: string[];
  "x-kubernetes-list-type"?: string;
  "x-orch-list-type"?: string;
  "x-kubernetes-map-type"?: string;
  "x-orch-map-type"?: string;
  "x-kubernetes-validations"?: ValidationRules;
  "x-orch-validations"?: ValidationRules;
}

export type JSONSchemaURL = string;

export type ResourceScope = "Cluster" | "Namespaced" | (string & Record<never, never>);

export interface SelectableField {
  jsonPath: string;
}

export interface ServiceReference {
  namespace: string;
  name: string;
  path?: string;
  port?: number;
}

export interface ValidationRule {
  rule: string;
  message?: string;
  messageExpression?: string;
  reason?: FieldValueErrorReason;
  fieldPath?: string;
  optionalOldSelf?: boolean;
}

export type ValidationRules = ValidationRule[];

export interface WebhookClientConfig {
  url?: string;
  service?: ServiceReference;
  caBundle?: Base64;
}

export interface WebhookConversion {
  clientConfig?: WebhookClientConfig;
  conversionReviewVersions: string[];
}
