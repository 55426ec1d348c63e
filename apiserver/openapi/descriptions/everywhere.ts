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

/** The metadata of an object, by its type. */
const METADATA: FieldWords = {
  ObjectMeta: "What every object has: name, namespace, labels, annotations, owners and the like.",
  ListMeta: "What every list has: the version it was read at, and where a page goes on.",
};

/** What a field says wherever it stands and nothing else is said of it. */
export function sharedWords(struct: StructType, { name, type }: Field): string | undefined {
  if (struct.name.endsWith("Condition") && Object.hasOwn(CONDITION, name)) return CONDITION[name];
  if (name === "metadata" && type.kind === "struct") return METADATA[type.name];
  if (name === "items" && struct.name.endsWith("List")) return "The objects of the list.";
  if (name === "spec" && type.kind === "struct") return "What is wanted: written by users.";
  if (name === "status" && type.kind === "struct") {
    return "What is: written by the system, through the status subresource where there is one.";
  }
  if (name === "observedGeneration" && struct.name.endsWith("Status")) {
    return "The metadata.generation that this status was made from. Where it is less than the " +
      "object's, the latest change of the spec has not been seen yet.";
  }
  if (name === "conditions" && type.kind === "list" && type.element.kind === "struct") {
    return "What can be said of the object's state by now, one condition a type.";
  }
  return undefined;
}
