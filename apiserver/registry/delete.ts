/**
 * Deleting objects: at once, or in two phases where something holds them.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { badRequest, conflict, notFound } from "../../toolkit/errors/mod.ts";
import { FINALIZER_FOREGROUND, FINALIZER_ORPHAN } from "../../toolkit/validation/mod.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import { type Shown, shownOf, viewOf } from "../codec/shown.ts";
import type { Entry } from "../storage/cache/mod.ts";
import { Conflict } from "../storage/mod.ts";
import { type Metadata, metadataOf } from "./metadata.ts";
import { objectOf } from "./object_coder.ts";
import { fromStore } from "./store_errors.ts";
import { keyOf } from "./target.ts";
import { admissionRequest, type WriteRequest } from "./write_request.ts";

/** The options of a deletion, in the body or the query. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | undefined;
  readonly propagationPolicy?: string | undefined;
  readonly orphanDependents?: boolean | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** What became of a deletion. */
export interface Deleted {
  /** The object as it was last, or as it is while something holds it. */
  readonly shown: Shown;
  /** False while something holds it. */
  readonly gone: boolean;
}

const ATTEMPTS = 10;

/** Deletes the target's object. Throws 404, 409. */
export async function deleteObject(
  request: WriteRequest,
  options: DeleteOptions,
): Promise<Deleted> {
  const { target } = request;
  const { resource, storage, name } = target;
  const { gracePeriodSeconds } = options;
  if (gracePeriodSeconds !== undefined && gracePeriodSeconds < 0) {
    throw badRequest("gracePeriodSeconds must not be negative");
  }
  const key = keyOf(target);
  for (let attempt = 1;; attempt++) {
    let entry = storage.cache.get(key);
    if (entry === undefined || failedPrecondition(entry, options) !== undefined || attempt > 1) {
      await storage.fresh(request.signal).catch((error) => {
        throw fromStore(error, resource, name);
      });
      entry = storage.cache.get(key);
    }
    if (entry === undefined) throw notFound(resource, name);
    const failed = failedPrecondition(entry, options);
    if (failed !== undefined) throw conflict(resource, name, failed);
    try {
      return await deleteEntry(request, entry, options);
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) {
        throw fromStore(error, resource, name);
      }
      request.signal.throwIfAborted();
    }
  }
}

function failedPrecondition(entry: Entry, options: DeleteOptions): string | undefined {
  const { uid, resourceVersion } = options;
  if (uid !== undefined) {
    const found = metadataOf(objectOf(entry)).uid;
    if (found !== uid) {
      return `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found}`;
    }
  }
  if (resourceVersion !== undefined && resourceVersion !== String(entry.revision)) {
    return `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ` +
      `ResourceVersion in object meta: ${entry.revision}`;
  }
  return undefined;
}

async function deleteEntry(
  request: WriteRequest,
  entry: Entry,
  options: DeleteOptions,
): Promise<Deleted> {
  const { target, tools, dryRun } = request;
  const { resource, storage, name } = target;
  // One that can't be read can't be asked what holds it.
  if (entry.corrupt !== undefined) throw fromStore(entry.corrupt, resource, name);
  const current = objectOf(viewOf(resource, entry));
  const admission = admissionRequest(request, "DELETE", name, undefined, current);
  await tools.admission.mutate(admission);
  await tools.admission.validate(admission);
  const marked = markDeleted(request, current, options);
  if (marked === undefined) {
    if (!dryRun) await storage.delete(entry);
    return { shown: entry, gone: true };
  }
  const stored = resource.view?.toStored(marked) ?? marked;
  const written = dryRun ? storage.preview(stored) : await storage.update(entry, stored);
  return { shown: shownOf(written.json), gone: false };
}

/** The object as it is while it is being deleted; undefined where nothing holds it. */
function markDeleted(
  { target, tools }: WriteRequest,
  current: JsonObject,
  options: DeleteOptions,
): JsonObject | undefined {
  const { strategy } = target.resource;
  const before = metadataOf(current);
  const metadata: Metadata = { ...before };
  const object: JsonObject = { ...current, metadata };
  const finalizers = finalizersFor(before.finalizers ?? [], options, strategy.defaultPropagation);
  if (finalizers.length > 0) metadata.finalizers = finalizers;
  else delete metadata.finalizers;
  const grace = strategy.gracePeriodSeconds?.(current, options.gracePeriodSeconds) ?? 0;
  const deleting = before.deletionTimestamp !== undefined;
  if (deleting) {
    // A second deletion may only bring the end nearer.
    const left = Number(before.deletionGracePeriodSeconds ?? 0);
    if (grace < left) moveEnd(metadata, left, grace);
  } else {
    const end = tools.clock.now() + grace * 1000;
    metadata.deletionTimestamp = printTime(timeOfMs(end));
    metadata.deletionGracePeriodSeconds = grace;
    if (strategy.hasGeneration) metadata.generation = Number(before.generation ?? 0) + 1;
  }
  const held = finalizers.length > 0 || strategy.holdsDeletion?.(object) === true ||
    Number(metadata.deletionGracePeriodSeconds ?? 0) > 0;
  if (!held) return undefined;
  strategy.whileDeleting?.(object);
  return object;
}

function moveEnd(metadata: Metadata, left: number, grace: number): void {
  const end = Date.parse(metadata.deletionTimestamp!) - (left - grace) * 1000;
  metadata.deletionTimestamp = printTime(timeOfMs(end));
  metadata.deletionGracePeriodSeconds = grace;
}

/** The finalizers with those that say what becomes of dependents. */
function finalizersFor(
  finalizers: readonly string[],
  { propagationPolicy, orphanDependents }: DeleteOptions,
  standard: "background" | "orphan",
): string[] {
  const others = finalizers.filter((one) =>
    one !== FINALIZER_ORPHAN && one !== FINALIZER_FOREGROUND
  );
  const asked = propagationPolicy ??
    (orphanDependents === undefined ? undefined : orphanDependents ? "Orphan" : "Background");
  if (asked === "Orphan") return [...others, FINALIZER_ORPHAN];
  if (asked === "Foreground") return [...others, FINALIZER_FOREGROUND];
  if (asked === "Background") return others;
  // Nothing was asked: what an earlier deletion asked for stands.
  if (finalizers.length > others.length) return [...finalizers];
  return standard === "orphan" ? [...others, FINALIZER_ORPHAN] : others;
}
