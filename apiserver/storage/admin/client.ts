/**
 * Asks the process that holds a store, by the socket beside its file.
 *
 * @module
 */

import { StoreError } from "../errors.ts";
import type { StoreAdmin, StoreReport } from "./admin.ts";

/** The store behind a socket. `close` it when done. */
export interface RemoteAdmin extends StoreAdmin {
  close(): void;
}

/** Talks to the socket at `path`. */
export function adminBehind(path: string): RemoteAdmin {
  const client = Deno.createHttpClient({ proxy: { transport: "unix", path } });
  const ask = async (method: string, target: string, signal?: AbortSignal): Promise<Response> => {
    const init = { client, method, ...(signal !== undefined && { signal }) };
    const response = await fetch(`http://store${target}`, init)
      .catch((error) => fail("does not answer", error, signal));
    if (response.ok) return response;
    const { message } = await readJson<{ message: string }>(response, signal);
    throw new StoreError(message);
  };
  return {
    close: () => client.close(),
    async report(signal) {
      return await readJson<StoreReport>(await ask("GET", "/report", signal), signal);
    },
    async compact(signal) {
      const response = await ask("POST", "/compact", signal);
      return (await readJson<{ revision: number }>(response, signal)).revision;
    },
    async *backup(signal) {
      const { body } = await ask("GET", "/backup", signal);
      if (body !== null) yield* whole(body, signal);
    },
    async get(key, signal) {
      try {
        const response = await ask("GET", `/value?key=${encodeURIComponent(key)}`, signal);
        return await readBytes(response, signal);
      } catch (error) {
        if (error instanceof StoreError && error.message === "no such key") return undefined;
        throw error;
      }
    },
    async *keys(prefix, signal) {
      const { body } = await ask("GET", `/keys?prefix=${encodeURIComponent(prefix)}`, signal);
      if (body === null) return;
      let rest = "";
      const decoder = new TextDecoder();
      for await (const piece of whole(body, signal)) {
        const parts = (rest + decoder.decode(piece, { stream: true })).split("\n");
        rest = parts.pop()!;
        for (const part of parts) yield JSON.parse(part) as string;
      }
    },
  };
}

/** All of a small answer, at once. Throws a `StoreError` where it ends before its end. */
async function readBytes(
  response: Response,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  return await response.bytes().catch((error) => fail(BROKE_OFF, error, signal));
}

async function readJson<T>(response: Response, signal: AbortSignal | undefined): Promise<T> {
  const bytes = await readBytes(response, signal);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch (error) {
    fail("gave an answer that can't be read", error, signal);
  }
}

const BROKE_OFF = "broke off its answer";

/** All of an answer. Throws a `StoreError` where it ends before its end. */
async function* whole(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    fail(BROKE_OFF, error, signal);
  }
}

function fail(what: string, cause: unknown, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  const { message } = cause as Error;
  throw new StoreError(`the process that holds the store ${what}: ${message}`, { cause });
}
