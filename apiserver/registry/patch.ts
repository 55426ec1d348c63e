/**
 * Changing an object by a patch.
 *
 * @module
 */

import { CodecError, decodeUntypedJson, type JsonObject } from "../../toolkit/codec/mod.ts";
import { runStages } from "../../toolkit/time_slice.ts";
import { FieldError, FieldPath, invalid } from "../../toolkit/errors/mod.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import { strictError, warnOf, withoutEmptyGroup } from "../bodies/body.ts";
import { printValue, readPatch } from "../patch/mod.ts";
import { canonicalForm } from "../resource/canonical_form.ts";
import { metadataOf } from "../resource/metadata.ts";
import { updateManagedFields } from "./ownership.ts";
import { checkName, type Updated, updateObject } from "./update.ts";
import { setDefaults, type WriteRequest } from "./write_request.ts";

/** Patches the target's object. Throws 400, 404, 409, 415, 422. */
export function patchObject(
  request: WriteRequest,
  mediaType: string,
  body: Uint8Array,
): Promise<Updated> {
  const { target, fieldValidation, slice } = request;
  const { type } = target.resource;
  const problems: string[] | undefined = fieldValidation === "Ignore" ? undefined : [];
  const patch = readPatch({ mediaType, body, type, problems });
  return updateObject(request, {
    compute: (current) =>
      runStages(slice, current, [
        patch,
        (patched) => canonical(request, patched, body, problems),
        (object) => checkName(request, object),
        (named) => setDefaults(request, named),
        (defaulted) => updateManagedFields(request, current, defaulted),
      ]),
  });
}

/**
 * The patched object in canonical form. What is wrong with its fields is told after the problems
 * that the patch itself has, in order of their paths: a patched document has no other.
 */
function canonical(
  request: WriteRequest,
  patched: JsonObject,
  patch: Uint8Array,
  ofPatch: readonly string[] | undefined,
): JsonObject {
  const { target, fieldValidation, warnings } = request;
  const { type, kind, group, version } = target.resource;
  const apiVersion = formatApiVersion(group, version);
  // The patch is what its sender knows: of the object nobody would read all.
  const wrong = (why: string) => {
    const shown = printValue(decodeUntypedJson(patch));
    return invalid({ group: "", kind: "" }, "", [
      FieldError.invalid(FieldPath.of("patch"), shown, why),
    ]);
  };
  if (patched.kind !== kind || withoutEmptyGroup(String(patched.apiVersion)) !== apiVersion) {
    throw wrong("a patch can't change the kind or apiVersion of an object");
  }
  patched.apiVersion = apiVersion;
  const problems: string[] | undefined = ofPatch && [];
  let object: JsonObject;
  try {
    object = canonicalForm(target.resource, patched, problems);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw wrong(error.message);
  }
  if (type !== undefined) keepEmptyOwners(patched, object);
  const all = [...ofPatch ?? [], ...problems?.sort() ?? []];
  if (all.length > 0 && fieldValidation === "Strict") throw wrong(strictError(all));
  warnOf(all, warnings);
  return object;
}

/** An empty list says as little as none, but of the owners of fields. */
function keepEmptyOwners(patched: JsonObject, object: JsonObject): void {
  const { managedFields } = metadataOf(patched);
  if (managedFields?.length === 0) metadataOf(object).managedFields = [];
}
