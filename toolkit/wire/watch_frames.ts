/**
 * The events of a watch in Protobuf as they come over the wire: a length before each, cut wherever the
 * network cuts.
 *
 * @module
 */

import { firstFrame, FRAME_HEADER_BYTES } from "../codec/envelope.ts";
import { joinedBytes } from "../joined_bytes.ts";
import { LINE_LIMIT_BYTES } from "./watch_lines.ts";

/**
 * The messages of a stream. Throws where the stream ends within one: what was cut off is not known to
 * have happened.
 */
export async function* framesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  /** How many bytes there must be for the next message to be whole. */
  let wanted = FRAME_HEADER_BYTES;
  for await (const piece of stream) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < wanted) continue;
    let rest = waiting.length === 1 ? piece : joinedBytes(waiting, bytes);
    for (let message = frame(rest); message !== undefined; message = frame(rest)) {
      yield message;
      rest = rest.subarray(FRAME_HEADER_BYTES + message.length);
    }
    wanted = FRAME_HEADER_BYTES;
    if (rest.length >= FRAME_HEADER_BYTES) {
      wanted += new DataView(rest.buffer, rest.byteOffset).getUint32(0);
    }
    waiting = rest.length === 0 ? [] : [rest];
    bytes = rest.length;
  }
  if (bytes > 0) throw new Error("the watch broke off within an event");
}

function frame(bytes: Uint8Array): Uint8Array | undefined {
  return firstFrame(bytes, LINE_LIMIT_BYTES);
}
