/**
 * Definitions of custom resources.
 *
 * @module
 */

import { WEBHOOK_CLIENTS } from "./webhook_clients.ts";
import type { Words } from "./words.ts";

/**
 * The OpenAPI descriptions of CustomResourceDefinitions; the schemas in them are in `JSON_SCHEMAS`.
 */
export const API_EXTENSIONS: Words = {
  ...WEBHOOK_CLIENTS,
  CustomResourceDefinition: ["Adds a resource to the API. Its name is PLURAL.GROUP."],
  CustomResourceDefinitionSpec: ["The resource.", {
    group: "The group. Can't be changed.",
    names: "What the resource and its kind are called.",
    scope: "Cluster or Namespaced. Can't be changed.",
    versions: "The versions: at least one, and exactly one of them stored.",
    conversion: "How objects get from one version to another. Default: strategy None.",
    preserveUnknownFields: "Deprecated: must be false. Keep unknown fields by the schema instead.",
  }],
  CustomResourceDefinitionNames: ["What a resource and its kind are called.", {
    plural: "The plural, as paths have it, in lower case. Can't be changed.",
    singular: "The singular, for command lines. Default: the kind in lower case.",
    shortNames: "Shorter names for command lines.",
    kind: "The kind, in CamelCase.",
    listKind: "The kind of lists. Default: the kind with List after it.",
    categories: "Groups of resources it belongs to: all, for one.",
  }],
  CustomResourceDefinitionVersion: ["A version of a resource.", {
    name: "The name of the version: v1beta1.",
    served: "Whether it can be used.",
    storage: "Whether objects are stored in it: true for exactly one version.",
    deprecated: "Whether who uses it is warned. Default: false.",
    deprecationWarning: "The warning. Left out: one is made.",
    schema: "What objects are like in this version. Required.",
    subresources: "The subresources of this version.",
    additionalPrinterColumns: "The columns of tables. Left out: the age.",
    selectableFields: "Fields that objects can be selected by: at most 8.",
  }],
  CustomResourceValidation: ["What objects are like.", {
    openAPIV3Schema: "The schema of the objects: structural, so that unknown fields can be told.",
  }],
  CustomResourceSubresources: ["The subresources of a resource.", {
    status: "The subresource status: the object itself then changes all but its status, and the " +
      "subresource nothing but that.",
    scale: "The subresource scale, for autoscalers and the like.",
  }],
  CustomResourceSubresourceStatus: ["The subresource status. It has no fields."],
  CustomResourceSubresourceScale: ["Where in the object its scale is.", {
    specReplicasPath: "The path of the number wanted: .spec.replicas.",
    statusReplicasPath: "The path of the number there is: .status.replicas.",
    labelSelectorPath: "The path of the label selector, as text: .status.selector. Autoscalers " +
      "need it.",
  }],
  CustomResourceColumnDefinition: ["A column of tables.", {
    name: "The heading.",
    type: "integer, number, string, boolean or date.",
    format: "How values are to be read: int32, int64, float, double, byte, date, date-time, " +
      "password.",
    description: "What the column says, for people.",
    priority: "0 (the default): always shown; more: in wide tables only.",
    jsonPath: "The path of the value: .spec.replicas.",
  }],
  SelectableField: ["A field that objects can be selected by.", {
    jsonPath: "The path of the field, a string, boolean or integer: .spec.color.",
  }],
  CustomResourceConversion: ["How objects get from one version to another.", {
    strategy: "None changes the apiVersion alone, Webhook asks a webhook.",
    webhook: "The webhook. Required for Webhook, else not allowed.",
  }],
  WebhookConversion: ["A webhook that converts objects.", {
    clientConfig: "How to reach it.",
    conversionReviewVersions: "The versions of reviews that it knows; the first that the server " +
      "knows too is used.",
  }],
  CustomResourceDefinitionStatus: ["What became of a definition.", {
    acceptedNames: "The names under which it is served. They lag behind where others have a name " +
      "already.",
    storedVersions: "Versions in which objects have been stored. One can be taken out once no " +
      "object is left in it.",
  }],
  CustomResourceDefinitionCondition: ["One aspect of a definition's state.", {
    type: "Established, NamesAccepted, NonStructuralSchema, Terminating and others.",
  }],
};
