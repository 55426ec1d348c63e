/**
 * Reads of etcd: one key, and ranges page by page.
 *
 * @module
 */

import type { Page, Stored } from "../store.ts";
import { CODE, GrpcError, MessageTooLarge } from "../../../toolkit/grpc/mod.ts";
import { Unavailable } from "../errors.ts";
import { Attempts, type EtcdClient } from "./client.ts";
import { compareKeys, encodeKey, keyAfter, rangeOfPrefix } from "./key_range.ts";
import {
  decodeRange,
  encodeRange,
  METHODS,
  type RangeRequest,
  type RangeResponse,
} from "./messages.ts";
import { storedOf } from "./stored.ts";

/** Items of the first page: values of the largest size fit into a message so many times. */
const FIRST_PAGE_ITEMS = 50;
const MAX_PAGE_ITEMS = 5000;
/** Bytes that a further page aims at. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** How much larger a page may be than the one before: large values may come after small ones. */
const PAGE_GROWTH = 8;

/** Asks for a range. */
export async function readRange(
  client: EtcdClient,
  request: RangeRequest,
  signal: AbortSignal | undefined,
) {
  return decodeRange(await client.repeat(METHODS.range, encodeRange(request), signal));
}

/** Reads one key at a revision (0: the newest). */
export async function readKey(
  client: EtcdClient,
  key: string,
  revision: number,
  signal: AbortSignal | undefined,
): Promise<{ found: Stored | undefined; revision: number }> {
  const { items: [item], revision: newest } = await readRange(
    client,
    { key: encodeKey(key), revision },
    signal,
  );
  return { found: item && storedOf(item), revision: newest };
}

/** What to read of a range. */
export interface PageRequest {
  readonly prefix: string;
  readonly after: string | undefined;
  readonly limit: number;
  /** See `RangeOptions.limitBytes`. */
  readonly limitBytes: number;
  /** 0: the newest. */
  readonly revision: number;
}

/** Reads keys under `prefix` up to a limit, all at one revision, in pages of bounded size. */
export async function readPage(
  client: EtcdClient,
  { prefix, after, limit, limitBytes, revision }: PageRequest,
  signal: AbortSignal | undefined,
): Promise<Page & { newest: number }> {
  const range = rangeOfPrefix(prefix);
  let { key } = range;
  if (after !== undefined) {
    const start = keyAfter(after);
    if (compareKeys(start, key) > 0) key = start;
  }
  const items: Stored[] = [];
  let at = revision;
  let size = FIRST_PAGE_ITEMS;
  let allBytes = 0;
  for (;;) {
    // Without anything between them etcd would take the end of the range for a mistake.
    if (compareKeys(key, range.rangeEnd) >= 0) key = range.rangeEnd;
    const request = {
      key,
      rangeEnd: range.rangeEnd,
      limit: Math.min(size, limit - items.length),
      revision: at,
    };
    const page = await readPiece(client, request, signal);
    // The header names the newest revision, also of a read at an older one.
    if (at === 0) at = page.revision;
    const before = { items: items.length, bytes: allBytes };
    for (const item of page.items) {
      if (allBytes >= limitBytes) break;
      items.push(storedOf(item));
      allBytes += item.value.length;
    }
    const read = items.length - before.items;
    const remaining = page.count - read;
    const last = items.at(-1);
    const isFull = items.length >= limit || allBytes >= limitBytes;
    if (remaining === 0 || isFull || last === undefined) {
      return { items, revision: at, remaining, newest: page.revision };
    }
    key = keyAfter(last.key);
    const average = Math.max(1, (allBytes - before.bytes) / read);
    const fitting = Math.max(1, Math.floor(PAGE_BYTES / average));
    size = Math.min(MAX_PAGE_ITEMS, fitting, read * PAGE_GROWTH);
  }
}

/**
 * Asks for a range until that is answered, for ever fewer items where that is too much: how large
 * values are shows only once they are there, and many large ones may come after small ones.
 */
async function readPiece(
  client: EtcdClient,
  request: RangeRequest & { readonly limit: number },
  signal: AbortSignal | undefined,
): Promise<RangeResponse> {
  const attempts = new Attempts(client, signal);
  let { limit } = request;
  for (;;) {
    try {
      const message = encodeRange({ ...request, limit });
      return decodeRange(await client.attempt(METHODS.range, message, signal));
    } catch (error) {
      if (!(error instanceof GrpcError)) throw error;
      const isTooLarge = error instanceof MessageTooLarge;
      if (error.final && !(isTooLarge && limit > 1)) throw error;
      if (isTooLarge || error.code === CODE.deadlineExceeded) {
        limit = Math.ceil(limit / PAGE_GROWTH);
      }
      if (!isTooLarge && !await attempts.pause()) {
        throw new Unavailable("asking etcd", "nothing written", error);
      }
    }
  }
}
