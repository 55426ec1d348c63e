/**
 * Descriptions of namespaces, resource quotas and limit ranges.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of namespaces, resource quotas and limit ranges. */
export const NAMESPACES: Words = {
  Namespace: [
    "A scope for names, permissions and quotas. Deleting a namespace deletes all objects in it.",
  ],
  NamespaceSpec: ["The finalizers of a namespace.", {
    finalizers: "The finalizers that must be removed before the namespace is deleted. Changed " +
      "only through the finalize subresource.",
  }],
  NamespaceStatus: ["The observed state of a namespace.", {
    phase: "Active, or Terminating after a deletion: no more objects can be created in it.",
    conditions: "What blocks the deletion of the namespace.",
  }],
  NamespaceCondition: ["A condition of a namespace's deletion.", {
    type: "NamespaceDeletionDiscoveryFailure, NamespaceDeletionContentFailure, " +
      "NamespaceContentRemaining, NamespaceFinalizersRemaining and others.",
  }],
  LimitRange: [
    "Limits and defaults for the resources of single pods, containers and claims in a namespace.",
  ],
  LimitRangeSpec: ["The limits and defaults.", {
    limits: "Limits by type of object. All of them apply.",
  }],
  LimitRangeItem: ["Limits and defaults for one type of object.", {
    type: "The type: Container, Pod (the sum of its containers) or PersistentVolumeClaim.",
    max: "The maximum by resource.",
    min: "The minimum by resource.",
    default: "The limits of containers that specify none. Default: max. For type Container only.",
    defaultRequest: "The requests of containers that specify none. Default: the value of " +
      "default, or min. For type Container only.",
    maxLimitRequestRatio: "The maximum ratio of limit to request, by resource.",
  }],
  ResourceQuota: ["Limits the total resources and the number of objects in a namespace."],
  ResourceQuotaSpec: ["The limits, and the objects they apply to.", {
    hard: "The limits by resource: requests.cpu, limits.memory, pods, requests.storage, " +
      "count/RESOURCE.GROUP.",
    scopes: "Count only objects that match all of these scopes. If empty, all objects.",
    scopeSelector: "Like scopes, but with operators and values: for example certain priority " +
      "classes.",
  }],
  ScopeSelector: ["The scopes that a quota applies to.", {
    matchExpressions: "The requirements. All must be met.",
  }],
  ScopedResourceSelectorRequirement: ["A requirement for one scope.", {
    scopeName: "The scope: Terminating, NotTerminating, BestEffort, NotBestEffort, " +
      "PriorityClass, CrossNamespacePodAffinity or VolumeAttributesClass.",
    operator: "In, NotIn, Exists or DoesNotExist. Only PriorityClass and VolumeAttributesClass " +
      "take other operators than Exists.",
    values: "The values for In and NotIn: at least one. Must be empty for other operators.",
  }],
  ResourceQuotaStatus: ["The usage of a quota.", {
    hard: "The enforced limits, by resource.",
    used: "The current total usage in the namespace, by resource.",
  }],
};
