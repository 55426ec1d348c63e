/**
 * Objects in which it stands who leads.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import type { CallOptions } from "../client/reader.ts";

/** What a lock says. */
export interface LeaderRecord {
  /** Who leads; "": nobody. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime: string;
  readonly renewTime: string;
  readonly leaderTransitions: number;
}

/** A lock as it was read or written. */
export interface LockState {
  readonly record: LeaderRecord;
  /** The same text until somebody writes the record. */
  readonly version: string;
  /** The objects themselves: those that the next write replaces, and that events are about. */
  readonly objects: readonly LockObject[];
}

/** An object that is a lock. */
export interface LockObject {
  /** As the server tells it. */
  readonly apiVersion?: string;
  /** As the server tells it. */
  readonly kind?: string;
  /** Its name and place. */
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly uid: string };
}

/** Where it stands who leads. Writes reject with a Conflict where somebody else was faster. */
export interface Lock {
  /** Undefined: it is not there. */
  find(options: CallOptions): Promise<LockState | undefined>;
  create(record: LeaderRecord, options: CallOptions): Promise<LockState>;
  replace(before: LockState, record: LeaderRecord, options: CallOptions): Promise<LockState>;
}

/**
 * What a lock is: a lease, or an annotation of endpoints or of a config map, as older processes have it; or
 * both, for the time in which older ones and newer ones are there.
 */
export type LockType =
  | "leases"
  | "endpoints"
  | "configmaps"
  | "endpointsleases"
  | "configmapsleases";

/** Where a lock is. */
export interface LockPlace {
  readonly namespace: string;
  readonly name: string;
}

/** A lock of that type. Those who never lead load none. */
export async function lockOf(client: Client, type: LockType, place: LockPlace): Promise<Lock> {
  const { leaseLock } = await import("./lease_lock.ts");
  if (type === "leases") return leaseLock(client, place);
  const { annotationLock } = await import("./annotation_lock.ts");
  if (type === "endpoints" || type === "configmaps") return annotationLock(client, type, place);
  const { bothLocks } = await import("./both_locks.ts");
  const older = type === "endpointsleases" ? "endpoints" : "configmaps";
  return bothLocks(annotationLock(client, older, place), leaseLock(client, place));
}
