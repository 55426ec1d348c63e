/**
 * Answers `orch store` for a store that this process holds: on a unix socket beside the file, for
 * the owner's eyes only.
 *
 * @module
 */

import type { Logger } from "../../../toolkit/logger.ts";
import { type HttpRequest, type HttpResponse, serve } from "../../../toolkit/serving/mod.ts";
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
  /** Requests under way have `graceMs`, 10 s by default: a backup that takes longer is cut. */
  close(graceMs?: number): Promise<void>;
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
  const server = await serve(
    { listen: { path: socket }, logger },
    (request) => answer(admin, request, logger),
  );
  return { close: (graceMs) => server.close(graceMs) };
}

async function answer(
  admin: StoreAdmin,
  request: HttpRequest,
  logger: Logger,
): Promise<HttpResponse> {
  try {
    return await route(admin, request);
  } catch (error) {
    if (error instanceof StoreError) {
      return json(422, { error: error.name, message: error.message });
    }
    logger.error("A request to the store's socket failed", error);
    return json(500, { error: "Internal", message: "internal error" });
  }
}

async function route(
  admin: StoreAdmin,
  { method, path, query, signal }: HttpRequest,
): Promise<HttpResponse> {
  const asked = new URLSearchParams(query);
  switch (`${method} ${path}`) {
    case "GET /report":
      return json(200, { ...await admin.report(signal), heldBy: `process ${Deno.pid}` });
    case "POST /compact":
      return json(200, { revision: await admin.compact(signal) });
    case "GET /backup":
      return { status: 200, body: admin.backup(signal) };
    case "GET /value": {
      const value = await admin.get(asked.get("key") ?? "", signal);
      return value === undefined
        ? json(404, { error: "NotFound", message: "no such key" })
        : { status: 200, body: value };
    }
    case "GET /keys":
      return { status: 200, body: lines(admin.keys(asked.get("prefix") ?? "", signal)) };
  }
  return json(404, { error: "NotFound", message: "no such request" });
}

function json(status: number, body: object): HttpResponse {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** Keys as JSON, a line each: a key may hold any character. */
async function* lines(keys: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const key of keys) yield encoder.encode(JSON.stringify(key) + "\n");
}
