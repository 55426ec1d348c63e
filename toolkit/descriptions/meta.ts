/**
 * Descriptions of what all objects, lists, statuses and options share.
 *
 * @module
 */

import type { Words } from "./words.ts";

/**
 * The descriptions of what all kinds share (metadata, options, statuses, selectors) and of
 * the discovery documents.
 */
export const META: Words = {
  TypeMeta: ["The kind of an object, and the API version of its schema.", {
    kind: "The kind of the object, in CamelCase. Can't be changed.",
    // Clients look for how this begins, and for the same of metadata and creationTimestamp.
    apiVersion: "APIVersion defines the form that the object has: the group and version of its " +
      "schema, such as apps/v1, or v1 in the core group. Any served version of the group can " +
      "read it.",
  }],
  ObjectMeta: ["Metadata that every object has.", {
    name: "The name of the object, unique among objects of its kind in the namespace, or in the " +
      "cluster for cluster-scoped kinds. Required unless generateName is set. Can't be changed.",
    generateName: "A prefix for a generated name: if name is unset, the server appends five " +
      "random characters. If the result is taken, it tries others a few times.",
    namespace: "The namespace of the object. If unset, the namespace of the request. " +
      "Cluster-scoped kinds have none. Can't be changed.",
    selfLink: "Formerly the URL path of the object; no longer set.",
    uid: "A unique ID that the server assigns at creation. It tells the object from earlier ones " +
      "of the same name. Can't be changed.",
    resourceVersion: "A version that changes with each write; compare it for equality only. An " +
      "update that sends an outdated one is rejected as a conflict, and a watch can start from " +
      "it.",
    generation: "A number that increases when the desired state (for most kinds the spec) " +
      "changes, starting at 1. Set by the server.",
    creationTimestamp: "CreationTimestamp is a timestamp: when the server created the object. " +
      "Can't be changed.",
    deletionTimestamp: "When the object is due to be removed. The server sets it when deletion " +
      "must wait for finalizers or a grace period; it can't be unset.",
    deletionGracePeriodSeconds: "The grace period in seconds before the object is removed. Set " +
      "together with deletionTimestamp; can only be shortened.",
    labels: "Keys and values by which selectors of services, controllers and queries match the " +
      "object. A value has at most 63 characters.",
    annotations: "Keys and values for people and programs; selectors can't match them. At most " +
      "256 KiB in total.",
    ownerReferences: "The objects that this object depends on. When all of them are deleted, the " +
      "garbage collector deletes it. At most one can be the controller.",
    finalizers: "Names of clean-up tasks that block the removal of a deleted object until the " +
      "list is empty. Each controller removes its own entry when it is done.",
    managedFields: "Which manager set which fields, for server-side apply. Maintained by the " +
      "server; an empty list resets it.",
  }],
  ListMeta: ["Metadata that every list has.", {
    selfLink: "Formerly the URL path of the list; no longer set.",
    resourceVersion: "The resourceVersion of the list. A watch can start from it.",
    continue: "Set if the list was cut off at the limit: send it as the parameter continue, all " +
      "else unchanged, to get the next page. It expires after some minutes.",
    remainingItemCount: "The number of objects after this page, which may be an estimate. Unset " +
      "if unknown or with a selector.",
    shardInfo: "Set if the list contains only one shard of all objects.",
  }],
  ShardInfo: ["The shard of all objects that a list contains.", {
    selector: "The shard selector of the request.",
  }],
  OwnerReference: [
    "A reference to an owner, which must be cluster-scoped or in the same namespace.",
    {
      apiVersion: "The API group and version of the owner.",
      kind: "The kind of the owner.",
      name: "The name of the owner.",
      uid: "The UID of the owner. A later object with the same name is another owner.",
      controller: "Whether this owner is the controller that manages the object.",
      blockOwnerDeletion: "Whether foreground deletion of the owner waits until this object is " +
        "deleted. Setting it requires permission to update the finalizers of the owner.",
    },
  ],
  ManagedFieldsEntry: ["The fields that one manager set with one operation.", {
    manager: "The name of the manager: a program or a user.",
    operation: "Apply for server-side apply, Update for every other write.",
    apiVersion: "The API version of the field paths.",
    time: "When the entry last changed: its set of fields, or the value of one of them.",
    fieldsType: "The format of the fields: always FieldsV1.",
    fieldsV1: "The set of fields.",
    subresource: "The subresource that the fields were written through; empty for the object " +
      "itself. Each subresource has an entry of its own.",
  }],
  LabelSelector: [
    "Selects objects by labels. All requirements must be met; an empty selector selects all " +
    "objects.",
    {
      matchLabels: "Labels that objects must have, with equal values.",
      matchExpressions: "Further requirements for labels. All must be met.",
    },
  ],
  LabelSelectorRequirement: ["A requirement for a label.", {
    key: "The label key.",
    operator: "In or NotIn: the value of the label is or is not one of values. Exists or " +
      "DoesNotExist: the label is present or absent. NotIn also matches objects without the " +
      "label.",
    values: "The values for In and NotIn: at least one. Must be empty for Exists and DoesNotExist.",
  }],
  FieldSelectorRequirement: ["A requirement for a field.", {
    key: "The path of the field: metadata.name, or another selectable field of the kind.",
    operator: "In, NotIn, Exists or DoesNotExist.",
    values: "The values for In and NotIn: at least one. Must be empty for Exists and DoesNotExist.",
  }],
  Condition: ["A condition of an object.", {
    reason: "The reason of the last transition: one word in CamelCase, for programs. Required.",
    observedGeneration: "The metadata.generation that the condition was determined for. If it is " +
      "less than the object's, the condition may be out of date.",
  }],
  DeleteOptions: ["Options of a deletion.", {
    gracePeriodSeconds: "How many seconds the object gets for graceful termination; 0 deletes it " +
      "at once. Default: the value of the object or its kind.",
    preconditions: "Requirements for the object. If it doesn't meet them, the request fails with " +
      "status 409.",
    orphanDependents: "Deprecated: use propagationPolicy. Whether dependents are kept (true) or " +
      "deleted (false). Not allowed with propagationPolicy.",
    propagationPolicy: "How dependents are handled: Orphan keeps them, Background deletes them " +
      "after the object, Foreground before it. Default: depends on the kind.",
    dryRun: "All processes the request without storing anything. No other value is allowed.",
    ignoreStoreReadErrorWithClusterBreakingPotential: "Whether to delete an object that can't be " +
      "read from storage, without regard to finalizers and preconditions. For repair only: " +
      "dependents and external resources may be left behind.",
  }],
  Preconditions: ["Requirements that an object must meet before an operation on it.", {
    uid: "The UID that the object must have.",
    resourceVersion: "The resourceVersion that the object must have.",
  }],
  Status: ["The result of a request that returns no object: usually an error.", {
    status: "Success or Failure.",
    message: "A human-readable description of the result.",
    reason: "The reason of the failure in one word, for programs: NotFound, Conflict, Invalid " +
      "and others.",
    details: "More about the reason, depending on it.",
    code: "The HTTP status code.",
  }],
  StatusDetails: ["More about the reason of a failure.", {
    name: "The name of the object of the request.",
    group: "The API group of that object.",
    kind: "The kind of that object, or its resource.",
    uid: "The UID of that object.",
    causes: "The individual causes, such as each invalid field.",
    retryAfterSeconds: "How many seconds to wait before a retry.",
  }],
  StatusCause: ["One cause of a failure.", {
    reason: "The reason in one word: FieldValueRequired, FieldValueInvalid and others.",
    message: "A human-readable description of the cause.",
    field: "The path of the field in the object, such as spec.ports[0].port.",
  }],
  APIVersions: ["The API versions of the core group.", {
    versions: "The versions, such as v1.",
    serverAddressByClientCIDRs: "The server address to use, by client network.",
  }],
  APIGroupList: ["The API groups, without the core group.", { groups: "The groups." }],
  APIGroup: ["An API group and its versions.", {
    name: "The name of the group.",
    versions: "The served versions.",
    preferredVersion: "The version that clients should use by default.",
    serverAddressByClientCIDRs: "The server address to use, by client network.",
  }],
  GroupVersionForDiscovery: ["A version of an API group.", {
    groupVersion: "The group and version, such as apps/v1.",
    version: "The version without the group, such as v1.",
  }],
  ServerAddressByClientCIDR: ["The server address for clients of a network.", {
    clientCIDR: "The client network. The most specific one that contains the client's address " +
      "applies.",
    serverAddress: "The address of the server: host, or host and port.",
  }],
  APIResourceList: ["The resources of a group version.", {
    groupVersion: "The group and version of the resources.",
    resources: "The resources. Subresources have entries of their own.",
  }],
  APIResource: ["A resource, or a subresource.", {
    name: "The plural name, as used in URL paths; RESOURCE/SUBRESOURCE for a subresource.",
    singularName: "The singular name, for command lines.",
    namespaced: "Whether the objects are in namespaces.",
    group: "The API group of the kind, if it differs from that of the list.",
    version: "The API version of the kind, if it differs from that of the list.",
    kind: "The kind of the objects.",
    verbs: "The supported verbs: get, list, watch, create, update, patch, delete, " +
      "deletecollection.",
    shortNames: "Short names for command lines.",
    categories: "The categories of the resource, such as all.",
    storageVersionHash: "A hash of the version in which objects are stored. Compare it for " +
      "equality only.",
  }],
};
