/**
 * What a mutation may make of an object: an object of the same kind, and the same one.
 *
 * @module
 */

import { canonicalObject, CodecError, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { metadataOf } from "../../registry/metadata.ts";
import type { ServedResource } from "../../registry/served_resource.ts";
import type { AdmissionRequest } from "../admission.ts";
import { kindIn } from "../matching/mod.ts";
import { MutationFailure } from "./mutation_failure.ts";

/** What tells an object from others: no mutation may touch it. */
const IDENTITY = ["name", "namespace", "uid"] as const;

/** Fields that are the server's alone: they are taken back. */
const OWN_FIELDS = [
  "resourceVersion",
  "selfLink",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
] as const;

/**
 * The object that a mutation made, in canonical form and with defaults; `before` stays as it is.
 * Throws a MutationFailure for what can't be an object of this kind, or is another one.
 */
export function resultOf(
  mutated: unknown,
  before: JsonObject,
  request: AdmissionRequest,
  resource: ServedResource,
): JsonObject {
  if (typeof mutated !== "object" || mutated === null || Array.isArray(mutated)) {
    throw new MutationFailure("what it makes is no object");
  }
  const object = canonical(mutated as JsonObject, before, request, resource);
  keepIdentity(object, before);
  return object;
}

function canonical(
  mutated: JsonObject,
  before: JsonObject,
  request: AdmissionRequest,
  resource: ServedResource,
): JsonObject {
  for (const field of ["kind", "apiVersion"] as const) keep(field, mutated, before);
  const { type, shape } = kindIn(request, resource);
  const problems: string[] = [];
  let object: JsonObject;
  try {
    // Parts of the old object may be in it: they are not to be changed.
    if (type !== undefined) object = canonicalObject(type, mutated, { problems });
    else {
      const copy = structuredClone(mutated);
      object = shape?.canonical(copy, problems) ?? copy;
    }
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new MutationFailure(error.message);
  }
  const [problem] = problems;
  if (problem !== undefined) throw new MutationFailure(problem);
  if (request.kind === request.resource) {
    const { strategy } = resource.subresources.get(request.subresource) ?? resource;
    strategy?.setDefaults?.(object);
  }
  return object;
}

function keepIdentity(object: JsonObject, before: JsonObject): void {
  const [now, old] = [metadataOf(object), metadataOf(before)];
  for (const field of IDENTITY) keep(field, now, old, "metadata.");
  for (const field of OWN_FIELDS) {
    if (old[field] === undefined) delete now[field];
    else Object.assign(now, { [field]: old[field] });
  }
}

function keep<F extends string>(
  field: F,
  now: { readonly [field in F]?: unknown },
  old: { readonly [field in F]?: unknown },
  place = "",
): void {
  const [from, to] = [old[field], now[field]].map((one) => String(one ?? ""));
  if (from === to) return;
  const change = `from ${quoteText(from ?? "")} to ${quoteText(to ?? "")}`;
  throw new MutationFailure(`it changes ${place}${field} of the object ${change}`);
}
