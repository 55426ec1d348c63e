/**
 * A light HTTP/1.1 client: one connection, one request at a time, no more parsing than it takes to
 * find the end of an answer. A load maker must cost less than what it measures.
 *
 * @module
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");
const HEADER_END = encoder.encode("\r\n\r\n");

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** See the module's comment. */
export class Connection {
  readonly #connection: Deno.TlsConn;
  readonly #head: string;
  #buffer = new Uint8Array(64 * 1024);
  #start = 0;
  #end = 0;

  private constructor(connection: Deno.TlsConn, head: string) {
    this.#connection = connection;
    this.#head = head;
  }

  /** Connects to a server on this machine that `ca` vouches for. */
  static async open(port: number, ca: string, token: string): Promise<Connection> {
    const plain = await Deno.connect({ hostname: "127.0.0.1", port });
    plain.setNoDelay(true);
    const connection = await Deno.startTls(plain, {
      hostname: "127.0.0.1",
      caCerts: [ca],
      alpnProtocols: ["http/1.1"],
    });
    return new Connection(
      connection,
      `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nUser-Agent: bench\r\n`,
    );
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
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? NaN);
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
    this.#start = at + HEADER_END.length;
    while (this.#end - this.#start < length) await this.#fill();
    const body = this.#buffer.slice(this.#start, this.#start + length);
    this.#start += length;
    return { status, body };
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
