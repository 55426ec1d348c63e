/**
 * Descriptions of types of the core group that stand inside texts and stores, not in requests.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of what is written into annotations, logs and the store. */
export const INNER_TYPES: Words = {
  AvoidPods: ["Which pods a node should not get, as an annotation of the node says it.", {
    preferAvoidPods: "The pods to avoid, by their controllers.",
  }],
  PreferAvoidPodsEntry: ["Pods that a node should not get.", {
    podSignature: "Which pods.",
    evictionTime: "When a pod of them was removed from the node.",
    reason: "Why: one word in CamelCase, for programs.",
    message: "Why, for people.",
  }],
  PodSignature: ["Which pods are meant: exactly one field is set.", {
    podController: "The controller that owns the pods.",
  }],
  PodStatusResult: ["A pod's status alone."],
  Preconditions: ["Requirements that an object must meet before an operation on it.", {
    uid: "The UID that the object must have.",
  }],
  RangeAllocation: ["Which addresses or ports of a range are taken. Only stored, never served.", {
    range: "The range: addresses as a network such as 10.0.0.0/16, ports as 30000-32767.",
    data: "One bit for each address or port, set if it is taken.",
  }],
  SerializedReference: ["A reference to an object, as an annotation holds it.", {
    reference: "The object.",
  }],
};
