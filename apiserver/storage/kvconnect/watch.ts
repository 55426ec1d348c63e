/**
 * Watches keys for as long as anybody reads: a stream that breaks off is opened again, and begins
 * with the state of all keys, so that nothing is missed.
 *
 * @module
 */

import { Backoff } from "../../../toolkit/backoff.ts";
import { sleep } from "../../../toolkit/clock.ts";
import { decoded, type KvConnectClient, unsuccessful } from "./client.ts";
import { Deadline } from "./deadline.ts";
import { KvConnectError } from "./error.ts";
import { readFrames, SILENCE_MS } from "./frames.ts";
import { rangeOfKey } from "./keys.ts";
import { decodeWatchOutput, encodeWatch, type KvEntry, READ_STATUS } from "./messages.ts";
import { type Metadata, VERSION_WITH_WATCH } from "./metadata.ts";

/** The state of watched keys, in their order; undefined where one is absent. */
export type WatchedState = readonly (KvEntry | undefined)[];

/** How often the keys are read where the server is too old for watches. */
const POLL_MS = 500;

/** Pause before a stream is opened again: the first, doubled up to the last. */
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 2000;

/**
 * The state of `keys`, as `show` makes it, now and whenever it changes, taken from the network only
 * when it is read. It fails with `KvConnectError` once the server has not been heard of for the time
 * of a call.
 */
export function watch<T>(
  client: KvConnectClient,
  keys: readonly Uint8Array[],
  show: (state: WatchedState) => T,
): ReadableStream<T> {
  const stop = new AbortController();
  const abort = () => stop.abort(client.closing.reason);
  if (client.closing.aborted) abort();
  else client.closing.addEventListener("abort", abort, { once: true });
  const states = follow(client, keys, stop.signal);
  return new ReadableStream<T>({
    async pull(controller) {
      try {
        const { value } = await states.next();
        // A read that neither got a state nor failed would never end.
        stop.signal.throwIfAborted();
        controller.enqueue(show(value));
      } catch (error) {
        client.closing.removeEventListener("abort", abort);
        controller.error(error);
      }
    },
    async cancel(reason) {
      client.closing.removeEventListener("abort", abort);
      stop.abort(reason ?? new KvConnectError("the watch was cancelled", "not at all"));
      // What it awaits ends with the signal, by an error that nobody waits for any more.
      await states.return(undefined as never).catch(() => {});
    },
  }, { highWaterMark: 0 });
}

async function* follow(
  client: KvConnectClient,
  keys: readonly Uint8Array[],
  signal: AbortSignal,
): AsyncGenerator<WatchedState, never> {
  const { clock, timeoutMs } = client;
  let failingSince: number | undefined;
  const pauses = new Backoff({ firstMs: FIRST_PAUSE_MS, mostMs: LAST_PAUSE_MS });
  for (;;) {
    let metadata: Metadata | undefined;
    try {
      metadata = await client.metadata(signal);
      const states = metadata.version < VERSION_WITH_WATCH
        ? poll(client, keys, signal)
        : stream(client, metadata, keys, signal);
      for await (const state of states) {
        failingSince = undefined;
        pauses.reset();
        yield state;
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof KvConnectError)) throw error;
      if (metadata !== undefined) client.failed(metadata, error);
      failingSince ??= clock.monotonic();
      const tooLong = clock.monotonic() - failingSince >= timeoutMs;
      if (error.again === "not at all" || tooLong) throw error;
    }
    await sleep(clock, pauses.next(), signal);
  }
}

/** The states that one request brings. */
async function* stream(
  client: KvConnectClient,
  metadata: Metadata,
  keys: readonly Uint8Array[],
  signal: AbortSignal,
): AsyncGenerator<WatchedState> {
  using silence = new Deadline(client.clock, SILENCE_MS, signal);
  const body = encodeWatch(keys);
  const { request, response } = await client.post(metadata, "watch", body, silence.signal);
  silence.stop();
  let state: WatchedState = keys.map(() => undefined);
  let begun = false;
  for await (const frame of readFrames(request, response, silence)) {
    const news = decoded(request, frame, decodeWatchOutput);
    if (news.status !== READ_STATUS.success) {
      throw unsuccessful(request, "reads", news.status, READ_STATUS.disabled);
    }
    if (news.keys.length !== keys.length) {
      const message = `${request.url} gave news of ${news.keys.length} keys, not ${keys.length}`;
      throw new KvConnectError(message, "not at all");
    }
    state = state.map((before, index) => {
      const { changed, entry } = news.keys[index] as typeof news.keys[number];
      return changed ? entry : before;
    });
    begun = true;
    yield state;
  }
  if (!begun) throw new KvConnectError(`${request.url} ended before it said anything`, "later");
}

/** What reading the keys again and again brings, for a minute: then the server may be newer. */
async function* poll(
  client: KvConnectClient,
  keys: readonly Uint8Array[],
  signal: AbortSignal,
): AsyncGenerator<WatchedState> {
  const ranges = keys.map((key) => ({ ...rangeOfKey(key), limit: 1 }));
  let before: string | undefined;
  for (let polls = 0; polls * POLL_MS < 60_000; polls++) {
    if (polls > 0) await sleep(client.clock, POLL_MS, signal);
    const state = (await client.read(ranges)).map(([entry]) => entry);
    const versions = state.map((entry) => entry?.versionstamp.toHex() ?? "absent").join();
    if (versions !== before) yield state;
    before = versions;
  }
}
