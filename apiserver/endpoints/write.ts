/**
 * The writing verbs.
 *
 * @module
 */

import { addAll } from "../../toolkit/add_all.ts";
import { forbiddenTo } from "../../toolkit/authorization/forbidden.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import {
  FieldError,
  FieldPath,
  forbidden,
  internalError,
  invalid,
  unsupportedMediaType,
} from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { TimeSlice } from "../../toolkit/time_slice.ts";
import { BODY_LIMIT_BYTES, decodeBody, type Expected } from "../bodies/body.ts";
import { BODY_TYPES, encodingOf } from "../bodies/form.ts";
import { listBody } from "../bodies/list_body.ts";
import {
  convertForResponse,
  jsonOf,
  objectBody,
  type Representation,
} from "../bodies/representation.ts";
import { annotate } from "../http/annotations.ts";
import type { RequestContext } from "../http/context.ts";
import { patchMediaTypes } from "../patch/mod.ts";
import { applyObject } from "../registry/apply.ts";
import { createObject } from "../registry/create.ts";
import { deleteObject } from "../registry/delete.ts";
import { deleteCollection } from "../registry/delete_collection.ts";
import { metadataOf } from "../resource/metadata.ts";
import { objectOf } from "../resource/object_coder.ts";
import { patchObject } from "../registry/patch.ts";
import { replaceObject } from "../registry/replace.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import type { Target } from "../resource/target.ts";
import type { Updated } from "../registry/update.ts";
import { withAllDefaults, type WriteRequest } from "../registry/write_request.ts";
import { formOfRequest, tableLookOf } from "./accept.ts";
import { answer, statusAnswer } from "./answer.ts";
import { configurationOf } from "./configuration.ts";
import { saidFields } from "./said_fields.ts";
import type { EndpointContext } from "./endpoint_context.ts";
import { listRequest } from "./list_options.ts";
import { deleteOptions, writeOptions, type WriteParameters } from "./write_options.ts";

/** Server-side apply's content type. */
export const APPLY_PATCH = "application/apply-patch+yaml";
/** A configuration may be sent as these too. */
const PROTOBUF_TYPES = BODY_TYPES.filter((name) => encodingOf(name) === "protobuf");

/** Reading a body of more bytes is no short work. */
const LARGE_BODY_BYTES = 256 * 1024;

/** Makes an object. */
export async function create(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
): Promise<HttpResponse> {
  const { request, respond, object } = await read(context, target, endpoint, "CreateOptions");
  return respond(await createObject(request, object), 201);
}

/** Replaces an object. */
export async function update(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
): Promise<HttpResponse> {
  const { request, respond, object } = await read(context, target, endpoint, "UpdateOptions");
  return respondUpdated(respond, await replaceObject(request, object));
}

/** Reads a whole object: its options and the form of its answer first, which may be refused before the body has come. */
async function read(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
  kind: "CreateOptions" | "UpdateOptions",
) {
  const options = writeOptions(context, endpoint, kind);
  const respond = responder(context, target.resource, endpoint);
  const body = await context.readBody(BODY_LIMIT_BYTES);
  const request = writeRequest(context, target, endpoint, options);
  const object = await takeBody(request, body, () => decoded(request, context, endpoint, body));
  context.carries(object, () => jsonOf(target.resource, withAllDefaults(request, object)));
  return { request, respond, object };
}

/** Patches an object, or applies a configuration to it. */
export async function patch(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
): Promise<HttpResponse> {
  const mediaType = contentTypeOf(context).split(";", 1)[0]!.trim();
  const { type } = target.resource;
  const applies = endpoint.features.has("ServerSideApply")
    ? [APPLY_PATCH, ...(type?.hasProtobuf ? PROTOBUF_TYPES : [])]
    : [];
  const accepted = [...patchMediaTypes(type !== undefined), ...applies];
  if (!accepted.includes(mediaType)) throw unsupportedMediaType(accepted);
  const apply = applies.includes(mediaType);
  const options = writeOptions(context, endpoint, "PatchOptions", apply);
  const respond = responder(context, target.resource, endpoint);
  const body = await context.readBody(BODY_LIMIT_BYTES);
  const request = writeRequest(context, target, endpoint, options);
  context.recordRawBody(body);
  if (!apply) {
    const patched = takeBody(request, body, () => patchObject(request, mediaType, body));
    return respondUpdated(respond, await patched);
  }
  const configuration = await takeBody(
    request,
    body,
    () =>
      mediaType === APPLY_PATCH
        ? configurationOf(body, options.fieldValidation, context.warnings)
        : saidFields(type!, decoded(request, context, endpoint, body)),
  );
  return respondUpdated(respond, await applyObject(request, configuration, options.force));
}

/** Deletes an object. */
export async function remove(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
): Promise<HttpResponse> {
  const { resource } = target;
  const options = await deleteOptions(context, endpoint);
  addAll(context.warnings, resource.strategy.deletionWarnings?.(options) ?? []);
  const respond = responder(context, target.resource, endpoint);
  const request = writeRequest(context, target, endpoint, deletion(options.dryRun));
  if (options.ignoreReadError) await beginUnsafe(context, endpoint);
  const { representation, gone } = await deleteObject(request, options);
  if (representation === undefined) {
    const { name, resource: { group, kind } } = target;
    return statusAnswer(context, success({ name, group, kind }), 200);
  }
  // The answer tells those who asked that dependents go as well that this may take a while.
  if (!gone) return respond(representation, options.orphanDependents === false ? 202 : 200);
  if (resource.strategy.returnsDeleted) return respond(representation, 200);
  const { name = "", uid = "" } = metadataOf(objectOf(representation));
  return statusAnswer(
    context,
    success({ name, group: resource.group, kind: resource.resource, uid }),
    200,
  );
}

/** Deletes what is chosen of a collection. */
export async function removeCollection(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
): Promise<HttpResponse> {
  const { resource } = target;
  const options = await deleteOptions(context, endpoint);
  if (options.ignoreReadError) throw onlyOfOne(endpoint);
  addAll(context.warnings, resource.strategy.deletionWarnings?.(options) ?? []);
  const form = formOfRequest(context, resource);
  const look = tableLookOf(context, endpoint.tools.clock);
  const chosen = listRequest(context, target, endpoint);
  const request = writeRequest(context, target, endpoint, deletion(options.dryRun));
  const { deleteCollectionWorkers } = endpoint;
  const deleted = await deleteCollection(request, chosen, options, deleteCollectionWorkers);
  await convertForResponse(resource, deleted.entries, context.signal);
  return answer(200, form.contentType, listBody(resource, deleted, form, look));
}

function onlyOfOne({ dialect }: EndpointContext) {
  const path = FieldPath.of("ignoreStoreReadErrorWithClusterBreakingPotential");
  const why = "is not allowed with DELETECOLLECTION, try again after removing the option";
  const kind = { group: NAMES[dialect].group("meta"), kind: "DeleteOptions" };
  return invalid(kind, "", [FieldError.invalid(path, true, why)]);
}

/** The verb of who may delete what can't be read, besides that of any deletion. */
const UNSAFE_DELETION = "unsafe-delete-ignore-read-errors";

/** Tells the audit log that it is tried. Throws a 403 where it is not allowed. */
async function beginUnsafe(
  context: RequestContext,
  { authorizer, dialect }: EndpointContext,
): Promise<void> {
  const { info, user, annotations } = context;
  annotate(annotations, `${NAMES[dialect].group("apiserver")}/unsafe-delete-ignore-read-error`, "");
  const asked = { ...info, verb: UNSAFE_DELETION, user };
  const { decision, reason } = await authorizer.authorize(asked, context);
  if (decision === "allow") return;
  const why = `not permitted to do "${UNSAFE_DELETION}", reason: ${reason}`;
  throw forbidden(info, info.name, why);
}

/** Throws a 403, or a 500 where that can't be found out, unless the user may create what the request is about. */
async function authorizeCreation(
  context: RequestContext,
  { authorizer }: EndpointContext,
): Promise<void> {
  const { info, user } = context;
  const asked = { ...info, verb: "create", user };
  const { decision, reason, evaluationError } = await authorizer.authorize(asked, context);
  if (decision === "allow") return;
  if (evaluationError !== undefined) throw internalError(evaluationError);
  throw forbiddenTo(asked, reason);
}

function success(details: JsonObject): JsonObject {
  const group = details.group === "" ? {} : { group: details.group };
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: {
      name: details.name,
      ...group,
      kind: details.kind,
      ...(details.uid !== undefined && { uid: details.uid }),
    },
  };
}

function deletion(dryRun: boolean): WriteParameters {
  return { dryRun, fieldManager: "", fieldValidation: "Ignore", force: false, given: {} };
}

function contentTypeOf({ request }: RequestContext): string {
  return String(request.headers["content-type"] ?? "");
}

/** What the writing verbs of the registry take. */
export function writeRequest(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
  options: WriteParameters,
): WriteRequest {
  const { user, warnings, annotations, signal, info: { verb } } = context;
  const { dryRun, fieldManager, fieldValidation, given } = options;
  const { tools } = endpoint;
  return {
    target,
    tools,
    user,
    verb,
    dryRun,
    fieldManager,
    fieldValidation,
    given,
    warnings,
    annotations,
    waits: context,
    authorizeCreation: () => authorizeCreation(context, endpoint),
    signal,
    slice: new TimeSlice(tools.clock, signal),
  };
}

/** Does what a body is for. Of large ones that come at once, others are let in before each of them. */
async function takeBody<T>(
  { slice }: WriteRequest,
  body: Uint8Array,
  take: () => T | Promise<T>,
): Promise<T> {
  if (body.length > LARGE_BODY_BYTES) await slice.yield();
  const taken = await take();
  await slice.yieldIfOver();
  return taken;
}

function decoded(
  { target, fieldValidation }: WriteRequest,
  context: RequestContext,
  { findType }: EndpointContext,
  body: Uint8Array,
): JsonObject {
  const { group, version, kind, type, shape } = target.resource;
  const expected: Expected = { group, version, kind, type, shape, findType };
  const object = decodeBody(
    body,
    contentTypeOf(context),
    expected,
    fieldValidation,
    context.warnings,
  );
  return object;
}

/** Makes an answer of an object. */
export type Respond = (
  representation: Representation,
  status: number,
) => HttpResponse | Promise<HttpResponse>;

/** Shows objects in the form that the request asks for, which is refused before anything is done. */
export function responder(
  context: RequestContext,
  resource: ServedResource,
  endpoint: EndpointContext,
): Respond {
  const form = formOfRequest(context, resource);
  const look = tableLookOf(context, endpoint.tools.clock);
  const respond = (representation: Representation, status: number) =>
    answer(status, form.contentType, objectBody(resource, representation, form, look));
  if (resource.converter?.manyFromStored === undefined) return respond;
  return async (representation, status) => {
    await convertForResponse(resource, [representation], context.signal);
    return respond(representation, status);
  };
}

function respondUpdated(
  respond: Respond,
  { representation, created }: Updated,
): ReturnType<Respond> {
  return respond(representation, created ? 201 : 200);
}
