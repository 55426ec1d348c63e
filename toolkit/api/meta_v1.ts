// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { scalars } from "./scalars.ts";

/** The types of meta/v1. */
export declare namespace metaV1 {
  /** An API group and its versions. */
  interface APIGroup {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "APIGroup";
    /** The name of the group. */
    name: string;
    /** The served versions. */
    versions: GroupVersionForDiscovery[];
    /** The version that clients should use by default. */
    preferredVersion?: GroupVersionForDiscovery;
    /** The server address to use, by client network. */
    serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
  }

  /** The API groups, without the core group. */
  interface APIGroupList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "APIGroupList";
    /** The groups. */
    groups: APIGroup[];
  }

  /** A resource, or a subresource. */
  interface APIResource {
    /** The plural name, as used in URL paths; RESOURCE/SUBRESOURCE for a subresource. */
    name: string;
    /** The singular name, for command lines. */
    singularName: string;
    /** Whether the objects are in namespaces. */
    namespaced: boolean;
    /** The API group of the kind, if it differs from that of the list. */
    group?: string;
    /** The API version of the kind, if it differs from that of the list. */
    version?: string;
    /** The kind of the objects. */
    kind: string;
    /** The supported verbs: get, list, watch, create, update, patch, delete, deletecollection. */
    verbs: Verbs;
    /** Short names for command lines. */
    shortNames?: string[];
    /** The categories of the resource, such as all. */
    categories?: string[];
    /** A hash of the version in which objects are stored. Compare it for equality only. */
    storageVersionHash?: string;
  }

  /** The resources of a group version. */
  interface APIResourceList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "APIResourceList";
    /** The group and version of the resources. */
    groupVersion: string;
    /** The resources. Subresources have entries of their own. */
    resources: APIResource[];
  }

  /** The API versions of the core group. */
  interface APIVersions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "APIVersions";
    /** The versions, such as v1. */
    versions: string[];
    /** The server address to use, by client network. */
    serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
  }

  /** Options of server-side apply. */
  interface ApplyOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ApplyOptions";
    /** All processes the request without storing anything. No other value is allowed. */
    dryRun?: string[];
    /**
     * Whether to take over fields that another manager set to other values. Otherwise such fields are
     * a conflict.
     */
    force: boolean;
    /** The name of who applies: at most 128 printable characters. Required. */
    fieldManager: string;
  }

  /** What is wrong with one field, or with the request, in one word for programs. */
  type CauseType = "FieldValueNotFound" | "FieldValueRequired" | "FieldValueDuplicate" | "FieldValueInvalid" | "FieldValueNotSupported" | "FieldValueForbidden" | "FieldValueTooLong" | "FieldValueTooMany" | "InternalError" | "FieldValueTypeInvalid" | "UnexpectedServerResponse" | "FieldManagerConflict" | "ResourceVersionTooLarge" | (string & Record<never, never>);

  /** A condition of an object. */
  interface Condition {
    /** The type of the condition, unique in the list. */
    type: string;
    /** Whether the condition holds: True, False or Unknown. */
    status: ConditionStatus;
    /**
     * The metadata.generation that the condition was determined for. If it is less than the object's,
     * the condition may be out of date.
     */
    observedGeneration?: scalars.Int64;
    /** When the status last changed from one value to another. */
    lastTransitionTime: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. Required. */
    reason: string;
    /** A human-readable message about the last transition. */
    message: string;
  }

  /** Whether a condition holds. Unknown: whoever sets it can't tell. */
  type ConditionStatus = "True" | "False" | "Unknown" | (string & Record<never, never>);

  /** Options of a creation. */
  interface CreateOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CreateOptions";
    /** All processes the request without storing anything. No other value is allowed. */
    dryRun?: string[];
    /**
     * The name of who makes the change: at most 128 printable characters. Default: the part of the
     * user agent before the first slash.
     */
    fieldManager?: string;
    /**
     * What happens to unknown and duplicate fields: Ignore drops them, Warn (the default) drops them
     * with a warning, Strict refuses the request.
     */
    fieldValidation?: string;
  }

  /** Options of a deletion. */
  interface DeleteOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "DeleteOptions";
    /**
     * How many seconds the object gets for graceful termination; 0 deletes it at once. Default: the
     * value of the object or its kind.
     */
    gracePeriodSeconds?: scalars.Int64;
    /** Requirements for the object. If it doesn't meet them, the request fails with status 409. */
    preconditions?: Preconditions;
    /**
     * Deprecated: use propagationPolicy. Whether dependents are kept (true) or deleted (false). Not
     * allowed with propagationPolicy.
     */
    orphanDependents?: boolean;
    /**
     * How dependents are handled: Orphan keeps them, Background deletes them after the object,
     * Foreground before it. Default: depends on the kind.
     */
    propagationPolicy?: DeletionPropagation;
    /** All processes the request without storing anything. No other value is allowed. */
    dryRun?: string[];
    /**
     * Whether to delete an object that can't be read from storage, without regard to finalizers and
     * preconditions. For repair only: dependents and external resources may be left behind.
     */
    ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
  }

  /**
   * What happens to the objects that a deleted one owns. Orphan: they stay. Background: they are
   * deleted after it. Foreground: before it.
   */
  type DeletionPropagation = "Orphan" | "Background" | "Foreground" | (string & Record<never, never>);

  /** How the value of a field is compared. */
  type FieldSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist" | (string & Record<never, never>);

  /** A requirement for a field. */
  interface FieldSelectorRequirement {
    /** The path of the field: metadata.name, or another selectable field of the kind. */
    key: string;
    /** In, NotIn, Exists or DoesNotExist. */
    operator: FieldSelectorOperator;
    /** The values for In and NotIn: at least one. Must be empty for Exists and DoesNotExist. */
    values?: string[];
  }

  /** Options of reading one object. */
  interface GetOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "GetOptions";
    /**
     * How new the object must be: 0 takes what is in the server's cache, a version takes one that is
     * no older. If unset, the newest.
     */
    resourceVersion?: string;
  }

  /** A kind without a version. */
  interface GroupKind {
    /** The API group. Empty for the core group. */
    group: string;
    /** The kind, in CamelCase. */
    kind: string;
  }

  /** A resource without a version. */
  interface GroupResource {
    /** The API group. Empty for the core group. */
    group: string;
    /** The resource: the plural name in lower case. */
    resource: string;
  }

  /** An API group and one of its versions. */
  interface GroupVersion {
    /** The API group. Empty for the core group. */
    group: string;
    /** The API version without the group, such as v1. */
    version: string;
  }

  /** A version of an API group. */
  interface GroupVersionForDiscovery {
    /** The group and version, such as apps/v1. */
    groupVersion: string;
    /** The version without the group, such as v1. */
    version: string;
  }

  /** A kind in a version. */
  interface GroupVersionKind {
    /** The API group. Empty for the core group. */
    group: string;
    /** The API version without the group, such as v1. */
    version: string;
    /** The kind, in CamelCase. */
    kind: string;
  }

  /** A resource in a version. */
  interface GroupVersionResource {
    /** The API group. Empty for the core group. */
    group: string;
    /** The API version without the group, such as v1. */
    version: string;
    /** The resource: the plural name in lower case. */
    resource: string;
  }

  /** What the rows of a table hold of their objects. */
  type IncludeObjectPolicy = "None" | "Metadata" | "Object" | (string & Record<never, never>);

  /**
   * Selects objects by labels. All requirements must be met; an empty selector selects all objects.
   */
  interface LabelSelector {
    /** Labels that objects must have, with equal values. */
    matchLabels?: Record<string, string>;
    /** Further requirements for labels. All must be met. */
    matchExpressions?: LabelSelectorRequirement[];
  }

  /** How the value of a label is compared. NotIn holds for objects without the label too. */
  type LabelSelectorOperator = "In" | "NotIn" | "Exists" | "DoesNotExist" | (string & Record<never, never>);

  /** A requirement for a label. */
  interface LabelSelectorRequirement {
    /** The label key. */
    key: string;
    /**
     * In or NotIn: the value of the label is or is not one of values. Exists or DoesNotExist: the
     * label is present or absent. NotIn also matches objects without the label.
     */
    operator: LabelSelectorOperator;
    /** The values for In and NotIn: at least one. Must be empty for Exists and DoesNotExist. */
    values?: string[];
  }

  /** A list of objects of any kinds. */
  interface List {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "List";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: ListMeta;
    /** The objects of the list. */
    items: scalars.JsonValue[];
  }

  /** Metadata that every list has. */
  interface ListMeta {
    /** Formerly the URL path of the list; no longer set. */
    selfLink?: string;
    /** The resourceVersion of the list. A watch can start from it. */
    resourceVersion?: string;
    /**
     * Set if the list was cut off at the limit: send it as the parameter continue, all else
     * unchanged, to get the next page. It expires after some minutes.
     */
    continue?: string;
    /**
     * The number of objects after this page, which may be an estimate. Unset if unknown or with a
     * selector.
     */
    remainingItemCount?: scalars.Int64;
    /** Set if the list contains only one shard of all objects. */
    shardInfo?: ShardInfo;
  }

  /** Options of a list or a watch. */
  interface ListOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ListOptions";
    /** Selects objects by labels: app=web,tier!=cache. If empty, all. */
    labelSelector?: string;
    /**
     * Selects objects by fields: metadata.name=web. Which fields depends on the kind. If empty, all.
     */
    fieldSelector?: string;
    /** Whether to follow changes instead of listing. Default: false. */
    watch?: boolean;
    /**
     * For watches: whether the server may send BOOKMARK events, which hold a resourceVersion alone.
     * Default: false.
     */
    allowWatchBookmarks?: boolean;
    /**
     * How new a list must be, or the version after which a watch starts. If unset, a list is the
     * newest, and a watch starts with what there is.
     */
    resourceVersion?: string;
    /** How resourceVersion is meant for a list: Exact, or NotOlderThan. */
    resourceVersionMatch?: ResourceVersionMatch;
    /**
     * After how many seconds the server ends the request. If unset, lists end with the server's limit
     * for requests, and watches after a time that the server chooses.
     */
    timeoutSeconds?: scalars.Int64;
    /**
     * The maximum number of objects in one page. If there are more, the metadata of the list has a
     * continue token. 0: all objects. Not for watches.
     */
    limit?: scalars.Int64;
    /**
     * The token of the page before; all other options must be the same. Fails with status 410 once
     * the token has expired.
     */
    continue?: string;
    /**
     * For watches: whether to begin with an event for each object that there is, then a bookmark.
     * Requires resourceVersionMatch NotOlderThan.
     */
    sendInitialEvents?: boolean;
    /** Selects one shard of all objects. If empty, all. */
    shardSelector?: string;
  }

  /** The fields that one manager set with one operation. */
  interface ManagedFieldsEntry {
    /** The name of the manager: a program or a user. */
    manager?: string;
    /** Apply for server-side apply, Update for every other write. */
    operation?: ManagedFieldsOperationType;
    /** The API version of the field paths. */
    apiVersion?: string;
    /** When the entry last changed: its set of fields, or the value of one of them. */
    time?: scalars.Time;
    /** The format of the fields: always FieldsV1. */
    fieldsType?: string;
    /** The set of fields. */
    fieldsV1?: scalars.JsonValue;
    /**
     * The subresource that the fields were written through; empty for the object itself. Each
     * subresource has an entry of its own.
     */
    subresource?: string;
  }

  /** Whether fields were set by server-side apply or by another write. */
  type ManagedFieldsOperationType = "Apply" | "Update" | (string & Record<never, never>);

  /** Metadata that every object has. */
  interface ObjectMeta {
    /**
     * The name of the object, unique among objects of its kind in the namespace, or in the cluster
     * for cluster-scoped kinds. Required unless generateName is set. Can't be changed.
     */
    name?: string;
    /**
     * A prefix for a generated name: if name is unset, the server appends five random characters. If
     * the result is taken, it tries others a few times.
     */
    generateName?: string;
    /**
     * The namespace of the object. If unset, the namespace of the request. Cluster-scoped kinds have
     * none. Can't be changed.
     */
    namespace?: string;
    /** Formerly the URL path of the object; no longer set. */
    selfLink?: string;
    /**
     * A unique ID that the server assigns at creation. It tells the object from earlier ones of the
     * same name. Can't be changed.
     */
    uid?: string;
    /**
     * A version that changes with each write; compare it for equality only. An update that sends an
     * outdated one is rejected as a conflict, and a watch can start from it.
     */
    resourceVersion?: string;
    /**
     * A number that increases when the desired state (for most kinds the spec) changes, starting at
     * 1. Set by the server.
     */
    generation?: scalars.Int64;
    /** CreationTimestamp is a timestamp: when the server created the object. Can't be changed. */
    creationTimestamp?: scalars.Time;
    /**
     * When the object is due to be removed. The server sets it when deletion must wait for finalizers
     * or a grace period; it can't be unset.
     */
    deletionTimestamp?: scalars.Time;
    /**
     * The grace period in seconds before the object is removed. Set together with deletionTimestamp;
     * can only be shortened.
     */
    deletionGracePeriodSeconds?: scalars.Int64;
    /**
     * Keys and values by which selectors of services, controllers and queries match the object. A
     * value has at most 63 characters.
     */
    labels?: Record<string, string>;
    /**
     * Keys and values for people and programs; selectors can't match them. At most 256 KiB in total.
     */
    annotations?: Record<string, string>;
    /**
     * The objects that this object depends on. When all of them are deleted, the garbage collector
     * deletes it. At most one can be the controller.
     */
    ownerReferences?: OwnerReference[];
    /**
     * Names of clean-up tasks that block the removal of a deleted object until the list is empty.
     * Each controller removes its own entry when it is done.
     */
    finalizers?: string[];
    /**
     * Which manager set which fields, for server-side apply. Maintained by the server; an empty list
     * resets it.
     */
    managedFields?: ManagedFieldsEntry[];
  }

  /** Metadata of objects in no namespace. */
  interface ClusterObjectMeta extends Omit<ObjectMeta, "namespace"> {}

  /** Metadata of reviews, which are answered and never stored. */
  interface ReviewMeta extends Pick<ObjectMeta, "creationTimestamp" | "managedFields"> {}

  /** Metadata of reviews about one namespace. */
  interface LocalReviewMeta extends ReviewMeta, Pick<ObjectMeta, "namespace"> {}

  /** A reference to an owner, which must be cluster-scoped or in the same namespace. */
  interface OwnerReference {
    /** The API group and version of the owner. */
    apiVersion: string;
    /** The kind of the owner. */
    kind: string;
    /** The name of the owner. */
    name: string;
    /** The UID of the owner. A later object with the same name is another owner. */
    uid: string;
    /** Whether this owner is the controller that manages the object. */
    controller?: boolean;
    /**
     * Whether foreground deletion of the owner waits until this object is deleted. Setting it
     * requires permission to update the finalizers of the owner.
     */
    blockOwnerDeletion?: boolean;
  }

  /** An object of any kind without all but its metadata. */
  interface PartialObjectMetadata {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PartialObjectMetadata";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: ObjectMeta;
  }

  /** A list of objects without all but their metadata. */
  interface PartialObjectMetadataList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PartialObjectMetadataList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: ListMeta;
    /** The objects of the list. */
    items: PartialObjectMetadata[];
  }

  /** Options of a patch. */
  interface PatchOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PatchOptions";
    /** All processes the request without storing anything. No other value is allowed. */
    dryRun?: string[];
    /**
     * For server-side apply only: whether to take over fields that another manager set to other
     * values. Otherwise such fields are a conflict. Default: false.
     */
    force?: boolean;
    /**
     * The name of who makes the change: at most 128 printable characters. Default: the part of the
     * user agent before the first slash.
     */
    fieldManager?: string;
    /**
     * What happens to unknown and duplicate fields: Ignore drops them, Warn (the default) drops them
     * with a warning, Strict refuses the request.
     */
    fieldValidation?: string;
  }

  /** Requirements that an object must meet before an operation on it. */
  interface Preconditions {
    /** The UID that the object must have. */
    uid?: string;
    /** The resourceVersion that the object must have. */
    resourceVersion?: string;
  }

  /**
   * How the resourceVersion of a list is meant. NotOlderThan: that version or a newer one. Exact:
   * that one, or status 410 once it is forgotten.
   */
  type ResourceVersionMatch = "NotOlderThan" | "Exact" | (string & Record<never, never>);

  /** The paths of a server. */
  interface RootPaths {
    /** The paths, in order. */
    paths: string[];
  }

  /** A condition of a row. Completed: its object has run to its end. */
  type RowConditionType = "Completed" | (string & Record<never, never>);

  /** The server address for clients of a network. */
  interface ServerAddressByClientCIDR {
    /** The client network. The most specific one that contains the client's address applies. */
    clientCIDR: string;
    /** The address of the server: host, or host and port. */
    serverAddress: string;
  }

  /** The shard of all objects that a list contains. */
  interface ShardInfo {
    /** The shard selector of the request. */
    selector: string;
  }

  /** The result of a request that returns no object: usually an error. */
  interface Status {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Status";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: ListMeta;
    /** Success or Failure. */
    status?: string;
    /** A human-readable description of the result. */
    message?: string;
    /**
     * The reason of the failure in one word, for programs: NotFound, Conflict, Invalid and others.
     */
    reason?: StatusReason;
    /** More about the reason, depending on it. */
    details?: StatusDetails;
    /** The HTTP status code. */
    code?: number;
  }

  /** One cause of a failure. */
  interface StatusCause {
    /** The reason in one word: FieldValueRequired, FieldValueInvalid and others. */
    reason?: CauseType;
    /** A human-readable description of the cause. */
    message?: string;
    /** The path of the field in the object, such as spec.ports[0].port. */
    field?: string;
  }

  /** More about the reason of a failure. */
  interface StatusDetails {
    /** The name of the object of the request. */
    name?: string;
    /** The API group of that object. */
    group?: string;
    /** The kind of that object, or its resource. */
    kind?: string;
    /** The UID of that object. */
    uid?: string;
    /** The individual causes, such as each invalid field. */
    causes?: StatusCause[];
    /** How many seconds to wait before a retry. */
    retryAfterSeconds?: number;
  }

  /**
   * Why a request failed, in one word for programs. Each has a status code: NotFound is 404, Conflict
   * and AlreadyExists are 409, Invalid is 422. Empty: unknown.
   */
  type StatusReason = "" | "Unauthorized" | "Forbidden" | "NotFound" | "AlreadyExists" | "Conflict" | "Gone" | "Invalid" | "ServerTimeout" | "StorageReadError" | "Timeout" | "TooManyRequests" | "BadRequest" | "MethodNotAllowed" | "NotAcceptable" | "RequestEntityTooLarge" | "UnsupportedMediaType" | "InternalError" | "Expired" | "ServiceUnavailable" | (string & Record<never, never>);

  /** Objects as the rows of a table, as command lines show them. */
  interface Table {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Table";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: ListMeta;
    /** The columns, from the left to the right. */
    columnDefinitions: TableColumnDefinition[];
    /** The rows, one for each object. */
    rows: TableRow[];
  }

  /** A column of a table. */
  interface TableColumnDefinition {
    /** The heading. */
    name: string;
    /** What the cells hold: integer, number, string, boolean or date. */
    type: string;
    /** More about type: name marks the column that holds the name of the object. May be empty. */
    format: string;
    /** What the column says, for people. */
    description: string;
    /** 0 is always shown; columns with higher numbers are left out where there is little room. */
    priority: number;
  }

  /** Options of a request for a table. */
  interface TableOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "TableOptions";
    /** What the rows hold of their objects: None, Metadata (the default) or Object. */
    includeObject?: IncludeObjectPolicy;
  }

  /** A row of a table. */
  interface TableRow {
    /** The values of the columns, in the order of these. */
    cells: scalars.JsonValue[];
    /** Conditions of the row, such as Completed. */
    conditions?: TableRowCondition[];
    /**
     * What the row is about: its metadata by default; the object itself or nothing if the request
     * says so.
     */
    object?: scalars.JsonValue;
  }

  /** A condition of a row. */
  interface TableRowCondition {
    /** Completed: the object has run to its end, and may be left out. */
    type: RowConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: ConditionStatus;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /** The kind of an object, and the API version of its schema. */
  interface TypeMeta {
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: string;
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
  }

  /** Options of an update. */
  interface UpdateOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "UpdateOptions";
    /** All processes the request without storing anything. No other value is allowed. */
    dryRun?: string[];
    /**
     * The name of who makes the change: at most 128 printable characters. Default: the part of the
     * user agent before the first slash.
     */
    fieldManager?: string;
    /**
     * What happens to unknown and duplicate fields: Ignore drops them, Warn (the default) drops them
     * with a warning, Strict refuses the request.
     */
    fieldValidation?: string;
  }

  /** What can be done with a resource. */
  type Verbs = string[];

  /** An event of a watch. */
  interface WatchEvent {
    /** ADDED, MODIFIED, DELETED, BOOKMARK or ERROR. */
    type: string;
    /**
     * ADDED and MODIFIED: the object as it is now. DELETED: the object as it was before. BOOKMARK: an
     * object with a resourceVersion alone. ERROR: a Status, usually.
     */
    object: scalars.JsonValue;
  }
}

export type APIGroup = metaV1.APIGroup;
export type APIGroupList = metaV1.APIGroupList;
export type APIResource = metaV1.APIResource;
export type APIResourceList = metaV1.APIResourceList;
export type APIVersions = metaV1.APIVersions;
export type ApplyOptions = metaV1.ApplyOptions;
export type CauseType = metaV1.CauseType;
export type Condition = metaV1.Condition;
export type ConditionStatus = metaV1.ConditionStatus;
export type CreateOptions = metaV1.CreateOptions;
export type DeleteOptions = metaV1.DeleteOptions;
export type DeletionPropagation = metaV1.DeletionPropagation;
export type FieldSelectorOperator = metaV1.FieldSelectorOperator;
export type FieldSelectorRequirement = metaV1.FieldSelectorRequirement;
export type GetOptions = metaV1.GetOptions;
export type GroupKind = metaV1.GroupKind;
export type GroupResource = metaV1.GroupResource;
export type GroupVersion = metaV1.GroupVersion;
export type GroupVersionForDiscovery = metaV1.GroupVersionForDiscovery;
export type GroupVersionKind = metaV1.GroupVersionKind;
export type GroupVersionResource = metaV1.GroupVersionResource;
export type IncludeObjectPolicy = metaV1.IncludeObjectPolicy;
export type LabelSelector = metaV1.LabelSelector;
export type LabelSelectorOperator = metaV1.LabelSelectorOperator;
export type LabelSelectorRequirement = metaV1.LabelSelectorRequirement;
export type List = metaV1.List;
export type ListMeta = metaV1.ListMeta;
export type ListOptions = metaV1.ListOptions;
export type ManagedFieldsEntry = metaV1.ManagedFieldsEntry;
export type ManagedFieldsOperationType = metaV1.ManagedFieldsOperationType;
export type ObjectMeta = metaV1.ObjectMeta;
export type ClusterObjectMeta = metaV1.ClusterObjectMeta;
export type ReviewMeta = metaV1.ReviewMeta;
export type LocalReviewMeta = metaV1.LocalReviewMeta;
export type OwnerReference = metaV1.OwnerReference;
export type PartialObjectMetadata = metaV1.PartialObjectMetadata;
export type PartialObjectMetadataList = metaV1.PartialObjectMetadataList;
export type PatchOptions = metaV1.PatchOptions;
export type Preconditions = metaV1.Preconditions;
export type ResourceVersionMatch = metaV1.ResourceVersionMatch;
export type RootPaths = metaV1.RootPaths;
export type RowConditionType = metaV1.RowConditionType;
export type ServerAddressByClientCIDR = metaV1.ServerAddressByClientCIDR;
export type ShardInfo = metaV1.ShardInfo;
export type Status = metaV1.Status;
export type StatusCause = metaV1.StatusCause;
export type StatusDetails = metaV1.StatusDetails;
export type StatusReason = metaV1.StatusReason;
export type Table = metaV1.Table;
export type TableColumnDefinition = metaV1.TableColumnDefinition;
export type TableOptions = metaV1.TableOptions;
export type TableRow = metaV1.TableRow;
export type TableRowCondition = metaV1.TableRowCondition;
export type TypeMeta = metaV1.TypeMeta;
export type UpdateOptions = metaV1.UpdateOptions;
export type Verbs = metaV1.Verbs;
export type WatchEvent = metaV1.WatchEvent;
