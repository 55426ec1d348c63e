/**
 * Large bodies, compressed. What takes the time is done off the way of other requests, and kept as
 * long as the bytes that it was made of: those of an unchanged list are compressed once, whatever is
 * around them.
 *
 * @module
 */

import { constants, crc32, deflateRaw } from "node:zlib";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";

/** A body that is made of bytes that are kept, and of a little before and after them. */
interface Composed {
  readonly head: Uint8Array;
  readonly kept: Uint8Array;
  readonly tail: Uint8Array;
}

const compositions = new WeakMap<Uint8Array, Composed>();

/** Says of what a body is made, of which `kept` will be in others as well. */
export function composedOf(body: Uint8Array, composed: Composed): Uint8Array {
  compositions.set(body, composed);
  return body;
}

const NOTHING = new Uint8Array();

/** `body` as a gzip file. */
export async function gzipped(body: Uint8Array): Promise<Uint8Array> {
  const { head, kept, tail } = compositions.get(body) ??
    { head: NOTHING, kept: body, tail: NOTHING };
  return joinedBytes([
    HEADER,
    ...storedBlocks(head),
    await deflated(kept),
    ...storedBlocks(tail),
    END,
    trailer(body),
  ]);
}

/** Magic bytes, method 8, no flags, no time, the fastest method, any system. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff);

/** The last block, with nothing in it. */
const END = Uint8Array.of(1, 0, 0, 0xff, 0xff);

function trailer(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, crc32(body), true);
  view.setUint32(4, body.length >>> 0, true);
  return bytes;
}

/** Most bytes of a block that is not compressed. */
const STORED_LIMIT_BYTES = 0xffff;

/** Bytes as blocks that are none of them the last, uncompressed. */
function* storedBlocks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += STORED_LIMIT_BYTES) {
    const piece = bytes.subarray(at, at + STORED_LIMIT_BYTES);
    const header = new Uint8Array(5);
    const view = new DataView(header.buffer);
    view.setUint16(1, piece.length, true);
    view.setUint16(3, ~piece.length, true);
    yield header;
    yield piece;
  }
}

/** More saves little and takes long. */
const LEVEL = 1;

/** What was compressed, or is being, by what it is made of. */
const known = new WeakMap<Uint8Array, Promise<Uint8Array>>();

/** Bytes as compressed blocks that are none of them the last, ended at a whole byte. */
function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  let promise = known.get(bytes);
  if (promise === undefined) {
    promise = new Promise((resolve, reject) => {
      const options = { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH };
      deflateRaw(bytes, options, (error, result) => error ? reject(error) : resolve(result));
    });
    known.set(bytes, promise);
  }
  return promise;
}
