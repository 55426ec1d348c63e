/**
 * Servers for tests of the transport: such as they should be, and such as they should not.
 *
 * @module
 */

import type { RequestListener } from "node:http";
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { issue, type Issued } from "../../certificates/testdata/issue.ts";
import { USAGE } from "../../certificates/mod.ts";
import { ServerConnection, type ServerStream } from "../../http2/mod.ts";
import type { Endpoint, Protocol } from "../mod.ts";
import { guardSession } from "./http2_guard.ts";

/** The name that certificates are for. */
export const NAME = "hook.default.svc";

/** A server that was started. */
export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** Connections that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  /** Connections that there were in all. */
  readonly accepted: () => number;
  /** Settles when none is open. */
  drained(): Promise<void>;
}

async function started(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  let drained: (() => void) | undefined;
  server.on("connection", (socket: Socket) => {
    accepted++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) drained?.();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    accepted: () => accepted,
    drained: () =>
      sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => drained = resolve),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server that does what it wants with each connection. */
export function rawServer(serve: (socket: Socket) => void): Promise<TestServer> {
  return started(createServer(serve));
}

/** Where a server without TLS is. */
export function plain({ port }: TestServer): Endpoint {
  return { host: "127.0.0.1", port };
}

const root = await issue({ name: "root", authority: true });
const leaf = await issue({ name: "leaf", hosts: [NAME], usages: [USAGE.server] }, root);

/** A server of TLS that speaks HTTP/1.1. */
export function httpsServer(
  listener: RequestListener,
  sent: readonly Issued[] = [leaf],
): Promise<TestServer> {
  const options = {
    cert: sent.map(({ certificate }) => certificate).join(""),
    key: sent[0]?.key ?? "",
  };
  return started(createHttpsServer(options, listener));
}

/** Where a server of TLS is, trusted as it should be. */
export function secure(
  { port }: TestServer,
  protocols?: readonly Protocol[],
  roots = root.certificate,
  serverName = NAME,
): Endpoint & { tls: { serverName: string; roots: string } } {
  return { host: "127.0.0.1", port, tls: { serverName, roots }, ...(protocols && { protocols }) };
}

/** A server of HTTP/2, which is its caller's to fill. */
export async function http2Server(
  fill: (server: Http2SecureServer) => void,
  settings = {},
): Promise<TestServer> {
  const server = createSecureServer({ cert: leaf.certificate, key: leaf.key, settings });
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    guardSession(session);
    sessions.add(session);
    session.on("error", () => {});
    session.on("close", () => sessions.delete(session));
  });
  fill(server);
  const running = await started(server as unknown as Server);
  return {
    ...running,
    async [Symbol.asyncDispose]() {
      // Not their sockets: the runtime does not survive that.
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server of HTTP/2 that is not the runtime's: it makes whoever writes wait. */
export function patientServer(onStream: (stream: ServerStream) => void): Promise<TestServer> {
  const options = { cert: leaf.certificate, key: leaf.key, ALPNProtocols: ["h2"] };
  return started(createTlsServer(options, (socket) => {
    socket.on("error", () => {});
    new ServerConnection(socket, {
      streams: 100,
      headerBytes: 10_000,
      headerCount: 100,
      now: () => performance.now(),
      onStream,
    });
  }));
}

/** Types of frames. */
export const FRAME = { data: 0, headers: 1, reset: 3, settings: 4, push: 5, ping: 6, goaway: 7 };
/** Flags of frames. */
export const FLAG = { endStream: 1, endHeaders: 4 };
/** A status of 200, packed. */
export const OK = [0x88];

/** A frame of HTTP/2 by hand. */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: readonly number[] = [],
): Uint8Array {
  const { length } = payload;
  return Uint8Array.from([
    ...[length >> 16, length >> 8 & 255, length & 255, type, flags],
    ...[stream >> 24 & 255, stream >> 16 & 255, stream >> 8 & 255, stream & 255],
    ...payload,
  ]);
}

/** A number of 32 bits in a payload. */
export const number = (value: number) => [
  ...[value >> 24 & 255, value >> 16 & 255, value >> 8 & 255, value & 255],
];

/** A server that says it speaks HTTP/2, and does what it wants once it was asked something. */
export function frameServer(
  serve: (socket: Socket, connection: number) => void,
): Promise<TestServer> {
  const options = { cert: leaf.certificate, key: leaf.key, ALPNProtocols: ["h2"] };
  let connections = 0;
  return started(createTlsServer(options, (socket) => {
    const connection = ++connections;
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.resume();
      serve(socket, connection);
    });
  }));
}

/** All that a client sends until `end` is in it. */
export async function received(socket: Socket, end = "\r\n\r\n"): Promise<string> {
  let text = "";
  return await new Promise((resolve, reject) => {
    const read = (piece: Uint8Array) => {
      text += new TextDecoder().decode(piece);
      if (!text.includes(end)) return;
      socket.off("data", read);
      resolve(text);
    };
    socket.on("data", read);
    socket.on("close", () => reject(new Error(`closed after: ${text}`)));
  });
}
