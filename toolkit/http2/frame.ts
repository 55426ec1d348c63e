/**
 * Frames of HTTP/2 (RFC 9113): their numbers, and the small ones as bytes.
 *
 * @module
 */

/** Types of frames. */
export const FRAME = {
  data: 0,
  headers: 1,
  priority: 2,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** Flags of frames. */
export const FLAG = {
  endStream: 0x1,
  ack: 0x1,
  endHeaders: 0x4,
  padded: 0x8,
  priority: 0x20,
} as const;

/** Why a stream or a connection ends. */
export const ERROR = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const;

/** One of {@link ERROR}, or what a peer sends instead. */
export type ErrorCode = number;

/** Settings that both sides tell each other. */
export const SETTING = {
  headerTableBytes: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowBytes: 4,
  maxFrameBytes: 5,
  maxHeaderListBytes: 6,
} as const;

/** What ends a connection. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Ends the connection with a client that breaks the protocol. */
export function refuse(why: string): never {
  throw new ConnectionError(ERROR.protocol, why);
}

/** What a client begins with. */
export const PREFACE = new TextEncoder().encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

export const FRAME_HEADER_BYTES = 9;
/** Bytes of what says how important a stream is. */
export const PRIORITY_BYTES = 5;
/** Bytes of a frame until its receiver allows more. */
export const DEFAULT_FRAME_BYTES = 16 * 1024;
/** The window of a stream, and of a connection, until its receiver says otherwise. */
export const DEFAULT_WINDOW_BYTES = 65_535;
/** The largest window. */
export const MAX_WINDOW_BYTES = 2 ** 31 - 1;
export const MAX_STREAM = 2 ** 31 - 1;

/** Writes the header of a frame to `bytes` at `at`. */
export function writeFrameHeader(
  bytes: Uint8Array,
  at: number,
  length: number,
  type: number,
  flags: number,
  stream: number,
): void {
  bytes[at] = length >>> 16;
  bytes[at + 1] = length >>> 8;
  bytes[at + 2] = length;
  bytes[at + 3] = type;
  bytes[at + 4] = flags;
  writeUint32(bytes, at + 5, stream);
}

/** A frame whose payload is numbers of four bytes each. */
export function frameOfNumbers(
  type: number,
  stream: number,
  numbers: readonly number[],
): Uint8Array {
  const frame = new Uint8Array(FRAME_HEADER_BYTES + 4 * numbers.length);
  writeFrameHeader(frame, 0, 4 * numbers.length, type, 0, stream);
  numbers.forEach((number, at) => writeUint32(frame, FRAME_HEADER_BYTES + 4 * at, number));
  return frame;
}

/** A frame with a payload, all of it copied. */
export function frameOfBytes(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array,
): Uint8Array {
  const frame = new Uint8Array(FRAME_HEADER_BYTES + payload.length);
  writeFrameHeader(frame, 0, payload.length, type, flags, stream);
  frame.set(payload, FRAME_HEADER_BYTES);
  return frame;
}

/** The settings of this side. */
export function settingsFrame(settings: readonly (readonly [number, number])[]): Uint8Array {
  const frame = new Uint8Array(FRAME_HEADER_BYTES + 6 * settings.length);
  writeFrameHeader(frame, 0, 6 * settings.length, FRAME.settings, 0, 0);
  settings.forEach(([setting, value], index) => {
    const at = FRAME_HEADER_BYTES + 6 * index;
    frame[at + 1] = setting;
    writeUint32(frame, at + 2, value);
  });
  return frame;
}

/** The stream that another one depends on, by the {@link PRIORITY_BYTES} at the front of `bytes`. */
export function readParent(bytes: Uint8Array): number {
  return readUint32(bytes, 0) & 0x7fffffff;
}

export function readUint32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24 | bytes[at + 1]! << 16 | bytes[at + 2]! << 8 | bytes[at + 3]!) >>> 0;
}

function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}
