/**
 * A client of KV Connect.
 *
 * @module
 */

import { Backoff } from "../../../toolkit/backoff.ts";
import { type Clock, sleep } from "../../../toolkit/clock.ts";
import { CodecError } from "../../../toolkit/codec/error.ts";
import type { Logger, Redacted } from "../../../toolkit/logger.ts";
import type { TransportResponse } from "../../../toolkit/transport/mod.ts";
import { Deadline } from "./deadline.ts";
import { KvConnectError } from "./error.ts";
import { type HttpRequest, readBody, refusal, type StoreHttp } from "./http.ts";
import { compareKeys, MAX_KEY_BYTES } from "./keys.ts";
import {
  type AtomicWriteOutput,
  decodeAtomicWriteOutput,
  decodeSnapshotReadOutput,
  encodeSnapshotRead,
  type KvEntry,
  READ_STATUS,
  type ReadRange,
  type SnapshotReadOutput,
  WRITE_STATUS,
} from "./messages.ts";
import { type Metadata, VERSION_WITH_CONSISTENCY, VERSION_WITH_WATCH } from "./metadata.ts";
import { MetadataSource, USER_AGENT } from "./metadata_source.ts";

/** Options of a {@link KvConnectClient}. */
export interface KvConnectClientOptions {
  readonly url: string;
  readonly accessToken: Redacted;
  /** Closed with the client. */
  readonly http: StoreHttp;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long a call may take, with all its attempts, in milliseconds. */
  readonly timeoutMs: number;
}

/** How long one attempt waits for the answer to begin. */
const ATTEMPT_MS = 5000;

/** Pause between attempts: the first, doubled up to the last. */
const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 1000;

/** The largest value in a database, and what the rest of an entry takes at most. */
const MAX_VALUE_BYTES = 64 * 1024;
const ENTRY_OVERHEAD_BYTES = MAX_KEY_BYTES + 64;
/** What an answer takes beside its entries. */
const MAX_SMALL_ANSWER_BYTES = 16 * 1024;

/** The most ranges, and entries in them, that a server reads at once. */
export const MAX_RANGES = 10;
/** See {@link MAX_RANGES}. */
export const MAX_ENTRIES = 1000;

type Method = "snapshot_read" | "atomic_write" | "watch";

/**
 * Reads from and writes to a database by KV Connect, as a series of attempts within a time. A read
 * is tried again whatever happened to it. A write is sent again only where the server has said that
 * it did nothing: whoever lost the answer has to look for itself. Throws `KvConnectError`.
 */
export class KvConnectClient {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly #options: KvConnectClientOptions;
  readonly #closing = new AbortController();
  readonly #metadata: MetadataSource;
  /** Which of the endpoints is used; after a failure it is the next. */
  #endpoint = 0;

  constructor(options: KvConnectClientOptions) {
    const { clock, timeoutMs } = options;
    this.#options = options;
    this.clock = clock;
    this.timeoutMs = timeoutMs;
    this.#metadata = new MetadataSource({
      ...options,
      timeoutMs: Math.min(ATTEMPT_MS, timeoutMs),
      closing: this.closing,
    });
  }

  /** Aborts when the client is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** The entries of each range, at one moment. Throws `KvConnectError`. */
  read(ranges: readonly ReadRange[]): Promise<readonly (readonly KvEntry[])[]> {
    const body = encodeSnapshotRead(ranges);
    const limitBytes = ranges.reduce(
      (sum, { limit }) => sum + limit * (MAX_VALUE_BYTES + ENTRY_OVERHEAD_BYTES),
      MAX_SMALL_ANSWER_BYTES,
    );
    return this.#attempts(ATTEMPT_MS, async (metadata, deadline, end) => {
      const { signal } = deadline;
      const { request, response } = await this.post(metadata, "snapshot_read", body, signal);
      // A long answer may take its time once it has begun.
      deadline.restart(end - this.clock.monotonic());
      const bytes = await readBody(request, response, limitBytes);
      const output = decoded(request, bytes, decodeSnapshotReadOutput);
      checkRead(request, output, ranges, metadata.version);
      return output.ranges;
    });
  }

  /**
   * Sends an atomic operation, once. Throws `KvConnectError`: unless that is because of what was
   * asked for, the operation may have happened, or may still happen.
   */
  write(body: Uint8Array<ArrayBuffer>): Promise<AtomicWriteOutput> {
    return this.#attempts(undefined, async (metadata, { signal }) => {
      const { request, response } = await this.post(metadata, "atomic_write", body, signal);
      const bytes = await readBody(request, response, MAX_SMALL_ANSWER_BYTES);
      const output = decoded(request, bytes, decodeAtomicWriteOutput);
      const { status } = output;
      if (status === WRITE_STATUS.success || status === WRITE_STATUS.checkFailure) return output;
      throw unsuccessful(request, "writes", status, WRITE_STATUS.disabled);
    });
  }

  /** The metadata in use now. */
  metadata(signal: AbortSignal): Promise<Metadata> {
    return this.#metadata.current(signal);
  }

  /** Sends a request to where the data is, and returns the answer unless it is a refusal. */
  async post(
    metadata: Metadata,
    method: Method,
    body: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<{ request: HttpRequest; response: TransportResponse }> {
    const { endpoints, token } = metadata;
    const request: HttpRequest = {
      url: `${endpoints[this.#endpoint % endpoints.length]}/${method}`,
      headers: { ...metadata.headers, "user-agent": USER_AGENT },
      body,
      once: method === "atomic_write",
      signal,
      secrets: [token, this.#options.accessToken.reveal()],
    };
    const response = await this.#options.http.send(request);
    if (response.status !== 200) throw await refusal(request, response);
    return { request, response };
  }

  /** Draws conclusions from a failed request: the next one may go elsewhere, with another token. */
  failed(metadata: Metadata, error: KvConnectError): void {
    if (error.again !== "not at all" && error.again !== "with a new token") this.#endpoint++;
    if (error.again !== "not at all" && error.again !== "later") this.#metadata.outdated(metadata);
  }

  /** Ends all calls. */
  close(): void {
    this.#closing.abort(new KvConnectError("the database was closed", "not at all"));
    this.#options.http.close();
  }

  /**
   * Makes attempts until one succeeds, or the time of the call is at its end. `attemptMs` is how long
   * one of them may take, after which another is made as after any failure; undefined where none must
   * be made after a failure that leaves open what the server did.
   */
  async #attempts<T>(
    attemptMs: number | undefined,
    attempt: (metadata: Metadata, deadline: Deadline, end: number) => Promise<T>,
  ): Promise<T> {
    const { clock, timeoutMs } = this;
    const end = clock.monotonic() + timeoutMs;
    const pauses = new Backoff({ firstMs: FIRST_PAUSE_MS, mostMs: LAST_PAUSE_MS });
    let newToken = false;
    for (;;) {
      let pauseMs: number;
      const leftMs = end - clock.monotonic();
      using deadline = new Deadline(clock, Math.min(attemptMs ?? leftMs, leftMs), this.closing);
      let metadata: Metadata | undefined;
      try {
        metadata = await this.#metadata.current(deadline.signal);
        return await attempt(metadata, deadline, end);
      } catch (error) {
        if (!(error instanceof KvConnectError) || error.again === "not at all") throw error;
        if (metadata !== undefined) {
          this.failed(metadata, error);
          if (error.again === "later" && attemptMs === undefined) throw error;
        }
        if (error.again === "with a new token" && newToken) throw error;
        pauseMs = pauses.next();
        if (clock.monotonic() + pauseMs >= end) {
          const message = `${error.message}; no attempt succeeded within ${timeoutMs} ms`;
          throw new KvConnectError(message, error.again, { cause: error });
        }
        this.#options.logger.v(2).info("Asking the store again", { error: error.message });
        if (error.again === "with a new token") {
          newToken = true;
          continue;
        }
      }
      await sleep(clock, pauseMs, this.closing);
    }
  }
}

/** Decodes an answer; throws `KvConnectError` for one that makes no sense. */
export function decoded<T>(
  { url }: HttpRequest,
  bytes: Uint8Array,
  decode: (bytes: Uint8Array) => T,
): T {
  try {
    return decode(bytes);
  } catch (cause) {
    if (!(cause instanceof CodecError)) throw cause;
    const message = `${url} gave an answer that can't be read: ${cause.message}`;
    throw new KvConnectError(message, "not at all", { cause });
  }
}

/** The error of a status other than success. */
export function unsuccessful(
  { url }: HttpRequest,
  what: "reads" | "writes",
  status: number,
  disabled: number,
): KvConnectError {
  return status === disabled
    ? new KvConnectError(`${url} serves no ${what} now`, "elsewhere")
    : new KvConnectError(`${url} gave an answer of status ${status}`, "not at all");
}

/** Throws unless an answer is one to the request, and complete. */
function checkRead(
  request: HttpRequest,
  { status, readDisabled, stronglyConsistent, ranges }: SnapshotReadOutput,
  asked: readonly ReadRange[],
  version: number,
): void {
  if (version >= VERSION_WITH_WATCH && status !== READ_STATUS.success) {
    throw unsuccessful(request, "reads", status, READ_STATUS.disabled);
  }
  if (version < VERSION_WITH_WATCH && readDisabled) {
    throw unsuccessful(request, "reads", READ_STATUS.disabled, READ_STATUS.disabled);
  }
  if (version >= VERSION_WITH_CONSISTENCY && !stronglyConsistent) {
    throw new KvConnectError(`${request.url} may not have seen the newest writes`, "elsewhere");
  }
  const answers = ranges.length === asked.length &&
    ranges.every((entries, index) => isOfRange(entries, asked[index] as ReadRange));
  if (!answers) {
    const message = `${request.url} answered something other than what was asked for`;
    throw new KvConnectError(message, "not at all");
  }
}

/** Whether entries are of a range, in order, and no more than asked for: paging relies on it. */
function isOfRange(entries: readonly KvEntry[], { start, end, limit }: ReadRange): boolean {
  let before: Uint8Array | undefined;
  for (const { key } of entries) {
    if (before === undefined ? compareKeys(key, start) < 0 : compareKeys(key, before) <= 0) {
      return false;
    }
    before = key;
  }
  return entries.length <= limit && (before === undefined || compareKeys(before, end) < 0);
}
