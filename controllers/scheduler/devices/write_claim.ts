/**
 * What the scheduler writes to claims on devices.
 *
 * @module
 */

import {
  type Client,
  isConflict,
  isNotFound,
  isOutcomeUnknown,
  resourceV1,
  sleep,
} from "../../../toolkit/mod.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { SharedInformer } from "../../loop/mod.ts";
import { claimNames } from "../../resourceclaim/claim_names.ts";
import { messageOf } from "../framework/mod.ts";
import type { PodInfo } from "../pod/pod_info.ts";
import type { LiveClaim } from "./claim_views.ts";

const { ResourceClaim } = resourceV1;
/** A claim that others change meanwhile is read again so many times. */
const MOST_TRIES = 5;
/** How often is asked what became of a write that had no answer, while the server can't be asked. */
const ASK_AGAIN_MS = 1000;

/** What claims are written with. */
export interface ClaimWriter {
  readonly client: Client;
  readonly clock: Clock;
  readonly claims: Pick<SharedInformer<unknown>, "doubt" | "settled">;
  readonly signal: AbortSignal;
}

/**
 * Reserves a claim for a pod, and says in the same write what it has got where that was decided just now; before that,
 * the finalizer keeps it from going while it has devices. Rejects where somebody else was faster; what the informer
 * has is as new as the write by then, also where its answer was lost.
 */
export async function reserveClaim(
  writer: ClaimWriter,
  claim: LiveClaim,
  { name: podName, uid }: PodInfo,
  allocation: resourceV1.AllocationResult | undefined,
): Promise<LiveClaim> {
  const { client, clock, signal } = writer;
  const { namespace = "", name } = claim.metadata;
  const key = `${namespace}/${name}`;
  const { finalizer } = claimNames(client.names);
  let now = claim;
  const write = async (): Promise<LiveClaim> => {
    if (now.metadata.deletionTimestamp !== undefined) {
      throw new Error(`claim ${key} got deleted in the meantime`);
    }
    const { finalizers = [] } = now.metadata;
    if (allocation !== undefined) {
      if (now.status?.allocation !== undefined) {
        throw new Error(`claim ${key} got allocated elsewhere in the meantime`);
      }
      if (!finalizers.includes(finalizer)) {
        const metadata = { ...now.metadata, finalizers: [...finalizers, finalizer] };
        now = await during(
          `add finalizer to claim ${key}`,
          () => client.replace(ResourceClaim, { ...now, metadata }, { signal }),
        );
      }
    }
    const given = allocation ?? now.status?.allocation;
    if (given === undefined) {
      throw new Error(`claim ${key} got deallocated elsewhere in the meantime`);
    }
    const status = {
      ...now.status,
      allocation: { allocationTimestamp: timeOf(clock.now()), ...given },
      reservedFor: [...now.status?.reservedFor ?? [], { resource: "pods", name: podName, uid }],
    };
    const what = allocation === undefined ? "reservation" : "allocation and reservation";
    return await during(
      `add ${what} to claim ${key}`,
      () => client.replace(ResourceClaim, { ...now, status }, { subresource: "status", signal }),
    );
  };
  for (let tries = 1;; tries++) {
    try {
      return await write();
    } catch (error) {
      const cause = error instanceof WriteFailed ? error.cause : error;
      if (isOutcomeUnknown(cause)) await settleClaim(writer, { namespace, name });
      if (!isConflict(cause) || tries === MOST_TRIES) throw error;
      now = await during(
        `get updated claim ${key} after conflict`,
        () => client.get(ResourceClaim, { namespace, name }, { signal }),
      );
    }
  }
}

/** Takes a pod out of those that a claim is reserved for; the claim may be gone. */
export async function unreserveClaim(
  client: Client,
  { namespace = "", name, uid }: LiveClaim["metadata"],
  podUid: string,
): Promise<void> {
  const patch = {
    metadata: { uid },
    status: { reservedFor: [{ $patch: "delete", uid: podUid }] },
  };
  const options = { subresource: "status", strategic: true } as const;
  try {
    await client.patch(ResourceClaim, { namespace, name }, patch as never, options);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Frees the devices of a claim that nobody uses. Rejects where somebody has changed it meanwhile. */
export async function freeClaim(client: Client, claim: LiveClaim): Promise<void> {
  const { allocation: _, reservedFor: __, devices: ___, ...status } = claim.status ?? {};
  await client.replace(ResourceClaim, { ...claim, status } as never, { subresource: "status" });
}

/**
 * Settles when it is known what became of a write that had no answer: until then nobody else may have the devices.
 * Rejects only when the signal aborts.
 */
export async function settleClaim(
  { claims, clock, signal }: ClaimWriter,
  place: { readonly namespace: string; readonly name: string },
): Promise<void> {
  claims.doubt(place);
  for (;;) {
    try {
      return await claims.settled(place, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      await sleep(clock, ASK_AGAIN_MS, signal);
    }
  }
}

/** A write that was not done, and why. */
class WriteFailed extends Error {
  override name = "WriteFailed";
}

async function during<T>(what: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw new WriteFailed(`${what}: ${messageOf(error)}`, { cause: error });
  }
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}
