/**
 * What a webhook's patch makes of an object.
 *
 * @module
 */

import { shownText } from "../objects/shown_text.ts";
import { decodeUntypedJson, type JsonObject } from "../../../toolkit/codec/mod.ts";
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
import type { ServedResource } from "../../resource/served_resource.ts";
import type { AdmissionRequest } from "../admission.ts";
import { type Change, resultOf } from "../objects/mod.ts";
import { CallFailure } from "./failures.ts";

/** Reads a patch. A null is one without operations. Throws CallFailure where it is neither that nor a list. */
export function readPatchOf(webhook: string, bytes: Uint8Array | undefined): unknown[] {
  if (bytes === undefined) return [];
  let patch: unknown;
  let why = "the patch is not a list of operations";
  try {
    patch = decodeUntypedJson(bytes);
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
  }
  if (patch === null) return [];
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
  return resultOf(patched, object, request, resource, {
    strict: false,
    unusable: (why) => unusable(webhook, why),
    changed: (changes) => anotherObject(webhook, changes, request),
  });
}

/** The answer to a patch that makes another object of one. */
function anotherObject(
  webhook: string,
  changes: readonly Change[],
  { resource, name }: AdmissionRequest,
): StatusError {
  const errors: FieldError[] = [];
  for (const { field, from, to } of changes) {
    switch (field) {
      case "kind":
      case "apiVersion": {
        const change = `from ${quoteText(shownText(from))} to ${quoteText(shownText(to))}`;
        return unusable(webhook, `it changes the ${field} of the object ${change}`);
      }
      case "namespace":
        return badRequest(
          "the namespace of the provided object does not match the namespace sent on the request",
        );
      default: {
        const path = FieldPath.of("metadata", field);
        errors.push(FieldError.invalid(path, to, "field is immutable"));
      }
    }
  }
  return invalid(resource, name, errors);
}

function unusable(webhook: string, why: string): StatusError {
  return internalError(
    `the patch of admission webhook ${quoteText(webhook)} can't be applied: ${why}`,
  );
}
