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
  forbidden,
  generateNameConflict,
  invalid,
  isAlreadyExists,
  StatusError,
  statusErrorOf,
} from "../../toolkit/errors/mod.ts";
import { validateObjectMeta } from "../../toolkit/validation/mod.ts";
import { copyJson } from "../../toolkit/values/json.ts";
import { inOnePiece, printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import { type Representation, representationOf } from "../bodies/representation.ts";
import { type Op, TooLarge } from "../storage/mod.ts";
import { generatedName, NAME_ATTEMPTS } from "../resource/generated_name.ts";
import { metadataOf } from "../resource/metadata.ts";
import { dropRepeatedOwners } from "./owner_references.ts";
import { updateManagedFields, withoutOwners } from "./ownership.ts";
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
  dropRepeatedOwners(sent, request.warnings, false);
  return await createOwned(
    request,
    await runStages(request.slice, sent, [
      (object) => setDefaults(request, object),
      // What the server sets is not the client's to own.
      (defaulted) => updateManagedFields(request, undefined, withoutSystemFields(defaulted)),
    ]),
    false,
  );
}

/** Makes an object whose fields are owned already: an apply to a name that is free. */
export async function createApplied(
  request: WriteRequest,
  applied: JsonObject,
): Promise<Representation> {
  placeIn(request, applied);
  return await createOwned(request, withoutSystemFields(applied), true);
}

/**
 * Lets admission change the object, then names it, where it has no name: again if others have it.
 * `keepsOwners`: rather than without its managed fields it is not stored at all.
 */
async function createOwned(
  request: WriteRequest,
  owned: JsonObject,
  keepsOwners: boolean,
): Promise<Representation> {
  const { target: { resource }, tools: { random } } = request;
  if (resource.closedToCreation !== undefined) {
    throw forbidden(resource, metadataOf(owned).name ?? "", resource.closedToCreation);
  }
  await mutateByAdmission(request, metadataOf(owned).name ?? "", owned, undefined);
  const { name, generateName } = metadataOf(owned);
  if (name || !generateName) return await attempt(request, owned, keepsOwners);
  const said = request.warnings.length;
  for (let count = 1;; count++) {
    request.warnings.length = said;
    const object = copyJson(owned) as JsonObject;
    metadataOf(object).name = generatedName(generateName, random);
    try {
      return await attempt(request, object, keepsOwners);
    } catch (error) {
      if (!isAlreadyExists(error) || count === NAME_ATTEMPTS) throw error;
    }
  }
}

async function attempt(
  request: WriteRequest,
  object: JsonObject,
  keepsOwners: boolean,
): Promise<Representation> {
  const checked = await validated(request, begin(request, object));
  // A PUT or an apply was allowed to change an object.
  if (request.verb !== "create") await request.authorizeCreation();
  return await store(request, checked, keepsOwners);
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

/** Fields of the metadata that only the server sets. */
const SYSTEM_FIELDS = [
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
] as const;

/** The object without what nobody but the server says of it: admission is shown none of that. */
function withoutSystemFields(object: JsonObject): JsonObject {
  const metadata = metadataOf(object);
  for (const field of SYSTEM_FIELDS) delete metadata[field];
  return object;
}

/** Gives a new object what every one has from its beginning. */
function begin({ target, tools }: WriteRequest, object: JsonObject): JsonObject {
  const metadata = metadataOf(withoutSystemFields(object));
  metadata.uid = tools.uid();
  metadata.creationTimestamp = printTime(timeOfMs(tools.clock.now()));
  // Where nobody counts changes it is whatever the client says.
  if (strategyOf(target).hasGeneration) metadata.generation = 1;
  return object;
}

async function validated(request: WriteRequest, object: JsonObject): Promise<JsonObject> {
  const { target } = request;
  const { resource } = target;
  const strategy = strategyOf(target);
  strategy.prepareForCreate?.(object, writingOf(request));
  const { name = "" } = metadataOf(object);
  const rules = { namespaced: resource.namespaced, checkName: strategy.checkName };
  const errors = [
    ...validateObjectMeta(object.metadata as object, rules, METADATA),
    ...await validateObject(request, object, undefined),
  ];
  if (errors.length > 0) throw invalid(resource, name, errors);
  addAll(request.warnings, strategy.warnings?.(object, undefined) ?? []);
  strategy.canonicalize?.(object);
  return object;
}

async function store(
  request: WriteRequest,
  object: JsonObject,
  keepsOwners: boolean,
): Promise<Representation> {
  const { target, warnings } = request;
  const { name = "", generateName } = metadataOf(object);
  const said = warnings.length;
  try {
    const written = await withAllocation(request, object, undefined, async (whole, ops) => {
      await validateByAdmission(request, name, whole, undefined);
      return await put(request, whole, ops);
    });
    return representationOf(written.json, written.protobuf);
  } catch (error) {
    // An object that fits is not lost for its owners, who take as much again.
    if (error instanceof TooLarge && !keepsOwners) {
      warnings.length = said;
      return await store(request, withoutOwners(object), true);
    }
    const failure = fromStore(error, target.resource, name, "create");
    const exists = isAlreadyExists(failure) ? statusErrorOf(failure) : undefined;
    if (exists === undefined) throw failure;
    const taken = generateName ? generateNameConflict(target.resource, name, 1) : exists;
    throw isBeingDeleted(target, name) ? beingDeleted(taken) : taken;
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
