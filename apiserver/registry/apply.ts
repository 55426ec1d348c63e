/**
 * Server-side apply: an object becomes what its managers say of it together.
 *
 * @module
 */

import { CodecError, type JsonObject } from "../../toolkit/codec/mod.ts";
import { badRequest, StatusError } from "../../toolkit/errors/mod.ts";
import { runInSlices } from "../../toolkit/time_slice.ts";
import { FieldsError } from "../fieldmanager/fields_error.ts";
import { applyPatch, type ApplyPatchOptions } from "../fieldmanager/mod.ts";
import type { OwnershipPolicy } from "../fieldmanager/policy.ts";
import { reportProblems } from "../bodies/body.ts";
import { createApplied } from "./create.ts";
import { canonicalForm } from "../resource/canonical_form.ts";
import { metadataOf } from "../resource/metadata.ts";
import { ownershipOf } from "./ownership.ts";
import { asNew, checkName, type Updated, updateObject } from "./update.ts";
import { setDefaults, type WriteRequest } from "./write_request.ts";

/** Applies a configuration, which holds just the fields that its manager cares for. */
export function applyObject(
  request: WriteRequest,
  applied: JsonObject,
  force: boolean,
): Promise<Updated> {
  const { target } = request;
  const policy = policyOfApplies(request);
  checkMetadata(applied.metadata ?? {});
  // Without a name it is the one of the object that is there.
  if (metadataOf(applied).name) checkName(request, applied);
  const compute = (live: JsonObject | undefined) => {
    const canonical = (merged: JsonObject) => finished(request, merged);
    const { kind } = target.resource;
    const ownership = ownershipOf(request, policy);
    return computeApplied(request, { ...ownership, kind, live, applied, force, canonical });
  };
  return updateObject(request, {
    compute,
    keepsOwners: true,
    // A part of an object can't be there without it.
    create: target.subresource === undefined
      ? async () => {
        asNew(request, applied);
        const object = await compute(undefined);
        checkName(request, object);
        return await createApplied(request, object);
      }
      : undefined,
  });
}

/** How owners are noted. Throws where they are not: then nothing can be applied. */
export function policyOfApplies({ tools }: WriteRequest): OwnershipPolicy {
  if (tools.ownership !== undefined) return tools.ownership;
  throw badRequest("nobody notes the owners of fields: nothing can be applied");
}

/** What an object becomes by an apply, in slices of the request's time. */
export async function computeApplied(
  { slice }: WriteRequest,
  options: ApplyPatchOptions,
): Promise<JsonObject> {
  try {
    return (await runInSlices(applyPatch(options), slice)).object;
  } catch (error) {
    // A 500 to clients of the reference, but theirs to mend: nothing for this server's log.
    if (error instanceof StatusError && error.cause instanceof FieldsError) delete error.cause;
    throw error;
  }
}

/** Fields that are looked at before the configuration is compared with its schema. */
const TEXTS = ["name", "namespace", "uid", "resourceVersion"] as const;

/** Throws unless the metadata of a configuration is made of what is looked at first. */
export function checkMetadata(metadata: unknown): void {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) {
    throw badRequest("metadata must be an object");
  }
  for (const field of TEXTS) {
    const value: unknown = (metadata as JsonObject)[field] ?? "";
    if (typeof value !== "string") throw badRequest(`metadata.${field} must be a string`);
  }
}

function finished(request: WriteRequest, merged: JsonObject): JsonObject {
  const { resource } = request.target;
  const problems: string[] = [];
  let object: JsonObject;
  try {
    object = canonicalForm(resource, merged, problems, { isApplied: true });
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw badRequest(
      `the applied configuration does not result in a valid object: ${error.message}`,
    );
  }
  if (problems.length > 0) {
    reportProblems(problems, resource, request.fieldValidation, request.warnings);
  }
  return setDefaults(request, object);
}
