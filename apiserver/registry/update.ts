/**
 * Changing an object: what PUT, PATCH and apply have in common. Each computes the new object from
 * the current one; here it is checked, admitted and written, and computed anew when somebody else
 * was faster.
 *
 * @module
 */

import { addAll } from "../../toolkit/add_all.ts";
import { CONFLICT_ATTEMPTS, retryOnConflict } from "../../toolkit/client/mod.ts";
import { runStages } from "../../toolkit/time_slice.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import {
  badRequest,
  conflict,
  FieldError,
  FieldPath,
  invalid,
  isAlreadyExists,
  notFound,
} from "../../toolkit/errors/mod.ts";
import { validateObjectMetaUpdate } from "../../toolkit/validation/mod.ts";
import { memberOf } from "../../toolkit/values/json.ts";
import { isSameObject } from "../fieldmanager/mod.ts";
import {
  convertForResponse,
  convertToVersion,
  type Representation,
  representationOf,
} from "../bodies/representation.ts";
import type { CachedObject } from "../storage/cache/mod.ts";
import { Conflict, TooLarge, Unavailable } from "../storage/mod.ts";
import { placeIn } from "./create.ts";
import { equalJson } from "../../toolkit/values/json.ts";
import { equalStored } from "../resource/equal_stored.ts";
import { metadataOf } from "../resource/metadata.ts";
import { objectOf } from "../resource/object_coder.ts";
import { withAllocation } from "./allocation.ts";
import { fromStore } from "../resource/store_errors.ts";
import { withoutOwners } from "./ownership.ts";
import { storageKey } from "../resource/target.ts";
import { mutateByAdmission, validateByAdmission } from "./admit.ts";
import { isOutdated, Outdated, waitUntilFresh } from "./outdated.ts";
import { validateObject } from "./validate.ts";
import { strategyOf, type WriteRequest, writingOf } from "./write_request.ts";

const METADATA = FieldPath.of("metadata");

/** How an update finds its object, and makes the new one. */
export interface UpdatePlan {
  /** Whether the object's uid says which one is meant, as in a PUT. Default false: it can't change. */
  readonly uidIsPrecondition?: boolean;
  /** The new object, in canonical form and with its managed fields; `current` may not be changed. */
  compute(current: JsonObject): JsonObject | Promise<JsonObject>;
  /**
   * Whether the write is refused rather than done without managed fields, where the store takes no object
   * that is as large as with them. Default false.
   */
  readonly keepsOwners?: boolean;
  /** What to do where there is no object; undefined: a 404. */
  readonly create?: (() => Promise<Representation>) | undefined;
}

/** What became of an update. */
export interface Updated {
  /** The object as it is stored now, or would be where this is a dry run. */
  readonly representation: Representation;
  readonly created: boolean;
}

/** Updates the target's object. Throws 404, 409, 422 and what the plan throws. */
export async function updateObject(request: WriteRequest, plan: UpdatePlan): Promise<Updated> {
  const { target: { resource, name }, signal, warnings } = request;
  const said = warnings.length;
  let entry: CachedObject | undefined;
  let tried = 0;
  const attempt = async (count: number): Promise<Updated> => {
    tried = count;
    // What was found out about an old state is not told.
    warnings.length = said;
    entry = await currentEntry(request);
    if (entry === undefined) {
      if (plan.create === undefined) throw notFound(resource, name);
      return { representation: await plan.create(), created: true };
    }
    const { representation, written } = await change(request, entry, plan);
    // Nor may an old state be what a change that changes nothing is compared with.
    if (!written && count < CONFLICT_ATTEMPTS && await isOutdated(request, entry)) {
      throw new Outdated();
    }
    return { representation, created: false };
  };
  const isLost = async (error: unknown): Promise<boolean> => {
    if (error instanceof Outdated) return true;
    if (entry !== undefined && error instanceof Conflict && error.key === entry.key) {
      await waitUntilFresh(request);
      return true;
    }
    if (tried >= CONFLICT_ATTEMPTS) return false;
    // Somebody else made it meanwhile: it is changed then.
    if (entry === undefined) return isAlreadyExists(error);
    // What may have been written is not written again: to a patch it would be done twice, and a
    // PUT would be refused for its own sake.
    if (error instanceof Unavailable) return false;
    // The cache may be behind the store: what failed on an old state is tried on the newest.
    return await isOutdated(request, entry);
  };
  try {
    // Each time somebody else got on. Who names no version is not told of that: it ends with its turn, or its time.
    return await retryOnConflict(attempt, isLost, signal, Infinity);
  } catch (error) {
    if (error instanceof TooLarge && !plan.keepsOwners) {
      warnings.length = said;
      return await updateObject(request, forgettingOwners(plan));
    }
    throw fromStore(error, resource, name, "update");
  }
}

/** The same plan for objects that can't be stored with what it says of their owners. */
function forgettingOwners(plan: UpdatePlan): UpdatePlan {
  return {
    ...plan,
    compute: async (current) => withoutOwners(await plan.compute(current)),
    keepsOwners: true,
  };
}

/** The target's object, as the cache has it; read anew before it is missing. */
async function currentEntry(request: WriteRequest): Promise<CachedObject | undefined> {
  const { target } = request;
  const { cache } = target.storage;
  const key = storageKey(target);
  const entry = cache.get(key);
  if (entry !== undefined) return entry;
  await waitUntilFresh(request);
  return cache.get(key);
}

async function change(
  request: WriteRequest,
  entry: CachedObject,
  plan: UpdatePlan,
): Promise<WriteResult> {
  const { resource } = request.target;
  if (entry.corrupt !== undefined) throw entry.corrupt;
  await convertForResponse(resource, [entry], request.signal);
  const current = objectOf(convertToVersion(resource, entry));
  const prepared = await runStages(request.slice, current, [
    (state) => plan.compute(state),
    (updated) => checkVersion(request, plan, updated, current),
    (updated) => prepare(request, updated, current),
  ]);
  return await write(request, entry, prepared, current);
}

/** Throws unless the update is of the version that the client saw, where it says which. */
function checkVersion(
  { target }: WriteRequest,
  { uidIsPrecondition = false }: UpdatePlan,
  updated: JsonObject,
  current: JsonObject,
): JsonObject {
  const { resource, name } = target;
  const metadata = metadataOf(updated);
  const now = metadataOf(current);
  if (uidIsPrecondition && metadata.uid && metadata.uid !== now.uid) {
    throw conflict(
      resource,
      name,
      `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${now.uid}`,
    );
  }
  const { resourceVersion } = metadata;
  if (!resourceVersion || resourceVersion === "0") {
    if (!strategyOf(target).updatesUnconditionally) {
      const path = METADATA.child("resourceVersion");
      const error = FieldError.invalid(path, 0, "must be specified for an update");
      // The reference names the resource here, where it names the kind elsewhere.
      throw invalid({ group: resource.group, kind: resource.resource }, name, [error]);
    }
  } else if (resourceVersion !== now.resourceVersion) throw conflict(resource, name);
  return updated;
}

/** Brings the new object into the state in which it may replace the current one, or throws why not. */
async function prepare(
  request: WriteRequest,
  updated: JsonObject,
  current: JsonObject,
): Promise<JsonObject> {
  const { target, warnings } = request;
  const { resource, name } = target;
  const strategy = strategyOf(target);
  placeIn(request, updated);
  await mutateByAdmission(request, name, updated, current);
  const old = metadataOf(current);
  // Whoever may change it was shown which version the client meant, if any: it is the one that is there.
  set(metadataOf(updated), "resourceVersion", old.resourceVersion);
  set(metadataOf(updated), "generation", old.generation);
  strategy.prepareForUpdate?.(updated, current, writingOf(request));
  // Which may be others by now.
  const metadata = metadataOf(updated);
  const equal = resource.type === undefined ? equalJson : equalStored;
  if (strategy.hasGeneration && changesIntent(updated, current, equal, strategy.intentHasStatus)) {
    metadata.generation = Number(old.generation ?? 0) + 1;
  }
  metadata.uid ||= old.uid;
  set(metadata, "creationTimestamp", old.creationTimestamp);
  set(metadata, "selfLink", undefined);
  // A write can neither begin a deletion nor take one back.
  if (old.deletionTimestamp !== undefined) {
    set(metadata, "deletionTimestamp", old.deletionTimestamp);
    if (old.deletionGracePeriodSeconds !== undefined) {
      metadata.deletionGracePeriodSeconds ??= old.deletionGracePeriodSeconds;
    }
  }
  const errors = [
    ...validateObjectMetaUpdate(metadata as object, old as object, METADATA),
    ...await validateObject(request, updated, current),
  ];
  if (errors.length > 0) throw invalid(resource, name, errors);
  addAll(warnings, strategy.warnings?.(updated, current) ?? []);
  strategy.canonicalize?.(updated);
  return updated;
}

function set<K extends string>(record: Partial<Record<K, unknown>>, name: K, value: unknown) {
  if (value === undefined) delete record[name];
  else record[name] = value;
}

/** Fields that say nothing of what users want. */
const NO_INTENT = new Set(["kind", "apiVersion", "metadata", "status"]);

function changesIntent(
  updated: JsonObject,
  current: JsonObject,
  equal: typeof equalJson,
  status = false,
): boolean {
  const counts = (name: string) => !NO_INTENT.has(name) || status && name === "status";
  for (const name in updated) {
    if (counts(name) && !equal(updated[name], memberOf(current, name))) return true;
  }
  for (const name in current) {
    if (!counts(name) || current[name] === undefined) continue;
    if (memberOf(updated, name) === undefined) return true;
  }
  return false;
}

/** What became of one attempt to write. */
interface WriteResult {
  readonly representation: Representation;
  readonly revision: number;
  /** False where the object is as it was before. */
  readonly written: boolean;
}

function write(
  request: WriteRequest,
  entry: CachedObject,
  updated: JsonObject,
  current: JsonObject,
): Promise<WriteResult> {
  const { target, dryRun, slice } = request;
  const { storage, resource, name } = target;
  const ends = !dryRun && endsDeletion(request, updated, current);
  const kept = ends ? undefined : updated;
  return withAllocation(request, kept, current, async (reserved, ops) => {
    const object = reserved ?? updated;
    await validateByAdmission(request, name, object, current);
    // To be asked last of all: then the store finds that there is nothing to write.
    const result = isSameObject(current, object) ? current : object;
    const stored = await resource.converter?.toStored(result) ?? result;
    if (dryRun) {
      const { json, revision } = storage.preview(stored);
      return { representation: representationOf(json), revision, written: false };
    }
    if (ends) {
      const revision = await storage.delete(entry, ops);
      // It shows the version that it had: that of its end is told to those who watch.
      return {
        representation: representationOf(storage.preview(stored).json),
        revision,
        written: true,
      };
    }
    const { json, protobuf, revision } = await storage.update(entry, stored, { along: ops, slice });
    return {
      representation: representationOf(json, protobuf),
      revision,
      written: revision !== entry.revision,
    };
  });
}

/** Whether this write lets go of an object that is being deleted: then it is removed. */
function endsDeletion({ target }: WriteRequest, updated: JsonObject, current: JsonObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadataOf(current);
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds) return false;
  const held = (metadataOf(updated).finalizers?.length ?? 0) > 0;
  return !held && target.resource.strategy.holdsDeletion?.(updated) !== true;
}

/** What an update is to make where there is no object: of one that was there, it is none. */
export function asNew({ target }: WriteRequest, object: JsonObject): JsonObject {
  const metadata = metadataOf(object);
  const { uid } = metadata;
  if (uid) {
    const why = `uid mismatch: the provided object specified uid ${uid}, ` +
      "and no existing object was found";
    throw conflict(target.resource, target.name, why);
  }
  delete metadata.resourceVersion;
  return object;
}

/** Throws unless the object has the name of the request. */
export function checkName({ target }: WriteRequest, object: JsonObject): JsonObject {
  const metadata = metadataOf(object);
  const { name = "" } = metadata;
  if (name === "") {
    throw badRequest(
      `the name of the object (${target.name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (name !== target.name) {
    throw badRequest(
      `the name of the object (${name}) does not match the name on the URL (${target.name})`,
    );
  }
  return object;
}
