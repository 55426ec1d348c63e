/**
 * Descriptions of fields that mean the same in every struct that has them.
 *
 * @module
 */

import type { FieldShape, FieldWords } from "./words.ts";

/** What conditions have. */
const CONDITION: FieldWords = {
  type: "The type of the condition, unique in the list.",
  status: "Whether the condition holds: True, False or Unknown.",
  reason: "The reason of the last transition: one word in CamelCase, for programs.",
  message: "A human-readable message about the last transition.",
  lastTransitionTime: "When the status last changed from one value to another.",
  lastUpdateTime: "When the condition was last updated.",
  lastProbeTime: "When the condition was last checked, whether it changed or not.",
  lastHeartbeatTime: "When the condition was last reported, whether it changed or not.",
  observedGeneration: "The metadata.generation of the object that the condition was determined " +
    "for.",
};

/** The metadata of an object, by its type. Clients look for how it begins. */
const METADATA: FieldWords = {
  ObjectMeta: "Standard object's metadata: its name, namespace, labels, annotations, owners and " +
    "the like.",
  ListMeta: "The resourceVersion of the list, and the token for its next page.",
};

/** What questions to the server have, which is all that they are: nothing is stored. */
const REVIEW: FieldWords = {
  spec: "The request to evaluate.",
  status: "The result, set by the server.",
};

/** What `metadata` says of an object of no type that is known here. */
export function metadataWords(type: "ObjectMeta" | "ListMeta"): string | undefined {
  return METADATA[type];
}

/** What a field of the struct of this name says wherever it stands and nothing else is said of it. */
export function sharedWords(struct: string, { name, of, holds }: FieldShape): string | undefined {
  if (struct.endsWith("Condition") && Object.hasOwn(CONDITION, name)) return CONDITION[name];
  if (name === "metadata" && holds === "struct") return METADATA[of];
  if (name === "items" && struct.endsWith("List")) return "The objects of the list.";
  if (struct.endsWith("Review") && Object.hasOwn(REVIEW, name)) return REVIEW[name];
  if (name === "spec" && holds === "struct") {
    return "The desired state: users set it, controllers act on it.";
  }
  if (name === "status" && holds === "struct") {
    return "The observed state, set by the system. If the kind has a status subresource, it can " +
      "be changed only there.";
  }
  if (name === "observedGeneration" && struct.endsWith("Status")) {
    return "The metadata.generation of the object that this status describes. If it is less than " +
      "the object's, the latest change of the spec has not been processed yet.";
  }
  if (name === "conditions" && holds === "list of structs") {
    return "The conditions of the object, at most one of each type.";
  }
  return undefined;
}
