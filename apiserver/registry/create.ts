/**
 * Making an object.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import {
  alreadyExists,
  badRequest,
  FieldPath,
  generateNameConflict,
  invalid,
} from "../../toolkit/errors/mod.ts";
import { validateObjectMeta } from "../../toolkit/validation/mod.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import { type Shown, shownOf } from "../codec/shown.ts";
import { Conflict } from "../storage/mod.ts";
import { generatedName, NAME_ATTEMPTS } from "./generated_name.ts";
import { metadataOf } from "./metadata.ts";
import { tracked } from "./ownership.ts";
import type { Written } from "./resource_storage.ts";
import { fromStore } from "./store_errors.ts";
import { admissionRequest, strategyOf, type WriteRequest } from "./write_request.ts";

const METADATA = FieldPath.of("metadata");

/** Makes the object that a client sent, in canonical form. Throws 400, 409, 422. */
export async function createObject(request: WriteRequest, sent: JsonObject): Promise<Shown> {
  placeIn(request, sent);
  const metadata = metadataOf(sent);
  const { resourceVersion } = metadata;
  if (resourceVersion && resourceVersion !== "0") {
    throw badRequest("resourceVersion should not be set on objects to be created");
  }
  const generated = !metadata.name && !!metadata.generateName;
  if (generated) metadata.name = generatedName(metadata.generateName!, request.tools.random);
  strategyOf(request.target).setDefaults?.(sent);
  // What the server sets is not the client's to own.
  const object = await admitted(request, tracked(request, undefined, begin(request, sent)));
  return await store(request, object, generated);
}

/** Makes an object whose fields are owned already: an apply to a name that is free. */
export async function createApplied(request: WriteRequest, applied: JsonObject): Promise<Shown> {
  placeIn(request, applied);
  return await store(request, await admitted(request, begin(request, applied)), false);
}

/** Puts the object into the namespace of its request. */
export function placeIn({ target }: WriteRequest, object: JsonObject): void {
  const metadata = metadataOf(object);
  const { namespace, resource } = target;
  if (!resource.namespaced) return;
  if (!metadata.namespace) metadata.namespace = namespace;
  else if (metadata.namespace !== namespace) {
    throw badRequest(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  }
}

/** Gives a new object what every one has from its beginning. */
function begin({ target, tools }: WriteRequest, object: JsonObject): JsonObject {
  const metadata = metadataOf(object);
  delete metadata.resourceVersion;
  delete metadata.selfLink;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  metadata.uid = tools.uid();
  metadata.creationTimestamp = printTime(timeOfMs(tools.clock.now()));
  if (strategyOf(target).hasGeneration) metadata.generation = 1;
  else delete metadata.generation;
  return object;
}

async function admitted(request: WriteRequest, object: JsonObject): Promise<JsonObject> {
  const { target, tools } = request;
  const { resource } = target;
  const strategy = strategyOf(target);
  const { name = "" } = metadataOf(object);
  const admission = admissionRequest(request, "CREATE", name, object, undefined);
  await tools.admission.mutate(admission);
  strategy.prepareForCreate?.(object);
  const rules = { namespaced: resource.namespaced, checkName: strategy.checkName };
  const errors = [
    ...validateObjectMeta(object.metadata as object, rules, METADATA),
    ...strategy.validate?.(object) ?? [],
  ];
  if (errors.length > 0) throw invalid(resource, name, errors);
  request.warnings.push(...strategy.warnings?.(object, undefined) ?? []);
  await tools.admission.validate(admission);
  return object;
}

async function store(
  request: WriteRequest,
  object: JsonObject,
  generated: boolean,
): Promise<Shown> {
  const { resource } = request.target;
  const metadata = metadataOf(object);
  for (let attempt = 1;; attempt++) {
    try {
      return shownOf((await put(request, object)).json);
    } catch (error) {
      const taken = error instanceof Conflict;
      if (!taken || !generated) throw fromStore(error, resource, metadata.name ?? "");
      if (attempt === NAME_ATTEMPTS) throw generateNameConflict(resource, metadata.name!, 1);
      metadata.name = generatedName(metadata.generateName!, request.tools.random);
    }
  }
}

async function put(request: WriteRequest, object: JsonObject): Promise<Written> {
  const { target, dryRun, signal } = request;
  const { storage, resource, namespace } = target;
  const { name = "" } = metadataOf(object);
  const key = storage.key(namespace, name);
  const stored = resource.view?.toStored(object) ?? object;
  if (!dryRun) return await storage.create(key, stored);
  await storage.fresh(signal);
  if (storage.cache.get(key) !== undefined) throw alreadyExists(resource, name);
  return storage.preview(stored);
}
