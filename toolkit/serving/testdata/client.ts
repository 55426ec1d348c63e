/**
 * Clients of the tests of this folder: one request over either protocol, or plain bytes.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { KeyPair } from "../../certificates/mod.ts";
import type { Server } from "../mod.ts";
import { serverAuthority } from "./pki.ts";

/** A response in full. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** What to ask, and as whom. */
export interface Ask {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly pair?: KeyPair;
  readonly servername?: string;
}

/** The port of a server on an address. */
export function portOf(server: Server): number {
  if (!("port" in server.address)) throw new Error("not on a port");
  return server.address.port;
}

function credentials({ pair, servername = "localhost" }: Ask) {
  return {
    servername,
    ca: serverAuthority.certificate,
    ...(pair !== undefined && { cert: pair.certificate, key: pair.key }),
  };
}

/** A TLS connection, done with its handshake. */
export function tlsSocket(server: Server, ask: Ask = {}, alpn = ["http/1.1"]): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: portOf(server), ALPNProtocols: alpn };
    const socket = connectTls({ ...options, ...credentials(ask) }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** A plain connection. */
export function tcpSocket(server: Server): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp(portOf(server), "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}

/** All that comes over `socket` until it ends, or breaks. */
export function received(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (piece: Uint8Array) => text += Buffer.from(piece).toString("latin1"));
    socket.on("error", () => {});
    socket.once("close", () => resolve(text));
  });
}

/** One request on a connection of its own. */
export async function askHttp1(server: Server, ask: Ask = {}): Promise<Answer> {
  const { method = "GET", path = "/", headers = {}, body } = ask;
  const socket = await tlsSocket(server, ask);
  const all = received(socket);
  const bytes = body === undefined ? undefined : Buffer.from(body as string);
  const fields = Object.entries({
    host: "localhost",
    connection: "close",
    ...(bytes !== undefined && { "content-length": String(bytes.length) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${fields.join("")}\r\n`);
  // The runtime never ends a TLS socket that was written nothing to.
  if (bytes !== undefined && bytes.length > 0) socket.write(bytes);
  return parseAnswer(await all);
}

/** Reads one response of HTTP/1.1. Throws when it is not whole. */
export function parseAnswer(text: string): Answer {
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1]);
  if (end < 0 || Number.isNaN(status)) throw new Error(`no response: ${JSON.stringify(text)}`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const rest = text.slice(end + 4);
  if (headers["transfer-encoding"] !== "chunked") return { status, headers, body: rest };
  let body = "";
  for (let at = 0;;) {
    const line = rest.indexOf("\r\n", at);
    const size = parseInt(rest.slice(at, line), 16);
    if (line < 0 || Number.isNaN(size)) throw new Error("the response broke off");
    if (size === 0) return { status, headers, body };
    body += rest.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
  }
}

/** An HTTP/2 connection; close it. */
export function http2Session(server: Server, ask: Ask = {}): Promise<ClientHttp2Session> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(`https://localhost:${portOf(server)}`, credentials(ask));
    session.once("connect", () => resolve(session));
    session.once("error", reject);
  });
}

/** One request on `session`. */
export function onSession(session: ClientHttp2Session, ask: Ask = {}): Promise<Answer> {
  const { method = "GET", path = "/", headers = {}, body } = ask;
  return new Promise((resolve, reject) => {
    const stream = session.request({ ":method": method, ":path": path, ...headers }, {
      endStream: body === undefined,
    });
    let answer: Answer | undefined;
    let text = "";
    stream.on("response", (fields) => {
      const status = Number(fields[":status"]);
      answer = { status, headers: fields as Answer["headers"], body: "" };
    });
    stream.on("data", (piece: Uint8Array) => text += Buffer.from(piece).toString("latin1"));
    stream.on("error", reject);
    stream.on("close", () => {
      if (answer === undefined) reject(new Error("no response"));
      else resolve({ ...answer, body: text });
    });
    if (body !== undefined) stream.end(Buffer.from(body as string));
  });
}

/** One request on a connection of its own. */
export async function askHttp2(server: Server, ask: Ask = {}): Promise<Answer> {
  const session = await http2Session(server, ask);
  try {
    return await onSession(session, ask);
  } finally {
    session.destroy();
  }
}

/** Both ways to ask, for tests that must hold on either. */
export const PROTOCOLS: readonly [name: string, ask: typeof askHttp1][] = [
  ["HTTP/1.1", askHttp1],
  ["HTTP/2", askHttp2],
];

/** A client that is another process, whose output nobody reads unless asked for. */
export interface OpensslClient extends AsyncDisposable {
  write(bytes: Uint8Array): Promise<void>;
  /** Everything that the server sent until it closed, and what the handshake was like; `seen` is told as it comes. */
  output(seen?: (text: string) => void): Promise<string>;
}

/** `openssl s_client` to `server`; with `-quiet` it passes bytes and nothing else. */
export function openssl(server: Server, ...args: string[]): OpensslClient {
  const client = new Deno.Command("openssl", {
    args: ["s_client", "-connect", `127.0.0.1:${portOf(server)}`, "-quiet", "-ign_eof", ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = client.stdin.getWriter();
  let ended = false;
  return {
    write: (bytes) => writer.write(bytes),
    output: async (seen = () => {}) => {
      ended = true;
      await writer.close().catch(() => {});
      let all = "";
      for await (const text of client.stdout.pipeThrough(new TextDecoderStream())) {
        all += text;
        seen(text);
      }
      await client.status;
      return all;
    },
    [Symbol.asyncDispose]: async () => {
      if (ended) return;
      await writer.close().catch(() => {});
      client.kill("SIGKILL");
      await client.stdout.cancel();
      await client.status;
    },
  };
}
