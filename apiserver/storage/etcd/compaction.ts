/**
 * Forgets old revisions, and finds out which ones are forgotten.
 *
 * @module
 */

import { Unavailable } from "../errors.ts";
import { Attempts, type EtcdClient, saysCompacted, saysFuture } from "./client.ts";
import { GrpcError } from "../../../toolkit/grpc/mod.ts";
import { encodeCompaction, METHODS } from "./messages.ts";
import { watch, WatchCompacted } from "./watch.ts";

/** Compacts; "future" when the revision has not been made yet. */
export async function compactAt(
  client: EtcdClient,
  revision: number,
  signal: AbortSignal | undefined,
): Promise<"done" | "future"> {
  try {
    await client.repeat(METHODS.compact, encodeCompaction(revision), signal);
  } catch (error) {
    if (saysFuture(error)) return "future";
    // Another process was faster, or an attempt of ours whose answer was lost.
    if (!saysCompacted(error)) throw error;
  }
  return "done";
}

/**
 * The oldest revision that can be read; 0 when nothing was compacted. No answer of etcd says it but
 * that of a watch which begins before it: on a key that was written once, the marker, such a watch
 * yields either that refusal or the write.
 */
export async function findCompacted(
  client: EtcdClient,
  marker: Uint8Array,
  signal: AbortSignal,
): Promise<number> {
  const { callMs } = client.timeouts;
  const stop = new AbortController();
  const late = client.clock.after(callMs, () => {
    stop.abort(new Unavailable("asking etcd", "nothing written", "no answer in time"));
  });
  const either = AbortSignal.any([signal, stop.signal]);
  const attempts = new Attempts(client, either);
  try {
    for (;;) {
      try {
        const request = { key: marker, startRevision: 1, previous: false };
        for await (const _ of watch(client, request, either)) return 0;
      } catch (error) {
        either.throwIfAborted();
        if (error instanceof WatchCompacted) return error.oldest;
        if (!(error instanceof GrpcError) || error.final) throw error;
        if (!await attempts.pause()) throw new Unavailable("asking etcd", "nothing written", error);
      }
    }
  } finally {
    late.cancel();
  }
}
