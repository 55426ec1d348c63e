/**
 * What an object needs of something that the cluster has only so much of: addresses, ports. It is
 * taken before the object is written, and given back when that fails.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { alreadyExists, serverTimeout } from "../../toolkit/errors/mod.ts";
import { Conflict, type Op, Unavailable } from "../storage/mod.ts";
import { metadataOf } from "./metadata.ts";
import type { WriteRequest } from "./write_request.ts";

/** One write, as reservers are told of it. */
export interface Reserving {
  /** The object as it is to be, valid but for what it still lacks; undefined: it is removed. */
  readonly object: JsonObject | undefined;
  /** The object as it is; undefined: it is new. */
  readonly old: JsonObject | undefined;
  /** Nothing is taken: only what the answer shows is found out. */
  readonly dryRun: boolean;
  /** True when what was taken last time had been taken by somebody else: look at the newest state. */
  readonly again: boolean;
  readonly signal: AbortSignal;
}

/** What was taken for one write. */
export interface Reservation {
  /** The object with what it got; the one that was given stays as it was. */
  readonly object: JsonObject | undefined;
  /** Operations that the very commit has to do that writes the object. */
  readonly ops: readonly Op[];
  /** The object was written, at this revision: lets go what only the old one needed. Never rejects. */
  commit(revision: number): Promise<void>;
  /** The object was not written: gives back what was taken. Never rejects. */
  rollback(): Promise<void>;
  /** Nobody knows whether the object was written: leaves what was taken to whoever repairs. */
  abandon(): void;
}

/** Takes what the objects of a resource need. */
export interface Reserver {
  /** Throws a status where the object can't have what it asks for. */
  reserve(reserving: Reserving): Promise<Reservation>;
}

/** The reservers by resource: `services`, `deployments.apps`. */
export type Reservers = ReadonlyMap<string, Reserver>;

/** How often others may be faster to take what was chosen. */
const ATTEMPTS = 10;
const RETRY_AFTER_SECONDS = 1;
const NO_OPS: readonly Op[] = [];

/**
 * Runs `write` with the object that has all it needs. `object` is undefined where the write removes
 * it. Whatever part of an object a write through a subresource changes, it needs nothing more.
 */
export async function withReservation<
  O extends JsonObject | undefined,
  R extends { readonly revision: number },
>(
  request: WriteRequest,
  object: O,
  old: JsonObject | undefined,
  write: (object: O, ops: readonly Op[]) => Promise<R>,
): Promise<R> {
  const { target, tools, dryRun, signal, warnings } = request;
  const { resource, subresource } = target;
  const reserver = tools.reservers?.get(nameOf(resource));
  if (reserver === undefined || (object !== undefined && subresource !== undefined)) {
    return await write(object, NO_OPS);
  }
  if (object !== undefined && old === undefined) await refuseTwice(request, object);
  const said = warnings.length;
  for (let attempt = 1;; attempt++) {
    warnings.length = said;
    const again = attempt > 1;
    const reservation = await reserver.reserve({ object, old, dryRun, again, signal });
    let result: R;
    try {
      result = await write(reservation.object as O, reservation.ops);
    } catch (error) {
      const unsure = error instanceof Unavailable && error.outcome === "unknown";
      if (unsure) reservation.abandon();
      else await reservation.rollback();
      if (!lostARace(error, reservation)) throw error;
      signal.throwIfAborted();
      if (attempt === ATTEMPTS) throw serverTimeout(resource, "write", RETRY_AFTER_SECONDS);
      continue;
    }
    await reservation.commit(result.revision);
    return result;
  }
}

/** Throws where the object that is to be made is there: nothing is taken for such a one. */
async function refuseTwice({ target, signal }: WriteRequest, object: JsonObject): Promise<void> {
  const { storage, resource, namespace } = target;
  const { name = "" } = metadataOf(object);
  const key = storage.key(namespace, name);
  if (storage.cache.get(key) === undefined) return;
  // The cache may be behind.
  await storage.fresh(signal);
  if (storage.cache.get(key) !== undefined) throw alreadyExists(resource, name);
}

function nameOf({ group, resource }: { group: string; resource: string }): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** Whether somebody else took what was chosen, before the object could be written with it. */
function lostARace(error: unknown, { ops }: Reservation): boolean {
  return error instanceof Conflict && ops.some(({ key }) => key === error.key);
}
