/**
 * Frames of WebSockets: read as servers send them, made as clients do.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { ByteReader } from "./byte_reader.ts";
import { TransportError } from "./transport_error.ts";

/** What a frame is. */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const KNOWN: ReadonlySet<number> = new Set(Object.values(OPCODE));
const CONTROL = 8;
const MAX_CONTROL_BYTES = 125;

/** A frame. */
export interface Frame {
  readonly opcode: number;
  /** Whether its message ends with it. */
  readonly isLast: boolean;
  readonly payload: Uint8Array;
}

/** A server that does not keep to the rules; `code`: what it is told. */
export class FrameError extends TransportError {
  readonly code: number;

  constructor(message: string, code = 1002) {
    super(`malformed WebSocket: ${message}`);
    this.code = code;
  }
}

const TOO_LARGE = 1009;

/** Reads a frame; those of messages have `limitBytes` at most. */
export async function readFrame(reader: ByteReader, limitBytes: number): Promise<Frame> {
  const [first = 0, second = 0] = await exactly(reader, 2);
  const opcode = first & 0x0f;
  const isLast = (first & 0x80) !== 0;
  if ((first & 0x70) !== 0) throw new FrameError("a frame of an extension that was not agreed on");
  if (!KNOWN.has(opcode)) throw new FrameError(`a frame with the unknown opcode ${opcode}`);
  if ((second & 0x80) !== 0) throw new FrameError("a frame with a mask");
  const short = second & 0x7f;
  if (opcode >= CONTROL && (!isLast || short > MAX_CONTROL_BYTES)) {
    throw new FrameError("a control frame that is long, or in parts");
  }
  const length = short < 126 ? short : await longLength(reader, short === 126 ? 2 : 8);
  if (opcode < CONTROL && length > limitBytes) {
    throw new FrameError("a message that is longer than allowed", TOO_LARGE);
  }
  return { opcode, isLast, payload: await exactly(reader, length) };
}

async function longLength(reader: ByteReader, bytes: 2 | 8): Promise<number> {
  const encoded = await exactly(reader, bytes);
  const length = bytes === 2 ? encoded.readUInt16BE() : Number(encoded.readBigUInt64BE());
  if (length < (bytes === 2 ? 126 : 65_536)) {
    throw new FrameError("a length in more bytes than it needs");
  }
  return length;
}

async function exactly(reader: ByteReader, length: number): Promise<Buffer> {
  if (reader.buffered.length >= length) return reader.take(length);
  const whole = Buffer.allocUnsafe(length);
  for (let at = 0; at < length;) {
    if (reader.buffered.length === 0 && !(await reader.more())) {
      throw new TransportError("unexpected EOF");
    }
    const piece = reader.take(Math.min(reader.buffered.length, length - at));
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A whole message, or a control frame, masked as those of clients are. */
export function maskedFrame(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const start = 2 + lengthBytes + 4;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  else if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  const mask = crypto.getRandomValues(frame.subarray(start - 4, start));
  for (let at = 0; at < length; at++) {
    frame[start + at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0);
  }
  return frame;
}
