/**
 * The scale of an object, read and written by requests.
 *
 * @module
 */

import type { Scale } from "../../../toolkit/api/autoscaling_v1.ts";
import { encodeJson } from "../../../toolkit/codec/mod.ts";
import { internalError, unsupportedMediaType } from "../../../toolkit/errors/mod.ts";
import { formatApiVersion } from "../../../toolkit/schema/mod.ts";
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
import { checkMetadata } from "../../registry/apply.ts";
import { getObject } from "../../registry/get.ts";
import { openStorage } from "../../resource/open_storage.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { ScalePlace } from "../../resource/scale.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import type { Target } from "../../resource/target.ts";
import { checkName } from "../../registry/update.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../../kinds/columns/column.ts";
import {
  canonicalScale,
  SCALE,
  SCALE_TYPE,
  scaleForAdmission,
  scaleOf,
  scaleWith,
} from "./scale_object.ts";
import { applyScale, changeScale, wantedPath } from "./scale_writes.ts";

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

/** The resource as its scales are shown. */
function scaleView(resource: ServedResource): ServedResource {
  const { resource: plural, singular, listKind, namespaced, shortNames, categories } = resource;
  const { verbs, strategy, storage, subresources, selectable, indexed } = resource;
  return {
    ...SCALE,
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
    type: SCALE_TYPE,
    converter: undefined,
    columns,
  };
}

const get: VerbHandler = async (context, found, endpoint) => {
  const { signal } = context;
  const { resource } = found;
  const place = placeOf(found);
  const target = await targetOf(found, place);
  const respond = responder(context, scaleView(resource), endpoint);
  const representation = await getObject(target, consistencyOfRequest(context), context);
  await convertForResponse(resource, [representation], signal);
  const object = objectOf(convertToVersion(resource, representation));
  const { wanted } = place.read(object);
  if (wanted === undefined) {
    const path = wantedPath(place, formatApiVersion(resource.group, resource.version));
    throw internalError(`the spec replicas field ${JSON.stringify(path)} does not exist`);
  }
  return respond(representationOf(encodeJson(SCALE_TYPE, scaleWith(place, object, wanted))), 200);
};

const update: VerbHandler = async (context, found, endpoint) => {
  const place = placeOf(found);
  const options = writeOptions(context, endpoint, "UpdateOptions");
  const respond = responder(context, scaleView(found.resource), endpoint);
  const body = await context.readBody(BODY_LIMIT_BYTES);
  const request = writeRequest(context, await targetOf(found, place), endpoint, options);
  const expected = { ...SCALE, type: SCALE_TYPE, findType: endpoint.findType };
  const sent = decodeBody(
    body,
    contentTypeOf(context),
    expected,
    options.fieldValidation,
    context.warnings,
  );
  context.carries(sent, () => encodeJson(SCALE_TYPE, sent));
  checkName(request, sent);
  const written = await changeScale(request, place, () => sent, { uidIsPrecondition: true });
  return respond(await scaleRepresentation(context, found, place, written), 200);
};

const patch: VerbHandler = async (context, found, endpoint) => {
  const place = placeOf(found);
  const mediaType = contentTypeOf(context).split(";", 1)[0]!.trim();
  // Of custom resources there is no patch that goes by the type of what is patched.
  const accepted = [...patchMediaTypes(found.resource.type !== undefined), APPLY_PATCH];
  if (!accepted.includes(mediaType)) throw unsupportedMediaType(accepted);
  const isApply = mediaType === APPLY_PATCH;
  const options = writeOptions(context, endpoint, "PatchOptions", isApply);
  const respond = responder(context, scaleView(found.resource), endpoint);
  const body = await context.readBody(BODY_LIMIT_BYTES);
  context.recordRawBody(body);
  const request = writeRequest(context, await targetOf(found, place), endpoint, options);
  const write = (): Promise<Representation> => {
    if (isApply) {
      const { fieldValidation, force } = options;
      const applied = configurationOf(body, fieldValidation, context.warnings);
      checkMetadata(applied.metadata ?? {});
      // Without a name it is the one of the object that is there.
      if (metadataOf(applied).name) checkName(request, applied);
      return applyScale(request, place, applied, force);
    }
    const change = readPatch({ mediaType, body, type: SCALE_TYPE });
    return changeScale(request, place, (scale) => {
      const changed = canonicalScale(change(scale));
      checkName(request, changed);
      return changed;
    });
  };
  return respond(await scaleRepresentation(context, found, place, await write()), 200);
};

function placeOf({ resource, subresource }: HandlerTarget): ScalePlace {
  const scale = subresource?.scale;
  if (scale === undefined) throw new Error(`${resource.resource} can't have a scale`);
  return scale;
}

function contentTypeOf({ request }: RequestContext): string {
  return String(request.headers["content-type"] ?? "");
}

async function targetOf(
  { resource, subresource, namespace, name }: HandlerTarget,
  place: ScalePlace,
): Promise<Target> {
  const storage = await openStorage(resource);
  if (storage === undefined || subresource === undefined) {
    throw new Error(`${resource.resource} can't have a scale`);
  }
  const carried = scaleForAdmission(place);
  return { resource, storage, namespace, name, subresource: { ...subresource, carried } };
}

/** The scale of an object that was written. */
async function scaleRepresentation(
  { signal }: RequestContext,
  { resource }: HandlerTarget,
  place: ScalePlace,
  written: Representation,
): Promise<Representation> {
  await convertForResponse(resource, [written], signal);
  const object = objectOf(convertToVersion(resource, written));
  return representationOf(encodeJson(SCALE_TYPE, scaleOf(place, object)));
}

/** Reads and changes scales, where the subresource says that they are. */
export const scaleHandlers = { get, update, patch };
