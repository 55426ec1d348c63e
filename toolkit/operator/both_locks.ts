/**
 * One lock in two objects, while processes that know one of them meet those that know the other.
 *
 * @module
 */

import { isAlreadyExists } from "../errors/mod.ts";
import type { LeaderRecord, Lock, LockState } from "./lock.ts";

/** Who leads where the two objects name different leaders: nobody who asks. */
const UNKNOWN_LEADER = "unknown: the two objects of the lock name different leaders";

/**
 * Leads only who has both. The first is written first; where the second is not there, the first alone says who
 * leads, as its holder may know no other.
 */
export function bothLocks(first: Lock, second: Lock): Lock {
  return {
    async find(options) {
      const [one, other] = await Promise.all([first.find(options), second.find(options)]);
      return one && together(one, other);
    },
    async create(record, options) {
      let one: LockState | undefined;
      try {
        one = await first.create(record, options);
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
      }
      const other = await second.create(record, options);
      return one === undefined ? await reread(first, other, options) : together(one, other);
    },
    async replace({ objects: [before, otherBefore] }, record, options) {
      const one = await first.replace(stateWith(before, record), record, options);
      const other = otherBefore === undefined
        ? await second.create(record, options)
        : await second.replace(stateWith(otherBefore, record), record, options);
      return together(one, other);
    },
  };
}

/** What stands in both. */
function together(one: LockState, other: LockState | undefined): LockState {
  if (other === undefined) return one;
  const { holderIdentity } = one.record;
  const isOne = holderIdentity === other.record.holderIdentity;
  // Released, an object says that it is held for a second: whoever has the other still has all its time.
  const leaseDurationSeconds = Math.max(
    one.record.leaseDurationSeconds,
    other.record.leaseDurationSeconds,
  );
  return {
    record: isOne
      ? one.record
      : { ...one.record, holderIdentity: UNKNOWN_LEADER, leaseDurationSeconds },
    version: JSON.stringify([one.version, other.version]),
    objects: [...one.objects, ...other.objects],
  };
}

async function reread(
  first: Lock,
  other: LockState,
  options: Parameters<Lock["find"]>[0],
): Promise<LockState> {
  const one = await first.find(options);
  if (one === undefined) throw new Error("the first object of the lock has gone meanwhile");
  return together(one, other);
}

function stateWith(
  object: LockState["objects"][number] | undefined,
  record: LeaderRecord,
): LockState {
  if (object === undefined) throw new Error("the lock was not read before it is written");
  return { record, version: "", objects: [object] };
}
