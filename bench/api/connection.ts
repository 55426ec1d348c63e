/**
 * A light HTTP/1.1 client: one connection, one request at a time, no more parsing than it takes to
 * find the end of an answer. A load maker must cost less than what it measures.
 *
 * @module
 */

import { joinedBytes } from "../../toolkit/joined_bytes.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");
const HEADER_END = encoder.encode("\r\n\r\n");

const LINE_END = 0x0a;

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** What a client proves itself with: a token, or a certificate and its key as PEM. */
export type Identity =
  | { readonly token: string }
  | { readonly certificate: string; readonly key: string };

/** Something that requests go through, one at a time. */
export interface Requests {
  /** Sends a request and waits for its whole answer. */
  request(
    method: string,
    path: string,
    body?: Uint8Array | string,
    contentType?: string,
  ): Promise<Answer>;
  close(): void;
}

/**
 * One HTTP/1.1 connection over TLS to a server on this machine, for one request or one stream at
 * a time. It does little of its own, so that it does not distort what it measures.
 */
export class Connection implements Requests {
  readonly #connection: Deno.TlsConn;
  readonly #head: string;
  #buffer = new Uint8Array(64 * 1024);
  #start = 0;
  #end = 0;

  private constructor(connection: Deno.TlsConn, head: string) {
    this.#connection = connection;
    this.#head = head;
  }

  /** Connects to a server on this machine that `ca` vouches for, by a token or as `identity`. */
  static async open(port: number, ca: string, identity: string | Identity): Promise<Connection> {
    const shown = typeof identity === "string" ? { token: identity } : identity;
    const bearer = "token" in shown ? `Authorization: Bearer ${shown.token}\r\n` : "";
    const connection = await tlsTo(port, ca, shown);
    return new Connection(connection, `Host: 127.0.0.1\r\n${bearer}User-Agent: bench\r\n`);
  }

  /** Sends a request and waits for its whole answer. */
  async request(
    method: string,
    path: string,
    body?: Uint8Array | string,
    contentType = "application/json",
  ): Promise<Answer> {
    const bytes = typeof body === "string" ? encoder.encode(body) : body;
    const length = bytes === undefined
      ? ""
      : `Content-Type: ${contentType}\r\nContent-Length: ${bytes.length}\r\n`;
    const head = encoder.encode(`${method} ${path} HTTP/1.1\r\n${this.#head}${length}\r\n`);
    await this.#write(bytes === undefined ? head : joined(head, bytes));
    return await this.#answer();
  }

  /** Sends a request whose answer does not end, and reads its head. */
  async stream(path: string): Promise<void> {
    await this.#write(encoder.encode(`GET ${path} HTTP/1.1\r\n${this.#head}\r\n`));
    await this.#untilHeaderEnd();
  }

  /** The next bytes of a stream, chunk framing and all; undefined at its end. */
  async read(): Promise<Uint8Array | undefined> {
    if (this.#end === this.#start) {
      this.#start = this.#end = 0;
      const read = await this.#connection.read(this.#buffer);
      if (read === null) return undefined;
      this.#end = read;
    }
    const bytes = this.#buffer.subarray(this.#start, this.#end);
    this.#start = this.#end;
    return bytes;
  }

  /** Ends the connection. */
  close(): void {
    this.#connection.close();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.length > 0;) {
      rest = rest.subarray(await this.#connection.write(rest));
    }
  }

  async #answer(): Promise<Answer> {
    const at = await this.#untilHeaderEnd();
    const head = decoder.decode(this.#buffer.subarray(this.#start, at));
    const status = Number(head.slice(9, 12));
    this.#start = at + HEADER_END.length;
    if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      return { status, body: await this.#chunks() };
    }
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? NaN);
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
    while (this.#end - this.#start < length) await this.#fill();
    const body = this.#buffer.slice(this.#start, this.#start + length);
    this.#start += length;
    return { status, body };
  }

  /** A body in chunks, in one piece. */
  async #chunks(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let total = 0;
    for (;;) {
      let at: number;
      while ((at = this.#buffer.subarray(0, this.#end).indexOf(LINE_END, this.#start)) < 0) {
        await this.#fill();
      }
      const length = parseInt(decoder.decode(this.#buffer.subarray(this.#start, at)), 16);
      this.#start = at + 1;
      // The chunk, and the end of its line.
      while (this.#end - this.#start < length + 2) await this.#fill();
      pieces.push(this.#buffer.slice(this.#start, this.#start + length));
      this.#start += length + 2;
      total += length;
      if (length === 0) return joinedBytes(pieces, total);
    }
  }

  /** Where the head of the answer ends. */
  async #untilHeaderEnd(): Promise<number> {
    for (;;) {
      const at = indexOf(this.#buffer, HEADER_END, this.#start, this.#end);
      if (at >= 0) return at;
      await this.#fill();
    }
  }

  async #fill(): Promise<void> {
    if (this.#start > 0) {
      this.#buffer.copyWithin(0, this.#start, this.#end);
      this.#end -= this.#start;
      this.#start = 0;
    }
    if (this.#end === this.#buffer.length) {
      const larger = new Uint8Array(this.#buffer.length * 2);
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    const read = await this.#connection.read(this.#buffer.subarray(this.#end));
    if (read === null) throw new Error("the server closed the connection");
    this.#end += read;
  }
}

async function tlsTo(port: number, ca: string, identity: Identity): Promise<Deno.TlsConn> {
  const alpnProtocols = ["http/1.1"];
  if ("certificate" in identity) {
    const { certificate: cert, key } = identity;
    return await Deno.connectTls({
      hostname: "127.0.0.1",
      port,
      caCerts: [ca],
      alpnProtocols,
      cert,
      key,
    });
  }
  const plain = await Deno.connect({ hostname: "127.0.0.1", port });
  plain.setNoDelay(true);
  return await Deno.startTls(plain, { hostname: "127.0.0.1", caCerts: [ca], alpnProtocols });
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

function indexOf(bytes: Uint8Array, needle: Uint8Array, start: number, end: number): number {
  for (let at = bytes.indexOf(needle[0]!, start); at >= 0 && at <= end - needle.length;) {
    if (needle.every((byte, index) => bytes[at + index] === byte)) return at;
    at = bytes.indexOf(needle[0]!, at + 1);
  }
  return -1;
}
