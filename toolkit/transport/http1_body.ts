/**
 * Bodies of HTTP/1.1 answers: of a length, in chunks, or until the connection ends.
 *
 * @module
 */

import type { ByteReader } from "./byte_reader.ts";
import type { BodyLength } from "./http1_head.ts";
import { TransportError } from "./transport_error.ts";

/** Bytes of the line that begins a chunk. */
const CHUNK_LINE_LIMIT_BYTES = 1024;

/** Gives the next piece, or undefined after the last one. Throws where it breaks off. */
export type Pieces = () => Promise<Uint8Array | undefined>;

/** The pieces of a body. */
export function bodyPieces(
  reader: ByteReader,
  length: BodyLength,
  trailerLimitBytes: number,
): Pieces {
  if (length === "chunked") return chunkedPieces(reader, trailerLimitBytes);
  if (length === "until the end") {
    return async () => {
      if (reader.buffered.length === 0 && !(await reader.more())) return undefined;
      return reader.take(reader.buffered.length);
    };
  }
  let rest = length;
  return async () => {
    if (rest === 0) return undefined;
    const piece = await upTo(reader, rest);
    rest -= piece.length;
    return piece;
  };
}

/** What is here of the next `most` bytes, one at least. */
async function upTo(reader: ByteReader, most: number): Promise<Uint8Array> {
  if (reader.buffered.length === 0 && !(await reader.more())) throw brokenOff();
  return reader.take(Math.min(most, reader.buffered.length));
}

function brokenOff(): TransportError {
  return new TransportError("unexpected EOF");
}

function chunkedPieces(reader: ByteReader, trailerLimitBytes: number): Pieces {
  /** What is left of a chunk; with its line end while that is not read. */
  let rest = 0;
  let isFirst = true;
  let isOver = false;
  return async () => {
    if (isOver) return undefined;
    if (rest === 0) {
      if (!isFirst && await line(reader, 2) !== "") throw malformed();
      isFirst = false;
      rest = chunkSize(await line(reader, CHUNK_LINE_LIMIT_BYTES));
      if (rest === 0) {
        await skipTrailers(reader, trailerLimitBytes);
        isOver = true;
        return undefined;
      }
    }
    const piece = await upTo(reader, rest);
    rest -= piece.length;
    return piece;
  };
}

function malformed(): TransportError {
  return new TransportError("malformed chunked encoding");
}

function chunkSize(text: string): number {
  const [, size] = /^([0-9a-fA-F]{1,12})(?:[ \t]*;.*|[ \t]*)$/.exec(text) ?? [];
  if (size === undefined) throw malformed();
  return Number.parseInt(size, 16);
}

async function skipTrailers(reader: ByteReader, limitBytes: number): Promise<void> {
  let rest = limitBytes;
  for (;;) {
    const text = await line(reader, rest);
    if (text === "") return;
    rest -= text.length + 2;
  }
}

/** A line without its end, which may be without `\r`. */
async function line(reader: ByteReader, limitBytes: number): Promise<string> {
  let searched = 0;
  for (;;) {
    const end = reader.buffered.indexOf(10, searched);
    if (end >= limitBytes || (end < 0 && reader.buffered.length >= limitBytes)) throw malformed();
    if (end >= 0) return reader.take(end + 1).toString("latin1", 0, end).replace(/\r$/, "");
    searched = reader.buffered.length;
    if (!(await reader.more())) throw brokenOff();
  }
}
