/**
 * The bytes of an upgraded connection.
 *
 * @module
 */

import type { Socket } from "node:net";
import type { Connections } from "./connections.ts";
import { ClientGone } from "./pieces.ts";
import type { ByteStream } from "./upgrade.ts";

/** `socket` as a stream of bytes, of which `head` were read already. */
export function rawStream(connections: Connections, socket: Socket, head: Uint8Array): ByteStream {
  // A client that has said all may still listen.
  socket.allowHalfOpen = true;
  if (head.length > 0) socket.unshift(head);
  return {
    incoming: pieces(socket),
    write: (bytes) => write(connections, socket, bytes),
    closeWrite: () => void socket.end(),
    close: () => void socket.destroy(),
  };
}

async function* pieces(socket: Socket): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of socket.iterator({ destroyOnReturn: false })) yield piece;
  } catch (error) {
    throw new ClientGone(undefined, { cause: error });
  }
}

function write(connections: Connections, socket: Socket, bytes: Uint8Array): Promise<void> {
  if (socket.destroyed || !socket.writable) return Promise.reject(new ClientGone());
  if (socket.write(bytes)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const wait = connections.wait(() => socket.destroy());
    const settle = () => {
      connections.done(wait);
      socket.removeListener("drain", settle);
      socket.removeListener("close", settle);
      if (socket.destroyed) reject(new ClientGone());
      else resolve();
    };
    socket.on("drain", settle);
    socket.on("close", settle);
  });
}
