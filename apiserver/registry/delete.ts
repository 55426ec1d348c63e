/**
 * Deleting objects: at once, or in two phases where something holds them.
 *
 * @module
 */

import { retryOnConflict } from "../../toolkit/client/mod.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import {
  conflict,
  FieldError,
  FieldPath,
  forbidden,
  type GroupKind,
  invalid,
  notFound,
} from "../../toolkit/errors/mod.ts";
import { FINALIZER_FOREGROUND, FINALIZER_ORPHAN } from "../../toolkit/validation/mod.ts";
import { LAST_SECOND, printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import {
  convertForResponse,
  convertToVersion,
  type Representation,
  representationOf,
} from "../bodies/representation.ts";
import type { CachedObject } from "../storage/cache/mod.ts";
import { Conflict, Unavailable } from "../storage/mod.ts";
import { type Metadata, metadataOf } from "../resource/metadata.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { DefaultPropagation } from "../resource/strategy.ts";
import { withRevision } from "../resource/revision_splice.ts";
import { withAllocation } from "./allocation.ts";
import { fromStore } from "../resource/store_errors.ts";
import { storageKey } from "../resource/target.ts";
import { admissionRequest } from "./admit.ts";
import { isOutdated, Outdated } from "./outdated.ts";
import type { WriteRequest } from "./write_request.ts";

/** The options of a deletion, in the body or the query. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: string | undefined;
  readonly orphanDependents?: boolean | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  /** Deletes an object that can't be read, whatever it says and whatever holds it; only such a one. */
  readonly ignoreReadError?: boolean | undefined;
  /** Admission has been asked already, about what this deletion is a part of. Default false. */
  readonly isAdmitted?: boolean | undefined;
  /** It goes with its collection: admission is told no name, as the request has none. Default false. */
  readonly isOneOfMany?: boolean | undefined;
}

/** What became of a deletion. */
export interface Deleted {
  /** The object as it was last, or as it is while something holds it; undefined: it can't be read. */
  readonly representation: Representation | undefined;
  /** False while something holds it. */
  readonly gone: boolean;
}

/** Deletes the target's object; `admitted` is called when nobody refuses that. Throws 404, 409. */
export async function deleteObject(
  request: WriteRequest,
  options: DeleteOptions,
  admitted?: () => void,
): Promise<Deleted> {
  const { target } = request;
  const { resource, name } = target;
  // Whether or not it is there; who deletes all of them means these, too.
  const kept = options.isOneOfMany ? undefined : resource.strategy.whyKept?.(name);
  if (kept !== undefined) throw forbidden(resource, name, kept);
  if (options.ignoreReadError) return await deleteUnreadable(request);
  /** What the first attempt went by, of which nobody knows how old it is. */
  let first: CachedObject | undefined;
  try {
    return await retryOnConflict(
      async (attempt) => {
        first = undefined;
        const entry = await entryToDelete(request, options, attempt > 1);
        if (attempt === 1) first = entry;
        const { written, ...deleted } = await deleteEntry(request, entry, options, admitted);
        // The store has not been asked: what the answer would be about may have gone.
        if (!written && first !== undefined && await isOutdated(request, first)) {
          throw new Outdated();
        }
        return deleted;
      },
      async (error) => {
        if (error instanceof Conflict || error instanceof Outdated) return true;
        // What failed on an old state is tried on the newest, unless it may have been done.
        return first !== undefined && !(error instanceof Unavailable) &&
          await isOutdated(request, first);
      },
      request.signal,
      Infinity,
    );
  } catch (error) {
    throw fromStore(error, resource, name, "delete");
  }
}

/** What is to go, as the cache has it; the newest state where that is missing, refused or `outdated`. */
async function entryToDelete(
  { target, signal }: WriteRequest,
  options: DeleteOptions,
  outdated: boolean,
): Promise<CachedObject> {
  const { resource, storage, name } = target;
  const key = storageKey(target);
  let entry = storage.cache.get(key);
  if (outdated || entry === undefined || failureOf(entry, options) !== undefined) {
    await storage.waitUntilFresh(signal);
    entry = storage.cache.get(key);
  }
  if (entry === undefined) throw notFound(resource, name);
  const failed = failureOf(entry, options);
  if (failed === undefined) return entry;
  throw failedPrecondition(resource, name, failed);
}

function failureOf(entry: CachedObject, options: DeleteOptions): string | undefined {
  return preconditionFailure(options, entry.revision, () => metadataOf(objectOf(entry)).uid);
}

/** The error of a deletion of another object, or of another state of it, than was meant. */
export function failedPrecondition({ group, kind }: GroupKind, name: string, why: string) {
  // The reference names the kind here, where it names the resource elsewhere.
  return conflict({ group, resource: kind }, name, why);
}

/** Deletes an object of which nothing can be known: nobody is asked about it. */
async function deleteUnreadable(
  { target, dryRun, signal }: WriteRequest,
): Promise<Deleted> {
  const { resource, storage, name } = target;
  try {
    await storage.waitUntilFresh(signal);
    const entry = storage.cache.get(storageKey(target));
    if (entry === undefined) throw notFound(resource, name);
    if (entry.corrupt === undefined) throw readable(resource, name);
    if (!dryRun) await storage.delete(entry);
    return { representation: undefined, gone: true };
  } catch (error) {
    throw fromStore(error, resource, name, "delete");
  }
}

function readable(resource: GroupKind, name: string) {
  const path = FieldPath.of("ignoreStoreReadErrorWithClusterBreakingPotential");
  const why = "is exclusively used to delete corrupt object(s), try again by removing this option";
  return invalid(resource, name, [FieldError.invalid(path, true, why)]);
}

/** Why what is there is not what is to be deleted; undefined where it is. */
export function preconditionFailure(
  { uid, resourceVersion }: DeleteOptions,
  revision: number,
  uidOf: () => string | undefined,
): string | undefined {
  if (uid !== undefined) {
    const found = uidOf();
    if (found !== uid) {
      return `the UID in the precondition (${uid}) does not match the UID in record (${found}). ` +
        "The object might have been deleted and then recreated";
    }
  }
  if (resourceVersion !== undefined && resourceVersion !== String(revision)) {
    return `the ResourceVersion in the precondition (${resourceVersion}) does not match the ` +
      `ResourceVersion in record (${revision}). The object might have been modified`;
  }
  return undefined;
}

async function deleteEntry(
  request: WriteRequest,
  entry: CachedObject,
  options: DeleteOptions,
  admitted: (() => void) | undefined,
): Promise<Deleted & { readonly written: boolean }> {
  const { target, tools, dryRun, slice } = request;
  const { resource, storage, name } = target;
  // One that can't be read can't be asked what holds it.
  if (entry.corrupt !== undefined) throw fromStore(entry.corrupt, resource, name, "delete");
  await convertForResponse(resource, [entry], request.signal);
  const current = objectOf(convertToVersion(resource, entry));
  await slice.yieldIfOver();
  // Nobody is asked about what changes nothing.
  if (options.isAdmitted !== true && !endsAnyway(metadataOf(current), options)) {
    const given = { ...request, given: toldOptions(request, current, options) };
    const told = options.isOneOfMany === true ? "" : name;
    const admission = admissionRequest(given, "DELETE", told, undefined, current);
    await tools.admission.mutate(admission);
    await tools.admission.validate(admission);
  }
  admitted?.();
  const { object: marked, held } = markDeleted(request, current, options);
  if (!held) {
    // What might have had time to end by itself shows that it had none.
    const { json } = resource.strategy.gracePeriodSeconds === undefined
      ? entry
      : storage.preview(marked);
    if (dryRun) return { representation: representationOf(json), gone: true, written: false };
    const { revision } = await withAllocation(
      request,
      undefined,
      current,
      async (_, ops) => ({ revision: await storage.delete(entry, ops) }),
    );
    const representation = representationOf(withRevision(json, revision));
    return { representation, gone: true, written: true };
  }
  const stored = await resource.converter?.toStored(marked) ?? marked;
  const { json, protobuf, revision } = dryRun
    ? storage.preview(stored)
    : await storage.update(entry, stored, { slice });
  return {
    representation: representationOf(json, protobuf),
    gone: false,
    written: !dryRun && revision !== entry.revision,
  };
}

/** Whether the object's time to end runs already, and no less is asked for: a further deletion can only make it shorter. */
function endsAnyway(metadata: Metadata, { gracePeriodSeconds: asked }: DeleteOptions): boolean {
  const left = secondsLeft(metadata);
  return left > 0 && (asked === undefined || asked >= left);
}

function secondsLeft({ deletionGracePeriodSeconds }: Metadata): number {
  return Number(deletionGracePeriodSeconds ?? 0);
}

/**
 * The options as admission is told of them: with the time that the object will have, whoever chose that. Those of
 * a whole collection are told as they were asked for.
 */
function toldOptions(
  request: WriteRequest,
  current: JsonObject,
  options: DeleteOptions,
): JsonObject {
  const { gracePeriodSeconds: asked, isOneOfMany = false } = options;
  const begins = metadataOf(current).deletionTimestamp === undefined;
  if (isOneOfMany || !begins) return optionsOf(request, options);
  const { strategy } = request.target.resource;
  const gracePeriodSeconds = strategy.gracePeriodSeconds?.(current, asked) ?? asked;
  return optionsOf(request, { ...options, gracePeriodSeconds });
}

function optionsOf({ dryRun }: WriteRequest, options: DeleteOptions): JsonObject {
  const { gracePeriodSeconds, propagationPolicy, orphanDependents, uid, resourceVersion } = options;
  const preconditions = {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  return {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(dryRun && { dryRun: ["All"] }),
  };
}

/** The object as it is while it is being deleted, and whether anything holds it. */
function markDeleted(
  { target, tools }: WriteRequest,
  current: JsonObject,
  options: DeleteOptions,
): { readonly object: JsonObject; readonly held: boolean } {
  const { strategy } = target.resource;
  const before = metadataOf(current);
  const asked = options.gracePeriodSeconds;
  const now = tools.clock.now();
  const left = secondsLeft(before);
  if (endsAnyway(before, options)) return { object: current, held: true };
  // How it goes was said when it began to.
  const isGoing = strategy.deletesByTime === true && before.deletionTimestamp !== undefined;
  if (isGoing && strategy.holdsDeletion?.(current)) return { object: current, held: true };
  const metadata: Metadata = { ...before };
  const object: JsonObject = { ...current, metadata };
  const finalizers = tools.collectsDependents === false
    ? before.finalizers ?? []
    : finalizersFor(before.finalizers ?? [], options, strategy.defaultPropagation);
  if (finalizers.length > 0) metadata.finalizers = finalizers;
  else delete metadata.finalizers;
  if (before.deletionTimestamp === undefined) {
    const wanted = strategy.gracePeriodSeconds?.(current, asked) ?? 0;
    // No further than times can be told.
    const grace = Math.min(wanted, LAST_SECOND - Math.ceil(now / 1000));
    setEnd(metadata, now + grace * 1000, grace);
    // A deletion changes what is wanted of an object whose wants are counted.
    if (strategy.deletesByTime) delete metadata.deletionGracePeriodSeconds;
    else if (before.generation) metadata.generation = Number(before.generation) + 1;
  } else if (left > 0) {
    const end = Date.parse(before.deletionTimestamp) - (left - asked!) * 1000;
    // Time that has passed is not asked for again: the least that is still graceful is left.
    setEnd(metadata, Math.max(now, end), end < now && asked !== 0 ? 1 : asked!);
  } else {
    const end = Date.parse(before.deletionTimestamp);
    if (end > now) setEnd(metadata, now, 0);
  }
  const held = finalizers.length > 0 || strategy.holdsDeletion?.(object) === true ||
    Number(metadata.deletionGracePeriodSeconds ?? 0) > 0;
  if (held) strategy.whileDeleting?.(object);
  return { object, held };
}

function setEnd(metadata: Metadata, end: number, grace: number): void {
  metadata.deletionTimestamp = printTime(timeOfMs(end));
  metadata.deletionGracePeriodSeconds = grace;
}

/** The finalizers with those that say what becomes of dependents. */
function finalizersFor(
  finalizers: readonly string[],
  { propagationPolicy, orphanDependents }: DeleteOptions,
  standard: DefaultPropagation,
): string[] {
  const others = finalizers.filter((one) =>
    one !== FINALIZER_ORPHAN && one !== FINALIZER_FOREGROUND
  );
  // Nobody would ever take the finalizer of one of these away.
  if (standard === "none") return others;
  // Those that are there already stay where they are: asking again changes nothing.
  const withOne = (one: string, other: string) =>
    finalizers.includes(one) && !finalizers.includes(other) ? [...finalizers] : [...others, one];
  const asked = propagationPolicy ??
    (orphanDependents === undefined ? undefined : orphanDependents ? "Orphan" : "Background");
  if (asked === "Orphan") return withOne(FINALIZER_ORPHAN, FINALIZER_FOREGROUND);
  if (asked === "Foreground") return withOne(FINALIZER_FOREGROUND, FINALIZER_ORPHAN);
  if (asked === "Background") return others;
  // Nothing was asked: what an earlier deletion asked for stands.
  if (finalizers.length > others.length) return [...finalizers];
  return standard === "orphan" ? [...others, FINALIZER_ORPHAN] : others;
}
