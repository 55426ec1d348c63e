/**
 * Who leads, in a lease.
 *
 * @module
 */

import type { coordinationV1 } from "../kinds/built_in.ts";
import type { Client } from "../client/client.ts";
import type { LeaderRecord, Lock, LockObject, LockPlace, LockState } from "./lock.ts";
import { Lease } from "../kinds/built_in.ts";

/** The lease of that name. */
export function leaseLock(client: Client, place: LockPlace): Lock {
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
