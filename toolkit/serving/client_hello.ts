/**
 * The first message of a TLS client, read as far as the server name in it: which certificate to
 * show has to be known before the runtime's handshake begins, which asks nobody.
 *
 * @module
 */

import { joinedBytes } from "../joined_bytes.ts";
import { CLIENT_HELLO_BYTES } from "./limits.ts";

/** What the first bytes of a connection are. */
export type ClientHello =
  /** The beginning of one; read on. */
  | { readonly is: "incomplete" }
  | { readonly is: "hello"; readonly serverName?: string }
  /** Something else, or a hello that no client sends. */
  | { readonly is: "other" };

const INCOMPLETE: ClientHello = { is: "incomplete" };
const OTHER: ClientHello = { is: "other" };

const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const RECORD_HEADER_BYTES = 5;
const MAX_RECORD_BYTES = 16 * 1024;
const SERVER_NAME = 0;
const HOST_NAME = 0;
const MAX_NAME_BYTES = 253;

/** Reads the first bytes of a connection. */
export function parseClientHello(bytes: Uint8Array): ClientHello {
  const message = handshakeBytes(bytes);
  if (!(message instanceof Uint8Array)) return message;
  const reader = new Reader(message);
  try {
    reader.skip(4); // type and length
    reader.skip(2 + 32); // version and random
    reader.skip(reader.uint8()); // session
    reader.skip(reader.uint16()); // cipher suites
    reader.skip(reader.uint8()); // compression
    if (reader.left === 0) return { is: "hello" };
    const extensions = reader.part(reader.uint16());
    while (extensions.left > 0) {
      const type = extensions.uint16();
      const data = extensions.part(extensions.uint16());
      if (type !== SERVER_NAME) continue;
      const serverName = nameOf(data);
      return serverName === undefined ? OTHER : { is: "hello", serverName };
    }
    return { is: "hello" };
  } catch (error) {
    if (error instanceof RangeError) return OTHER;
    throw error;
  }
}

/** The hello put together from the records that it is cut into, or what the bytes are instead. */
function handshakeBytes(bytes: Uint8Array): Uint8Array | ClientHello {
  const pieces: Uint8Array[] = [];
  let have = 0;
  let wanted: number | undefined;
  for (let at = 0;;) {
    if (at >= bytes.length) return INCOMPLETE;
    // What is there is checked as soon as it is there: nobody is waited for that speaks no TLS.
    if (bytes[at] !== HANDSHAKE_RECORD) return OTHER;
    if (at + 1 < bytes.length && bytes[at + 1] !== 3) return OTHER;
    if (at + RECORD_HEADER_BYTES > bytes.length) return INCOMPLETE;
    const length = bytes[at + 3]! << 8 | bytes[at + 4]!;
    if (length === 0 || length > MAX_RECORD_BYTES) return OTHER;
    const start = at + RECORD_HEADER_BYTES;
    const piece = bytes.subarray(start, start + length);
    pieces.push(piece);
    have += piece.length;
    if (wanted === undefined && have >= 4) {
      const head = pieces.length === 1 ? piece : joinedBytes(pieces, have);
      if (head[0] !== CLIENT_HELLO) return OTHER;
      wanted = 4 + (head[1]! << 16 | head[2]! << 8 | head[3]!);
      if (wanted > CLIENT_HELLO_BYTES) return OTHER;
    }
    if (wanted !== undefined && have >= wanted) {
      return joinedBytes(pieces, have).subarray(0, wanted);
    }
    if (piece.length < length) return INCOMPLETE;
    at = start + length;
  }
}

function nameOf(data: Reader): string | undefined {
  const list = data.part(data.uint16());
  while (list.left > 0) {
    const type = list.uint8();
    const name = list.part(list.uint16());
    if (type !== HOST_NAME) continue;
    const text = String.fromCharCode(...name.rest());
    const good = text.length <= MAX_NAME_BYTES && /^[A-Za-z0-9._-]+$/.test(text);
    // The dot of an absolute name belongs to no certificate.
    return good ? text.toLowerCase().replace(/\.$/, "") : undefined;
  }
  return undefined;
}

/** Reads numbers and parts one after the other; a RangeError where there are too few bytes. */
class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  uint8(): number {
    return this.#take(1)[0]!;
  }

  uint16(): number {
    const [high, low] = this.#take(2) as unknown as [number, number];
    return high << 8 | low;
  }

  skip(count: number): void {
    this.#take(count);
  }

  part(count: number): Reader {
    return new Reader(this.#take(count));
  }

  rest(): Uint8Array {
    return this.#take(this.left);
  }

  #take(count: number): Uint8Array {
    if (count > this.left) throw new RangeError("too few bytes");
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}
