/**
 * Fields that mean the same in every struct that has them.
 *
 * @module
 */

import type { Field, StructType } from "../../../toolkit/schema/mod.ts";
import type { FieldWords } from "./words.ts";

/** What conditions have. */
const CONDITION: FieldWords = {
  type: "What the condition is about; a list has at most one condition of a type.",
  status: "Whether it holds: True, False, or Unknown where that can't be told.",
  reason: "Why, as one word in CamelCase, for programs.",
  message: "Why, as text, for people.",
  lastTransitionTime: "When the status last changed from one value to another.",
  lastUpdateTime: "When anything about the condition was last written.",
  lastProbeTime: "When it was last looked at, whether that changed anything or not.",
  lastHeartbeatTime: "When it was last reported, whether that changed anything or not.",
  observedGeneration: "The metadata.generation of the object that the condition was judged by.",
};

/** The metadata of an object, by its type. Clients look for how it begins. */
const METADATA: FieldWords = {
  ObjectMeta: "Standard object's metadata: its name, namespace, labels, annotations, owners and " +
    "the like.",
  ListMeta: "The version at which the list was read, and where the next page begins.",
};

/** What questions to the server have, which is all that they are: nothing is stored. */
const REVIEW: FieldWords = {
  spec: "The question.",
  status: "The answer: the server fills it in.",
};

/** What `metadata` says of an object of no type that is known here. */
export function metadataWords(type: "ObjectMeta" | "ListMeta"): string | undefined {
  return METADATA[type];
}

/** What a field says wherever it stands and nothing else is said of it. */
export function sharedWords(struct: StructType, { name, type }: Field): string | undefined {
  if (struct.name.endsWith("Condition") && Object.hasOwn(CONDITION, name)) return CONDITION[name];
  if (name === "metadata" && type.kind === "struct") return METADATA[type.name];
  if (name === "items" && struct.name.endsWith("List")) return "The objects of the list.";
  if (struct.name.endsWith("Review") && Object.hasOwn(REVIEW, name)) return REVIEW[name];
  if (name === "spec" && type.kind === "struct") {
    return "The state that is wanted: users write it, controllers read it.";
  }
  if (name === "status" && type.kind === "struct") {
    return "The state as the system last saw it. Written through the subresource status, not " +
      "with the object, where the kind has that subresource.";
  }
  if (name === "observedGeneration" && struct.name.endsWith("Status")) {
    return "The metadata.generation that this status was made from. Where it is less than the " +
      "object's, the latest change of the spec has not been seen yet.";
  }
  if (name === "conditions" && type.kind === "list" && type.element.kind === "struct") {
    return "Aspects of the object's state, at most one condition of each type.";
  }
  return undefined;
}
