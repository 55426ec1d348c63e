/**
 * What all objects, lists, answers and deletions have.
 *
 * @module
 */

import type { Words } from "./words.ts";

/**
 * The OpenAPI descriptions of what all kinds share (metadata, options, statuses, selectors) and of
 * the discovery documents.
 */
export const META: Words = {
  TypeMeta: ["What an object is: its kind, and the version of its form.", {
    kind: "What kind of object this is, in CamelCase. Can't be changed.",
    // Clients look for how this begins, and for the same of metadata and creationTimestamp.
    apiVersion: "APIVersion defines the form that the object has: apps/v1, or v1 in the core " +
      "group. The same object can be read in every version of its group that is served.",
  }],
  ObjectMeta: ["Metadata that every object has, whatever its kind.", {
    name: "Unique among the objects of its kind in the namespace, or in the cluster for kinds " +
      "without namespaces. Required unless generateName is given. Can't be changed.",
    generateName: "The beginning of a name: where no name is given, the server makes one of this " +
      "and five random characters. A name that is taken by chance is tried again a few times.",
    namespace: "The namespace the object lives in. Empty means default for a kind that has " +
      "namespaces; others have none. Can't be changed.",
    selfLink: "Once the object's own address; no longer filled in.",
    uid: "An id that the server makes at creation and never uses again: it tells an object from " +
      "an earlier one of the same name. Can't be changed.",
    resourceVersion: "Changes with each write: compare it for equality only. An update that " +
      "sends it back is refused with a conflict if somebody wrote in between; a watch can start " +
      "from it.",
    generation: "Counts the changes of what is wanted (for most kinds, of the spec), from 1 on. " +
      "Set by the server.",
    creationTimestamp: "CreationTimestamp is a timestamp: when the server stored the object " +
      "first. Can't be changed.",
    deletionTimestamp: "When the object is due to go; set by the server when a deletion has to " +
      "wait for finalizers or for a grace period, and never taken back.",
    deletionGracePeriodSeconds: "How many seconds the object was given to end by itself. Set " +
      "together with deletionTimestamp; can only be made shorter.",
    labels: "Short texts by key, which services, controllers and queries select objects by. A " +
      "value has at most 63 characters.",
    annotations: "Texts by key that people and programs keep with the object; they can't be " +
      "selected by. Keys and values may be 256 KiB in all.",
    ownerReferences: "The objects that this one depends on. Once all of them are gone, the " +
      "garbage collector deletes it. At most one of them may be the controller.",
    finalizers: "Who wants to clean up before the object goes. A deleted object stays until the " +
      "list is empty; each program removes its own entry when it is done.",
    managedFields: "Who manages which fields, as server-side apply needs to know it. Kept by the " +
      "server; an empty list clears it.",
  }],
  ListMeta: ["Metadata that every list has.", {
    selfLink: "Once the list's own address; no longer filled in.",
    resourceVersion: "The version at which the list was read: a watch may start from it.",
    continue: "Set where a limit cut the list short: send it as the parameter continue, with all " +
      "else unchanged, to get the next page. It is good for some minutes.",
    remainingItemCount: "How many objects follow this page, where that is known; never with a " +
      "selector. It may be an estimate.",
    shardInfo: "Set where the list is one shard of all objects.",
  }],
  ShardInfo: ["Which part of all objects a list is.", {
    selector: "The selector of the shard, as the request gave it.",
  }],
  OwnerReference: ["An object that another depends on: of the same namespace, or of none.", {
    apiVersion: "The group and version of the owner.",
    kind: "The kind of the owner.",
    name: "The name of the owner.",
    uid: "The uid of the owner: a later object of the same name is not meant.",
    controller: "True for the one owner that manages this object.",
    blockOwnerDeletion: "True where the owner, deleted in the foreground, has to wait until this " +
      "object is gone. Setting it takes the right to update the owner's finalizers.",
  }],
  ManagedFieldsEntry: ["The fields that one manager set in one way.", {
    manager: "The name of the program or person that manages the fields.",
    operation: "Apply for server-side apply, Update for every other write.",
    apiVersion: "The version in whose form the fields are listed.",
    time: "When the manager last changed the set of fields, or one of their values.",
    fieldsType: "The form of the fields: FieldsV1 is the only one.",
    fieldsV1: "The fields themselves.",
    subresource: "The subresource that the write went through; empty for the object itself. The " +
      "same manager has an entry for each.",
  }],
  LabelSelector: [
    "Selects objects by their labels. All requirements have to be met; a selector without any " +
    "selects everything.",
    {
      matchLabels: "Labels that an object must have, each with this very value.",
      matchExpressions: "Further requirements, each about one label.",
    },
  ],
  LabelSelectorRequirement: ["A requirement about one label.", {
    key: "The key of the label.",
    operator: "In or NotIn: the label's value is, or is not, among the values. Exists or " +
      "DoesNotExist: there is a label of that key, or none. NotIn is met by objects without it.",
    values: "What In and NotIn compare with: at least one. Empty for Exists and DoesNotExist.",
  }],
  FieldSelectorRequirement: ["A requirement about one field.", {
    key: "The field: metadata.name, or another that the kind can be selected by.",
    operator: "In, NotIn, Exists or DoesNotExist.",
    values: "What In and NotIn compare with: at least one. Empty for Exists and DoesNotExist.",
  }],
  Condition: ["One aspect of an object's state.", {
    reason: "Why, as one word in CamelCase, for programs. Required.",
    observedGeneration: "The metadata.generation that the condition was judged by. Where it is " +
      "less than the object's, the condition may be out of date.",
  }],
  DeleteOptions: ["How to delete.", {
    gracePeriodSeconds: "How many seconds the object is given to end by itself; 0 means at once. " +
      "Left out: what the object or its kind says.",
    preconditions: "What must hold of the object, or nothing is deleted and the answer is 409.",
    orphanDependents: "Deprecated; use propagationPolicy. True leaves the dependents, false " +
      "deletes them. Not together with propagationPolicy.",
    propagationPolicy: "What becomes of the dependents: Orphan leaves them, Background deletes " +
      "them afterwards, Foreground deletes them first. Left out: as the kind has it.",
    dryRun: "All means that everything is checked and nothing is stored. No other value is known.",
    ignoreStoreReadErrorWithClusterBreakingPotential: "True deletes even an object that can't be " +
      "read from the store, without finalizers or preconditions. For repair only: what the " +
      "object held, and what depended on it, is lost.",
  }],
  Preconditions: ["What must hold of an object before something is done to it.", {
    uid: "The uid that the object must have.",
    resourceVersion: "The resourceVersion that the object must have.",
  }],
  Status: ["The answer to a request that has no object to show: mostly an error.", {
    status: "Success or Failure.",
    message: "What happened, for people.",
    reason: "Why it failed, as one word, for programs: NotFound, Conflict, Invalid and others.",
    details: "More about the reason, in a form that depends on it.",
    code: "The HTTP status code of the answer.",
  }],
  StatusDetails: ["More about why a request failed.", {
    name: "The name of the object that the request was about.",
    group: "The group of that object.",
    kind: "The kind of that object, or its resource.",
    uid: "The uid of that object.",
    causes: "The single errors, where there may be several: each invalid field, for one.",
    retryAfterSeconds: "How many seconds to wait before another try.",
  }],
  StatusCause: ["One of the errors that a request failed of.", {
    reason: "What is wrong, as one word: FieldValueRequired, FieldValueInvalid and others.",
    message: "What is wrong, for people.",
    field: "The path of the field in the object: spec.ports[0].port.",
  }],
  APIVersions: ["The versions of the core group.", {
    versions: "The versions, v1 among them.",
    serverAddressByClientCIDRs: "Which address clients of a network should use.",
  }],
  APIGroupList: ["The groups of the API, the core group excepted.", { groups: "The groups." }],
  APIGroup: ["A group of the API, with its versions.", {
    name: "The name of the group.",
    versions: "The versions that are served.",
    preferredVersion: "The version to use where there is no reason to use another.",
    serverAddressByClientCIDRs: "Which address clients of a network should use.",
  }],
  GroupVersionForDiscovery: ["A version of a group.", {
    groupVersion: "Group and version in one: apps/v1.",
    version: "The version alone: v1.",
  }],
  ServerAddressByClientCIDR: ["The address of the server for clients of a network.", {
    clientCIDR: "The network of the client. The narrowest that contains it counts.",
    serverAddress: "The address to use: host, or host and port.",
  }],
  APIResourceList: ["The resources of one group version.", {
    groupVersion: "The group version.",
    resources: "The resources, each subresource as one of its own.",
  }],
  APIResource: ["A resource, or a subresource.", {
    name: "The plural, as paths have it; a subresource as RESOURCE/SUBRESOURCE.",
    singularName: "The singular, for command lines.",
    namespaced: "Whether its objects live in namespaces.",
    group: "The group of its objects, where it is not that of the list.",
    version: "The version of its objects, where it is not that of the list.",
    kind: "The kind of its objects.",
    verbs: "What can be done with it: get, list, watch, create, update, patch, delete, " +
      "deletecollection.",
    shortNames: "Shorter names for command lines.",
    categories: "Groups of resources it belongs to: all, for one.",
    storageVersionHash: "Changes with the version in which objects are stored. Compare only.",
  }],
};
