/**
 * The scale of an object: how many replicas it is to have, whatever else there is to it.
 *
 * @module
 */

import type { Scale } from "../../../toolkit/api/autoscaling_v1.ts";
import {
  canonicalObject,
  CodecError,
  encodeJson,
  type JsonObject,
} from "../../../toolkit/codec/mod.ts";
import {
  badRequest,
  FieldError,
  FieldPath,
  invalid,
  unsupportedMediaType,
} from "../../../toolkit/errors/mod.ts";
import { formatApiVersion, schemaOf, type StructType } from "../../../toolkit/schema/mod.ts";
import { BODY_LIMIT_BYTES, decodeBody } from "../../bodies/body.ts";
import {
  convertForResponse,
  convertToVersion,
  type Representation,
  representationOf,
} from "../../bodies/representation.ts";
import { configurationOf } from "../configuration.ts";
import { consistencyOfRequest } from "../list_options.ts";
import type { HandlerTarget, VerbHandler } from "./handler.ts";
import { APPLY_PATCH, responder, writeRequest } from "../write.ts";
import { writeOptions } from "../write_options.ts";
import type { RequestContext } from "../../http/context.ts";
import { patchMediaTypes, readPatch } from "../../patch/mod.ts";
import { applyObject } from "../../registry/apply.ts";
import { getObject } from "../../registry/get.ts";
import { openStorage } from "../../resource/open_storage.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { objectOf } from "../../resource/object_coder.ts";
import { updateManagedFields } from "../../registry/ownership.ts";
import type { ScalePlace } from "../../resource/scale.ts";
import type { ServedResource, SubresourceObject } from "../../resource/served_resource.ts";
import type { Target } from "../../resource/target.ts";
import { checkName, updateObject } from "../../registry/update.ts";
import type { WriteRequest } from "../../registry/write_request.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../../kinds/columns/column.ts";
import { NOT_NEGATIVE } from "../../kinds/validation/numbers.ts";

const GROUP_VERSION = { group: "autoscaling", version: "v1", kind: "Scale" } as const;
const API_VERSION = formatApiVersion(GROUP_VERSION.group, GROUP_VERSION.version);
/** The type is the same in both dialects. */
const TYPE: StructType = schemaOf("kubernetes").struct("autoscaling/v1", "Scale");

const columns = columnsOf(
  { ...NAME_COLUMN, format: "" },
  {
    name: "Desired",
    type: "integer",
    description: "The desired number of replicas",
    cell: (object) => (object as Scale).spec?.replicas ?? 0,
  },
  {
    name: "Available",
    type: "integer",
    description: "The current number of replicas",
    cell: (object) => (object as Scale).status?.replicas ?? 0,
  },
  AGE_COLUMN,
);

function scaleOf({ read }: ScalePlace, object: JsonObject): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadataOf(object);
  const { wanted, there, selector } = read(object);
  return canonicalObject(TYPE, {
    kind: GROUP_VERSION.kind,
    apiVersion: API_VERSION,
    metadata: without({ name, namespace, uid, resourceVersion, creationTimestamp }),
    spec: without({ replicas: wanted || undefined }),
    status: without({ replicas: there, selector: selector || undefined }),
  } as JsonObject);
}

function without(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The scale of an object, which is given as its resource stores it. */
function scaleRepresentation(
  { resource }: Pick<Target, "resource">,
  place: ScalePlace,
  representation: Representation,
): Representation {
  return representationOf(
    encodeJson(TYPE, scaleOf(place, objectOf(convertToVersion(resource, representation)))),
  );
}

/** The resource as its scales are shown. */
function scaleView(resource: ServedResource): ServedResource {
  const { resource: plural, singular, listKind, namespaced, shortNames, categories } = resource;
  const { verbs, strategy, storage, subresources, selectable, indexed } = resource;
  return {
    ...GROUP_VERSION,
    resource: plural,
    singular,
    listKind,
    namespaced,
    shortNames,
    categories,
    verbs,
    strategy,
    isVirtual: resource.isVirtual,
    storage,
    subresources,
    selectable,
    indexed,
    type: TYPE,
    converter: undefined,
    columns,
  };
}

const get: VerbHandler = async (context, found, endpoint) => {
  const { signal } = context;
  const place = placeOf(found);
  const target = await targetOf(found, place);
  const respond = responder(context, scaleView(found.resource), endpoint);
  const consistency = consistencyOfRequest(context);
  const representation = await getObject(target, consistency, context);
  await convertForResponse(found.resource, [representation], signal);
  return respond(scaleRepresentation(target, place, representation), 200);
};

const update: VerbHandler = async (context, found, endpoint) => {
  const place = placeOf(found);
  const options = writeOptions(context, endpoint, "UpdateOptions");
  const respond = responder(context, scaleView(found.resource), endpoint);
  const body = await context.readBody(BODY_LIMIT_BYTES);
  const request = writeRequest(context, await targetOf(found, place), endpoint, options);
  const expected = { ...GROUP_VERSION, type: TYPE, findType: endpoint.findType };
  const sent = decodeBody(
    body,
    contentTypeOf(context),
    expected,
    options.fieldValidation,
    context.warnings,
  );
  context.carries(sent);
  checkName(request, sent);
  return respond(await rescale(request, place, () => sent, true), 200);
};

const patch: VerbHandler = async (context, found, endpoint) => {
  const place = placeOf(found);
  const mediaType = contentTypeOf(context).split(";", 1)[0]!.trim();
  // Of custom resources there is no patch that goes by the type of what is patched.
  const accepted = [...patchMediaTypes(found.resource.type !== undefined), APPLY_PATCH];
  if (!accepted.includes(mediaType)) throw unsupportedMediaType(accepted);
  const apply = mediaType === APPLY_PATCH;
  const options = writeOptions(context, endpoint, "PatchOptions", apply);
  const respond = responder(context, scaleView(found.resource), endpoint);
  const body = await context.readBody(BODY_LIMIT_BYTES);
  const request = writeRequest(context, await targetOf(found, place), endpoint, options);
  if (apply) {
    const { fieldValidation, force } = options;
    const sent = configurationOf(body, fieldValidation, context.warnings);
    const { representation } = await applyObject(request, appliedOf(found, place, sent), force);
    await convertForResponse(found.resource, [representation], context.signal);
    return respond(scaleRepresentation(found, place, representation), 200);
  }
  const change = readPatch({ mediaType, body, type: TYPE });
  const patched = (scale: JsonObject) => {
    const changed = canonical(change(scale));
    checkName(request, changed);
    return changed;
  };
  return respond(await rescale(request, place, patched), 200);
};

function placeOf({ resource, subresource }: HandlerTarget): ScalePlace {
  const scale = subresource?.scale;
  if (scale === undefined) throw new Error(`${resource.resource} can't have a scale`);
  return scale;
}

function contentTypeOf({ request }: RequestContext): string {
  return String(request.headers["content-type"] ?? "");
}

/** What an applied scale says of the object itself. */
function appliedOf(
  { resource, name }: HandlerTarget,
  place: ScalePlace,
  sent: JsonObject,
): JsonObject {
  if (sent.kind !== GROUP_VERSION.kind || sent.apiVersion !== API_VERSION) {
    throw badRequest(`an ${API_VERSION} ${GROUP_VERSION.kind} is expected`);
  }
  const { spec = {} } = canonical(sent) as Scale;
  validateScale(name, spec.replicas ?? 0);
  const { replicas } = (sent.spec ?? {}) as { replicas?: number };
  const object: JsonObject = {
    kind: resource.kind,
    apiVersion: formatApiVersion(resource.group, resource.version),
    metadata: (sent.metadata ?? {}) as JsonObject,
  };
  return replicas === undefined ? object : place.write(object, replicas);
}

function canonical(object: JsonObject): JsonObject {
  try {
    return canonicalObject(TYPE, object);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw badRequest(error.message);
  }
}

async function targetOf(
  { resource, subresource, namespace, name }: HandlerTarget,
  place: ScalePlace,
): Promise<Target> {
  const storage = await openStorage(resource);
  if (storage === undefined || subresource === undefined) {
    throw new Error(`${resource.resource} can't have a scale`);
  }
  const carried = subresourceObjectOf(place);
  return { resource, storage, namespace, name, subresource: { ...subresource, carried } };
}

const KIND = { ...GROUP_VERSION, type: TYPE };

function subresourceObjectOf(place: ScalePlace): SubresourceObject {
  return {
    kind: KIND,
    show: (object) => scaleOf(place, object),
    put(object, scale) {
      const wanted = (scale as Scale).spec?.replicas ?? 0;
      if (wanted !== place.read(object).wanted) Object.assign(object, place.write(object, wanted));
    },
  };
}

async function rescale(
  request: WriteRequest,
  place: ScalePlace,
  change: (scale: JsonObject) => JsonObject,
  uidIsPrecondition = false,
): Promise<Representation> {
  const { representation } = await updateObject(request, {
    uidIsPrecondition,
    compute(current) {
      const { metadata = {}, spec = {} } = change(scaleOf(place, current)) as Scale;
      const replicas = spec.replicas ?? 0;
      validateScale(request.target.name, replicas);
      const { uid, resourceVersion } = metadata;
      const updated = place.write(current, replicas);
      updated.metadata = {
        ...current.metadata as JsonObject,
        ...(uid && { uid }),
        resourceVersion: resourceVersion || metadataOf(current).resourceVersion,
      };
      // A scale shows no replicas as none said, and what nobody said is nobody's.
      const isGone = replicas === 0 && place.read(current).wanted !== 0;
      const said = isGone ? place.without(updated) : updated;
      return { ...updated, metadata: updateManagedFields(request, current, said).metadata };
    },
  });
  await convertForResponse(request.target.resource, [representation], request.signal);
  return scaleRepresentation(request.target, place, representation);
}

function validateScale(name: string, replicas: number): void {
  if (replicas >= 0) return;
  const error = FieldError.invalid(FieldPath.of("spec", "replicas"), replicas, NOT_NEGATIVE);
  throw invalid(GROUP_VERSION, name, [error]);
}

/** Reads and changes scales, where the subresource says that they are. */
export const scaleHandlers = { get, update, patch };
