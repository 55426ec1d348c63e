/**
 * Making an object.
 *
 * @module
 */

import { addAll } from "../../toolkit/add_all.ts";
import { runStages } from "../../toolkit/time_slice.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import {
  alreadyExists,
  badRequest,
  beingDeleted,
  FieldPath,
  generateNameConflict,
  invalid,
  isAlreadyExists,
  StatusError,
} from "../../toolkit/errors/mod.ts";
import { validateObjectMeta } from "../../toolkit/validation/mod.ts";
import { inOnePiece, printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import { type Representation, representationOf } from "../bodies/representation.ts";
import type { Op } from "../storage/mod.ts";
import { generatedName, NAME_ATTEMPTS } from "./generated_name.ts";
import { metadataOf } from "../resource/metadata.ts";
import { updateManagedFields } from "./ownership.ts";
import { withAllocation } from "./allocation.ts";
import type { Written } from "../resource/resource_storage.ts";
import { fromStore } from "../resource/store_errors.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { Target } from "../resource/target.ts";
import { mutateByAdmission, validateByAdmission } from "./admit.ts";
import { validateObject } from "./validate.ts";
import { setDefaults, strategyOf, type WriteRequest, writingOf } from "./write_request.ts";

const METADATA = FieldPath.of("metadata");

/** Makes the object that a client sent, in canonical form. Throws 400, 409, 422, 500. */
export async function createObject(
  request: WriteRequest,
  sent: JsonObject,
): Promise<Representation> {
  placeIn(request, sent);
  const metadata = metadataOf(sent);
  const { generateName } = metadata;
  if (metadata.name || !generateName) return await attempt(request, sent);
  for (let count = 1;; count++) {
    const object = structuredClone(sent);
    metadataOf(object).name = generatedName(generateName, request.tools.random);
    try {
      return await attempt(request, object);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const { name = "" } = metadataOf(object);
      if (count === NAME_ATTEMPTS) throw generateNameConflict(request.target.resource, name, 1);
    }
  }
}

async function attempt(request: WriteRequest, object: JsonObject): Promise<Representation> {
  return await store(
    request,
    await runStages(request.slice, object, [
      (sent) => setDefaults(request, sent),
      // What the server sets is not the client's to own.
      (defaulted) => begin(request, defaulted),
      (begun) => updateManagedFields(request, undefined, begun),
      (owned) => admitAndValidate(request, owned),
    ]),
  );
}

/** Makes an object whose fields are owned already: an apply to a name that is free. */
export async function createApplied(
  request: WriteRequest,
  applied: JsonObject,
): Promise<Representation> {
  placeIn(request, applied);
  return await store(request, await admitAndValidate(request, begin(request, applied)));
}

/** Puts the object into the namespace of its request. */
export function placeIn({ target }: WriteRequest, object: JsonObject): void {
  const metadata = metadataOf(object);
  const { namespace, resource } = target;
  if (!resource.namespaced) delete metadata.namespace;
  else if (!metadata.namespace) metadata.namespace = inOnePiece(namespace);
  else if (metadata.namespace !== namespace) {
    throw badRequest(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  }
}

/** Gives a new object what every one has from its beginning. */
function begin({ target, tools }: WriteRequest, object: JsonObject): JsonObject {
  const metadata = metadataOf(object);
  delete metadata.selfLink;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  metadata.uid = tools.uid();
  metadata.creationTimestamp = printTime(timeOfMs(tools.clock.now()));
  if (strategyOf(target).hasGeneration) metadata.generation = 1;
  else delete metadata.generation;
  return object;
}

async function admitAndValidate(request: WriteRequest, object: JsonObject): Promise<JsonObject> {
  const { target } = request;
  const { resource } = target;
  const strategy = strategyOf(target);
  const { name = "" } = metadataOf(object);
  await mutateByAdmission(request, name, object, undefined);
  strategy.prepareForCreate?.(object, writingOf(request));
  const rules = { namespaced: resource.namespaced, checkName: strategy.checkName };
  const errors = [
    ...validateObjectMeta(object.metadata as object, rules, METADATA),
    ...await validateObject(request, object, undefined),
  ];
  if (errors.length > 0) throw invalid(resource, name, errors);
  addAll(request.warnings, strategy.warnings?.(object, undefined) ?? []);
  return object;
}

async function store(request: WriteRequest, object: JsonObject): Promise<Representation> {
  const { target } = request;
  const { name = "" } = metadataOf(object);
  try {
    const written = await withAllocation(request, object, undefined, async (whole, ops) => {
      await validateByAdmission(request, name, whole, undefined);
      return await put(request, whole, ops);
    });
    return representationOf(written.json);
  } catch (error) {
    const failure = fromStore(error, target.resource, name);
    throw isAlreadyExists(failure) && isBeingDeleted(target, name)
      ? beingDeleted(target.resource, name)
      : failure;
  }
}

/** Whether what has the name is on its way out, as far as this server has seen. */
function isBeingDeleted({ storage, namespace }: Target, name: string): boolean {
  const entry = storage.cache.get(storage.key(namespace, name));
  return entry !== undefined && entry.corrupt === undefined &&
    metadataOf(objectOf(entry)).deletionTimestamp !== undefined;
}

async function put(
  request: WriteRequest,
  object: JsonObject,
  ops: readonly Op[],
): Promise<Written> {
  const { target, dryRun, signal, slice } = request;
  const { storage, resource, namespace } = target;
  const metadata = metadataOf(object);
  const { name = "", resourceVersion = "" } = metadata;
  const key = storage.key(namespace, name);
  if (dryRun) {
    const stored = await resource.converter?.toStored(object) ?? object;
    await storage.waitUntilFresh(signal);
    if (storage.cache.get(key) !== undefined) throw alreadyExists(resource, name);
    return storage.preview(stored);
  }
  if (isVersion(resourceVersion)) throw versionOfNew();
  delete metadata.resourceVersion;
  const stored = await resource.converter?.toStored(object) ?? object;
  return await storage.create(key, stored, { along: ops, slice });
}

const LAST_VERSION = 2n ** 64n - 1n;

/** Whether a text is the version of an object that is there; what is no version at all is not. */
function isVersion(text: string): boolean {
  if (!/^[0-9]{1,100}$/.test(text)) return false;
  const version = BigInt(text);
  return version > 0n && version <= LAST_VERSION;
}

/** The reference finds this in its store, past all that it has reasons for. */
function versionOfNew(): StatusError {
  const message = "resourceVersion should not be set on objects to be created";
  return new StatusError({ code: 500, reason: "", message });
}
