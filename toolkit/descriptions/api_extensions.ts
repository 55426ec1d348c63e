/**
 * Descriptions of custom resource definitions.
 *
 * @module
 */

import { WEBHOOK_CLIENTS } from "./webhook_clients.ts";
import type { Words } from "./words.ts";

/**
 * The descriptions of CustomResourceDefinitions; the schemas in them are in `JSON_SCHEMAS`.
 */
export const API_EXTENSIONS: Words = {
  ...WEBHOOK_CLIENTS,
  CustomResourceDefinition: ["Adds a custom resource to the API. Its name is PLURAL.GROUP."],
  CustomResourceDefinitionSpec: ["The custom resource: its group, names, scope and versions.", {
    group: "The API group of the resource. Can't be changed.",
    names: "The names of the resource and its kind.",
    scope: "Whether objects are cluster-wide or in a namespace: Cluster or Namespaced. Can't be " +
      "changed.",
    versions: "The versions of the resource: at least one. Exactly one is the storage version.",
    conversion: "How objects are converted between versions. Default: strategy None.",
    preserveUnknownFields: "Deprecated: must be false. Set preserve-unknown-fields in the schema " +
      "instead.",
  }],
  CustomResourceDefinitionNames: ["The names of a custom resource and its kind.", {
    plural: "The plural name in lower case, as used in request paths. Can't be changed.",
    singular: "The singular name for command lines. Default: the kind in lower case.",
    shortNames: "Short names for command lines.",
    kind: "The kind of the objects, in CamelCase.",
    listKind: "The kind of lists of the objects. Default: the kind followed by List.",
    categories: "The categories of the resource, such as all. Clients can list all resources of " +
      "a category.",
  }],
  CustomResourceDefinitionVersion: ["A version of a custom resource.", {
    name: "The name of the version, such as v1beta1.",
    served: "Whether the API serves this version.",
    storage: "Whether objects are stored in this version: true for exactly one version.",
    deprecated: "Whether the version is deprecated, so that its users get a warning. Default: " +
      "false.",
    deprecationWarning: "The text of the deprecation warning. If unset, a standard text.",
    schema: "The schema of the objects in this version. Required.",
    subresources: "The subresources that this version has.",
    additionalPrinterColumns: "The columns of tables, as command lines show them. If unset, the " +
      "age.",
    selectableFields: "Fields that field selectors can use: at most 8.",
  }],
  CustomResourceValidation: ["The schema of a custom resource.", {
    openAPIV3Schema: "The OpenAPI v3 schema of the objects. It must be structural: every field " +
      "has a type.",
  }],
  CustomResourceSubresources: ["The subresources of a custom resource.", {
    status: "Enables the status subresource: writes to the object then ignore changes of its " +
      "status, and writes to the subresource ignore everything else.",
    scale: "Enables the scale subresource, which autoscalers and other clients use.",
  }],
  CustomResourceSubresourceStatus: ["The status subresource. It has no options."],
  CustomResourceSubresourceScale: [
    "The scale subresource: where the object holds its replica counts.",
    {
      specReplicasPath: "The path of the desired number of replicas, such as .spec.replicas.",
      statusReplicasPath: "The path of the actual number of replicas, such as .status.replicas.",
      labelSelectorPath: "The path of the label selector in string form, such as " +
        ".status.selector. Required for pod autoscalers.",
    },
  ],
  CustomResourceColumnDefinition: ["A column of the tables that list the objects.", {
    name: "The heading of the column.",
    type: "The type of the values: integer, number, string, boolean or date.",
    format: "The format of the values: int32, int64, float, double, byte, date, date-time, " +
      "password.",
    description: "A human-readable description of the column.",
    priority: "Columns of priority 0 (the default) are always shown, those of higher numbers in " +
      "wide output only.",
    jsonPath: "The JSON path of the value, such as .spec.replicas.",
  }],
  SelectableField: ["A field that field selectors can use.", {
    jsonPath: "The JSON path of a string, boolean or integer field, such as .spec.color.",
  }],
  CustomResourceConversion: ["How objects are converted between versions.", {
    strategy: "None changes only the apiVersion, Webhook calls a webhook.",
    webhook: "The conversion webhook. Required for strategy Webhook, otherwise not allowed.",
  }],
  WebhookConversion: ["A webhook that converts objects between versions.", {
    clientConfig: "How to connect to the webhook.",
    conversionReviewVersions: "The ConversionReview versions that the webhook accepts, in order " +
      "of preference; the first one that the server supports is used.",
  }],
  CustomResourceDefinitionStatus: ["The observed state of a custom resource definition.", {
    acceptedNames: "The names in use. They differ from spec.names while another resource of the " +
      "group holds a name.",
    storedVersions: "All versions in which objects have ever been stored. Remove one only after " +
      "all its objects were migrated.",
  }],
  CustomResourceDefinitionCondition: ["A condition of a custom resource definition.", {
    type: "Established, NamesAccepted, NonStructuralSchema, Terminating and others.",
  }],
  ConversionReview: [
    "What the server asks a conversion webhook, and what the webhook answers: the server sends " +
    "it with request set, the webhook returns it with response set.",
    {
      request: "The objects to convert. Set by the server.",
      response: "The converted objects. Set by the webhook.",
    },
  ],
  ConversionRequest: ["Objects to convert.", {
    uid: "A unique ID of this question, to be repeated in the response.",
    desiredAPIVersion: "The version to convert to: GROUP/VERSION.",
    objects: "The objects. They may be in several versions, and some in the desired one.",
  }],
  ConversionResponse: ["The answer of a conversion webhook.", {
    uid: "The uid of the request. A response with another one is refused.",
    convertedObjects: "The objects in the desired version, as many and in the same order. Name, " +
      "namespace and UID must be those of the request; of the metadata only labels and " +
      "annotations may differ.",
    result: "Whether all objects were converted: a Status of Success, or of Failure with a " +
      "message for the client. There is no partial success.",
  }],
};
