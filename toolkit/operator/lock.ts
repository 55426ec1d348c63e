/**
 * Objects in which it stands who leads.
 *
 * @module
 */

import type { coordinationV1 } from "../kinds/built_in.ts";
import type { Client } from "../client/client.ts";
import type { CallOptions } from "../client/reader.ts";
import { Lease } from "../kinds/built_in.ts";

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

/** A lock of that type. What only older processes need is loaded when one is asked for. */
export async function lockOf(client: Client, type: LockType, place: LockPlace): Promise<Lock> {
  if (type === "leases") return leaseLock(client, place);
  const { annotationLock } = await import("./annotation_lock.ts");
  if (type === "endpoints" || type === "configmaps") return annotationLock(client, type, place);
  const { bothLocks } = await import("./both_locks.ts");
  const older = type === "endpointsleases" ? "endpoints" : "configmaps";
  return bothLocks(annotationLock(client, older, place), leaseLock(client, place));
}

function leaseLock(client: Client, place: LockPlace): Lock {
  return {
    async find(options) {
      const lease = await client.find(Lease, place, options);
      return lease && stateOf(lease);
    },
    async create(record, options) {
      const spec = specOf(record);
      return stateOf(await client.create(Lease, { metadata: place, spec }, options));
    },
    async replace({ objects: [lease] }, record, options) {
      const changed = { ...lease, spec: specOf(record) } as never;
      return stateOf(await client.replace(Lease, changed, options));
    },
  };
}

function stateOf(lease: coordinationV1.Lease): LockState {
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions } =
    lease.spec ?? {};
  return {
    record: {
      holderIdentity: holderIdentity ?? "",
      leaseDurationSeconds: leaseDurationSeconds ?? 0,
      acquireTime: acquireTime ?? "",
      renewTime: renewTime ?? "",
      leaderTransitions: leaseTransitions ?? 0,
    },
    version: JSON.stringify(lease.spec ?? null),
    objects: [lease as LockObject],
  };
}

function specOf({ leaderTransitions, acquireTime, renewTime, ...record }: LeaderRecord) {
  return {
    ...record,
    acquireTime: microTime(acquireTime),
    renewTime: microTime(renewTime),
    leaseTransitions: leaderTransitions,
  };
}

/** With parts of seconds, which the times of an annotation do not have. */
function microTime(time: string): string {
  return time.replace(/:(\d\d)Z$/, ":$1.000000Z");
}
