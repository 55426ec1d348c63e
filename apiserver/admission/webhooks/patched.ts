/**
 * What a webhook's patch makes of an object: an object of the same kind, and the same one.
 *
 * @module
 */

import {
  canonicalObject,
  CodecError,
  decodeUntypedJson,
  type JsonObject,
} from "../../../toolkit/codec/mod.ts";
import {
  badRequest,
  FieldError,
  FieldPath,
  internalError,
  invalid,
  StatusError,
} from "../../../toolkit/errors/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { jsonPatch } from "../../patch/mod.ts";
import { metadataOf } from "../../registry/metadata.ts";
import type { ServedResource } from "../../registry/served_resource.ts";
import type { AdmissionRequest } from "../admission.ts";
import { kindIn } from "../matching/mod.ts";
import { CallFailure } from "./failures.ts";

/** Reads a patch. Throws CallFailure where it is no list. */
export function readPatchOf(webhook: string, bytes: Uint8Array | undefined): unknown[] {
  if (bytes === undefined) return [];
  let patch: unknown;
  let why = "it is no list of operations";
  try {
    patch = decodeUntypedJson(bytes);
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
  }
  if (Array.isArray(patch)) return patch;
  throw new CallFailure(webhook, `received undecodable patch in webhook response: ${why}`, 503);
}

/** Applies a patch to an object as `resource` shows it; the object stays as it is. */
export function patchedBy(
  webhook: string,
  patch: readonly unknown[],
  object: JsonObject,
  request: AdmissionRequest,
  resource: ServedResource,
): JsonObject {
  let patched: unknown;
  try {
    patched = jsonPatch(object, patch);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    // Which operation it is, the first cause says.
    throw unusable(webhook, error.status.details?.causes?.[0]?.message ?? error.message);
  }
  if (typeof patched !== "object" || patched === null || Array.isArray(patched)) {
    throw unusable(webhook, "what it makes is no object");
  }
  const result = canonical(webhook, patched as JsonObject, object, request, resource);
  keepIdentity(result, object, request);
  return result;
}

function canonical(
  webhook: string,
  patched: JsonObject,
  before: JsonObject,
  request: AdmissionRequest,
  resource: ServedResource,
): JsonObject {
  for (const field of ["kind", "apiVersion"] as const) {
    if (patched[field] === before[field]) continue;
    const [from, to] = [before[field], patched[field]].map((one) => quoteText(String(one ?? "")));
    throw unusable(webhook, `it changes the ${field} of the object from ${from} to ${to}`);
  }
  const { type, shape } = kindIn(request, resource);
  let object = patched;
  try {
    // Parts of the old object may be in it: they are not to be changed.
    if (type !== undefined) object = canonicalObject(type, patched);
    else object = shape?.canonical(structuredClone(patched)) ?? structuredClone(patched);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw unusable(webhook, error.message);
  }
  if (request.kind === request.resource) {
    const { strategy } = resource.subresources.get(request.subresource) ?? resource;
    strategy?.setDefaults?.(object);
  }
  return object;
}

/** Fields that are the server's alone. */
const OWN_FIELDS = [
  "resourceVersion",
  "selfLink",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
] as const;

/** Throws where it is another object now, and takes back what only the server may change. */
function keepIdentity(
  object: JsonObject,
  before: JsonObject,
  { resource, name }: AdmissionRequest,
): void {
  // Both had it: what is put in front of admission has metadata.
  const [now, old] = [metadataOf(object), metadataOf(before)];
  if ((now.namespace ?? "") !== (old.namespace ?? "")) {
    throw badRequest(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  }
  const errors = (["name", "uid"] as const)
    .filter((field) => (now[field] ?? "") !== (old[field] ?? ""))
    .map((field) =>
      FieldError.invalid(FieldPath.of("metadata", field), now[field] ?? "", "field is immutable")
    );
  if (errors.length > 0) throw invalid(resource, name, errors);
  for (const field of OWN_FIELDS) {
    if (old[field] === undefined) delete now[field];
    else Object.assign(now, { [field]: old[field] });
  }
}

function unusable(webhook: string, why: string): StatusError {
  return internalError(
    `the patch of admission webhook ${quoteText(webhook)} can't be applied: ${why}`,
  );
}
