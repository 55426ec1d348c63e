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
    const { message } = await response.json() as { message: string };
    throw new StoreError(message);
  };
  return {
    close: () => client.close(),
    async report(signal) {
      return await (await ask("GET", "/report", signal)).json() as StoreReport;
    },
    async compact(signal) {
      const { revision } = await (await ask("POST", "/compact", signal)).json() as {
        revision: number;
      };
      return revision;
    },
    async *backup(signal) {
      const { body } = await ask("GET", "/backup", signal);
      if (body !== null) yield* whole(body, signal);
    },
    async get(key, signal) {
      try {
        const response = await ask("GET", `/value?key=${encodeURIComponent(key)}`, signal);
        return await response.bytes();
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

/** All of an answer. Throws a `StoreError` where it ends before its end. */
async function* whole(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    fail("broke off its answer", error, signal);
  }
}

function fail(what: string, cause: unknown, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  const { message } = cause as Error;
  throw new StoreError(`the process that holds the store ${what}: ${message}`, { cause });
}
