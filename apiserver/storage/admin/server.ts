/**
 * Answers `orch store` for a store that this process holds: on a unix socket beside the file, for
 * the owner's eyes only.
 *
 * @module
 */

import type { Logger } from "../../../toolkit/logger.ts";
import { StoreError } from "../errors.ts";
import type { StoreAdmin } from "./admin.ts";

/** The socket of the store in the file at `path`. */
export function socketPath(path: string): string {
  return `${path}.sock`;
}

/** Bytes that the path of a unix socket may have. */
const MAX_SOCKET_PATH_BYTES = 107;

/** A running server. */
export interface AdminServer {
  close(): Promise<void>;
}

/** Serves `admin` on the socket of the store file at `path`, which this process has locked. */
export async function serveStoreAdmin(
  admin: StoreAdmin,
  path: string,
  logger: Logger,
): Promise<AdminServer> {
  const socket = socketPath(path);
  if (new TextEncoder().encode(socket).length > MAX_SOCKET_PATH_BYTES) {
    logger.warning(
      "The store's path is too long for a socket: orch store can't be used on it while this server runs",
      {
        socket,
      },
    );
    return { close: () => Promise.resolve() };
  }
  // Left by a process that was killed: whoever holds the lock is the only one who may serve.
  await Deno.remove(socket).catch(ignoreMissing);
  const server = listenPrivately(socket, (request) => answer(admin, request, logger));
  return {
    async close() {
      await server.shutdown();
      await Deno.remove(socket).catch(ignoreMissing);
    },
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

function listenPrivately(
  path: string,
  handler: (request: Request) => Promise<Response>,
): Deno.HttpServer<Deno.UnixAddr> {
  // The mode must be right from the first moment: changing it later would leave a gap.
  const mask = Deno.umask(0o177);
  try {
    return Deno.serve({ path, onListen() {} }, handler);
  } finally {
    Deno.umask(mask);
  }
}

async function answer(admin: StoreAdmin, request: Request, logger: Logger): Promise<Response> {
  try {
    return await route(admin, request);
  } catch (error) {
    if (error instanceof StoreError) {
      return Response.json({ error: error.name, message: error.message }, { status: 422 });
    }
    logger.error("A request to the store's socket failed", error);
    return Response.json({ error: "Internal", message: "internal error" }, { status: 500 });
  }
}

async function route(admin: StoreAdmin, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const { signal } = request;
  switch (`${request.method} ${pathname}`) {
    case "GET /report":
      return Response.json({ ...await admin.report(signal), heldBy: `process ${Deno.pid}` });
    case "POST /compact":
      return Response.json({ revision: await admin.compact(signal) });
    case "GET /backup":
      return new Response(ReadableStream.from(admin.backup(signal)));
    case "GET /value": {
      const value = await admin.get(searchParams.get("key") ?? "", signal);
      return value === undefined
        ? Response.json({ error: "NotFound", message: "no such key" }, { status: 404 })
        : new Response(new Uint8Array(value));
    }
    case "GET /keys": {
      const keys = admin.keys(searchParams.get("prefix") ?? "", signal);
      return new Response(ReadableStream.from(lines(keys)));
    }
  }
  return Response.json({ error: "NotFound", message: "no such request" }, { status: 404 });
}

/** Keys as JSON, a line each: a key may hold any character. */
async function* lines(keys: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const key of keys) yield encoder.encode(JSON.stringify(key) + "\n");
}
