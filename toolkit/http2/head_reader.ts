/**
 * Puts the header fields of a request, or those after its body, together from the frames that they come in.
 *
 * @module
 */

import { joinedBytes } from "../joined_bytes.ts";
import { ConnectionError, ERROR, FLAG, PRIORITY_BYTES, readParent, refuse } from "./frame.ts";
import { type Frame, unpadded } from "./frame_reader.ts";
import { HeaderDecoder, type HeadLimits } from "./hpack/decoder.ts";

/** Header fields that have come whole. */
export interface Fields {
  readonly stream: number;
  /** Names and values, in turn: who takes them may change them. */
  readonly raw: string[];
  /** Whether nothing of the stream comes after them. */
  readonly last: boolean;
}

/** Header fields of which more is to come. */
interface Block {
  readonly stream: number;
  readonly last: boolean;
  readonly pieces: Uint8Array[];
  bytes: number;
}

/** The heads of one direction of a connection: what is wrong with one is the end of it. */
export class HeadReader {
  readonly #decoder = new HeaderDecoder();
  readonly #limits: HeadLimits;
  #block: Block | undefined;

  /** Of what exceeds `limits` only the first field is kept. */
  constructor(limits: HeadLimits) {
    this.#limits = limits;
  }

  /** The stream whose fields have begun and not ended: nothing but more of them may come. */
  get unfinished(): number | undefined {
    return this.#block?.stream;
  }

  /** A frame that begins fields. Returns them if it has all of them. */
  begin(frame: Frame): Fields | undefined {
    const { stream, flags } = frame;
    const last = (flags & FLAG.endStream) !== 0;
    let piece = unpadded(frame);
    if ((flags & FLAG.priority) !== 0) {
      if (piece.length < PRIORITY_BYTES) throw new ConnectionError(ERROR.frameSize, "cut off");
      if (readParent(piece) === stream) refuse("a stream that depends on itself");
      piece = piece.subarray(PRIORITY_BYTES);
    }
    if ((flags & FLAG.endHeaders) !== 0) {
      return { stream, last, raw: this.#decoder.decode(piece, this.#limits) };
    }
    this.#block = { stream, last, pieces: [piece], bytes: piece.length };
    return undefined;
  }

  /** A frame that goes on with fields. Returns them if it has the last of them. */
  goOn({ flags, payload }: Frame): Fields | undefined {
    const block = this.#block;
    if (block === undefined) return refuse("header fields without a beginning");
    block.pieces.push(payload);
    block.bytes += payload.length;
    if (block.bytes > this.#limits.bytes) {
      throw new ConnectionError(ERROR.enhanceYourCalm, "too many header fields");
    }
    if ((flags & FLAG.endHeaders) === 0) return undefined;
    this.#block = undefined;
    const { stream, last, pieces, bytes } = block;
    return { stream, last, raw: this.#decoder.decode(joinedBytes(pieces, bytes), this.#limits) };
  }
}
