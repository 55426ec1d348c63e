/**
 * Chunks of HTTP/1.1: pieces of a body with their length before them.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Socket } from "node:net";

/** The chunks of pieces that were sent once and may be sent to others, as long as these exist. */
const chunks = new WeakMap<Uint8Array, Buffer>();

/** Larger pieces are not copied for their frames. */
const COPIED_BYTES = 64 * 1024;

const LINE_END = "\r\n";

/** Sends a piece as a chunk; false when the client has to catch up. */
export function writeChunk(socket: Socket, piece: Uint8Array): boolean {
  if (piece.length <= COPIED_BYTES) return socket.write(chunkOf(piece));
  socket.cork();
  socket.write(headOf(piece), "latin1");
  socket.write(piece);
  const more = socket.write(LINE_END, "latin1");
  socket.uncork();
  return more;
}

/** The chunk of a piece, made once. */
function chunkOf(piece: Uint8Array): Buffer {
  let chunk = chunks.get(piece);
  if (chunk === undefined) {
    const head = headOf(piece);
    chunk = Buffer.allocUnsafeSlow(head.length + piece.length + LINE_END.length);
    chunk.write(head, 0, "latin1");
    chunk.set(piece, head.length);
    chunk.write(LINE_END, head.length + piece.length, "latin1");
    chunks.set(piece, chunk);
  }
  return chunk;
}

function headOf({ length }: Uint8Array): string {
  return length.toString(16) + LINE_END;
}
