/**
 * What a change may make of an object: an object of the same kind, and the same one.
 *
 * @module
 */

import { CodecError, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { canonicalForm } from "../../resource/canonical_form.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import type { AdmissionRequest } from "../admission.ts";
import { kindIn } from "./facts.ts";
import { sizeProblem } from "./size.ts";

/** A field that a change may not touch, and did. */
export interface Change {
  readonly field: (typeof TYPE)[number] | (typeof IDENTITY)[number];
  readonly from: unknown;
  readonly to: unknown;
}

/** How those who change objects say that what they made is not taken. */
export interface Refusals {
  /** It is no object of its kind. */
  unusable(why: string): Error;
  /** It is another object; there is at least one change. */
  changed(changes: readonly Change[]): Error;
  /** Whether fields that the kind doesn't have are refused too; else they are left out. */
  readonly strict: boolean;
}

/**
 * Bytes of JSON that an object may have on its way: more than anybody can send or store, which is
 * told elsewhere. This bounds what many changes one after another can make.
 */
const RESULT_LIMIT_BYTES = 8 * 1024 * 1024;

const TYPE = ["kind", "apiVersion"] as const;

/** What tells an object from others. */
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
 * The object that somebody made of `before`, in canonical form and with defaults; `before` stays as
 * it is. Throws what `refusals` make.
 */
export function resultOf(
  made: unknown,
  before: JsonObject,
  request: AdmissionRequest,
  resource: ServedResource,
  refusals: Refusals,
): JsonObject {
  if (typeof made !== "object" || made === null || Array.isArray(made)) {
    throw refusals.unusable("the result is not an object");
  }
  const problem = sizeProblem(made, RESULT_LIMIT_BYTES);
  if (problem !== undefined) throw refusals.unusable(`the result is ${problem}`);
  const types = changes(TYPE, made as JsonObject, before);
  if (types.length > 0) throw refusals.changed(types);
  const object = canonical(made as JsonObject, request, resource, refusals);
  // Both had it: what is put in front of admission has metadata.
  const [now, old] = [metadataOf(object), metadataOf(before)];
  // What has no name yet may get one.
  const others = changes(IDENTITY, now, old).filter(({ field }) => field !== "name" || old.name);
  if (others.length > 0) throw refusals.changed(others);
  for (const field of OWN_FIELDS) {
    if (old[field] === undefined) delete now[field];
    else Object.assign(now, { [field]: old[field] });
  }
  return object;
}

function changes<F extends Change["field"]>(
  fields: readonly F[],
  now: { readonly [field in F]?: unknown },
  old: { readonly [field in F]?: unknown },
): Change[] {
  return fields
    .map((field) => ({ field, from: old[field] ?? "", to: now[field] ?? "" }))
    .filter(({ from, to }) => from !== to);
}

function canonical(
  made: JsonObject,
  request: AdmissionRequest,
  resource: ServedResource,
  { strict, unusable }: Refusals,
): JsonObject {
  const problems: string[] = [];
  let object: JsonObject;
  try {
    object = canonicalForm(kindIn(request, resource), made, strict ? problems : undefined);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw unusable(error.message);
  }
  const [problem] = problems;
  if (strict && problem !== undefined) throw unusable(problem);
  if (request.kind === request.resource) {
    const { strategy } = resource.subresources.get(request.subresource) ?? resource;
    strategy?.setDefaults?.(object);
  }
  return object;
}
