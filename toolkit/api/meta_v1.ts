// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { Int64, JsonValue, Time } from "./scalars.ts";

export interface APIGroup {
  apiVersion?: string;
  kind?: "APIGroup";
  name: string;
  versions: GroupVersionForDiscovery[];
  preferredVersion?: GroupVersionForDiscovery;
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
}

export interface APIGroupList {
  apiVersion?: string;
  kind?: "APIGroupList";
  groups: APIGroup[];
}

export interface APIResource {
  name: string;
  singularName: string;
  namespaced: boolean;
  group?: string;
  version?: string;
  kind: string;
  verbs: Verbs;
  shortNames?: string[];
  categories?: string[];
  storageVersionHash?: string;
}

export interface APIResourceList {
  apiVersion?: string;
  kind?: "APIResourceList";
  groupVersion: string;
  resources: APIResource[];
}

export interface APIVersions {
  apiVersion?: string;
  kind?: "APIVersions";
  versions: string[];
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

export interface ApplyOptions {
  apiVersion?: string;
  kind?: "ApplyOptions";
  dryRun?: string[];
  force: boolean;
  fieldManager: string;
}

export type CauseType = "FieldValueNotFound" | "FieldValueRequired" | "FieldValueDuplicate" | "FieldValueInvalid" | "FieldValueNotSupported" | "FieldValueForbidden" | "FieldValueTooLong" | "FieldValueTooMany" | "InternalError" | "FieldValueTypeInvalid" | "UnexpectedServerResponse" | "FieldManagerConflict" | "ResourceVersionTooLarge" | (string & Record<never, never>);

export interface Condition {
  type: string;
  status: ConditionStatus;
  observedGeneration?: Int64;
  lastTransitionTime: Time | null;
  reason: string;
  message: string;
}

export type ConditionStatus = "True" | "False" | "Unknown" | (string & Record<never, never>);

export interface CreateOptions {
  apiVersion?: string;
  kind?: "CreateOptions";
  dryRun?: string[];
  fieldManager?: string;
  fieldValidation?: string;
}

export interface DeleteOptions {
  apiVersion?: string;
  kind?: "DeleteOptions";
  gracePeriodSeconds?: Int64;
  preconditions?: Preconditions;
  orphanDependents?: boolean;
  propagationPolicy?: DeletionPropagation;
  dryRun?: string[];
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

export type DeletionPropagation = "Orphan" | "Background" | "Foreground" | (string & Record<never, never>);

export type FieldSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist" | (string & Record<never, never>);

export interface FieldSelectorRequirement {
  key: string;
  operator: FieldSelectorOperator;
  values?: string[];
}

export interface GetOptions {
  apiVersion?: string;
  kind?: "GetOptions";
  resourceVersion?: string;
}

export interface GroupKind {
  group: string;
  kind: string;
}

export interface GroupResource {
  group: string;
  resource: string;
}

export interface GroupVersion {
  group: string;
  version: string;
}

export interface GroupVersionForDiscovery {
  groupVersion: string;
  version: string;
}

export interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

export interface GroupVersionResource {
  group: string;
  version: string;
  resource: string;
}

export type IncludeObjectPolicy = "None" | "Metadata" | "Object" | (string & Record<never, never>);

export interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: LabelSelectorRequirement[];
}

export type LabelSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist" | (string & Record<never, never>);

export interface LabelSelectorRequirement {
  key: string;
  operator: LabelSelectorOperator;
  values?: string[];
}

export interface List {
  apiVersion?: string;
  kind?: "List";
  metadata?: ListMeta;
  items: JsonValue[];
}

export interface ListMeta {
  selfLink?: string;
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: Int64;
  shardInfo?: ShardInfo;
}

export interface ListOptions {
  apiVersion?: string;
  kind?: "ListOptions";
  labelSelector?: string;
  fieldSelector?: string;
  watch?: boolean;
  allowWatchBookmarks?: boolean;
  resourceVersion?: string;
  resourceVersionMatch?: ResourceVersionMatch;
  timeoutSeconds?: Int64;
  limit?: Int64;
  continue?: string;
  sendInitialEvents?: boolean;
  shardSelector?: string;
}

export interface ManagedFieldsEntry {
  manager?: string;
  operation?: ManagedFieldsOperationType;
  apiVersion?: string;
  time?: Time;
  fieldsType?: string;
  fieldsV1?: JsonValue;
  subresource?: string;
}

export type ManagedFieldsOperationType = "Apply" | "Update" | (string & Record<never, never>);

export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  selfLink?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: Int64;
  creationTimestamp?: Time;
  deletionTimestamp?: Time;
  deletionGracePeriodSeconds?: Int64;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

/** Of objects that are in no namespace. */
export interface ClusterObjectMeta extends Omit<ObjectMeta, "namespace"> {}

/** Of reviews, which are answered and never stored. */
export interface ReviewMeta extends Pick<ObjectMeta, "creationTimestamp" | "managedFields"> {}

/** Of reviews about one namespace. */
export interface LocalReviewMeta extends ReviewMeta, Pick<ObjectMeta, "namespace"> {}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface PartialObjectMetadata {
  apiVersion?: string;
  kind?: "PartialObjectMetadata";
  metadata?: ObjectMeta;
}

export interface PartialObjectMetadataList {
  apiVersion?: string;
  kind?: "PartialObjectMetadataList";
  metadata?: ListMeta;
  items: PartialObjectMetadata[];
}

export interface PatchOptions {
  apiVersion?: string;
  kind?: "PatchOptions";
  dryRun?: string[];
  force?: boolean;
  fieldManager?: string;
  fieldValidation?: string;
}

export interface Preconditions {
  uid?: string;
  resourceVersion?: string;
}

export type ResourceVersionMatch = "NotOlderThan" | "Exact" | (string & Record<never, never>);

export interface RootPaths {
  paths: string[];
}

export type RowConditionType = "Completed" | (string & Record<never, never>);

export interface ServerAddressByClientCIDR {
  clientCIDR: string;
  serverAddress: string;
}

export interface ShardInfo {
  selector: string;
}

export interface Status {
  apiVersion?: string;
  kind?: "Status";
  metadata?: ListMeta;
  status?: string;
  message?: string;
  reason?: StatusReason;
  details?: StatusDetails;
  code?: number;
}

export interface StatusCause {
  reason?: CauseType;
  message?: string;
  field?: string;
}

export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

export type StatusReason = "" | "Unauthorized" | "Forbidden" | "NotFound" | "AlreadyExists" | "Conflict" | "Gone" | "Invalid" | "ServerTimeout" | "StorageReadError" | "Timeout" | "TooManyRequests" | "BadRequest" | "MethodNotAllowed" | "NotAcceptable" | "RequestEntityTooLarge" | "UnsupportedMediaType" | "InternalError" | "Expired" | "ServiceUnavailable" | (string & Record<never, never>);

export interface Table {
  apiVersion?: string;
  kind?: "Table";
  metadata?: ListMeta;
  columnDefinitions: TableColumnDefinition[];
  rows: TableRow[];
}

export interface TableColumnDefinition {
  name: string;
  type: string;
  format: string;
  description: string;
  priority: number;
}

export interface TableOptions {
  apiVersion?: string;
  kind?: "TableOptions";
  includeObject?: IncludeObjectPolicy;
}

export interface TableRow {
  cells: JsonValue[];
  conditions?: TableRowCondition[];
  object?: JsonValue;
}

export interface TableRowCondition {
  type: RowConditionType;
  status: ConditionStatus;
  reason?: string;
  message?: string;
}

export interface TypeMeta {
  kind?: string;
  apiVersion?: string;
}

export interface UpdateOptions {
  apiVersion?: string;
  kind?: "UpdateOptions";
  dryRun?: string[];
  fieldManager?: string;
  fieldValidation?: string;
}

export type Verbs = string[];

export interface WatchEvent {
  type: string;
  object: JsonValue;
}
