/**
 * The events of a watch as they come over the wire: a line each, cut wherever the network cuts.
 *
 * @module
 */

import { joinedBytes } from "../joined_bytes.ts";

/** A longer event is no event: objects have 3 MB at most, and tables a little more. */
export const LINE_LIMIT_BYTES = 64 * 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * The lines of a stream, without their ends. Throws where the stream ends within a line: what was cut
 * off is not known to have happened.
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
      waiting.push(piece.subarray(start, end));
      bytes += end - start;
      if (bytes > 0) yield waiting.length === 1 ? waiting[0]! : joinedBytes(waiting, bytes);
      waiting = [];
      bytes = 0;
      start = end + 1;
    }
    if (start === piece.length) continue;
    waiting.push(piece.subarray(start));
    bytes += piece.length - start;
    if (bytes > LINE_LIMIT_BYTES) {
      throw new Error(`an event of the watch is longer than ${LINE_LIMIT_BYTES} bytes`);
    }
  }
  if (bytes > 0) throw new Error("the watch broke off within an event");
}
