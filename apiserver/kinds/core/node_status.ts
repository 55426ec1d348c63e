/**
 * What an agent says of its node.
 *
 * @module
 */

import type { AvoidPods, Node, NodeStatus } from "../../../toolkit/api/core_v1.ts";
import { decodeJson } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";
import { DNS_NAME_LIMIT } from "../../../toolkit/validation/mod.ts";
import { Quantity, quoteText } from "../../../toolkit/values/mod.ts";
import { roundUp, validateResourceAmount } from "../validation/resources.ts";

const STATUS = FieldPath.of("status");
const FEATURES = STATUS.child("declaredFeatures");
const ANNOTATIONS = FieldPath.of("metadata", "annotations");

/** Fills in a status. */
export function setStatusDefaults(status: NodeStatus): void {
  const { capacity } = status;
  roundUp(capacity);
  roundUp(status.allocatable);
  // Of what a node does not say that it keeps some back, pods may have all.
  if (capacity !== undefined) status.allocatable ??= { ...capacity };
}

/** The rules for how much there is. */
export function validateAmounts(errors: FieldError[], status: NodeStatus, names: Names): void {
  for (const field of ["capacity", "allocatable"] as const) {
    for (const [name, amount] of Object.entries(status[field] ?? {})) {
      const path = STATUS.child(field, name);
      validateResourceAmount(errors, path, name, Quantity.parse(amount), names);
    }
  }
}

/** The reference says so, and clients compare paths. */
const SWAP = FieldPath.of("metadata", "nodeSwapStatus", "capacity");

/** Who tells of room on disks that stands in for memory has some. */
export function validateSwap(errors: FieldError[], { nodeInfo }: NodeStatus): void {
  const capacity = nodeInfo?.swap?.capacity;
  if (capacity === undefined || capacity > 0) return;
  errors.push(FieldError.invalid(SWAP, capacity, "must be greater than zero"));
}

/** Refuses an address that is said twice. */
export function validateAddresses(errors: FieldError[], status: NodeStatus): void {
  const seen = new Set<string>();
  for (const [index, address] of (status.addresses ?? []).entries()) {
    const key = `${address.type}/${address.address}`;
    if (seen.has(key)) {
      errors.push(FieldError.duplicate(STATUS.child("addresses").index(index), address));
    }
    seen.add(key);
  }
}

/** A word or more, each after a slash; the first begins with a capital. */
const FEATURE = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/;

/** The rules for what a node says that it can do: names in order, each once. */
export function validateFeatures(errors: FieldError[], status: NodeStatus): void {
  const features = status.declaredFeatures ?? [];
  for (const [index, feature] of features.entries()) {
    const wrong = featureProblem(feature);
    if (wrong !== undefined) {
      const why = `invalid feature name ${quoteText(feature)}: ${wrong}`;
      errors.push(FieldError.invalid(FEATURES.index(index), feature, why));
    }
    const next = features[index + 1];
    if (next === undefined || next > feature) continue;
    const path = FEATURES.index(index + 1);
    if (next === feature) errors.push(FieldError.duplicate(path, next));
    else errors.push(FieldError.invalid(path, next, "list must be sorted alphabetically"));
  }
}

function featureProblem(feature: string): string | undefined {
  if (feature.length > DNS_NAME_LIMIT) return `must be no more than ${DNS_NAME_LIMIT} characters`;
  if (FEATURE.test(feature)) return undefined;
  return "must start with an UpperCamelCase segment, with subsequent segments separated by '/' " +
    "(e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and " +
    "slashes";
}

/** The rules for an annotation of old, which told which controllers' pods to keep away. */
export function validateAvoided(errors: FieldError[], { metadata }: Node, names: Names): void {
  const key = `scheduler.alpha.${names.domain}/preferAvoidPods`;
  const text = metadata?.annotations?.[key];
  if (!text) return;
  let avoided: AvoidPods;
  try {
    const type = schemaOf(names.dialect).struct("core/v1", "AvoidPods");
    avoided = text.trim() === "null" ? {} : decodeJson(type, text);
  } catch {
    errors.push(FieldError.invalid(ANNOTATIONS.child("AvoidPods"), key, "must be a JSON object"));
    return;
  }
  for (const [index, { podSignature }] of (avoided.preferAvoidPods ?? []).entries()) {
    const path = ANNOTATIONS.child(key).index(index).child("PodSignature");
    const controller = podSignature?.podController;
    if (!controller) errors.push(FieldError.required(path));
    else if (controller.controller !== true) {
      const why = "must point to a controller";
      errors.push(FieldError.invalid(path.child("PodController", "Controller"), false, why));
    }
  }
}
