/**
 * Namespaces, and what bounds what is in them.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of namespaces, resource quotas and limit ranges. */
export const NAMESPACES: Words = {
  Namespace: ["A room for names: objects in it go with it, and rights and quotas hold for it."],
  NamespaceSpec: ["What is wanted of a namespace.", {
    finalizers: "Who cleans up before the namespace goes. Changed through the subresource " +
      "finalize only.",
  }],
  NamespaceStatus: ["What became of a namespace.", {
    phase: "Active, or Terminating once it is deleted: nothing can be created in it any longer.",
    conditions: "What keeps a deleted namespace from going.",
  }],
  NamespaceCondition: ["One aspect of a namespace's deletion.", {
    type: "NamespaceDeletionDiscoveryFailure, NamespaceDeletionContentFailure, " +
      "NamespaceContentRemaining, NamespaceFinalizersRemaining and others.",
  }],
  LimitRange: ["Bounds and defaults for what single objects of a namespace ask for."],
  LimitRangeSpec: ["The bounds and defaults.", {
    limits: "One entry for each type of object. All have to be met.",
  }],
  LimitRangeItem: ["Bounds and defaults for one type of object.", {
    type: "Container, Pod (the sum of its containers) or PersistentVolumeClaim.",
    max: "The most that may be asked for, by resource.",
    min: "The least that must be asked for, by resource.",
    default: "The limits of containers that set none. Default: max. For Container only.",
    defaultRequest: "The requests of containers that set none. Default: as default, or else min. " +
      "For Container only.",
    maxLimitRequestRatio: "How many times its request a limit may be, by resource.",
  }],
  ResourceQuota: ["Bounds what all objects of a namespace may ask for in sum."],
  ResourceQuotaSpec: ["What is bounded, and how.", {
    hard: "The bounds: requests.cpu, limits.memory, pods, requests.storage, count/RESOURCE.GROUP.",
    scopes: "Only objects that match all scopes count. Left out: all objects.",
    scopeSelector: "Like scopes, with values: pods of certain priority classes, for one.",
  }],
  ScopeSelector: ["Which objects count for a quota.", {
    matchExpressions: "The requirements. All have to be met.",
  }],
  ScopedResourceSelectorRequirement: ["A requirement about one scope.", {
    scopeName: "The scope: Terminating, NotTerminating, BestEffort, NotBestEffort, " +
      "PriorityClass, CrossNamespacePodAffinity or VolumeAttributesClass.",
    operator: "In, NotIn, Exists or DoesNotExist. Scopes without values take Exists only.",
    values: "What In and NotIn compare with: at least one. Empty for the others.",
  }],
  ResourceQuotaStatus: ["How much of a quota is used.", {
    hard: "The bounds that are enforced.",
    used: "What the objects of the namespace ask for now.",
  }],
};
