/**
 * One watch of one etcd server: its events in whole revisions, and a server that has fallen silent
 * found out.
 *
 * HTTP/2 pings would be the usual way to notice that. A request for progress on the watch itself is
 * one too, and no server takes many of them for an attack. What such an answer says of revisions is
 * not used: before 3.4.25 and 3.5.8 it may overtake events.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { EtcdClient } from "./client.ts";
import { CODE, GrpcError, type GrpcStream } from "../../../toolkit/grpc/mod.ts";
import {
  decodeWatch,
  encodeWatchCreate,
  encodeWatchProgress,
  METHODS,
  type WatchCreateRequest,
  type WatchEvent,
} from "./messages.ts";

/** The server has forgotten what the watch was to begin with. */
export class WatchCompacted extends Error {
  override name = "WatchCompacted";

  /** `oldest` is the oldest revision that can be read. */
  constructor(readonly oldest: number) {
    super(`the history begins at revision ${oldest}`);
  }
}

/**
 * The events of a watch, without end: each list holds whole revisions. Throws `WatchCompacted`,
 * `GrpcError`, or the signal's reason.
 */
export async function* watch(
  client: EtcdClient,
  request: WatchCreateRequest,
  signal: AbortSignal,
): AsyncGenerator<readonly WatchEvent[], never> {
  const connection = client.connect();
  try {
    const { attemptMs: timeoutMs } = client.timeouts;
    const stream = await connection.stream(METHODS.watch, { timeoutMs, signal });
    const abort = () => connection.destroy();
    signal.addEventListener("abort", abort, { once: true });
    try {
      stream.send(encodeWatchCreate(request));
      yield* wholeRevisions(client, stream, signal);
    } finally {
      signal.removeEventListener("abort", abort);
      stream.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GrpcError && !error.final) client.failed(connection, error);
    throw error;
  } finally {
    client.release(connection);
  }
  throw new Error("a watch ended without an error");
}

async function* wholeRevisions(
  client: EtcdClient,
  stream: GrpcStream,
  signal: AbortSignal,
): AsyncGenerator<readonly WatchEvent[]> {
  let held: WatchEvent[] = [];
  for (;;) {
    signal.throwIfAborted();
    const response = decodeWatch(await nextMessage(client, stream));
    if (response.compactRevision > 0) throw new WatchCompacted(response.compactRevision);
    if (response.canceled) {
      const code = /permission|auth/i.test(response.cancelReason)
        ? CODE.permissionDenied
        : CODE.unavailable;
      throw new GrpcError(code, `the watch was cancelled: ${response.cancelReason}`);
    }
    if (response.events.length === 0) continue;
    addAll(held, response.events);
    let whole = held.length;
    if (response.fragment) {
      const last = held.at(-1)!.item.modRevision;
      whole = held.findIndex(({ item }) => item.modRevision === last);
    }
    if (whole === 0) continue;
    yield held.slice(0, whole);
    held = held.slice(whole);
  }
}

/** The next message, after a question whether the server is alive where it takes long. */
async function nextMessage(client: EtcdClient, stream: GrpcStream): Promise<Uint8Array> {
  const { silenceMs, signOfLifeMs } = client.timeouts;
  const dead = Promise.withResolvers<never>();
  dead.promise.catch(() => {});
  let timer = client.clock.after(silenceMs, () => {
    stream.send(encodeWatchProgress());
    timer = client.clock.after(signOfLifeMs, () => {
      const text = `the watch was silent for ${silenceMs + signOfLifeMs} ms`;
      dead.reject(new GrpcError(CODE.deadlineExceeded, text));
    });
  });
  try {
    const message = await Promise.race([stream.next(), dead.promise]);
    if (message === undefined) throw new GrpcError(CODE.unavailable, "the server ended the watch");
    return message;
  } finally {
    timer.cancel();
  }
}
