/**
 * Where a unix socket can be.
 *
 * @module
 */

import { basename, join } from "node:path";

/** A place for a socket, with nothing there. */
export interface SocketPlace {
  readonly socket: string;
  /** Takes the socket away. */
  remove(): Promise<void>;
}

/** Bytes that the path of a unix socket may have. */
const MAX_SOCKET_PATH_BYTES = 103;

/** The path that is wanted, or one elsewhere where that is too long for a socket. */
export async function socketPlace(wanted: string): Promise<SocketPlace> {
  const fits = new TextEncoder().encode(wanted).length <= MAX_SOCKET_PATH_BYTES;
  const folder = fits ? undefined : await Deno.makeTempDir({ prefix: "orch-up-" });
  const socket = folder === undefined ? wanted : join(folder, basename(wanted));
  // Left by one that was killed: whoever holds the lock of the folder is the only one.
  await removeIfPresent(socket);
  return {
    socket,
    async remove() {
      await removeIfPresent(socket);
      if (folder !== undefined) await Deno.remove(folder);
    },
  };
}

async function removeIfPresent(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
